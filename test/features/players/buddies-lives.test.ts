/** The story of a buddy whose last stage is the end of a life: both come about at the same moment. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { until } from "../../../src/testing/time.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const requirements = { conditions: [{ type: "token_lifetime", key: "xp", operator: "gte", value: 10 }] }
const stages = [{ stage: 2, name: "Big", requirements }]
const content = {
  ...studyContent,
  evolution_rules: { max_stage: 2, auto_evolve: true, stages, prestige: { keeps: [] } }
}

/** One or two in the right order may be luck. */
const lives = 6

layer(TestApp.shared, { excludeTestServices: true })("the lives of a buddy", (it) => {
  it.effect("are told in their order, each after the stage that ended it", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant, content)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const at = `/buddies/${buddy_id}`
      for (let life = 1; life <= lives; life++) {
        yield* tenant.call("POST", "/events", lesson("ada"))
        yield* until(
          `life ${life} begins`,
          Effect.map(tenant.call("GET", at), ({ body }) => body.prestige_level === life)
        )
        const { body } = yield* tenant.call("GET", `${at}/as-of`)
        assert.deepInclude(body, { evolution_stage: 1, prestige_level: life })
      }
      const { body } = yield* tenant.call("GET", `${at}/evolutions`)
      const told = (body.data as ReadonlyArray<{ type: string; prestige_level: number | null }>).map(
        ({ prestige_level, type }) => [type, prestige_level]
      )
      const expected = Array.from({ length: lives }, (_, place) => [
        ["prestige", lives - place],
        ["evolution", null]
      ])
      assert.deepStrictEqual(told, expected.flat())
    })
  )

  it.effect("list what it has bought in the present one, not what it gave up and bought again", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant, content)
      const item = { item_key: "hat", name: "Hat", category: "head", price_coins: 0, stock: { per_buddy: 2 } }
      yield* tenant.call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
      yield* tenant.call("POST", "/marketplaces/main/items", item)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const at = `/buddies/${buddy_id}`
      const buy = Effect.gen(function* () {
        const { body, status, text } = yield* tenant.call("POST", `${at}/purchase-item`, { item_id: "hat" })
        assert.strictEqual(status, 201, text)
        return body.purchase_id as string
      })
      const listed = Effect.map(tenant.call("GET", `${at}/purchased-items`), ({ body }) => ({
        total: body.meta.total as number,
        purchases: body.data.map(({ purchase_id }: { purchase_id: string }) => purchase_id) as ReadonlyArray<string>
      }))
      yield* buy
      yield* buy
      yield* tenant.call("POST", "/events", lesson("ada"))
      yield* until(
        "another life begins",
        Effect.map(tenant.call("GET", at), ({ body }) => body.prestige_level === 1)
      )
      assert.deepStrictEqual(yield* listed, { total: 0, purchases: [] })
      const [first, second] = [yield* buy, yield* buy]
      assert.deepStrictEqual(yield* listed, { total: 2, purchases: [second, first] })
    })
  )
})
