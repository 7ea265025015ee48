/**
 * Where the tokens of mounts come from. A mount has a fixed token, or somebody to ask, or both: then the fixed one
 * comes first and the other renews it. Mounts of one source share its token, and the call that brings it.
 */
import type { MountError, TokenReason, WidgetName } from "../contract.ts"
import { emitError } from "./events.ts"
import { attributeOf, config, type FetchToken, type MountOptions, settingsOf } from "./page.ts"

/** Whoever asks. */
export interface Asker {
  readonly element: HTMLElement
  readonly widget: WidgetName
  readonly options: MountOptions
}

interface Renewal {
  /** the same for mounts that may share a token */
  readonly key: string
  readonly ask: (asker: Asker, reason: TokenReason, signal: AbortSignal) => Promise<string | null>
}

interface Sources {
  readonly key: string
  readonly fixed: string | undefined
  readonly renewal: Renewal | undefined
}

/** A source in use, and what it last gave. */
interface Holder {
  readonly users: Set<Asker>
  token: string | null
  /** what was given to whom, so that a token that is old already brings the newer one and no new call */
  readonly given: WeakMap<Asker, string>
  pending?: Promise<string | null> | undefined
  abort?: AbortController
}

const patience_ms = 10_000

const holders = new Map<string, Holder>()
const functions = new Map<FetchToken, number>()

const numberOf = (fetchToken: FetchToken) => {
  const number = functions.get(fetchToken) ?? functions.size
  functions.set(fetchToken, number)
  return number
}

/** What an answer in the envelope says. */
const failureOf = async (response: Response) => {
  const body = (await response.json().catch(() => null)) as { error?: Partial<MountError> } | null
  const { code, message, requestId = null } = body?.error ?? {}
  return { code, message, requestId, status: response.status }
}

const tokenIn = async (answer: Promise<Response>): Promise<string | null> => {
  const response = await answer
  if (!response.ok) throw await failureOf(response)
  const { token } = (await response.json()) as { token?: unknown }
  return typeof token === "string" && token !== "" ? token : null
}

const byFunction = (fetchToken: FetchToken, element: HTMLElement): Renewal => {
  const buddyId = attributeOf(element, "data-buddy-id")
  return {
    key: `f${numberOf(fetchToken)} ${buddyId ?? ""}`,
    ask: async ({ element, widget }, reason) => {
      const token = (await fetchToken({ element, widget, buddyId, reason })) ?? ""
      // The answer it came in, for instance.
      if (typeof token !== "string") throw new TypeError("fetchToken has to give the token itself, a string.")
      return token.trim() || null
    }
  }
}

/** With the page's cookies, so nobody but the page itself is asked. */
const byAddress = (url: string): Renewal => ({
  key: `u${url}`,
  ask: (_, __, signal) =>
    tokenIn(fetch(url, { mode: "same-origin", credentials: "same-origin", cache: "no-store", signal }))
})

/** Minted for one widget, so only mounts of that widget share it. */
const byKey = (key: string, buddy_id: string, widget: WidgetName, apiBase: string): Renewal => ({
  key: `k${key} ${buddy_id} ${widget} ${apiBase}`,
  ask: (_, __, signal) =>
    tokenIn(
      fetch(`${apiBase}/embed-tokens`, {
        method: "POST",
        credentials: "omit",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ buddy_id, widget }),
        signal
      })
    )
})

const renewalOf = ({ element, options, widget }: Asker): Renewal | undefined => {
  const fetchToken = options.fetchToken ?? config.fetchToken
  if (fetchToken !== undefined) return byFunction(fetchToken, element)
  const url = attributeOf(element, "data-token-url")
  if (url !== undefined) return byAddress(url)
  const key = attributeOf(element, "data-publishable-key") ?? config.publishableKey
  const buddyId = attributeOf(element, "data-buddy-id")
  return key === undefined || buddyId === undefined
    ? undefined
    : byKey(key, buddyId, widget, settingsOf(element, options).apiBase)
}

const sourcesOf = (asker: Asker): Sources => {
  const fixed = asker.options.token ?? attributeOf(asker.element, "data-embed-token")
  const renewal = renewalOf(asker)
  return { key: `${fixed ?? ""} ${renewal?.key ?? ""}`, fixed, renewal }
}

const holderOf = (asker: Asker, { fixed, key }: Sources): Holder => {
  const holder: Holder = holders.get(key) ?? { users: new Set(), token: fixed ?? null, given: new WeakMap() }
  for (const [other, { users }] of holders) if (other !== key && users.has(asker)) leave(other, asker)
  holders.set(key, holder)
  holder.users.add(asker)
  return holder
}

/** Nobody is left to wait for the answer of a source nobody uses. */
const leave = (key: string, asker: Asker) => {
  const holder = holders.get(key)
  holder?.users.delete(asker)
  if (holder?.users.size !== 0) return
  holder.abort?.abort()
  holders.delete(key)
}

const renew = (holder: Holder, renewal: Renewal, asker: Asker, reason: TokenReason): Promise<string | null> =>
  (holder.pending ??= (async () => {
    const abort = (holder.abort = new AbortController())
    const timer = setTimeout(() => abort.abort(), patience_ms)
    const ended = new Promise<null>((resolve, reject) =>
      abort.signal.addEventListener("abort", () =>
        holder.users.size > 0 ? reject({ message: "No token was given in time." }) : resolve(null)
      )
    )
    try {
      return await Promise.race([renewal.ask(asker, reason, abort.signal), ended])
    } catch (cause) {
      // A page's function may reject with anything, and with nothing.
      const said = (cause ?? {}) as Partial<MountError>
      const { code = "token_unavailable", message = "No token was given.", ...rest } = said
      const error: MountError = { status: 0, requestId: null, ...rest, code: String(code), message }
      if (holder.users.size > 0) emitError(asker.element, error.code, message, rest)
      // Whoever is signed in nowhere has none to expect; anything else may pass.
      if (error.status === 401) return null
      throw error
    } finally {
      clearTimeout(timer)
      holder.pending = undefined
    }
  })())

/** Mounts that say the same are given the same token, and keep the call that brings it when the one that asked goes. */
export const sourceOf = (asker: Asker): string => {
  const sources = sourcesOf(asker)
  holderOf(asker, sources)
  return sources.key
}

export const canRenew = (asker: Asker): boolean => sourcesOf(asker).renewal !== undefined

/** Null: there is none for this player. Rejects with a `MountError` where the source has failed. */
export const tokenFor = async (asker: Asker, reason: TokenReason): Promise<string | null> => {
  const sources = sourcesOf(asker)
  const holder = holderOf(asker, sources)
  const last = holder.given.get(asker)
  const isNews = holder.token !== null && (reason === "missing" || (last !== undefined && last !== holder.token))
  // What the service refuses is given to nobody again; an expiring token counts until there is a better one.
  if (reason === "rejected" && !isNews) holder.token = null
  if (!isNews && sources.renewal !== undefined) {
    holder.token = (await renew(holder, sources.renewal, asker, reason)) ?? holder.token
  }
  if (holder.token !== null) holder.given.set(asker, holder.token)
  return holder.token
}

/** The mount is gone. */
export const forget = (asker: Asker) => {
  for (const [key, { users }] of holders) if (users.has(asker)) leave(key, asker)
}
