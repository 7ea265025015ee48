/** How many pieces of an item there are, when that is said later on, and said anew. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 0 }

layer(TestApp.shared, { excludeTestServices: true })("the stock of an item", (it) => {
  const opened = Effect.gen(function* () {
    const tenant = yield* (yield* TestApp).tenant()
    const { call } = tenant
    yield* publish(tenant)
    yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
    yield* call("POST", "/marketplaces/main/items", { ...hat, stock: { total: null, per_buddy: null } })
    const { buddy_id } = yield* hatch(tenant, "ada")
    const stock = Effect.fnUntraced(function* (total: number | null) {
      const item = { ...hat, stock: { total, per_buddy: null } }
      const { body, status, text } = yield* call("PUT", "/marketplaces/main/items/hat", item)
      assert.strictEqual(status, 200, text)
      assert.notProperty(body, "sold_before")
      return body.stock_left as number | null
    })
    const left = Effect.map(call("GET", "/marketplaces/main/items/hat"), ({ body }) => body.stock_left as number | null)
    /** How many of so many tries are sold. */
    const buy = Effect.fnUntraced(function* (tries: number) {
      let sold = 0
      for (let nth = 0; nth < tries; nth++) {
        const answer = yield* call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id: "hat" })
        if (answer.status === 201) sold++
        else assert.strictEqual(answer.body.error.code, "out_of_stock", answer.text)
      }
      return sold
    })
    return { ...tenant, buy, left, stock }
  })

  it.effect("counts from when it is set, and each time it is set anew", () =>
    Effect.gen(function* () {
      const { buy, left, stock } = yield* opened
      assert.strictEqual(yield* buy(3), 3)
      assert.strictEqual(yield* stock(2), 2)
      assert.strictEqual(yield* buy(3), 2)
      assert.strictEqual(yield* left, 0)
      assert.isNull(yield* stock(null))
      assert.strictEqual(yield* buy(2), 2)
      assert.strictEqual(yield* stock(2), 2, "what was bought under the total before it is over")
      assert.strictEqual(yield* buy(3), 2)
      assert.strictEqual(yield* left, 0)
    })
  )

  it.effect("grows by as much as its total is raised, whoever raises it", () =>
    Effect.gen(function* () {
      const { buy, call, left, stock } = yield* opened
      yield* stock(2)
      assert.strictEqual(yield* buy(3), 2)
      yield* stock(null)
      yield* stock(1)
      assert.strictEqual(yield* buy(2), 1)
      assert.strictEqual(yield* stock(3), 2)
      const items = [{ ...hat, stock: { total: 4, per_buddy: null } }]
      yield* call("POST", "/marketplaces/main/items/import", { items, on_conflict: "update" })
      assert.strictEqual(yield* left, 3)
      assert.strictEqual(yield* buy(4), 3)
      assert.strictEqual(yield* stock(1), 0)
    })
  )

  it.effect("is what it was where the configuration comes back as a file", () =>
    Effect.gen(function* () {
      const { buy, call, left, stock } = yield* opened
      yield* stock(2)
      assert.strictEqual(yield* buy(2), 2)
      yield* stock(null)
      assert.strictEqual(yield* stock(2), 2)
      const { body: file } = yield* call("GET", "/config-versions/1/export")
      const put = Effect.fnUntraced(function* (total: number | null) {
        const [shop] = file.content.marketplaces
        const items = [{ ...shop.items[0], stock: { total, per_buddy: null } }]
        const content = { ...file.content, marketplaces: [{ ...shop, items }] }
        const { status, text } = yield* call("POST", "/config-versions/import", { content })
        assert.oneOf(status, [200, 201], text)
        return yield* left
      })
      assert.strictEqual(yield* put(2), 2)
      assert.strictEqual(yield* buy(3), 2)
      assert.strictEqual(yield* put(2), 0)
      assert.isNull(yield* put(null))
      assert.strictEqual(yield* buy(1), 1)
      assert.strictEqual(yield* put(1), 1, "what was bought under the total before it is over")
      assert.strictEqual(yield* buy(2), 1)
    })
  )
})
