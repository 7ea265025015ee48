/** What a workspace of the free plan may spend, which the operator pays for. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Credits } from "../../../src/platform/billing/Credits.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { registered } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { planned } from "../../kit/surfaces/Planned.ts"

layer(TestApp.layer({ embedded: false, databaseUrl: undefined }))("credits of the free plan", (it) => {
  it.effect("are there once somebody has proven an address; those of a plan that is paid for are there at once", () =>
    Effect.gen(function* () {
      const { as, email, session } = yield* registered()
      const { customer_id } = session.customer
      const { call } = yield* TestApp
      const credits = yield* Credits
      const sql = yield* SqlClient.SqlClient
      const balance = Effect.map(call("GET", "/credits/balance", undefined, as), ({ body }) => [
        body.monthly_allowance,
        body.balance,
        body.lots.length
      ])
      const pay = Effect.flatMap(uuid, (image_id) =>
        credits.pay(customer_id, { image_id, purpose: "icon", provider: "openai", credits: 1 })
      )
      assert.isFalse(yield* pay)
      assert.deepStrictEqual(yield* balance, [0, 0, 0])
      assert.isEmpty((yield* call("GET", "/credits/ledger", undefined, as)).body.data)
      yield* planned(customer_id, "growth")
      assert.deepStrictEqual(yield* balance, [1_000, 1_000, 1])
      yield* planned(customer_id, "free")
      const [mail] = yield* sql<{ token: string }>`SELECT token FROM mails WHERE recipient = ${email}`
      assert.strictEqual((yield* call("POST", "/auth/email/verify", { token: mail!.token })).status, 200)
      assert.deepStrictEqual(yield* balance, [40, 40, 1])
      assert.isTrue(yield* pay)
      assert.deepStrictEqual(yield* balance, [40, 39, 1])
    }).pipe(Effect.provide(Credits.layer))
  )
})
