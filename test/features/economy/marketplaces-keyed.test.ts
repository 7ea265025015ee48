/** Purchases under an Idempotency-Key whose answer was lost: what was bought is told again, whatever is for sale. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { until } from "../../../src/testing/time.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("a purchase whose answer was not kept", (it) => {
  const shop = Effect.gen(function* () {
    const tenant = yield* (yield* TestApp).tenant()
    const { call, customer_id } = tenant
    yield* publish(tenant)
    yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
    const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 30 }
    const { item_id } = (yield* call("POST", "/marketplaces/main/items", hat)).body
    const [ada, bob] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bob")]
    yield* call("POST", `/buddies/${ada.buddy_id}/coins`, { amount: 100 })
    const buy = (body: object = {}) =>
      call(
        "POST",
        `/buddies/${ada.buddy_id}/purchase-item`,
        { item_id: "hat", ...body },
        {
          headers: { "idempotency-key": "one" }
        }
      )
    const forget = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`DELETE FROM idempotency_keys WHERE customer_id = ${customer_id}::uuid`
    )
    const coins = Effect.map(call("GET", `/buddies/${ada.buddy_id}`), ({ body }) => body.coins as number)
    return { call, hat, item_id, ada, bob, buy, coins, forget }
  })

  it.effect("is a gift that has arrived, not one its receiver has already", () =>
    Effect.gen(function* () {
      const { bob, buy, call, coins, forget } = yield* shop
      const gift = { gift_to_buddy_id: bob.buddy_id }
      const first = yield* buy(gift)
      assert.strictEqual(first.status, 201, first.text)
      const owned = Effect.map(call("GET", `/buddies/${bob.buddy_id}/purchased-items`), ({ body }) => body.meta.total)
      yield* until(
        "the gift arrives",
        Effect.map(owned, (total) => total === 1)
      )
      yield* forget
      const again = yield* buy(gift)
      assert.deepStrictEqual([again.status, again.body], [201, first.body], again.text)
      assert.deepStrictEqual([yield* coins, yield* owned], [70, 1])
    })
  )

  it.effect("is no purchase but an unlock all the same, also of an item that is archived since", () =>
    Effect.gen(function* () {
      const { bob, call, forget } = yield* shop
      const unlock = call(
        "POST",
        `/buddies/${bob.buddy_id}/unlock-item`,
        { item_id: "hat" },
        { headers: { "idempotency-key": "one" } }
      )
      const first = yield* unlock
      assert.strictEqual(first.body.item_name, "Hat", first.text)
      assert.strictEqual((yield* call("DELETE", "/marketplaces/main/items/hat")).status, 204)
      yield* forget
      const again = yield* unlock
      assert.deepStrictEqual([again.status, again.body], [first.status, first.body], again.text)
    })
  )

  it.effect("is what was bought, though it is for sale no more", () =>
    Effect.gen(function* () {
      const { buy, call, coins, forget, hat } = yield* shop
      const first = yield* buy()
      assert.strictEqual(first.status, 201, first.text)
      yield* call("PUT", "/marketplaces/main/items/hat", { ...hat, status: "inactive" })
      yield* forget
      const again = yield* buy()
      assert.deepStrictEqual([again.status, again.body], [201, first.body], again.text)
      assert.strictEqual(yield* coins, 70)
    })
  )
})
