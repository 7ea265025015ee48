/** Events of a life before a prestige, taken back in the one after it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { until } from "../../../src/testing/time.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const from = (type: string, value: number, key?: string) => ({ conditions: [{ type, key, operator: "gte", value }] })
const stages = [{ stage: 2, name: "Big", requirements: from("token_lifetime", 10, "xp") }]
const prestige = { requirements: from("coins_balance", 500), keeps: ["tokens"] }
const content = { ...studyContent, evolution_rules: { max_stage: 2, auto_evolve: true, stages, prestige } }

layer(TestApp.shared, { excludeTestServices: true })("a life after a prestige", (it) => {
  it.effect("pays for an event of the one before with what it kept, and with nothing that was given up", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant, content)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const at = `/buddies/${buddy_id}`
      const now = Effect.map(tenant.call("GET", at), ({ body }) => body)
      const [before, after] = [lesson("ada"), lesson("ada")]
      yield* tenant.call("POST", "/events", before)
      yield* until(
        "it is big",
        Effect.map(now, ({ evolution_stage }) => evolution_stage === 2)
      )
      yield* tenant.call("POST", `${at}/coins`, { amount: 500 })
      assert.deepInclude(yield* now, { prestige_level: 1, coins: 0, tokens: { xp: 10 } })
      yield* tenant.call("POST", "/events", after)
      const { coins, skills } = yield* now
      assert.isAbove(coins, 0)
      assert.isAbove(skills.focus.points, 0)
      const taken = yield* tenant.call("POST", `/events/${before.event_id}/reverse`, { mode: "reject" })
      assert.deepInclude(taken.body, { coins: 0, missing: 0 })
      assert.deepInclude(yield* now, { coins, skills, tokens: { xp: 10 } })
      // Spent under that name, but no prestige.
      yield* tenant.call("POST", `${at}/coins/spend`, { amount: coins, reason: "prestige" })
      const short = yield* tenant.call("POST", `/events/${after.event_id}/reverse`, { mode: "reject" })
      assert.deepStrictEqual([short.status, short.body.error?.code], [402, "insufficient_coins"])
    })
  )
})
