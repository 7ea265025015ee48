/** What is in order although it is seldom: the checker has nothing to say about it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { crossingsOf, made, root, school, send, trees } from "../../kit/campaigns/Causes.ts"
import { inHours, makeDrop, makeEventBadge, sent } from "../../kit/campaigns/Drops.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { until } from "../../kit/service/time.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const pays = { trigger: { event_type: "life.ended" }, amount: { mode: "fixed", value: 5 } }
const ended = (value: number) => ({
  conditions: [{ type: "event_count", key: "life.ended", operator: "gte", value }]
})
const content = {
  ...studyContent,
  coin_rules: [{ rule_key: "ends", name: "Ends", ...pays }],
  token_rules: [{ rule_key: "gems", token_key: "gem", ...pays }],
  evolution_rules: {
    max_stage: 2,
    auto_evolve: true,
    stages: [
      { stage: 1, name: "Hatchling" },
      { stage: 2, name: "Sage", requirements: ended(1) }
    ],
    prestige: {
      enabled: true,
      requirements: ended(2),
      reset_to_stage: 1,
      keeps: ["badges", "items"]
    }
  }
}

// A database of its own: it is checked as a whole.
layer(TestApp.layer(), { excludeTestServices: true })("the checker", (it) => {
  it.effect("knows prestiges that cost what their event paid, drops won once per value, and badges out of season", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, content)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const read = Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body)
      yield* sent(call, "ada", "life.ended")
      yield* until(
        "it has evolved",
        Effect.map(read, ({ evolution_stage }) => evolution_stage === 2)
      )
      yield* sent(call, "ada", "life.ended")
      const { coins, prestige_level, tokens } = yield* read
      assert.deepStrictEqual([prestige_level, coins, tokens.gem], [1, 0, 0])
      yield* makeDrop(call, { limits: { unique_by: ["place"] } })
      for (const place of ["attic", "attic", "cellar"]) {
        yield* sent(call, "ada", "gift.opened", { properties: { place } })
      }
      yield* makeEventBadge(call, { starts_at: inHours(1) })
      yield* sent(call, "ada", "party.joined")
      const broken = (yield* checkInvariants()).filter(({ violations }) => violations > 0)
      assert.deepStrictEqual(broken, [])
    })
  )
  it.effect("has nothing to say of a cause whose many thresholds are being told", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { cause_id } = made(yield* tenant.call("POST", root, trees))
      yield* send(tenant, 2)
      yield* until(
        "the first threshold is told",
        Effect.map(crossingsOf(tenant.call), ({ length }) => length === 1)
      )
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE campaign_scores SET reached_at = reached_at - interval '1 hour'
        WHERE subject_id = ${cause_id}::uuid`
      yield* sql`UPDATE campaign_totals SET amount = amount + 100000000000 WHERE subject_id = ${cause_id}::uuid`
      const reports = yield* checkInvariants({ quiescent: true })
      const complaints = reports.filter(({ violations }) => violations > 0).map(({ id }) => id)
      assert.deepStrictEqual(complaints, ["cause_total_is_its_shares"])
    })
  )
})
