/** The OpenAPI document, as far as the SDK is made from it, and its operations with the names they have there. */
import { toCamel, toSnake } from "../src/names.ts"

export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

interface Described {
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Endpoint {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Described
  readonly responses: Readonly<Record<string, Described>>
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly "x-pagination"?: Paging
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export type Paging = "offset" | "cursor" | { readonly items: string; readonly cursor: string }

/** One operation, with everything that is written of it in the SDK. */
export interface Operation {
  readonly resource: string
  readonly method: string
  readonly verb: string
  /** behind `/api/v1` */
  readonly path: string
  readonly endpoint: Endpoint
  readonly pathParameters: ReadonlyArray<Parameter>
  readonly query: ReadonlyArray<Parameter>
  readonly body: Schema | undefined
  /** the type of a body that is no JSON */
  readonly sends: string | undefined
  readonly answer: Schema | undefined
  /** it answers text, perhaps beside JSON */
  readonly isText: boolean
  /** the type of its answers that are neither JSON nor text */
  readonly bytes: string | undefined
  /** it answers nothing but where it leads on to */
  readonly leads: boolean
  readonly pages: Paging | undefined
}

const prefix = "/api/v1"
const json = "application/json"

/** Files of configuration are written and read by people and tools as they are: their names stay. */
export const files = ["ConfigFile"]

export const nameOfRef = ($ref: string) => $ref.slice("#/components/schemas/".length)

export const resolve = (document: Document, schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema
  const target = document.components.schemas[nameOfRef(schema.$ref)]
  if (target === undefined) throw new Error(`${schema.$ref} is not in the document`)
  return resolve(document, target)
}

/** A name as callers write it; one that could not be turned back would be lost on its way. */
export const callerName = (name: string): string => {
  const camel = toCamel(name)
  const isOfCallers = camel === name && !name.includes("_")
  if (!isOfCallers && toSnake(camel) !== name)
    throw new Error(`"${name}" becomes "${camel}" and that "${toSnake(camel)}"`)
  return camel
}

const identifier = (text: string) => text.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const pagesOf = (document: Document, endpoint: Endpoint, answer: Schema | undefined): Paging | undefined => {
  if (endpoint["x-pagination"] !== undefined) return endpoint["x-pagination"]
  const properties = (answer && resolve(document, answer).properties) ?? {}
  if ("meta" in properties) return "offset"
  if ("pagination" in properties) return "cursor"
  return "nextCursor" in properties ? { items: "data", cursor: "nextCursor" } : undefined
}

/** Answers of one operation are mostly one; those that are several become one of them. */
const answerOf = (endpoint: Endpoint): Schema | undefined => {
  const schemas = Object.entries(endpoint.responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => response.content?.[json]?.schema ?? [])
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return distinct.length > 1 ? { anyOf: distinct } : distinct[0]
}

/** Answers that are no JSON, such as files. */
const filesAnswered = ({ operationId, responses }: Endpoint): { readonly isText: boolean; readonly bytes?: string } => {
  const files = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, { content = {} }]) => Object.entries(content).filter(([type]) => type !== json))
  const [bytes, ...others] = files.filter(([, { schema }]) => schema.format === "binary").map(([type]) => type)
  if (others.length > 0) throw new Error(`${operationId} answers bytes of several types`)
  return { isText: files.length > 0, ...(bytes === undefined ? {} : { bytes }) }
}

const leadsOn = ({ responses }: Endpoint): boolean => {
  const statuses = Object.keys(responses)
  return statuses.includes("302") && !statuses.some((status) => status.startsWith("2"))
}

export const operationsOf = (document: Document): ReadonlyArray<Operation> =>
  Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, endpoint]) => {
      const [resource = "", method = ""] = endpoint.operationId.split(".").map(identifier)
      if (!path.startsWith(prefix)) throw new Error(`${path} is not below ${prefix}`)
      const parameters = endpoint.parameters ?? []
      const answer = answerOf(endpoint)
      const query = parameters.filter((parameter) => parameter.in === "query")
      const { [json]: object, ...texts } = endpoint.requestBody?.content ?? {}
      const [text] = object === undefined ? Object.entries(texts) : []
      return {
        resource,
        method,
        verb: verb.toUpperCase(),
        path: path.slice(prefix.length),
        endpoint,
        query: query.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false)),
        pathParameters: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => {
          const found = parameters.find((parameter) => parameter.in === "path" && parameter.name === name)
          if (found === undefined) throw new Error(`${path} does not say what ${name} is`)
          return found
        }),
        body: (object ?? text?.[1])?.schema,
        sends: text?.[0],
        answer,
        bytes: undefined,
        ...filesAnswered(endpoint),
        leads: leadsOn(endpoint),
        pages: pagesOf(document, endpoint, answer)
      }
    })
  )
