/**
 * The contract as the service publishes it: every route with its parameters, the JSON Schema of its body and the codes
 * it may answer. Derived from the API definition, so that whatever goes through it grows with the API by itself.
 */
import { Api } from "../../../src/Api.ts"
import { documentOf } from "../../../src/edge/reference/Document.ts"
import { type Route, routes } from "./AccessMatrix.ts"
import type { JsonSchema } from "./JsonSchema.ts"

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: JsonSchema
}

export interface Operation {
  /** `eggs.hatch` */
  readonly id: string
  /** `POST /eggs/{id}/hatch` */
  readonly key: string
  readonly method: string
  /** under the version prefix, parameters in braces */
  readonly path: string
  readonly pathNames: ReadonlyArray<string>
  readonly query: ReadonlyArray<Parameter>
  /** of a body of JSON */
  readonly body: JsonSchema | undefined
  /** of such a body */
  readonly example: unknown
  /** kinds of body the route takes; none: it takes no body */
  readonly contentTypes: ReadonlyArray<string>
  readonly route: Route
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>

export interface Described {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary?: string
  readonly description: string
  readonly parameters?: ReadonlyArray<Parameter & { readonly description?: string }>
  readonly requestBody?: { readonly description: string; readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly $ref?: string
        readonly headers?: Readonly<Record<string, unknown>>
        readonly content?: Content
      }
    >
  >
}

interface ReferencePage {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Described }>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

export const prefix = "/api/v1"

export const reference = documentOf(Api) as unknown as ReferencePage

export const resolve = (schema: JsonSchema): JsonSchema => {
  if (schema.$ref === undefined) return schema
  const target = reference.components.schemas[schema.$ref.slice("#/components/schemas/".length)]
  if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`)
  return resolve(target)
}

const keyOf = (route: Route) => route.name.replace(prefix, "").replace(/:([A-Za-z_]+)/g, "{$1}")

export const operations: ReadonlyArray<Operation> = routes.map((route) => {
  const key = keyOf(route)
  const path = key.slice(key.indexOf(" ") + 1)
  const described = reference.paths[prefix + path]?.[route.method.toLowerCase()]
  if (described === undefined) throw new Error(`${key} is routed, but not in the reference`)
  return {
    id: described.operationId,
    key,
    method: route.method,
    path,
    pathNames: Array.from(path.matchAll(/\{([^}]+)\}/g), (match) => match[1]!),
    query: (described.parameters ?? []).filter((parameter) => parameter.in === "query"),
    body: described.requestBody?.content["application/json"]?.schema,
    example: described.requestBody?.content["application/json"]?.example,
    contentTypes: Object.keys(described.requestBody?.content ?? {}),
    route
  }
})

/** Answers of the edge: no route declares them, every route may give them. */
const edgeCodes = [
  "bad_request",
  "not_found",
  "method_not_allowed",
  "payload_too_large",
  "unsupported_media_type",
  "expectation_failed",
  "service_unavailable",
  "internal_server_error"
]

/** The codes routes declare, from the schemas of their error answers. */
export const declaredCodes: ReadonlySet<string> = new Set(
  Object.values(reference.components.schemas).flatMap((schema) => {
    const code = schema.properties?.["error"]?.properties?.["code"]?.enum?.[0]
    return typeof code === "string" ? [code] : []
  })
)

/** The one list of codes a client can meet. */
export const knownCodes: ReadonlySet<string> = new Set([...declaredCodes, ...edgeCodes])

const isSame = (template: string, segment: string) => template.startsWith("{") || template === segment

/** Methods some route has for a concrete path under the prefix. */
export const methodsAt = (path: string): ReadonlyArray<string> => {
  const segments = path.split("/")
  const matching = operations.filter((operation) => {
    const templates = operation.path.split("/")
    return templates.length === segments.length && templates.every((part, index) => isSame(part, segments[index]!))
  })
  return [...new Set(matching.map((operation) => operation.method))].sort()
}
