/** A whole workspace that signs in at a provider of its own, which runs beside it. Wants virtual time. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { verified } from "../players/People.ts"
import { TestApp } from "../service/TestApp.ts"
import { oidcProvider, type Person } from "./OidcProvider.ts"
import { begin, callback as callback_url, comeBack, newDomain, redeem, settings, sso } from "./Sso.ts"

/** A workspace whose people sign in at a provider of its own. */
export const company = Effect.fnUntraced(function* (more: Record<string, unknown> = {}) {
  const app = yield* TestApp
  const owner = yield* verified()
  const provider = yield* oidcProvider(callback_url)
  const domain = newDomain()
  const save = (changes: Record<string, unknown> = {}) =>
    app.call("PUT", sso, settings(provider.issuer, domain, { ...more, ...changes }), owner.as)
  const saved = yield* save()
  assert.strictEqual(saved.status, 200, saved.text)
  const ada: Person = { sub: "ada-1", email: `ada@${domain}`, email_verified: true, name: "Ada" }
  const arrive = Effect.fnUntraced(function* (person: Person | null, from = "") {
    const { cookie, url } = yield* begin(domain, from)
    const query = yield* Effect.promise(() => provider.visit(url, person))
    return { answer: yield* comeBack(query, cookie), cookie, query, url }
  })
  const signIn = Effect.fnUntraced(function* (person: Person) {
    const { answer, cookie } = yield* arrive(person)
    assert.strictEqual(answer.status, 200, answer.text)
    const session = yield* redeem(answer.body.code, cookie)
    assert.strictEqual(session.status, 200, session.text)
    return session.body
  })
  const members = Effect.map(app.call("GET", "/customers/me/members", undefined, owner.as), ({ body }) => body.data)
  const customer_id: string = owner.session.customer.customer_id
  return { app, callback_url, provider, owner, domain, save, saved, ada, arrive, signIn, members, customer_id }
})
