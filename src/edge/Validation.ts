/**
 * Undecodable input, in the contract's words: malformed JSON 400, a malformed id in the path 404, everything else 422
 * with one issue per problem. The body is read here once (the platform keeps its bytes for whoever reads it next).
 */
import { Context, Effect, Layer, type Schema, SchemaAST, SchemaIssue } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, HttpApiError, type HttpApiGroup } from "effect/http-api"
import { UnsupportedMediaType, ValidationFailed } from "../wire/Failure.ts"
import { Validation } from "../wire/Group.ts"
import { FileBody, LargeBody, OpenQuery, OwnEntries } from "../wire/Access.ts"
import { limits } from "../wire/Limits.ts"
import { envelope } from "./Envelope.ts"
import { CurrentRequest } from "../wire/CurrentRequest.ts"
import { breathe, InTurns } from "../wire/Turns.ts"
import { type BodyRules, isUtf8, type Read, readInTurns, textOf } from "./Body.ts"
import { tooLong } from "./Sizes.ts"

const excess = "\u0000excess"

/** Where an object belongs, its schema would be told by a name, or by what it begins with, that nobody can write. */
const isNoObject = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "InvalidType" &&
  SchemaAST.isObjects(SchemaAST.toEncoded(issue.ast)) &&
  issue.ast.annotations?.["expected"] === undefined

const formatter = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "UnexpectedKey") return excess
    return isNoObject(issue) ? "Expected object" : SchemaIssue.defaultLeafHook(issue)
  }
})

const segment = (part: PropertyKey | { readonly key: PropertyKey }): string | number => {
  const key = typeof part === "object" ? part.key : part
  return typeof key === "number" ? key : String(key)
}

const isExcess = (message: string) => message.startsWith("property ")

const isLiteral = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isLiteral(ast) || (SchemaAST.isUnion(ast) && ast.types.every(isLiteral))

const branchesOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(branchesOf) : [ast]

/**
 * Where no branch of a union was meant, and one field tells which is: what that field may be. The name of the union, or
 * a list of what its branches begin with, says nobody what to write.
 */
const kinds = ({ ast }: SchemaIssue.AnyOf): SchemaIssue.Issue | undefined => {
  const branches = branchesOf(SchemaAST.toEncoded(ast)).filter((branch) => !SchemaAST.isNull(branch))
  if (!branches.every(SchemaAST.isObjects)) return undefined
  if (branches.length < 2) return branches.map((branch) => new SchemaIssue.InvalidType(branch))[0]
  const tagOf = (branch: SchemaAST.Objects, tag: PropertyKey) =>
    branch.propertySignatures.find(({ name, type }) => name === tag && isLiteral(type))?.type
  for (const { name } of branches[0]!.propertySignatures) {
    const tags = branches.flatMap((branch) => tagOf(branch, name) ?? [])
    if (tags.length === branches.length)
      return new SchemaIssue.Pointer([name], new SchemaIssue.InvalidType(new SchemaAST.Union(tags)))
  }
  return undefined
}

/** As many leaves of the tree of issues as there is any use for: formatting tens of thousands takes its time. */
const pruned = (issue: SchemaIssue.Issue, left: { leaves: number }): SchemaIssue.Issue => {
  switch (issue._tag) {
    case "Pointer":
      return new SchemaIssue.Pointer(issue.path, pruned(issue.issue, left))
    case "Encoding":
      return new SchemaIssue.Encoding(issue.ast, pruned(issue.issue, left))
    case "Composite": {
      const [first, ...others] = issue.issues
      const kept: [SchemaIssue.Issue, ...Array<SchemaIssue.Issue>] = [pruned(first, left)]
      for (const other of others) {
        if (left.leaves <= 0) break
        kept.push(pruned(other, left))
      }
      return new SchemaIssue.Composite(issue.ast, kept)
    }
    // Every branch of a union has its say: which of them was meant nobody knows.
    case "AnyOf":
      if (issue.issues.length === 0) left.leaves--
      if (issue.issues.length === 0) return kinds(issue) ?? issue
      return new SchemaIssue.AnyOf(
        issue.ast,
        issue.issues.map((branch) => pruned(branch, left))
      )
    default:
      left.leaves--
      return issue
  }
}

/** Twice as many as are shown: some turn out to be another's doubles. */
const leaves_max = limits.issues_max * 2

/** One issue per problem; a property nobody knows comes out as `property <name> should not exist`. */
export const issuesOf = (error: Schema.SchemaError): ValidationFailed => {
  const issues = formatter(pruned(error.issue, { leaves: leaves_max })).issues.map((issue) => {
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
    issues: [...known.filter(({ message }) => isExcess(message)), ...known.filter(({ message }) => !isExcess(message))]
  })
}

/** Where no body is stated none is taken, or `{}`: what anybody puts there is a mistake they must hear of. */
const checkNoBody = (read: Read | undefined): Effect.Effect<void, ValidationFailed> => {
  if (read === undefined) return Effect.void
  const body = read.value
  const names = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : undefined
  if (names === undefined) return ValidationFailed.at([], "body: this route takes none")
  return names.length === 0 ? Effect.void : unknownNames(names)
}

const unknownNames = (names: ReadonlyArray<string>) =>
  Effect.fail(
    new ValidationFailed({
      issues: names.map((name) => ({ path: [name], message: `property ${name} should not exist` }))
    })
  )

const givenIn = (url: string): URLSearchParams => {
  const start = url.indexOf("?")
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1))
}

