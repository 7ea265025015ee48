/** A workspace that signs in elsewhere, and browsers on their way there and back. Wants virtual time. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, TestApp } from "../service/TestApp.ts"
import { client } from "./OidcProvider.ts"

/** Of all workspaces whose providers name themselves; behind it the one of a workspace of another. */
export const callback = "http://localhost:4000/api/v1/auth/sso/callback"
/** By cookie: where its provider sends it behind that address. */
const begun = new Map<string, string>()
export const sso = "/customers/me/sso"

let companies = 0
/** A domain nobody had before. */
export const newDomain = () => `company-${++companies}.test`

export const settings = (issuer: string, domain: string, more: Record<string, unknown> = {}) => ({
  issuer,
  ...client,
  token_auth: "client_secret_basic",
  domains: [domain],
  jit: { enabled: true, role: "member" },
  ...more
})

const cookieOf = (answer: Answer) => answer.headers.getSetCookie()[0]!.split(";")[0]!

/** Somebody of this domain begins: where the browser is sent, and the cookie it keeps. */
export const begin = Effect.fnUntraced(function* (domain: string, more = "") {
  const answer = yield* (yield* TestApp).call("GET", `/auth/sso/start?email=ada@${domain}${more}`)
  assert.strictEqual(answer.status, 302, answer.text)
  const [url, cookie] = [answer.headers.get("location")!, cookieOf(answer)]
  const back = new URL(url).searchParams.get("redirect_uri")!
  begun.set(cookie, back.slice(callback.length))
  return { url, cookie, answer }
})

/** `at`: where behind the address the provider sends it; else as the cookie began, or the last one that did. */
export const comeBack = (
  query: string,
  cookie: string,
  accept = "application/json",
  at = begun.get(cookie) ?? [...begun.values()].at(-1)
) =>
  Effect.flatMap(TestApp, (app) =>
    app.call("GET", `/auth/sso/callback${at}?${query}`, undefined, { headers: { cookie, accept } })
  )

export const redeem = (code: string, cookie: string) =>
  Effect.flatMap(TestApp, (app) => app.call("POST", "/auth/sso/token", { code }, { headers: { cookie } }))
