import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("the audience that gets none of the program", (it) => {
  it.effect("is one there is or was, and may stay when it leaves the list", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const listed = (...keys: ReadonlyArray<string>) =>
        call("PATCH", "/customers/me/audiences", { audiences: keys.map((key) => ({ key })) })
      const set = (holdout_audience: string | null) =>
        Effect.map(
          call("PATCH", "/customers/me/settings", { roi: { holdout_audience, is_randomised: true } }),
          ({ body, status }) => (status === 200 ? body.settings.roi.holdout_audience : body.error.details.issues)
        )
      const unknown = [{ path: ["roi", "holdout_audience"], message: "there is no audience held" }]
      assert.deepStrictEqual(yield* set("held"), unknown)
      assert.strictEqual((yield* call("GET", "/customers/me")).body.settings.roi, undefined)
      assert.strictEqual(yield* set("default"), "default")
      yield* listed("rest", "held")
      assert.strictEqual(yield* set("held"), "held")
      yield* listed("rest")
      assert.strictEqual(yield* set("held"), "held")
      assert.strictEqual(yield* set(null), null)
      assert.deepStrictEqual(yield* set("held"), unknown)
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO analytics_users (customer_id, audience, user_id, user_no, first_day, last_day)
        VALUES (${customer_id}::uuid, 'held', 'ada', 1, '2026-01-01', '2026-01-01')`
      assert.strictEqual(yield* set("held"), "held")
    })
  )
})
