/** Boosters: what rules pay, times so much. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { factorOf } from "../../../src/engine/campaigns/boosters.ts"
import type { BoosterTerms } from "../../../src/wire/campaigns/Boosters.ts"
import { bodies, coinRule, gem, row, World } from "../../kit/engine/World.ts"

const noon = "2026-12-04T12:00:00Z"
const hour_ms = 3_600_000
const terms = {
  booster_id: "b1",
  booster_key: "double",
  applies_to: ["coins" as const],
  multiplier: 2,
  stacking: "max" as const,
  rounding: "down" as const
}
const give = (fields: Partial<BoosterTerms> = {}, starts_at: number | null = null) =>
  ({ _tag: "GrantBooster", booster: { ...terms, ...fields }, starts_at, duration_ms: hour_ms }) as const
const shared = (fields: Partial<BoosterTerms> = {}) => ({
  ...terms,
  booster_id: "a1",
  audience: "default",
  starts_at: Date.parse(noon),
  ends_at: Date.parse(noon) + hour_ms,
  ...fields
})

describe("a booster", () => {
  it("multiplies what rules pay for events of its window, whenever they arrive", () => {
    const world = new World({ coin_rules: [coinRule()] })
    const given = world.accept(noon, give())
    assert.deepInclude(bodies(given, "booster.granted")[0], {
      booster_id: "b1",
      multiplier: 2,
      starts_at: "2026-12-04T12:00:00.000Z",
      ends_at: "2026-12-04T13:00:00.000Z"
    })
    const paid = (at: string, now = at) => world.event(at, {}, { now }).effects.coins
    assert.deepStrictEqual(
      [
        paid("2026-12-04T11:59:59.999Z", noon),
        paid(noon),
        paid("2026-12-04T12:59:59.999Z"),
        paid("2026-12-04T13:00:00Z")
      ],
      [10, 20, 20, 10]
    )
    assert.strictEqual(paid("2026-12-04T12:30:00Z", "2026-12-08T12:00:00Z"), 20)
    world.event("2026-12-20T00:00:00Z")
    assert.isUndefined(world.state.boosters)
  })

  it("says in the trace what it made of what, and one ledger row has it all", () => {
    const world = new World({ coin_rules: [coinRule({ amount: { mode: "fixed", value: 7 } })] })
    world.accept(noon, give({ multiplier: 1.5, rounding: "up" }))
    const decision = world.event(noon)
    assert.deepInclude(row(decision, "coin_rule").detail, { base: 7, factor: 1.5, amount: 11, booster_ids: ["b1"] })
    assert.deepStrictEqual(
      decision.entries.map(({ amount }) => amount),
      [11]
    )
  })

  it("concerns the units it names, and neither badges nor changes by hand", () => {
    const world = new World({
      coin_rules: [coinRule()],
      token_types: [{ ...gem, max_balance: 1_000 }],
      token_rules: [
        {
          rule_id: "t",
          rule_key: "gems",
          token_key: "gem",
          trigger: { event_type: "lesson.completed" },
          amount: { mode: "fixed", value: 3 }
        }
      ],
      badge_definitions: [
        {
          badge_definition_id: "d",
          badge_key: "first",
          label: "First",
          coin_reward: 5,
          criteria: { conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 1 }] }
        }
      ]
    })
    world.accept(noon, give({ applies_to: ["tokens"], multiplier: 3 }))
    world.accept(noon, { _tag: "EarnCoins", amount: 10, reason: null, reference_id: null })
    world.event(noon)
    assert.deepStrictEqual([world.state.coins.balance, world.state.tokens["gem"]!.balance], [25, 9])
  })

  it("of an audience counts for those in it, and what it costs is a total that a reversal takes back", () => {
    const boosters = [
      shared(),
      shared({ booster_id: "a2", audience: "others", multiplier: 9 } as Partial<BoosterTerms>)
    ]
    const world = new World({ coin_rules: [coinRule()] }, { campaigns: { boosters } })
    const decision = world.event(noon)
    assert.strictEqual(decision.effects.coins, 20)
    assert.deepStrictEqual(decision.writes, [
      { kind: "totals", row: { subject_id: "a1", bucket: "extra_coins", amount: 10 } }
    ])
    const back = world.host.undo(Date.parse(noon), { event_id: "event-1", mode: "clamp" })
    assert.deepStrictEqual(back?._tag === "Accepted" ? back.writes : [], [
      { kind: "totals", row: { subject_id: "a1", bucket: "extra_coins", amount: -10 } }
    ])
    assert.strictEqual(world.state.coins.balance, 0)
  })

  it("is one of ten at most, and can be ended", () => {
    const world = new World({ coin_rules: [coinRule()] })
    for (let index = 0; index < 10; index++) world.accept(noon, give({ booster_id: `b${index}` }))
    assert.deepStrictEqual(world.refuse(noon, give()), { code: "booster_limit", max: 10 })
    for (let index = 0; index < 10; index++) world.accept(noon, { _tag: "RevokeBooster", booster_id: `b${index}` })
    assert.isUndefined(world.state.boosters)
    assert.strictEqual(world.refuse(noon, { _tag: "RevokeBooster", booster_id: "b1" }).code, "unknown_booster")
    assert.strictEqual(world.event(noon).effects.coins, 10)
  })

  it("never multiplies by less than one or more than ten, whatever is stacked", () => {
    const one = fc.record({
      multiplier: fc.integer({ min: 101, max: 1_000 }).map((hundredths) => hundredths / 100),
      stacking: fc.constantFrom("max" as const, "multiply" as const, "add" as const)
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (all) => {
        const factor = factorOf(all)
        assert.isTrue(factor >= 1 && factor <= 10)
        assert.strictEqual(factorOf(all.toReversed()), factor)
      })
    )
    assert.strictEqual(
      factorOf([
        { multiplier: 2, stacking: "max" },
        { multiplier: 1.5, stacking: "max" },
        { multiplier: 1.5, stacking: "multiply" },
        { multiplier: 1.25, stacking: "add" },
        { multiplier: 1.25, stacking: "add" }
      ]),
      4.5
    )
  })
})