/** A parameter that is there twice is decoded as a list, and refused for not being the text it is in each place. */
const ofQuery = ({ issues }: ValidationFailed, url: string): ValidationFailed => {
  const given = givenIn(url)
  const isTwice = (path: ReadonlyArray<string | number>) =>
    path.length === 1 && given.getAll(String(path[0])).length > 1
  const named = issues.map((issue) =>
    isTwice(issue.path) && !isExcess(issue.message)
      ? { path: issue.path, message: `${issue.path[0]}: is given more than once` }
      : issue
  )
  // Each branch of a union has complained.
  const messages = named.map(({ message }) => message)
  return new ValidationFailed({ issues: named.filter(({ message }, place) => messages.indexOf(message) === place) })
}

/** A route that declares no query is not asked to decode one. */
const checkNoQuery = (url: string): Effect.Effect<void, ValidationFailed> => {
  const names = [...new Set(givenIn(url).keys())]
  return names.length === 0 ? Effect.void : unknownNames(names)
}

const integers = new WeakMap<HttpApiEndpoint.Top, ReadonlyArray<string>>()

/** The whole numbers of a query: no other numbers are asked for in one. */
const integersOf = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<string> => {
  const known = integers.get(endpoint)
  if (known !== undefined) return known
  const ast = endpoint.query?.ast
  const fields = ast === undefined || !SchemaAST.isObjects(ast) ? [] : ast.propertySignatures
  const found = fields.flatMap(({ name, type }) => (SchemaAST.isNumber(type) ? [String(name)] : []))
  integers.set(endpoint, found)
  return found
}

/** What a decoder takes for a whole number because JavaScript reads it as one: `1e1`, `5.0`, `0x5`, nothing at all. */
const checkIntegers = (endpoint: HttpApiEndpoint.Top, url: string): Effect.Effect<void, ValidationFailed> => {
  const given = givenIn(url)
  const isMisspelt = (value: string) => Number.isInteger(Number(value)) && !/^-?\d+$/.test(value)
  const issues = integersOf(endpoint)
    .filter((name) => given.getAll(name).some(isMisspelt))
    .map((name) => ({ path: [name], message: `${name}: must be written as a whole number` }))
  return issues.length === 0 ? Effect.void : Effect.fail(new ValidationFailed({ issues }))
}

/** What an endpoint, or its group, says of its bodies. */
const rulesOf = (endpoint: HttpApiEndpoint.Top, group: HttpApiGroup.Top): BodyRules => {
  const has = <I>(key: Context.Key<I, true>) =>
    [endpoint, group].some(({ annotations }) => Context.getOrUndefined(annotations as Context.Context<I>, key) === true)
  const own = Context.getOrUndefined(endpoint.annotations as Context.Context<OwnEntries>, OwnEntries)
  return { isLarge: has(LargeBody), isFile: has(FileBody), own }
}

const bytesOf = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.map(Effect.orDie(request.arrayBuffer), (buffer) => new Uint8Array(buffer))

const jsonSchemas = ({ payload }: HttpApiEndpoint.Top) => payload.get("application/json")?.schemas ?? []

/** Everything that can be said of a body before its schema looks at it. */
const checkBody = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  endpoint: HttpApiEndpoint.Top,
  group: HttpApiGroup.Top
) {
  const read = yield* readInTurns(yield* bytesOf(request), rulesOf(endpoint, group))
  if (endpoint.payload.size === 0) return yield* checkNoBody(read)
  if (read === undefined) return
  const issues = tooLong(jsonSchemas(endpoint), read.value)
  if (issues.length > 0) return yield* new ValidationFailed({ issues })
  yield* breathe
})

const mediaType = (request: HttpServerRequest.HttpServerRequest) =>
  (request.headers["content-type"] ?? "application/json").split(";")[0]!.trim().toLowerCase()

/** A file as it is, which is no JSON. */
const takesOnlyText = ({ payload }: HttpApiEndpoint.Top) => payload.size > 0 && !payload.has("application/json")

const checkText = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  { payload }: HttpApiEndpoint.Top
) {
  const [wanted] = payload.keys()
  if (!payload.has(mediaType(request))) {
    return yield* new UnsupportedMediaType({ message: `Send the body as ${wanted}.` })
  }
  yield* Effect.fromResult(textOf(yield* bytesOf(request)))
})

export const ValidationLive = Layer.succeed(Validation, (next, { endpoint, group }) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const current = yield* CurrentRequest
    const encoding = request.headers["content-encoding"]
    if (encoding !== undefined && encoding !== "identity" && request.method !== "GET")
      return yield* new UnsupportedMediaType({ message: "Send the body as it is: no Content-Encoding is understood." })
    if (request.method !== "GET" && !isUtf8(request.headers["content-type"]))
      return yield* new UnsupportedMediaType({ message: "Send the body in UTF-8: no other charset is understood." })
    const isOpen = Context.getOrUndefined(endpoint.annotations as Context.Context<OpenQuery>, OpenQuery) === true
    if (!isOpen && endpoint.query === undefined && (endpoint.payload.size === 0 || request.method !== "GET"))
      yield* checkNoQuery(request.url)
    yield* checkIntegers(endpoint, request.url)
    const readsBody = request.method !== "GET" && request.method !== "HEAD"
    if (readsBody && takesOnlyText(endpoint)) yield* checkText(request, endpoint)
    else if (readsBody && (endpoint.payload.size === 0 || mediaType(request) === "application/json"))
      yield* checkBody(request, endpoint, group)
    return yield* Effect.catchIf(
      Effect.provideService(next, InTurns, true) as Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>,
      HttpApiError.HttpApiSchemaError.is,
      (error): Effect.Effect<HttpServerResponse.HttpServerResponse, ValidationFailed> => {
        switch (error.kind) {
          case "Params":
            return Effect.succeed(envelope(404, "not_found", "This resource does not exist.", current.requestId))
          case "Query":
            return Effect.fail(ofQuery(issuesOf(error.cause), request.url))
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
