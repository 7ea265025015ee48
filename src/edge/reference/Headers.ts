/** Headers of answers, and the one header requests may bring. */
import type { OpenApi } from "effect/http-api"
import { limits } from "../../wire/Limits.ts"

type Header = OpenApi.OpenAPISpecHeader & { readonly example: unknown }

const header = (schema: object, example: unknown, description: string): Header => ({
  description,
  schema,
  required: false,
  example
})
const whole = { type: "integer" }

/** Under components, so that each is described once. */
export const headerComponents: Readonly<Record<string, Header>> = {
  "X-Request-Id": header(
    { type: "string" },
    "3f0c1c55-6a1c-4f0e-9d5b-0c3a4e5b7f21",
    "Names this request in our logs: yours when you send one (up to 128 of `A-Z a-z 0-9 . _ : -`), else a new one."
  ),
  "X-RateLimit-Limit": header(whole, 60, "Requests the window holds."),
  "X-RateLimit-Remaining": header(whole, 59, "Requests that are left in it."),
  "X-RateLimit-Reset": header(whole, 1_795_341_601, "When the next window begins, in seconds since 1970."),
  "Retry-After": header(whole, 1, "Seconds to wait before the request is worth repeating."),
  "Idempotency-Replayed": header(
    { type: "string", enum: ["true"] },
    "true",
    "The answer was given before, and nothing happened again. Absent otherwise."
  ),
  ETag: header(
    { type: "string" },
    '"9f86d081884c7d65"',
    "Stands for this answer: send it as If-None-Match, and while nothing has changed the answer is 304."
  ),
  "Content-Disposition": header(
    { type: "string" },
    'attachment; filename="activity.csv"',
    "The name under which browsers save a table. Absent where the answer is JSON."
  ),
  Location: header({ type: "string" }, "https://play.example.com/", "Where browsers are led on to."),
  "WWW-Authenticate": header({ type: "string" }, "Bearer", "The kind of credential that is asked for.")
}

const referred = (names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const always = ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]

interface Habits {
  /** a repeated request gets its first answer */
  readonly replays?: boolean
  /** its answers carry an ETag */
  readonly isTagged?: boolean
  /** it may be a table */
  readonly isSaved?: boolean
}

export const headersFor = (status: number, { isSaved = false, isTagged = false, replays = false }: Habits = {}) =>
  referred([
    ...always,
    ...(status === 429 || status === 503 ? ["Retry-After"] : []),
    ...(status === 302 ? ["Location"] : []),
    ...(status === 401 ? ["WWW-Authenticate"] : []),
    ...(status < 300 && replays ? ["Idempotency-Replayed"] : []),
    ...(status < 400 && isTagged ? ["ETag"] : []),
    ...(isSaved ? ["Content-Disposition"] : [])
  ])

export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of the last answer: while nothing has changed, this one is 304 and empty.",
  schema: { type: "string", maxLength: 1000 },
  example: '"9f86d081884c7d65"'
} as const

export const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    `Repeats of this request under the same key get its first answer for ${limits.idempotency_ttl_hours} hours, and ` +
    "nothing happens twice. Another request under the same key: 409 `idempotency_key_conflict`.",
  schema: { type: "string", minLength: 1, maxLength: limits.idempotency_key_length_max, pattern: "^[\\x21-\\x7e]+$" },
  example: "4b1d6f0e-order-1042"
} as const
