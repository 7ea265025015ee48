/** Sign-ins of two workspaces: what is one's is never the other's. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { statusAndCode, verified } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { begin, comeBack } from "../../kit/tenant/Sso.ts"
import { company } from "../../kit/tenant/SsoCompany.ts"

layer(TestApp.layer({ defaultPlan: "enterprise" }))("sign-ins of two workspaces", (it) => {
  it.effect("takes what a provider answered for one workspace to the provider of no other", () =>
    Effect.gen(function* () {
      const [own, other] = [yield* company(), yield* company()]
      const { cookie, url } = yield* begin(own.domain)
      // As a provider does that sends people on to another one, where they are signed in already.
      const query = yield* Effect.promise(() => own.provider.visit(url, own.ada))
      for (const at of [other.customer_id, crypto.randomUUID(), "nobody", own.customer_id.slice(1)]) {
        assert.deepStrictEqual(
          statusAndCode(yield* comeBack(query, cookie, undefined, at)),
          [400, "sso_state_invalid"],
          at
        )
      }
      assert.strictEqual((yield* comeBack(query, cookie)).status, 200, "and leaves it to the right one")
      const old = yield* own.app.call("GET", `/auth/sso/callback?${query}`, undefined, { headers: { cookie } })
      assert.strictEqual(old.status, 404)
      assert.notStrictEqual(own.saved.body.callback_url, other.saved.body.callback_url)
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
