/**
 * Undecodable input, in the contract's words: malformed JSON 400, a malformed id in the path 404, everything else 422
 * with one issue per problem. The body is read here once (the platform keeps its bytes for whoever reads it next).
 */
import { Context, Effect, Layer, type Schema, SchemaIssue } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, HttpApiError, type HttpApiGroup } from "effect/http-api"
import { BadRequest, ValidationFailed } from "../wire/Failure.ts"
import { Validation } from "../wire/Group.ts"
import { FileBody, LargeBody } from "../wire/Access.ts"
import { limits } from "../wire/Limits.ts"
import { envelope } from "./Envelope.ts"
import { CurrentRequest } from "../wire/CurrentRequest.ts"
import { textDepth, unsafeParts } from "./SafeJson.ts"

const excess = "\u0000excess"
const formatter = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => (issue._tag === "UnexpectedKey" ? excess : SchemaIssue.defaultLeafHook(issue))
})

const segment = (part: PropertyKey | { readonly key: PropertyKey }): string | number => {
  const key = typeof part === "object" ? part.key : part
  return typeof key === "number" ? key : String(key)
}

const isExcess = (message: string) => message.startsWith("property ")

/** One issue per problem; a property nobody knows comes out as `property <name> should not exist`. */
export const issuesOf = (error: Schema.SchemaError): ValidationFailed => {
  const issues = formatter(error.issue).issues.map((issue) => {
    const path = (issue.path ?? []).map(segment)
    return {
      path,
      message:
        issue.message === excess
          ? `property ${path.at(-1)} should not exist`
          : `${path.join(".") || "body"}: ${issue.message}`
    }
  })
  // What another branch of a union knows by that name has a wrong value there, and is not unknown.
  const places = new Set(issues.flatMap(({ message, path }) => (isExcess(message) ? [] : [path.join()])))
  const known = issues.filter(({ message, path }) => !isExcess(message) || !places.has(path.join()))
  // The unknown properties first: they are what a developer who mistypes a name looks for.
  return new ValidationFailed({
    issues: [
      ...known.filter(({ message }) => isExcess(message)),
      ...known.filter(({ message }) => !isExcess(message))
    ].slice(0, 50)
  })
}

/**
 * The value of a body, undefined when it is empty. Refuses what no route accepts before any schema looks at it. Done at
 * once: the effect is an exit.
 */
export const checkBody = (
  text: string,
  large: boolean,
  length_max: number = limits.string_length_max
): Effect.Effect<unknown, BadRequest | ValidationFailed> => {
  if (text === "") return Effect.undefined
  if (textDepth(text) > limits.json_depth_max) {
    return Effect.fail(new BadRequest({ message: `The body is nested deeper than ${limits.json_depth_max} levels.` }))
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return Effect.fail(new BadRequest({ message: "The body is not valid JSON." }))
  }
  const issues = unsafeParts(parsed, large ? limits.json_keys_max * 100 : limits.json_keys_max, length_max)
  return issues.length === 0 ? Effect.succeed(parsed) : Effect.fail(new ValidationFailed({ issues }))
}

/** Where no body is stated none is taken, or `{}`: what anybody puts there is a mistake they must hear of. */
const checkNoBody = (text: string): Effect.Effect<void, BadRequest | ValidationFailed> =>
  Effect.flatMap(checkBody(text, false), () => {
    if (text === "") return Effect.void
    const body: unknown = JSON.parse(text)
    const names = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : undefined
    if (names === undefined) return ValidationFailed.at([], "body: this route takes none")
    return names.length === 0 ? Effect.void : unknownNames(names)
  })

const unknownNames = (names: ReadonlyArray<string>) =>
  Effect.fail(
    new ValidationFailed({
      issues: names.map((name) => ({ path: [name], message: `property ${name} should not exist` }))
    })
  )

/** A route that declares no query is not asked to decode one. */
const checkNoQuery = (url: string): Effect.Effect<void, ValidationFailed> => {
  const start = url.indexOf("?")
  const names = start < 0 ? [] : [...new Set(new URLSearchParams(url.slice(start + 1)).keys())]
  return names.length === 0 ? Effect.void : unknownNames(names)
}

/** As it was sent: the platform's own text would lose a byte order mark. */
const textOf = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.map(Effect.orDie(request.arrayBuffer), (bytes) => Buffer.from(bytes).toString("utf8"))

const isLarge = (endpoint: HttpApiEndpoint.Top, group: HttpApiGroup.Top): boolean =>
  Context.getOrUndefined(endpoint.annotations, LargeBody) ??
  Context.getOrUndefined(group.annotations, LargeBody) ??
  false

export const ValidationLive = Layer.succeed(Validation, (next, { endpoint, group }) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const current = yield* CurrentRequest
    const encoding = request.headers["content-encoding"]
    if (encoding !== undefined && encoding !== "identity" && request.method !== "GET") {
      return envelope(
        415,
        "unsupported_media_type",
        "Send the body as it is: no Content-Encoding is understood.",
        current.requestId
      )
    }
    if (endpoint.query === undefined && (endpoint.payload.size === 0 || request.method !== "GET"))
      yield* checkNoQuery(request.url)
    if (endpoint.payload.size === 0 && request.method !== "GET") yield* checkNoBody(yield* textOf(request))
    const type = (request.headers["content-type"] ?? "application/json").split(";")[0]!.trim().toLowerCase()
    if (endpoint.payload.size > 0 && request.method !== "GET" && type === "application/json") {
      const isFile = Context.getOrUndefined(endpoint.annotations, FileBody) ?? false
      const length_max = isFile ? limits.large_body_bytes_max : limits.string_length_max
      yield* checkBody(yield* textOf(request), isLarge(endpoint, group), length_max)
    }
    return yield* Effect.catchIf(
      next as Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>,
      HttpApiError.HttpApiSchemaError.is,
      (error): Effect.Effect<HttpServerResponse.HttpServerResponse, ValidationFailed> => {
        switch (error.kind) {
          case "Params":
            return Effect.succeed(envelope(404, "not_found", "This resource does not exist.", current.requestId))
          case "Query":
          case "Headers":
          case "Payload":
            return Effect.fail(issuesOf(error.cause))
          default:
            return Effect.die(error)
        }
      }
    ) as Effect.Effect<HttpServerResponse.HttpServerResponse, ValidationFailed>
  })
)
