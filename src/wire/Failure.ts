/**
 * The error envelope, written once. A domain error is a plain tagged error that knows nothing of HTTP; `failure` joins
 * it, beside the endpoint, with its status, its stable code and its words. Contract part 7: `{ error: { code, message,
 * details?, requestId } }`.
 */
import { Effect, Schema, SchemaTransformation } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { beginning } from "./Beginning.ts"
import { CurrentRequest, type RequestRecord } from "./CurrentRequest.ts"
import { limits } from "./Limits.ts"

export interface FailureOptions<E> {
  readonly status: number
  readonly code: string
  readonly message: (error: E) => string
  readonly details?: (error: E) => Readonly<Record<string, unknown>>
  /** fields of `details` that are made of the error's and not taken over as they are */
  readonly shape?: Schema.Struct.Fields
}

/** What a schema made by `failure` answers; `words` has the names of what is filled in, in braces. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly words: string
  /** of `details`, where there are any */
  readonly details: Schema.Struct<Schema.Struct.Fields> | undefined
}

const refusals = new Map<object, Refusal>()

/** Everything any route may refuse with, once the routes have been imported. */
export const declaredRefusals = (): ReadonlyArray<Refusal> => [...refusals.values()]

/** The stable code of a schema made by `failure`. */
export const codeOf = (schema: object): string => refusals.get(schema)?.code ?? "internal_server_error"

/** All of it, for who describes the API. */
export const refusalOf = (schema: object): Refusal | undefined => refusals.get(schema)

/** The HTTP status of a schema made by `failure`. */
export const statusOf = (schema: object): number => refusals.get(schema)?.status ?? 500

/** Stands for a field, whatever is done with it: its text is its name in braces. */
const placeholder = (name: string): unknown =>
  new Proxy(() => undefined, {
    get: (_, property) => (property === Symbol.toPrimitive ? () => `{${name}}` : placeholder(name)),
    apply: () => placeholder(name)
  })

/** The words with `{field}` for each field, and `...` for what is looked up by a field's value. */
const wordsOf = <E>(message: (error: E) => string): string => {
  const fields = new Proxy({}, { get: (_, name) => placeholder(String(name)) })
  try {
    return String(message(fields as E)).replaceAll("undefined", "...")
  } catch {
    return ""
  }
}

const literal = (value: unknown) => (typeof value === "number" ? Schema.Int : Schema.Literal(String(value)))

/**
 * The fields of `details`, from what the function takes out of an error that has a mark for each of its fields. What it
 * computes of them, `shape` has to say.
 */
const detailsOf = <E>(fields: Schema.Struct.Fields, { details, shape = {} }: FailureOptions<E>): Refusal["details"] => {
  if (details === undefined) return undefined
  const marks = new Map(Object.keys(fields).map((name) => [placeholder(name), name]))
  const marked = Object.fromEntries([...marks].map(([mark, name]) => [name, mark]))
  const taken = Object.entries(details(marked as E)).map(([name, value]): [string, Schema.Constraint] => {
    const from = marks.get(value)
    if (from !== undefined) return [name, fields[from]!]
    return [name, shape[name] ?? literal(value)]
  })
  return Schema.Struct({ ...Object.fromEntries(taken), ...shape } as Schema.Struct.Fields)
}

/** Whoever says in the body when to come again says the same in the header. */
const noteRetry = (error: unknown, request: RequestRecord) => {
  const { retry_after_seconds } = error as { readonly retry_after_seconds?: unknown }
  if (typeof retry_after_seconds === "number") request.retry_after_seconds = retry_after_seconds
}

export const failure = <Self, S extends Schema.Constraint & (new (...args: never) => Self)>(
  error: S & (new (...args: never) => Self),
  options: FailureOptions<Self>
): Schema.Codec<Self, unknown> => {
  const envelope = Schema.Struct({
    error: Schema.Struct({
      code: Schema.Literal(options.code),
      message: Schema.String,
      details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
      requestId: Schema.String
    })
  }).annotate({ identifier: `Error_${options.code}_${options.status}` })
  const schema = envelope.pipe(
    Schema.decodeTo(
      Schema.toType(error as unknown as Schema.Codec<Self>),
      SchemaTransformation.transformEffect({
        decode: () => Effect.die(new Error("error envelopes are written here, not read")),
        encode: (value: Self) =>
          Effect.map(CurrentRequest, (request) => {
            noteRetry(value, request)
            return {
              error: {
                code: options.code,
                message: options.message(value),
                ...(options.details === undefined
                  ? {}
                  : { details: options.details(value) as Record<string, Schema.Json> }),
                requestId: request.requestId
              }
            }
          })
      })
    ),
    HttpApiSchema.status(options.status)
  ) as unknown as Schema.Codec<Self, unknown>
  const { fields } = error as unknown as { readonly fields: Schema.Struct.Fields }
  const { code, status } = options
  refusals.set(schema, { status, code, words: wordsOf(options.message), details: detailsOf(fields, options) })
  return schema
}

