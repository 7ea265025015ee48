/**
 * The OpenAPI document of the API: what the API definition says of itself, finished with what holds for all of it.
 * Committed as contract/openapi.json, which is served at /openapi.json and what clients are generated from.
 */
import { type HttpApi, OpenApi } from "effect/http-api"
import { bodies } from "./Bodies.ts"
import { committed_place } from "./Committed.ts"
import { errorResponsesOf, errorSchemasOf, refusedResponses } from "./Errors.ts"
import { exampleOf } from "./Examples.ts"
import { files } from "./Files.ts"
import { headerComponents, headersFor, idempotencyKey, ifNoneMatch } from "./Headers.ts"
import type { JsonSchema } from "./Json.ts"
import { operationIdOf } from "./Names.ts"
import { notesOf } from "./Notes.ts"
import { paginationOf } from "./Pages.ts"
import { parametersOf } from "./Parameters.ts"
import { type AnyApi, isTagged, type Route, routesOf, takesKeys } from "./Route.ts"
import { mayBeLeftOut, mended, withEntries } from "./Schemas.ts"
import { demandsOf, securityOf, securitySchemes } from "./Security.ts"
import { parts, tags, titleOf } from "./Tags.ts"
import { webhooks } from "./Webhooks.ts"

type Operation = OpenApi.OpenAPISpecOperation
type Content = Readonly<Record<string, { readonly schema: unknown }>>
type Schemas = Readonly<Record<string, JsonSchema>>
type Method = "get" | "post" | "put" | "patch" | "delete"

const prefix = "/api/v1"

/** Events answer a repeated event_id as first; so does everything that takes an Idempotency-Key. */
const replays = (route: Route, operationId: string) =>
  takesKeys(route) || ["events.create", "widgetRuntime.createEvent"].includes(operationId)

const withExamples = (content: Content, example: (schema: JsonSchema, type: string) => unknown) =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      { ...media, example: example(media.schema as JsonSchema, type) }
    ])
  )

const fileOf = (operationId: string, type: string) =>
  type === "application/json" ? undefined : (files[operationId] ?? files[type.split(";")[0]!])

const unchanged = (route: Route) =>
  isTagged(route)
    ? { 304: { description: "As it was; the body is empty.", headers: headersFor(304, { isTagged: true }) } }
    : {}

const answersOf = (operation: Operation, route: Route, operationId: string, schemas: Schemas) => {
  const succeeded = Object.entries(operation.responses).flatMap(([name, answer]) => {
    const status = Number(name)
    const { content, description } = answer as { readonly content?: Content; readonly description: string }
    if (status >= 400 && status !== 503) return []
    if (status === 503 && operationId !== "health.getReady") return []
    const example = (schema: JsonSchema, type: string) => fileOf(operationId, type) ?? exampleOf(schema, "", schemas)
    const examples = content && {
      content: withExamples(content, example)
    }
    const silent = status === 302 ? "Leads on to another page." : "Done; there is nothing to say."
    const words = description === "<No Content>" ? silent : description
    const isSaved = Object.keys(content ?? {}).some((type) => type.startsWith("text/csv"))
    const habits = { replays: replays(route, operationId), isTagged: isTagged(route), isSaved }
    const headers = headersFor(status, habits)
    return [[name, { description: words, headers, ...examples }]]
  })
  // Tools ask for an answer of success: where browsers are only led on, whatever else comes is a refusal.
  const isLedOn = !succeeded.some(([name]) => Number(name) < 300)
  const others = isLedOn ? { default: { $ref: "#/components/responses/Error_internal_server_error_500" } } : {}
  return { ...refusedResponses(route), ...Object.fromEntries(succeeded), ...unchanged(route), ...others }
}

const headersTaken = (route: Route) => [
  ...(takesKeys(route) ? [idempotencyKey] : []),
  ...(isTagged(route) ? [ifNoneMatch] : [])
]

const requestOf = (operation: Operation, operationId: string, schemas: Schemas) => {
  if (operation.requestBody === undefined) return {}
  const { content } = operation.requestBody
  const required = !mayBeLeftOut(operation.requestBody)
  const example = (schema: JsonSchema) => bodies[operationId] ?? exampleOf(schema, "", schemas)
  const [kind = ""] = Object.keys(content)
  const form = kind === "application/json" ? "JSON in UTF-8." : `A file in UTF-8, as ${kind}.`
  const description = required ? form : `${form} May be left out.`
  return { requestBody: { description, required, content: withExamples(content, example) } }
}

const finished = (name: string, operation: Operation, route: Route, schemas: Schemas) => {
  const [method = "", path = ""] = name.split(" ")
  const pagination = paginationOf(operation, schemas)
  const operationId = operationIdOf(method, path.slice(prefix.length), pagination !== undefined)
  const tag = operationId.slice(0, operationId.indexOf("."))
  const { deprecated, description = "", summary } = operation
  return {
    operationId,
    tags: [tag],
    ...(summary === undefined ? {} : { summary }),
    description: `${description}\n\n${notesOf(route)}`.trim(),
    ...(deprecated === undefined ? {} : { deprecated }),
    security: securityOf(route),
    ...demandsOf(route),
    ...(pagination === undefined || pagination === "whole" ? {} : { "x-pagination": pagination }),
    parameters: [...parametersOf(operation.parameters, tag, route), ...headersTaken(route)],
    ...requestOf(operation, operationId, schemas),
    responses: answersOf(operation, route, operationId, schemas)
  }
}

const isRefusal = (name: string) => name.startsWith("Error_")

export type Document = Omit<OpenApi.OpenAPISpec, "paths"> & {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, ReturnType<typeof finished>>>>>>
}

const made = new WeakMap<AnyApi, Document>()

/** Made once: it takes a good part of a second. */
export const documentOf = (api: AnyApi): Document => {
  const document = made.get(api) ?? make(api)
  made.set(api, document)
  return document
}

const make = (api: AnyApi): Document => {
  const spec = mended(OpenApi.fromApi(api as HttpApi.Top)) as OpenApi.OpenAPISpec
  const routes = routesOf(api)
  const own = Object.entries(spec.components.schemas as Schemas).filter(([name]) => !isRefusal(name))
  const schemas = withEntries(Object.fromEntries(own))
  const paths = Object.entries(spec.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      return [method, finished(name, operation as Operation, routes.get(name)!, schemas)]
    })
    return [path, Object.fromEntries(operations)]
  })
  return {
    openapi: spec.openapi,
    info: { ...spec.info, contact: { name: "Hatchery", url: `${committed_place}/docs` } },
    servers: [{ url: committed_place }],
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({
      name,
      "x-displayName": titleOf(name),
      description
    })),
    "x-tagGroups": Object.entries(parts).map(([name, within]) => ({ name, tags: Object.keys(within) })),
    paths: Object.fromEntries(paths),
    webhooks: webhooks(),
    components: {
      securitySchemes,
      headers: headerComponents,
      responses: errorResponsesOf(routes.values()),
      schemas: { ...schemas, ...errorSchemasOf(routes.values()) }
    }
  } as unknown as Document
}
