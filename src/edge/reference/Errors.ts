/**
 * The refusals of an operation: what its endpoint declares, what the gate could say there, and what every request may
 * meet. One schema for a code and a status, with the fields of its `details`.
 */
import { Schema } from "effect"
import { RequiredCapability } from "../../wire/Access.ts"
import { badRequest, refusalOf, type Refusal, serviceUnavailable } from "../../wire/Failure.ts"
import {
  capabilityDisabled,
  insufficientScope,
  originForbidden,
  pathsLocked,
  planFeatureLocked,
  roleForbidden
} from "../../wire/Group.ts"
import { headersFor } from "./Headers.ts"
import { type Route, said } from "./Route.ts"
import { kindsOf, roleOf } from "./Security.ts"

type JsonSchema = Readonly<Record<string, unknown>>

const internalServerError: Refusal = {
  status: 500,
  code: "internal_server_error",
  words: "Something went wrong here, and it was logged. Repeat the request with the same key or event_id.",
  details: undefined
}

/** The gate declares all it may say for all of its routes; these it says on some of them only. */
const onlyWhere = new Map<object, (route: Route) => boolean>([
  [roleForbidden, (route) => roleOf(route) !== undefined],
  [insufficientScope, (route) => kindsOf(route)?.includes("session") ?? false],
  [
    originForbidden,
    (route) => kindsOf(route)?.some((kind) => kind === "publishable" || kind === "session" || kind === "embed") ?? false
  ],
  [planFeatureLocked, (route) => said(route, RequiredCapability) !== undefined && !isOfPaths(route)],
  [pathsLocked, (route) => isOfPaths(route)],
  [capabilityDisabled, (route) => said(route, RequiredCapability) !== undefined]
])

const isOfPaths = (route: Route) => said(route, RequiredCapability) === "paths"

/** The endpoint's are wrapped in their codec, those of its middleware are as they were made. */
const declaredBy = ({ endpoint }: Route): ReadonlyArray<object> => {
  const own = [...endpoint.error].map((schema) => (schema as unknown as { readonly schema?: object }).schema ?? schema)
  const of = [...endpoint.middlewares] as ReadonlyArray<unknown> as ReadonlyArray<{ readonly error: Iterable<object> }>
  return [...own, ...of.flatMap(({ error }) => [...error])]
}

const refusalsOf = (route: Route): ReadonlyArray<Refusal> => {
  // The last two nobody has to declare: any request may meet them.
  const possible = [...new Set([...declaredBy(route), badRequest, serviceUnavailable])]
    .filter((schema) => onlyWhere.get(schema)?.(route) ?? true)
    .flatMap((schema) => refusalOf(schema) ?? [])
  return [...possible, internalServerError]
}

const nameOf = ({ code, status }: Refusal) => `Error_${code}_${status}`

const detailsOf = (alike: ReadonlyArray<Refusal>): JsonSchema | undefined => {
  const shapes = alike.flatMap(({ details }) =>
    details === undefined ? [] : [Schema.toJsonSchemaDocument(details).schema as JsonSchema]
  )
  const different = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()]
  return different.length > 1 ? { anyOf: different } : different[0]
}

/** The envelope as this code fills it. */
const schemaOf = (alike: readonly [Refusal, ...ReadonlyArray<Refusal>]): JsonSchema => {
  const details = detailsOf(alike)
  // Where nothing is reached, not even a handler that could fill them in, this one comes without.
  const isCertain = alike.every(({ code, details }) => details !== undefined && code !== "service_unavailable")
  const error = {
    type: "object",
    properties: {
      code: { type: "string", enum: [alike[0].code], description: "stable: decide by it" },
      message: { type: "string", description: "for people; may change" },
      ...(details === undefined ? {} : { details }),
      requestId: { type: "string", description: "the same as X-Request-Id: name it when you ask for help" }
    },
    required: ["code", "message", ...(isCertain ? ["details"] : []), "requestId"],
    additionalProperties: false
  }
  return { type: "object", properties: { error }, required: ["error"], additionalProperties: false }
}

/** Schemas of all that these routes refuse with, by their names. */
export const errorSchemasOf = (routes: Iterable<Route>): Readonly<Record<string, JsonSchema>> => {
  const all = [...new Set([...routes].flatMap(refusalsOf))]
  const grouped = Map.groupBy(all, nameOf)
  const named = [...grouped].map(([name, [first, ...others]]) => [name, schemaOf([first!, ...others])] as const)
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const words = ({ code, words }: Refusal) =>
  /^\{\w+\}$/.test(words) || words === "" ? `\`${code}\`` : `\`${code}\`: ${words}`

/** The codes of a route with their statuses, each once. */
export const codesOf = (route: Route): ReadonlyArray<Refusal> => [
  ...new Map(refusalsOf(route).map((refusal) => [nameOf(refusal), refusal])).values()
]

const responseOf = (status: number, refusals: ReadonlyArray<Refusal>) => {
  const names = [...new Set(refusals.map(nameOf))].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const schema = names.length === 1 ? names[0]! : { anyOf: names }
  const description = [...new Set(refusals.map(words))].join(" ")
  return { description, headers: headersFor(status), content: { "application/json": { schema } } }
}

const isAlone = (refusals: ReadonlyArray<Refusal>) => new Set(refusals).size === 1

/** What some routes answer a status with and nothing else, described once. */
export const errorResponsesOf = (routes: Iterable<Route>): Readonly<Record<string, unknown>> => {
  const alone = [...routes].flatMap((route) =>
    [...Map.groupBy(refusalsOf(route), ({ status }) => status).values()].filter(isAlone).flatMap((same) => same[0]!)
  )
  const named = [...new Set(alone)].map((refusal) => [nameOf(refusal), responseOf(refusal.status, [refusal])] as const)
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The answers from 400 on. */
export const refusedResponses = (route: Route): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...Map.groupBy(refusalsOf(route), ({ status }) => status)].map(([status, refusals]) => [
      status,
      isAlone(refusals)
        ? { $ref: `#/components/responses/${nameOf(refusals[0]!)}` }
        : responseOf(status, [...new Set(refusals)])
    ])
  )
