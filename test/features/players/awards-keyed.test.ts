/** What is given by hand under an Idempotency-Key whose answer was lost: told as it was done, and to nobody else. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, publish } from "../../kit/players/players.ts"
import { losingAnswers } from "../../kit/service/LosingAnswers.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"

const isConflict = ({ body, status, text }: Answer) =>
  assert.deepStrictEqual([status, body.error?.code], [409, "idempotency_key_conflict"], text)

layer(TestApp.shared, { excludeTestServices: true })("what is given under a key whose answer was lost", (it) => {
  const giver = Effect.gen(function* () {
    const tenant = yield* (yield* TestApp).tenant({ plan: "pro" })
    const { call, customer_id } = tenant
    yield* publish(tenant)
    const { buddy_id } = yield* hatch(tenant, "ada")
    const keyed = (key: string, path: string, body: object) =>
      call("POST", path, body, { headers: { "idempotency-key": key } })
    const coins = Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.coins as number)
    const awards = `/customers/me/players/${buddy_id}/award`
    const lost = <A, E, R>(work: Effect.Effect<A, E, R>) => losingAnswers(customer_id, work)
    return { awards, buddy_id, coins, keyed, lost }
  })
  const best = { award_key: "best", label: "Best", reward: { coins: 40 } }

  it.effect("is an award that is new to who gave it, and not to others", () =>
    Effect.gen(function* () {
      const { awards, coins, keyed, lost } = yield* giver
      assert.strictEqual((yield* lost(keyed("one", awards, best))).status, 500)
      isConflict(yield* keyed("one", awards, { ...best, reward: { coins: 50 } }))
      const other = yield* keyed("other", awards, best)
      assert.deepStrictEqual([other.status, other.body.already_awarded], [200, true], other.text)
      const again = yield* keyed("one", awards, best)
      assert.deepStrictEqual([again.status, again.body.already_awarded], [201, false], again.text)
      assert.strictEqual(yield* coins, 40)
    })
  )

  it.effect("is an award that may be repeated, and no other one", () =>
    Effect.gen(function* () {
      const { awards, coins, keyed, lost } = yield* giver
      const kind = { ...best, repeatable: true }
      assert.strictEqual((yield* lost(keyed("one", awards, kind))).status, 500)
      isConflict(yield* keyed("one", awards, { ...kind, reward: { coins: 50 } }))
      assert.strictEqual((yield* keyed("one", awards, kind)).status, 201)
      assert.strictEqual(yield* coins, 40)
    })
  )

  it.effect("is a free lunch, and no other one", () =>
    Effect.gen(function* () {
      const { buddy_id, coins, keyed, lost } = yield* giver
      const lunch = (more: number) => keyed("one", "/customers/me/free-lunches", { buddy_ids: [buddy_id], coins: more })
      assert.strictEqual((yield* lost(lunch(5))).status, 500)
      isConflict(yield* lunch(50))
      const again = yield* lunch(5)
      assert.deepStrictEqual([again.status, again.body.data[0].error], [201, null], again.text)
      assert.strictEqual(yield* coins, 5)
    })
  )
})
