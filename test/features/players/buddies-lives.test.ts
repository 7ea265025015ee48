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
})
