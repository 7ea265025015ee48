/**
 * What is known of the request in flight: filled in on the way in, read on the way out by the one place that writes
 * headers and the log line. A Reference with a default, so that encoding an error adds no requirement to any type.
 */
import { Context } from "effect"

export interface RequestRecord {
  readonly requestId: string
  /** the client's network: an IPv4 address, or the /64 of an IPv6 address; `unknown` when nobody can tell */
  readonly address: string
  customer_id: string | undefined
  /** credential kind for the log line, never the credential */
  credential: string | undefined
  account_id: string | undefined
  rate: { readonly limit: number; readonly remaining: number; readonly reset_at: number } | undefined
  retry_after_seconds: number | undefined
  replayed: boolean
  /** origin allowed by the credential that made the call, for CORS */
  allow_origin: string | undefined
}

export const emptyRequest = (requestId: string, address: string): RequestRecord => ({
  requestId,
  address,
  customer_id: undefined,
  credential: undefined,
  account_id: undefined,
  rate: undefined,
  retry_after_seconds: undefined,
  replayed: false,
  allow_origin: undefined
})

/** Of what no client asked for, and of clients without an address. */
export const unknown_address = "unknown"

export const CurrentRequest = Context.Reference<RequestRecord>("hatchery/wire/CurrentRequest", {
  defaultValue: () => emptyRequest("unknown", unknown_address)
})
