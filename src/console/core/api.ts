/** The public API, through the SDK and with the token of whoever is signed in. */
import { Hatchery } from "../../../sdk/src/index.ts"
import { root } from "./place.ts"
import { credentialOf } from "./session.ts"

const answer_within_ms = 30_000
/** A call waits for as long as somebody thinks about a password; what is sent is timed by itself. */
const patience_ms = 24 * 3_600_000

const timed = (url: string, init: RequestInit) => {
  const own = AbortSignal.timeout(answer_within_ms)
  const given = init.signal
  if (given == null) return fetch(url, { ...init, signal: own, cache: "no-store", credentials: "omit" })
  const both = new AbortController()
  for (const signal of [own, given]) {
    if (signal.aborted) both.abort(signal.reason)
    signal.addEventListener("abort", () => both.abort(signal.reason), { once: true })
  }
  return fetch(url, { ...init, signal: both.signal, cache: "no-store", credentials: "omit" })
}

const options = { baseUrl: root, fetch: timed, timeoutMs: patience_ms }

export const api = new Hatchery({ ...options, accessToken: credentialOf() })

/** For whoever is not signed in yet. */
export const open = new Hatchery(options)

export const connection = { ...options, accessToken: credentialOf() }