/** Unknown, foreign or malformed id: all the same answer, so that nothing can be learned about other tenants. */
/** Outside of the embedded default, what opens a workspace to others wants a proven mailbox. */
export class EmailNotVerified extends Schema.TaggedError<EmailNotVerified>()("EmailNotVerified", {}) {}
export const emailNotVerified = failure(EmailNotVerified, {
  status: 403,
  code: "email_not_verified",
  message: () => "Confirm your e-mail first: POST /auth/email/verification/request sends another mail."
})

export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", { resource: Schema.String }) {}
export const notFound = failure(NotFound, {
  status: 404,
  code: "not_found",
  message: (e) => `This ${e.resource} does not exist.`
})

/** Something in the request is well-formed but not acceptable; one issue per problem. */
const Issues = Schema.Array(
  Schema.Struct({ path: Schema.Array(Schema.Union([Schema.String, Schema.Int])), message: Schema.String })
)
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>()("ValidationFailed", { issues: Issues }) {
  static at(path: ReadonlyArray<string | number>, message: string) {
    return new ValidationFailed({ issues: [{ path, message }] })
  }
}

const words_max = 300
const inBrief = (words: string): string => (words.length > words_max ? `${beginning(words, words_max)}...` : words)

/** However much is wrong, the answer stays small: whoever sent it mends the first problems first. */
const shown = ({ issues }: ValidationFailed) =>
  issues.slice(0, limits.issues_max).map(({ message, path }) => ({
    path: path.map((step) => (typeof step === "string" ? inBrief(step) : step)),
    message: inBrief(message)
  }))

/** The first few problems as one text, for an answer that holds many of them. */
export const inWords = (failed: ValidationFailed, issues_max: number = limits.issues_max): string =>
  shown(failed)
    .slice(0, issues_max)
    .map(({ message }) => message)
    .join("; ")

export const validationFailed = failure(ValidationFailed, {
  status: 422,
  code: "validation_failed",
  message: (e) => inWords(e),
  details: (e) => ({ issues: shown(e), ...(e.issues.length > limits.issues_max ? { truncated: true } : {}) }),
  shape: { issues: Issues, truncated: Schema.optionalKey(Schema.Literal(true)) }
})

export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", { message: Schema.String }) {}
export const badRequest = failure(BadRequest, { status: 400, code: "bad_request", message: (e) => e.message })

/** More than a body of this route may hold; too many bytes get the same answer before anything is read. */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", {
  message: Schema.String
}) {}
export const payloadTooLarge = failure(PayloadTooLarge, {
  status: 413,
  code: "payload_too_large",
  message: (e) => e.message
})

/** No JSON, another charset than UTF-8, or packed. */
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", {
  message: Schema.String
}) {}
export const unsupportedMediaType = failure(UnsupportedMediaType, {
  status: 415,
  code: "unsupported_media_type",
  message: (e) => e.message
})

/** A write lost against the state of the resource. `code` is one of the contract's stable codes. */
export class InvalidTransition extends Schema.TaggedError<InvalidTransition>()("InvalidTransition", {
  from: Schema.String,
  to: Schema.String
}) {}
export const invalidTransition = failure(InvalidTransition, {
  status: 409,
  code: "invalid_transition",
  message: (e) => `It cannot go from ${e.from} to ${e.to}.`,
  details: (e) => ({ from: e.from, to: e.to })
})

export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()("ServiceUnavailable", {
  reason: Schema.String,
  retry_after_seconds: Schema.Int
}) {}
export const serviceUnavailable = failure(ServiceUnavailable, {
  status: 503,
  code: "service_unavailable",
  message: (e) => `${e.reason} Try again in ${e.retry_after_seconds} s with the same event_id or Idempotency-Key.`,
  details: (e) => ({ retryAfter: e.retry_after_seconds })
})

/** A unique key of the tenant is taken. */
export class AlreadyExists extends Schema.TaggedError<AlreadyExists>()("AlreadyExists", {
  resource: Schema.String,
  key: Schema.String
}) {}
export const alreadyExists = failure(AlreadyExists, {
  status: 409,
  code: "already_exists",
  message: (e) => `${/^[aeiou]/u.test(e.resource) ? "An" : "A"} ${e.resource} with the key ${e.key} exists already.`,
  details: (e) => ({ key: e.key })
})
