/** Calls of operations: what a method of a resource gives back. */
import { decode, encode, type Shape } from "./names.ts"
import { type ConditionalOptions, type Connection, type Reply, type Request, send } from "./transport.ts"

/** One operation of the API, as the generator writes it down. */
export interface Operation {
  readonly route: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`
  /** what a method takes behind its path parameters, before its options */
  readonly takes?: "body" | "query"
  /** the type of a body that is sent as the text it is */
  readonly sends?: string
  /** it may answer text: a file, for instance */
  readonly isText?: boolean
  /** the type of answers that are neither JSON nor text */
  readonly bytes?: string
  /** it answers nothing but where it leads on to */
  readonly leads?: boolean
  readonly pages?: "offset" | "cursor" | { readonly items: string; readonly cursor: string }
  readonly body?: Shape
  readonly answer?: Shape
}

type Query = Readonly<Record<string, unknown>>

type MethodOptions = Partial<ConditionalOptions> & { readonly query?: Query | undefined }

/** A promise of the body, and of all that came with it. */
export class Call<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = "Call"
  readonly #reply: () => Promise<Reply<Data>>

  constructor(reply: () => Promise<Reply<Data>>) {
    this.#reply = reply
  }

  // oxlint-disable-next-line unicorn/no-thenable
  then<A = Data, B = never>(
    onData?: ((data: Data) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null
  ): Promise<A | B> {
    return this.#reply()
      .then(({ data }) => data)
      .then(onData, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Data | B> {
    return this.then(undefined, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Data> {
    return this.then((data) => data).finally(onEnd)
  }

  withResponse(): Promise<Reply<Data>> {
    return this.#reply()
  }
}

export interface Walk {
  /** so many at most */
  readonly max?: number
}

/** What a page can do beside what came with it. */
export type Page<Item, Rest = unknown> = Rest & {
  readonly data: Array<Item>
  hasNextPage(): boolean
  /** null behind the last */
  nextPage(): Promise<Page<Item, Rest> | null>
  /** from this page on to the last */
  toArray(walk?: Walk): Promise<Array<Item>>
}

/** A list: awaited it is one page, walked it is all of them. It asks for nothing before either. */
export class List<Item, Rest = unknown> extends Call<Page<Item, Rest>> implements AsyncIterable<Item> {
  readonly #walk: () => AsyncGenerator<Item, void, undefined>

  constructor(first: () => Promise<Reply<Page<Item, Rest>>>, walk: () => AsyncGenerator<Item, void, undefined>) {
    super(first)
    this.#walk = walk
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#walk()
  }

  toArray(walk?: Walk): Promise<Array<Item>> {
    return taken(this.#walk(), walk)
  }
}

const taken = async <Item>(items: AsyncIterable<Item>, { max = Number.POSITIVE_INFINITY }: Walk = {}) => {
  const found: Array<Item> = []
  if (max <= 0) return found
  for await (const item of items) {
    found.push(item)
    if (found.length >= max) break
  }
  return found
}

/** Only a repeated event_id is the same event: these need no key, and a key would have each remembered twice. */
const dedupedByEventId = /^POST \/(widget\/)?events(\/batch)?$/

/** As `crypto.randomUUID`, which pages without https do not have. */
const uuid = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return [...bytes]
    .map((byte, at) => ([4, 6, 8, 10].includes(at) ? "-" : "") + byte.toString(16).padStart(2, "0"))
    .join("")
}

const queryOf = (query: Query | undefined): string => {
  const given = Object.entries(encode(query ?? {}) as Query).filter(
    ([, value]) => value !== undefined && value !== null
  )
  const text = new URLSearchParams(given.map(([name, value]) => [name, textOf(value)])).toString()
  return text === "" ? "" : `?${text}`
}

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** A parameter is one segment of the path, whatever is in it. */
const segmentOf = (value: unknown, name: string): string => {
  const text = String(value)
  // Addresses forget the dots, and without the segment another operation would answer.
  if (typeof value === "number" ? !Number.isFinite(value) : typeof value !== "string" || /^\.{0,2}$/.test(text)) {
    throw new TypeError(`${name} is a text, and not "${text}"`)
  }
  return encodeURIComponent(text)
}

/** What is sent. A page's event may come without an id; then each try of one call would be an event of its own. */
const bodyOf = ({ body, route, sends, takes }: Operation, content: unknown): string | undefined => {
  if (takes !== "body" || content === undefined) return undefined
  if (sends !== undefined) return String(content)
  const encoded = encode(content, body) as Query
  const event_id = route === "POST /widget/events" ? (encoded["event_id"] ?? `sdk-${uuid()}`) : undefined
  return JSON.stringify(event_id === undefined ? encoded : { ...encoded, event_id })
}

interface Prepared {
  readonly request: Request
  readonly query: Query
}

const prepare = (operation: Operation, given: ReadonlyArray<unknown>): Prepared => {
  const [method = "", template = ""] = operation.route.split(" ")
  const args = [...given]
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(args.shift(), name))
  const content = operation.takes === undefined ? undefined : args.shift()
  const { etag, query: extra, ...options } = (args.shift() ?? {}) as MethodOptions
  const query = { ...(operation.takes === "query" ? (content as Query | undefined) : undefined), ...extra }
  const key =
    options.idempotencyKey ?? (method === "GET" || dedupedByEventId.test(operation.route) ? undefined : `sdk-${uuid()}`)
  return {
    query,
    request: {
      method,
      path,
      body: bodyOf(operation, content),
      isText: operation.isText === true,
      bytes: operation.bytes,
      leads: operation.leads === true,
      headers: {
        ...(operation.sends === undefined ? {} : { "content-type": operation.sends }),
        ...(operation.isText === true ? { accept: "*/*" } : {}),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(etag == null ? {} : { "if-none-match": etag })
      },
      options
    }
  }
}

type Body = Readonly<Record<string, unknown>>

/** Where the next page is: what the query of the last one becomes, or undefined behind the last. */
const following = (pages: NonNullable<Operation["pages"]>, body: Body): Query | undefined => {
  if (pages === "offset") {
    const { limit, page, total } = body["meta"] as { limit: number; page: number; total: number }
    return page * limit < total ? { page: page + 1, limit } : undefined
  }
  const { nextCursor, limit } = (pages === "cursor" ? body["pagination"] : {}) as {
    nextCursor?: string
    limit?: number
  }
  const cursor = pages === "cursor" ? nextCursor : body[decodedName(pages.cursor)]
  return typeof cursor === "string" ? { cursor, ...(limit === undefined ? {} : { limit }) } : undefined
}

const decodedName = (name: string) => Object.keys(decode({ [name]: 0 }) as object)[0] ?? name

type AnyPage = Page<unknown, Body>

const listOf = (connection: Connection, operation: Operation, { query, request }: Prepared) => {
  const pages = operation.pages!
  const items = typeof pages === "object" ? decodedName(pages.items) : "data"
  const read = async (query: Query, etag = true): Promise<Reply<AnyPage>> => {
    const { "if-none-match": _, ...unconditional } = request.headers
    const headers = etag ? request.headers : unconditional
    const reply = await send(connection, { ...request, headers, path: request.path + queryOf(query) })
    if (reply.status === 304) return { ...reply, data: undefined as never }
    const body = decode(reply.data, operation.answer) as Body
    const next = following(pages, body)
    const methods = {
      hasNextPage: () => next !== undefined,
      nextPage: async () => (next === undefined ? null : (await read({ ...query, ...next }, false)).data),
      toArray: (walk?: Walk) => taken(walkFrom(page), walk)
    }
    const page: AnyPage = Object.assign(Object.create(methods), body, { data: body[items] })
    return { ...reply, data: page }
  }
  async function* walkFrom(first: AnyPage) {
    for (let page: AnyPage | null = first; page !== null; page = await page.nextPage()) yield* page.data
  }
  // Who wants all of them wants them in as few answers as there may be.
  const walk = async function* () {
    yield* walkFrom((await read({ limit: pages === "offset" ? 100 : 200, ...query }, false)).data)
  }
  let first: Promise<Reply<AnyPage>> | undefined
  return new List<unknown, Body>(() => (first ??= read(query)), walk)
}

/** Writes are sent at once, awaited or not; lists when somebody wants to know. */
export const call = (connection: Connection, operation: Operation, args: ReadonlyArray<unknown>): Call<unknown> => {
  let prepared: Prepared
  try {
    prepared = prepare(operation, args)
  } catch (error) {
    return new Call(() => Promise.reject(error))
  }
  if (operation.pages !== undefined) return listOf(connection, operation, prepared)
  const { query, request } = prepared
  const reply = send(connection, { ...request, path: request.path + queryOf(query) }).then((reply) => ({
    ...reply,
    data: reply.data instanceof Uint8Array ? reply.data : decode(reply.data, operation.answer)
  }))
  return new Call(() => reply)
}

export type Resources = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Every operation of every resource as a method. */
export const methodsOf = (connection: Connection, resources: Resources): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resources).map(([resource, operations]) => [
      resource,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          (...args: ReadonlyArray<unknown>) => call(connection, operation, args)
        ])
      )
    ])
  )
