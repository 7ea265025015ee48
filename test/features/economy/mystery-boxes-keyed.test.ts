/** A box that was opened under an Idempotency-Key whose answer was lost: what was in it is told again. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { granted, hatch, publish } from "../../kit/players/players.ts"
import { losingAnswers } from "../../kit/service/LosingAnswers.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("a box whose answer was lost", (it) => {
  it.effect("is what was in it, also when the box is closed since", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call, customer_id } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* granted(call, buddy_id, 100)
      const box = {
        box_key: "box",
        name: "Box",
        price: { mode: "coins", amount: 10 },
        reward_pool: [{ weight: 1, reward: { kind: "coins", amount: 1 } }]
      }
      const made = yield* call("POST", "/customers/me/mystery-boxes", box)
      assert.strictEqual(made.status, 201, made.text)
      const path = `/buddies/${buddy_id}/mystery-boxes/box/open`
      const open = call("POST", path, undefined, { headers: { "idempotency-key": "one" } })
      assert.strictEqual((yield* losingAnswers(customer_id, open)).status, 500)
      yield* call("PATCH", "/customers/me/mystery-boxes/box", { status: "inactive" })
      const again = yield* open
      assert.deepStrictEqual([again.status, again.body.price_paid, again.body.balance], [201, 10, 91], again.text)
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}`)).body.coins, 91)
    })
  )
})
