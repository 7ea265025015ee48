/**
 * The page's two ways to the service. With a widget session it calls the public API itself, as any tenant's page would;
 * what takes the secret key goes to the same path below demo/api, where the server adds the key.
 */
import { wait } from "./dom.js"
import { randomHex } from "./samples.js"

export const apiUrl = new URL("api/v1", location.href).href
const proxyUrl = new URL("demo/api", location.href).href

/** How far this machine's clock is behind the service's, so that a wrong clock sends no event from the future. */
let behind_ms = 0
export const serviceTime = () => new Date(Date.now() + behind_ms).toISOString()

const headersShown = ["idempotency-replayed", "x-request-id", "x-ratelimit-remaining", "retry-after"]

/** An answer as the page tells of it, with the request it belongs to. */
export const answerOf = async (request, response, took_ms) => {
  const text = await response.text()
  return {
    request,
    took_ms,
    status: response.status,
    ok: response.ok,
    body: text === "" ? null : JSON.parse(text),
    headers: headersShown.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
    replayed: response.headers.get("idempotency-replayed") === "true"
  }
}

const send = async (url, request) => {
  const { body, idempotency_key, method, token } = request
  const began = performance.now()
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(method === "GET" ? {} : { "content-type": "application/json" }),
      ...(idempotency_key === undefined ? {} : { "idempotency-key": idempotency_key })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const took_ms = performance.now() - began
  const date = Date.parse(response.headers.get("date") ?? "")
  if (Math.abs(date - Date.now()) > 30_000) behind_ms = date - Date.now()
  return answerOf(request, response, took_ms)
}

const busy = new Set([429, 502, 503])
const tries_max = 5

/** Answers of a service that is starting or has too much to do are waited for; every request here may be repeated. */
const sendPatiently = async (url, request) => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(url, request).catch(() => undefined)
    if (answer !== undefined && !busy.has(answer.status)) return answer
    if (attempt === tries_max) {
      if (answer !== undefined) return answer
      throw new Error("The service does not answer.")
    }
    await wait(300 * 2 ** attempt)
  }
}

/** A call with the workspace's key, which the server adds. */
export const withKey = (method, path, body) => sendPatiently(proxyUrl + path, { method, path, body })

/** The body of an answer that has to be good. */
export const read = async (path) => {
  const { body, ok } = await withKey("GET", path)
  if (!ok) throw new Error(body?.error?.message ?? `GET ${path} failed`)
  return body
}

const sessions = new Map()
const ttl_seconds = 3600
const margin_ms = 60_000

/** A widget session of a buddy, minted when there is none or it is about to end. */
export const sessionOf = async ({ buddy_id, user_id }) => {
  const held = sessions.get(buddy_id)
  if (held !== undefined && held.ends_at > Date.now()) return held.token
  const scopes = ["read", "events:track", "marketplace:purchase", "items:equip"]
  const { body, ok } = await withKey("POST", "/widget-sessions", { buddy_id, user_id, scopes, ttl_seconds })
  if (!ok) throw new Error(body?.error?.message ?? "There is no session to be had.")
  sessions.set(buddy_id, { token: body.token, ends_at: Date.now() + ttl_seconds * 1000 - margin_ms })
  return body.token
}

/** The next one who asks gets another token. */
export const forgetSession = (buddy_id) => void sessions.delete(buddy_id)

/** A call with the buddy's own token; a token that is no longer taken is replaced, once. */
export const asWidget = async (buddy, method, path, body) => {
  const idempotency_key = method === "GET" ? undefined : `demo-${randomHex(8)}`
  const attempt = async () =>
    sendPatiently(apiUrl + path, { method, path, body, idempotency_key, token: await sessionOf(buddy) })
  const answer = await attempt()
  if (answer.status !== 401) return answer
  forgetSession(buddy.buddy_id)
  return attempt()
}

/** Deliveries the page's receiver got after the given number. */
export const deliveriesAfter = async (last) => {
  const response = await fetch(new URL(`demo/deliveries?after=${last}`, location.href))
  if (!response.ok) throw new Error("The receiver does not answer.")
  return response.json()
}

/** Pictures come from where the page comes from, whatever name the service gives itself. */
export const pictureOf = (url) => (url === null ? "demo/eggs/0-hatched.svg" : `assets/${url.split("/assets/")[1]}`)
