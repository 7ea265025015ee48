/** A gift whose giver and receiver are both archived while it is on its way: its piece is for sale again. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { succeeded } from "../../../src/testing/Requests.ts"
import { granted, hatch, publish } from "../../kit/players/players.ts"
import { stuck } from "../../kit/players/Stuck.ts"
import { ForwardClock, forward } from "../../kit/service/ForwardClock.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const Ahead = TestApp.layer().pipe(Layer.provideMerge(ForwardClock.layer))

layer(Ahead, { excludeTestServices: true })("a gift between two who are archived", (it) => {
  it.effect("gives its piece back to the shop and to the sale, and nobody any coins", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
      const { call, customer_id } = tenant
      yield* publish(tenant)
      const [ada, bob, eve] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bob"), yield* hatch(tenant, "eve")]
      for (const { buddy_id } of [ada, eve]) yield* granted(call, buddy_id, 100)
      yield* succeeded(call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" }))
      const stock = { total: 1, per_buddy: null }
      const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 30, stock }
      yield* succeeded(call("POST", "/marketplaces/main/items", hat))
      const moment = (ms: number) => new Date(Date.now() + ms).toISOString()
      const sale = {
        name: "Last one",
        marketplace_id: "main",
        item_ids: ["hat"],
        discount: { mode: "percent", value: 50 },
        stock_total: 1,
        starts_at: moment(-3_600_000),
        ends_at: moment(3_600_000)
      }
      yield* succeeded(call("POST", "/customers/me/flash-sales", sale))
      const { mend } = yield* stuck(bob.buddy_id, "commands")
      const gift = { item_id: "hat", gift_to_buddy_id: bob.buddy_id }
      yield* succeeded(call("POST", `/buddies/${ada.buddy_id}/gifts`, gift))
      const buy = call("POST", `/buddies/${eve.buddy_id}/purchase-item`, { item_id: "hat" })
      assert.strictEqual((yield* buy).body.error.code, "out_of_stock")
      yield* mend
      for (const { buddy_id } of [bob, ada]) yield* succeeded(call("PATCH", `/buddies/${buddy_id}/archive`))
      const isOver = Effect.map(
        sql`SELECT FROM buddy_signals WHERE customer_id = ${customer_id}::uuid`,
        ({ length }) => length === 0
      )
      yield* until(
        "the gift has come to its end",
        Effect.flatMap(isOver, (over) => (over ? Effect.succeed(true) : Effect.as(forward("1 minute"), false)))
      )
      const bought = yield* succeeded(buy)
      assert.deepInclude(bought.body, { price_paid: 15, balance: 85 })
      assert.strictEqual((yield* buy).body.error.code, "out_of_stock")
      const paid = yield* sql`
        SELECT reason, amount::int FROM ledger WHERE buddy_id = ${ada.buddy_id}::uuid ORDER BY seq DESC LIMIT 1`
      assert.deepStrictEqual(paid, [{ reason: "gift", amount: -15 }])
    })
  )
})
