/** Sign-ins of two workspaces: what is one's is never the other's. */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { statusAndCode, verified } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { badProvider } from "../../kit/tenant/BadProvider.ts"
import { begin, callback, comeBack, newDomain, settings, sso } from "../../kit/tenant/Sso.ts"
import { company } from "../../kit/tenant/SsoCompany.ts"

/** A workspace whose provider does not say whose its answers are. */
const unnamed = Effect.gen(function* () {
  const app = yield* TestApp
  const provider = yield* badProvider
  provider.publish({ authorization_response_iss_parameter_supported: false })
  const owner = yield* verified()
  const domain = newDomain()
  const put = (changes: object) => app.call("PUT", sso, settings(provider.issuer, domain, { ...changes }), owner.as)
  const answerTo = (url: string, now: number) => {
    const honest = { sub: "ada", email: `ada@${domain}`, email_verified: true }
    const query = new URLSearchParams(provider.expect(url, honest, now))
    query.delete("iss")
    return query.toString()
  }
  const customer_id: string = owner.session.customer.customer_id
  return { answerTo, customer_id, domain, provider, put, saved: yield* put({}) }
})

layer(TestApp.layer({ defaultPlan: "enterprise" }))("sign-ins of two workspaces", (it) => {
  it.effect("takes what a provider answered for one workspace to the provider of no other", () =>
    Effect.gen(function* () {
      const [own, other] = [yield* company(), yield* company()]
      const { cookie, url } = yield* begin(own.domain)
      // As a provider does that sends people on to another one, where they are signed in already.
      const query = yield* Effect.promise(() => own.provider.visit(url, own.ada))
      for (const at of [own.customer_id, other.customer_id, crypto.randomUUID(), "nobody", own.customer_id.slice(1)])
        assert.deepStrictEqual(
          statusAndCode(yield* comeBack(query, cookie, undefined, `/${at}`)),
          [400, "sso_state_invalid"],
          at
        )
      assert.strictEqual((yield* comeBack(query, cookie)).status, 200, "and leaves it to the right one")
      for (const { saved } of [own, other]) assert.strictEqual(saved.body.callback_url, callback)
      const passedOn = yield* begin(other.domain)
      const answer = new URLSearchParams(yield* Effect.promise(() => own.provider.visit(url, own.ada)))
      answer.set("state", new URL(passedOn.url).searchParams.get("state")!)
      const asked = yield* comeBack(answer.toString(), passedOn.cookie)
      assert.deepStrictEqual(asked.body.error?.details, { reason: "provider_error" }, asked.text)
    }).pipe(Effect.scoped)
  )

  it.effect("have an address of their own where answers of the provider do not say whose they are", () =>
    Effect.gen(function* () {
      const [own, other] = [yield* unnamed, yield* company()]
      assert.strictEqual(own.saved.body.callback_url, `${callback}/${own.customer_id}`)
      const { cookie, url } = yield* begin(own.domain)
      assert.strictEqual(new URL(url).searchParams.get("redirect_uri"), own.saved.body.callback_url)
      const query = own.answerTo(url, yield* Clock.currentTimeMillis)
      for (const at of ["", `/${other.customer_id}`])
        assert.deepStrictEqual(
          statusAndCode(yield* comeBack(query, cookie, undefined, at)),
          [400, "sso_state_invalid"],
          at
        )
      const arrived = yield* comeBack(query, cookie)
      assert.strictEqual(arrived.status, 200, arrived.text)
      own.provider.publish({})
      const kept = yield* own.put({ enforced: true })
      assert.strictEqual(kept.body.callback_url, own.saved.body.callback_url, "the one the client there has been given")
      const moved = yield* own.put({ client_id: "another" })
      assert.strictEqual(moved.body.callback_url, callback)
    }).pipe(Effect.scoped)
  )

  it.effect("are not held up by an invitation elsewhere that nobody accepted in time", () =>
    Effect.gen(function* () {
      const { ada, app, arrive, members } = yield* company()
      const other = yield* verified()
      const invited = yield* app.call("POST", "/customers/me/members", { email: ada.email, role: "member" }, other.as)
      assert.strictEqual(invited.status, 201, invited.text)
      assert.deepStrictEqual(statusAndCode((yield* arrive(ada)).answer), [409, "email_taken"])
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        UPDATE one_time_tokens SET expires_at = created_at WHERE account_id = ${invited.body.account_id}::uuid`
      assert.strictEqual((yield* arrive(ada)).answer.status, 200)
      const emails = (yield* members).map(({ email }: { readonly email: string }) => email)
      assert.include(emails, ada.email)
    }).pipe(Effect.scoped)
  )
})
