/** What is added to the words of every endpoint: its limits, and what it refuses with that others do not. */
import type { RateBucket } from "../../wire/Access.ts"
import { LargeBody, SmallBody } from "../../wire/Access.ts"
import { limits } from "../../wire/Limits.ts"
import { codesOf } from "./Errors.ts"
import { bucketOf, isGated, type Route, said } from "./Route.ts"

const rates: Readonly<Record<RateBucket, string>> = {
  ingest: "as many a second as the plan has for events",
  eggs: `${limits.eggs_per_minute} a minute, more on larger plans`,
  widget_sessions: `${limits.widget_sessions_per_minute} a minute, more on larger plans`,
  write: `${limits.writes_per_second} writes a second, more on larger plans`,
  read: `${limits.reads_per_second} reads a second, more on larger plans`
}

const size = (bytes: number) => (bytes >= 1_048_576 ? `${bytes / 1_048_576} MiB` : `${bytes / 1_024} KiB`)

const bodyOf = (route: Route): string | undefined => {
  if (route.endpoint.payload.size === 0 || route.endpoint.method === "GET") return undefined
  if (said(route, SmallBody) === true) return `a body of ${size(limits.small_body_bytes_max)}`
  return `a body of ${size(said(route, LargeBody) === true ? limits.large_body_bytes_max : limits.body_bytes_max)}`
}

/** Any route may answer these, so no description names them. */
const common = new Set([
  "bad_request",
  "capability_disabled",
  "forbidden",
  "idempotency_key_conflict",
  "insufficient_scope",
  "internal_server_error",
  "payload_too_large",
  "plan_feature_locked",
  "rate_limited",
  "service_unavailable",
  "unauthorized",
  "unsupported_media_type",
  "validation_failed"
])

export const notesOf = (route: Route): string => {
  const bounds = [isGated(route) ? rates[bucketOf(route)] : "by address", bodyOf(route)].flatMap((note) => note ?? [])
  const codes = codesOf(route).filter(({ code }) => !common.has(code))
  const refusals = codes.map(({ code, status }) => `\`${code}\` (${status})`).join(", ")
  return `Limits: ${bounds.join("; ")}.${refusals === "" ? "" : `\n\nRefusals of its own: ${refusals}.`}`
}
