/**
 * The contract of a keyed live collection: things a tenant keeps, edited at once and without a version, each under a
 * key of its own and most under an id too. One descriptor gives the endpoints (here), the table (Store) and the
 * handlers (Http); what is no list, read or write of one thing is written out beside them.
 *
 *     export const gates = liveCollection({ path: "/gates", ..., methods: ["list", "put", "remove"] })
 *     class GatesApi extends tenantGroup(HttpApiGroup.make("gates").add(...gates.endpoints), { access: "config" }) {}
 *
 * The group brings the gate with its audit log, the Idempotency-Key and the strictness, as to any other.
 */
import { Exit, Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { Access, type Permission, RequiredPermission } from "../wire/Access.ts"
import { alreadyExists, failure, notFound, validationFailed } from "../wire/Failure.ts"
import { offsetPage, offsetQuery } from "../wire/Page.ts"
import { says } from "../wire/Words.ts"

/** list, get: tenant_read. put: creates or replaces under the key in its path. replace: PUT, update: PATCH. */
export type LiveMethod = "list" | "get" | "create" | "replace" | "update" | "put" | "remove"

export class LimitReached extends Schema.TaggedError<LimitReached>()("LimitReached", { max: Schema.Int }) {}

/** How many `things` a workspace may have, and the code of the refusal of one more. */
export const limitedTo = (max: number, things: string, code: string) => ({
  max,
  refusal: failure(LimitReached, {
    status: 409,
    code,
    message: () => `A workspace has at most ${max} ${things}.`,
    details: (e) => ({ max: e.max })
  })
})
export type Limit = ReturnType<typeof limitedTo>

type Plain = Schema.Top & { readonly DecodingServices: never; readonly EncodingServices: never }
type Fields = Readonly<Record<string, Plain>>

/** What PATCH takes of an input: what is absent stays, null restores the default of what has one. */
export type Patch<Input> = { readonly [K in keyof Input]?: Input[K] | null }

type Defaults = Readonly<Record<string, unknown>>

/** What an input says where the client says nothing, of every field that may be absent. */
const defaultsOf = (fields: Fields): Defaults =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([name, field]) => {
      const decoded = Schema.decodeUnknownExit(Schema.Struct({ [name]: field }))({})
      return Exit.isSuccess(decoded) ? decoded.value : {}
    })
  )

const patchField = (field: Schema.Top, hasDefault: boolean): Schema.Top => {
  if (!hasDefault) return Schema.optionalKey(field)
  const { to } = field as unknown as { readonly to: Plain }
  return Schema.optionalKey(Schema.is(Schema.toType(to))(null) ? to : Schema.NullOr(to))
}

const patchOf = <Input extends Schema.Struct<Fields>>(input: Input, defaults: Defaults) => {
  const fields = Object.entries<Plain>(input.fields).map(([name, field]) => [name, patchField(field, name in defaults)])
  return Schema.Struct(Object.fromEntries(fields)) as unknown as Schema.Codec<Patch<Input["Type"]>, unknown>
}

type Refusals<R> = ReadonlyArray<Schema.Codec<R, unknown>>

/** The body of PATCH for one record that is always there. Null restores a default, unless it is a value of its own. */
export const patchable = <Input extends Schema.Struct<Fields>>(input: Input) => {
  const defaults = defaultsOf(input.fields)
  const isValue = (name: string) => Schema.is(Schema.toType(input.fields[name]!))(null)
  const patched = (before: Input["Type"], patch: Patch<Input["Type"]>): Input["Type"] =>
    Object.assign(
      {},
      before,
      ...Object.entries(patch).map(([name, value]) => ({
        [name]: value === null && !isValue(name) ? defaults[name] : value
      }))
    )
  return { patch: patchOf(input, defaults), defaults: defaults as Input["Type"], patched }
}

interface EndpointOptions<Path, Param, Item, Input extends Plain, R> {
  readonly path: Path
  readonly param: Param
  readonly reference: Schema.Codec<string, string>
  readonly item: Item
  readonly input: Input
  readonly patch: Schema.Codec<Patch<Input["Type"]>, unknown>
  readonly limit: Limit | undefined
  readonly refusals: Refusals<R>
  readonly permission: Permission | undefined
  readonly resource: string
}

const atOnce = "Live: it counts at once, and belongs to no version."

/** The same words for the same endpoints of every collection. */
const wordsOf = (resource: string, limit: Limit | undefined) => {
  const one = `${/^[aeiou]/u.test(resource) ? "an" : "a"} ${resource}`
  const most = limit === undefined ? "" : ` A workspace has at most ${limit.max}.`
  return {
    list: says(`List ${resource}s`, "Newest first."),
    get: says(`Show ${one}`, "By its id or its key."),
    create: says(`Create ${one}`, `${atOnce} Its key is unique.${most}`),
    replace: says(`Replace ${one}`, `${atOnce} Fields left out take their defaults.`),
    update: says(`Change ${one}`, `${atOnce} Fields left out stay; null restores the default of those that have one.`),
    put: says(`Create or replace ${one}`, `${atOnce} 201 when its key is new, else 200.`),
    remove: says(`Delete ${one}`, "At once. What it has brought stays.")
  }
}

