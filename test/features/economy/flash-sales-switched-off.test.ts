/** Sales of a workspace that may have none any more: one that runs ends at its time, one planned for later is none. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { succeeded } from "../../../src/testing/Requests.ts"
import { granted, hatch, publish } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

const hour = 3_600_000
const moment = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const stock = { total: null, per_buddy: null }

layer(TestApp.shared, { excludeTestServices: true })("sales of a workspace that may have none", (it) => {
  it.effect("sell on if they ran before, and begin only once they are back", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
      const { call } = tenant
      yield* publish(tenant)
      yield* succeeded(call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
      for (const item_key of ["hat", "scarf"]) {
        const item = { item_key, name: item_key, category: "head", price_coins: 20, stock }
        yield* succeeded(call("POST", "/marketplaces/shop/items", item))
      }
      const half = { marketplace_id: "shop", discount: { mode: "percent", value: 50 }, ends_at: moment(2) }
      const sell = (item: string, starts_at: string) =>
        Effect.map(
          succeeded(call("POST", "/customers/me/flash-sales", { ...half, name: item, item_ids: [item], starts_at })),
          ({ body }) => body.flash_sale_id as string
        )
      yield* sell("hat", moment(-1))
      const later = yield* sell("scarf", moment(1))
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* granted(call, buddy_id, 200)
      const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id: "ada" }))
      const paid = (item_id: string) =>
        Effect.map(
          succeeded(call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id })),
          ({ body }) => body.price_paid as number
        )
      const prices = Effect.map(succeeded(widget("GET", "/widget/marketplace")), ({ body }) =>
        Object.fromEntries(
          body.data.map(({ item_key, price_coins }: { item_key: string; price_coins: number }) => [
            item_key,
            price_coins
          ])
        )
      )
      yield* turn(call, { flash_sales: false })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE flash_sales SET starts_at = now() WHERE flash_sale_id = ${later}::uuid`
      assert.deepStrictEqual(yield* prices, { hat: 10, scarf: 20 })
      assert.deepStrictEqual([yield* paid("hat"), yield* paid("scarf")], [10, 20])
      yield* turn(call, { flash_sales: true })
      assert.deepStrictEqual(yield* prices, { hat: 10, scarf: 10 })
      assert.strictEqual(yield* paid("scarf"), 10)
      yield* turn(call, { flash_sales: false })
      assert.deepStrictEqual(yield* prices, { hat: 10, scarf: 10 }, "it has begun by now, and ends at its time")
      assert.strictEqual(yield* paid("scarf"), 10)
    })
  )
})
