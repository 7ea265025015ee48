/** A request whose change was made, and whose answer was lost before it was kept: its key is free for another one. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { granted, hatch, publish } from "../kit/players/players.ts"
import { losingAnswers } from "../kit/service/LosingAnswers.ts"
import { TestApp } from "../kit/service/TestApp.ts"

/** Somebody with a hundred coins, and requests about them under one key. */
const saver = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  const { call, customer_id } = tenant
  yield* publish(tenant)
  yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
  const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 30 }
  yield* call("POST", "/marketplaces/main/items", hat)
  const [{ buddy_id: ada }, { buddy_id: bea }] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bea")]
  for (const id of [ada, bea]) yield* granted(call, id, 100)
  const headers = { "idempotency-key": "checkout" }
  return {
    ada,
    bea,
    lost: <A, E, R>(work: Effect.Effect<A, E, R>) => losingAnswers(customer_id, work),
    keyed: (path: string, body: object) => call("POST", `/buddies/${path}`, body, { headers }),
    coins: Effect.map(call("GET", `/buddies/${ada}`), ({ body }) => body.coins as number)
  }
})

layer(TestApp.shared, { excludeTestServices: true })("a key whose first answer was lost", (it) => {
  it.effect("is the key of what it has changed, and of nothing else", () =>
    Effect.gen(function* () {
      const { ada, bea, coins, keyed, lost } = yield* saver
      const spend = keyed(`${ada}/coins/spend`, { amount: 30 })
      assert.strictEqual((yield* lost(spend)).status, 500)
      assert.strictEqual(yield* coins, 70)
      const others = [
        keyed(`${ada}/coins/spend`, { amount: 50 }),
        keyed(`${ada}/coins`, { amount: 30 }),
        keyed(`${ada}/purchase-item`, { item_id: "hat" }),
        keyed(`${bea}/coins/spend`, { amount: 30 })
      ]
      for (const other of others) {
        const { body, status, text } = yield* other
        assert.deepStrictEqual([status, body.error?.code], [409, "idempotency_key_conflict"], text)
      }
      assert.deepInclude((yield* spend).body, { amount: 30, balance: 70 })
      assert.strictEqual(yield* coins, 70)
    })
  )

  it.effect("does once what is asked for again", () =>
    Effect.gen(function* () {
      const { ada, coins, keyed, lost } = yield* saver
      const earn = keyed(`${ada}/coins`, { amount: 30 })
      assert.strictEqual((yield* lost(earn)).status, 500)
      const first = yield* earn
      assert.deepInclude(first.body, { amount: 30, balance: 130 }, first.text)
      assert.deepStrictEqual((yield* earn).body, first.body)
      assert.strictEqual(yield* coins, 130)
    })
  )

  it.effect("is free where nothing was changed under it", () =>
    Effect.gen(function* () {
      const { ada, keyed } = yield* saver
      assert.strictEqual((yield* keyed(`${ada}/coins/spend`, { amount: 300 })).status, 402)
      assert.deepInclude((yield* keyed(`${ada}/coins/spend`, { amount: 30 })).body, { balance: 70 })
    })
  )
})