const allEndpoints = <
  const Path extends `/${string}`,
  const Param extends string,
  Item extends Plain,
  Input extends Plain,
  R
>({
  input,
  item,
  limit,
  param,
  patch,
  path,
  permission,
  reference,
  refusals,
  resource
}: EndpointOptions<Path, Param, Item, Input, R>) => {
  const one = `${path}/:${param}` as const
  const words = wordsOf(resource, limit)
  const params = { [param]: reference } as { readonly [P in Param]: Schema.Codec<string, string> }
  const list = HttpApiEndpoint.get("list", path, { query: offsetQuery, success: offsetPage(item) })
    .annotate(Access, "tenant_read")
    .annotateMerge(words.list)
  const get = HttpApiEndpoint.get("get", one, { params, success: item, error: notFound })
    .annotate(Access, "tenant_read")
    .annotateMerge(words.get)
  const full = limit === undefined ? [] : [limit.refusal]
  return {
    list: permission === undefined ? list : list.annotate(RequiredPermission, permission),
    get: permission === undefined ? get : get.annotate(RequiredPermission, permission),
    create: HttpApiEndpoint.post("create", path, {
      payload: input,
      success: item.pipe(HttpApiSchema.status(201)),
      error: [alreadyExists, ...full, ...refusals]
    }).annotateMerge(words.create),
    replace: HttpApiEndpoint.put("replace", one, {
      params,
      payload: input,
      success: item,
      error: [notFound, alreadyExists, ...refusals]
    }).annotateMerge(words.replace),
    update: HttpApiEndpoint.patch("update", one, {
      params,
      payload: patch,
      success: item,
      error: [notFound, alreadyExists, ...refusals]
    }).annotateMerge(words.update),
    put: HttpApiEndpoint.put("put", one, {
      params,
      payload: input,
      success: [item, item.pipe(HttpApiSchema.status(201))],
      error: [notFound, validationFailed, ...refusals]
    }).annotateMerge(words.put),
    remove: HttpApiEndpoint.delete("remove", one, {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(words.remove)
  }
}

export interface LiveOptions<Path, Item extends Plain, Input, Key, Id, Methods, R> {
  readonly path: Path
  /** what one of them is called in refusals: `event type` */
  readonly resource: string
  /** the field of an item that names it within the tenant */
  readonly key: Key
  /** the field with its identifier, where it has one: then `{id}` of a path is the id or the key, else the key alone */
  readonly id?: Id
  /** of what form keys are, where they are no `wire/Ids.isKey` */
  readonly reference?: Schema.Codec<string, string>
  readonly item: Item
  /** the body of POST, PUT and, with every field optional, of PATCH */
  readonly input: Input
  readonly methods: Methods
  readonly limit?: Limit
  /** what writes are refused with besides: what the table's `judge` says */
  readonly refusals?: Refusals<R>
  /** lets publishable keys with this permission read */
  readonly permission?: Permission
}

export const liveCollection = <
  const Path extends `/${string}`,
  Item extends Schema.Struct<Fields>,
  Input extends Schema.Struct<Fields>,
  const Key extends keyof Item["Type"] & string,
  const Methods extends readonly [LiveMethod, ...ReadonlyArray<LiveMethod>],
  const Id extends keyof Item["Type"] & string = never,
  R = never
>(
  options: LiveOptions<Path, Item, Input, Key, Id, Methods, R>
) => {
  const defaults = defaultsOf(options.input.fields)
  const { limit, permission, refusals = [] } = options
  const param = (options.id === undefined ? options.key : "id") as [Id] extends [never] ? Key : "id"
  const patch = patchOf(options.input, defaults)
  const reference = options.reference ?? Schema.String
  const all = allEndpoints({ ...options, param, reference, patch, limit, refusals, permission })
  const endpoints = options.methods.map((method) => all[method])
  return {
    ...options,
    param,
    defaults,
    endpoints: endpoints as unknown as { readonly [I in keyof Methods]: (typeof all)[Methods[I]] }
  }
}

/** Any collection, as the table and the handlers take it. */
export interface AnyLive {
  readonly resource: string
  readonly key: string
  readonly id?: string
  readonly reference?: Schema.Codec<string, string>
  readonly item: Schema.Struct<Fields>
  readonly input: Schema.Struct<Fields>
  readonly methods: ReadonlyArray<LiveMethod>
  readonly limit?: Limit
  readonly refusals?: ReadonlyArray<Schema.Constraint>
  readonly param: string
  readonly defaults: Defaults
}
export type ItemOf<L extends AnyLive> = L["item"]["Type"]
export type InputOf<L extends AnyLive> = L["input"]["Type"]
/** An input that says under which key. */
export type Keyed<L extends AnyLive> = Omit<InputOf<L>, L["key"]> & { readonly [K in L["key"]]: string }
export type RefusalOf<L extends AnyLive> = NonNullable<L["refusals"]>[number]["Type"]
