/** A new life tells in which season it was reached, by whoever has a score there. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { begin, config, played, score, standings } from "../../kit/players/Leagues.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

const earned = (value: number) => ({
  conditions: [{ type: "coins_lifetime", key: null, operator: "gte", value }]
})
const evolution_rules = {
  max_stage: 2,
  auto_evolve: true,
  stages: [
    { stage: 1, name: "Hatchling" },
    { stage: 2, name: "Scout", requirements: earned(10) }
  ],
  prestige: { enabled: true, requirements: earned(5_000), reset_to_stage: 1, keeps: ["coins"], max_level: 10 }
}
const coinRule = {
  rule_key: "coins",
  name: "Coins",
  trigger: { event_type: "lesson.completed" },
  amount: { mode: "per_property", property: "score", rate: 1 }
}

layer(TestApp.layer(), { excludeTestServices: true })("a season", (it) => {
  it.effect("is told with a new life, also after the league was off for a while", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played()
      yield* publish(tenant, { coin_rules: [coinRule], evolution_rules })
      const { heard } = yield* listening(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "ada", 30)
      yield* until(
        "it has evolved",
        Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.evolution_stage === 2)
      )
      assert.strictEqual((yield* call("PATCH", config, { enabled: false })).status, 200)
      yield* score(tenant, "ada", 1)
      assert.strictEqual((yield* call("PATCH", config, { enabled: true })).status, 200)
      const rows = yield* standings(tenant, season_id)
      assert.deepStrictEqual(
        rows.map((row) => row.score),
        [30]
      )
      yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 5_000 })
      assert.deepInclude(yield* heard("buddy.prestiged"), { buddy_id, prestige_level: 1, season_id })
    })
  )
})
