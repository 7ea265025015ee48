/**
 * What is known of the request in flight: filled in on the way in, read on the way out by the one place that writes
 * headers and the log line. A Reference with a default, so that encoding an error adds no requirement to any type.
 */
import { Context } from "effect"
import type { Audited } from "./Audit.ts"

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
  /** kept in the audit log with the status of the answer */
  audit: Audited | undefined
  /** origin allowed by the credential that made the call, for CORS */
  allow_origin: string | undefined
  /** the answer says what a tenant wants it to say, errors included: nothing is put around it */
  is_verbatim: boolean
  /** how long ago what is answered was read, in ms; 0: just now */
  age_ms: number
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
  audit: undefined,
  allow_origin: undefined,
  is_verbatim: false,
  age_ms: 0
})

/** For work that goes on when whoever asked for it is gone: his share is used, and no answer of his written. */
export const detachedFrom = ({ address, customer_id, requestId }: RequestRecord): RequestRecord => ({
  ...emptyRequest(requestId, address),
  customer_id
})

/** Of what no client asked for, and of clients without an address. */
export const unknown_address = "unknown"

export const CurrentRequest = Context.Reference<RequestRecord>("hatchery/wire/CurrentRequest", {
  defaultValue: () => emptyRequest("unknown", unknown_address)
})
