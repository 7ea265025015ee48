import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { hatch, readyEgg } from "../../kit/players/Eggs.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { buddyOf } from "../../../src/testing/steps.ts"
import { versionedList } from "../../kit/contract/VersionedList.ts"

/** as a fairness report says it */
interface Told {
  readonly rule_key: string
  readonly outcomes: ReadonlyArray<{ readonly observed: number }>
}

const trigger = { event_type: "chest.opened" }

layer(TestApp.shared, { excludeTestServices: true })("the telemetry of a reward pool", (it) => {
  it.effect("counts every draw, that of nothing too, and what the budget has paid", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const entries = [
        { value: 0, weight: 50 },
        { value: 5, weight: 40 },
        { value: 100, weight: 10, is_lucky: true }
      ]
      const rule = yield* call("POST", "/coin-rules", {
        rule_key: "chest",
        trigger,
        amount: { mode: "pool", entries },
        budget: { max_coins: 100_000, period: "month" }
      })
      yield* call("POST", "/coin-rules", { rule_key: "plain", trigger, amount: { mode: "fixed", value: 1 } })
      const draft = yield* call("POST", "/config-versions")
      yield* call("POST", `/config-versions/${draft.body.config_version_id}/publish`)
      yield* hatch(call, yield* readyEgg(call, "ada"))

      const occurred_at = new Date(yield* Clock.currentTimeMillis).toISOString()
      const paid: Array<number> = []
      for (let index = 0; index < 40; index++) {
        const event = { event_id: `e${index}`, user_id: "ada", type: "chest.opened", occurred_at }
        const answer = yield* call("POST", "/events", event)
        assert.strictEqual(answer.status, 200, answer.text)
        paid.push(answer.body.effects.coins - 1)
      }
      const count = (value: number) => paid.filter((coins) => coins === value).length
      const issued = paid.reduce((sum, coins) => sum + coins, 0)
      const telemetry = yield* call("GET", "/coin-rules/chest/reward-pool/telemetry?window_days=7")
      assert.deepStrictEqual(telemetry.body, {
        rule_id: rule.body.rule_id,
        window_days: 7,
        draws: 40,
        coins_issued: issued,
        budget_used: issued,
        entries: [
          { value: 0, weight: 50, expected_share: 0.5, observed_count: count(0), observed_share: count(0) / 40 },
          { value: 5, weight: 40, expected_share: 0.4, observed_count: count(5), observed_share: count(5) / 40 },
          { value: 100, weight: 10, expected_share: 0.1, observed_count: count(100), observed_share: count(100) / 40 }
        ]
      })
      const plain = yield* call("GET", "/coin-rules/plain/reward-pool/telemetry")
      assert.deepStrictEqual([plain.status, plain.body.error.code], [404, "not_found"])
      assert.strictEqual((yield* call("GET", "/coin-rules/chest/reward-pool/telemetry?window_days=0")).status, 422)
    })
  )

  it.effect(
    "tells of what was drawn, before boosters and whether the budget could pay it, as the fairness report",
    () =>
      Effect.gen(function* () {
        const { call } = yield* (yield* TestApp).tenant()
        const entries = [
          { value: 5, weight: 50 },
          { value: 10, weight: 50 }
        ]
        const amount = { mode: "pool", entries }
        yield* call("POST", "/coin-rules", { rule_key: "chest", trigger, amount })
        const budget = { max_coins: 60, period: "total" }
        yield* call("POST", "/coin-rules", { rule_key: "scarce", trigger, amount, budget })
        const draft = yield* call("POST", "/config-versions")
        yield* call("POST", `/config-versions/${draft.body.config_version_id}/publish`)
        yield* hatch(call, yield* readyEgg(call, "ada"))
        const { buddy_id } = (yield* buddyOf(call, "ada"))!
        const target = { buddy_ids: [buddy_id] }
        const booster = { booster_key: "double", target, applies_to: ["coins"], multiplier: 2, duration_minutes: 60 }
        const sent = Effect.fn(function* (from: number) {
          const occurred_at = new Date(yield* Clock.currentTimeMillis).toISOString()
          for (let index = from; index < from + 10; index++) {
            const event = { event_id: `e${index}`, user_id: "ada", type: "chest.opened", occurred_at }
            yield* succeeded(call("POST", "/events", event))
          }
        })
        yield* sent(0)
        yield* succeeded(call("POST", "/customers/me/boosters/grant", booster))
        yield* sent(10)
        const report = yield* succeeded(call("GET", "/customers/me/fairness-report"))
        const ledger = yield* succeeded(call("GET", `/economy/buddies/${buddy_id}/ledger?limit=200`))
        const rules: ReadonlyArray<Told> = report.body.rules
        let coins = 0
        for (const { outcomes, rule_key } of rules) {
          const { body } = yield* call("GET", `/coin-rules/${rule_key}/reward-pool/telemetry`)
          assert.deepStrictEqual(
            body.entries.map((entry: { readonly observed_count: number }) => entry.observed_count),
            outcomes.map(({ observed }) => observed),
            rule_key
          )
          assert.strictEqual(body.draws, 20)
          coins += body.coins_issued
        }
        assert.lengthOf(rules, 2)
        const rows: ReadonlyArray<{ readonly amount: number }> = ledger.body.data
        assert.strictEqual(
          coins,
          rows.reduce((sum, row) => sum + row.amount, 0)
        )
      })
  )

  it.effect("starts at zero", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const amount = { mode: "pool", entries: [{ value: 1, weight: 1 }] }
      yield* call("POST", "/coin-rules", { rule_key: "chest", trigger, amount })
      const { body } = yield* call("GET", "/coin-rules/chest/reward-pool/telemetry")
      assert.deepInclude(body, { window_days: 30, draws: 0, coins_issued: 0, budget_used: null })
      assert.deepInclude(body.entries[0], { expected_share: 1, observed_count: 0, observed_share: 0 })
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("coin rules", (it) => {
  it.effect("are found by their identifier however it is written, and keep it", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const rule = { rule_key: "first", trigger: { event_type: "a" }, amount: { mode: "fixed", value: 1 } }
      const { rule_id } = (yield* call("POST", "/coin-rules", rule)).body
      const loud = rule_id.toUpperCase()
      const put = yield* call("PUT", `/coin-rules/${loud}`, { ...rule, name: "First" })
      assert.deepStrictEqual([put.status, put.body.rule_id], [200, rule_id], put.text)
      const { config_version_id } = (yield* call("POST", "/config-versions")).body
      // The identifier goes with the entry that brings it; the other one, of the old key, gets its own.
      const coin_rules = [{ ...rule, rule_id: loud, rule_key: "renamed" }, rule]
      const saved = yield* call("PATCH", `/config-versions/${config_version_id}`, { content: { coin_rules } })
      assert.strictEqual(saved.status, 200, saved.text)
      assert.strictEqual(saved.body.content.coin_rules[0].rule_id, rule_id)
      assert.notStrictEqual(saved.body.content.coin_rules[1].rule_id, rule_id)
      assert.strictEqual((yield* call("DELETE", `/coin-rules/${loud}`)).status, 204)
    })
  )
})

versionedList({
  path: "/coin-rules",
  id: "rule_id",
  key: "rule_key",
  body: (rule_key) => ({
    rule_key,
    trigger: { event_type: "lesson.completed" },
    amount: { mode: "fixed", value: 10 }
  })
})
