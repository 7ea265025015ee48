/** Lives of a workspace in advance: the same for the same words, within what there is, and no more than may be. */
import { assert, describe, it } from "vitest"
import { zoneOf } from "../../../../src/engine/calendar/zones.ts"
import { withoutCampaigns } from "../../../../src/engine/campaigns/Campaigns.ts"
import type { ItemTerms } from "../../../../src/engine/core/Command.ts"
import { decide } from "../../../../src/engine/core/decide.ts"
import { initialState } from "../../../../src/engine/core/initialState.ts"
import { compile } from "../../../../src/engine/core/Snapshot.ts"
import type { Donor, LivedEvent, Sizes } from "../../../../src/features/insight/forecasts/Rules/Population.ts"
import { figuresOf } from "../../../../src/features/insight/forecasts/Rules/Report.ts"
import { live, type World } from "../../../../src/features/insight/forecasts/Rules/Run.ts"
import { giniOf, openTally, type Tally } from "../../../../src/features/insight/forecasts/Rules/Tally.ts"
import { coinRule, contentOf, lesson } from "../../../kit/engine/World.ts"

const version = { config_version_id: "version" }
const first_day = 20_000
const noon = 12 * 3_600_000

const nine: LivedEvent = { type: lesson, offset: noon, properties: { lesson_id: "a" } }
const daily = (...events: ReadonlyArray<LivedEvent>): NonNullable<Donor["days"]> =>
  Array.from({ length: 7 }, () => [events])

const somebody: Donor = {
  audience: "default",
  state: null,
  days: daily(nine),
  purchases_per_active_day: 0,
  price: null
}

const item = (more: Partial<ItemTerms> = {}): ItemTerms => ({
  item_id: "hat",
  name: "Hat",
  category: "head",
  price_coins: 25,
  is_gift_only: false,
  stock_total: null,
  per_buddy: 1,
  visibility: { match: "all", conditions: [] },
  requirements: { match: "all", conditions: [] },
  ...more
})

const worldOf = (written: Parameters<typeof contentOf>[0], more: Partial<World> = {}): World => ({
  seed: "seed",
  snapshot: compile(contentOf(written), version),
  zone: zoneOf("UTC"),
  tenant_timezone: "UTC",
  first_day,
  horizon_days: 10,
  survival: 1,
  new_per_day: 0,
  donors: [somebody],
  per_week: {},
  shop: () => [],
  used: new Map(),
  path: () => null,
  ...more
})

const whole = (donors: number, more: Partial<Sizes> = {}): Sizes => ({
  starters: donors,
  runs: 1,
  starter_weight: 1,
  fraction: 1,
  fewer_donors: false,
  fewer_runs: false,
  ...more
})

const lived = (world: World, sizes = whole(world.donors.length), items: Tally["items"] = []) => {
  const { horizon_days } = world
  const budgets = world.snapshot.content.coin_rules.flatMap(({ budget, rule_id, rule_key }) =>
    budget === null ? [] : [[rule_id, { rule_key, period: budget.period }] as const]
  )
  const tally = openTally({ horizon_days, first_day, items, budgets: new Map(budgets) })
  let decisions = 0
  for (let run = 0; run < sizes.runs; run++) for (const _ of live(world, sizes, run, tally)) decisions++
  return { tally, decisions, report: figuresOf(tally, sizes, [...world.snapshot.stages.keys()].sort()) }
}
const total = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0)

describe("a life in advance", () => {
  it("is the same for the same words, byte by byte, and another for others", () => {
    const pool = {
      amount: {
        mode: "pool" as const,
        entries: [
          { value: 1, weight: 1 },
          { value: 100, weight: 1 }
        ]
      }
    }
    const world = worldOf({ coin_rules: [coinRule(pool)] }, { survival: 0.9, new_per_day: 3 })
    const sizes = whole(1, { runs: 10 })
    const told = JSON.stringify(lived(world, sizes).report)
    assert.strictEqual(JSON.stringify(lived(world, sizes).report), told)
    assert.notStrictEqual(JSON.stringify(lived({ ...world, seed: "other" }, sizes).report), told)
  })

  it("pays on a recorded day what the engine pays for it", () => {
    const world = worldOf(
      { coin_rules: [coinRule({ limits: { max_per_day: 2 } })] },
      {
        donors: [{ ...somebody, days: daily(nine, nine, nine) }],
        horizon_days: 1
      }
    )
    const { report } = lived(world)
    const context = {
      ...withoutCampaigns,
      now: first_day * 86_400_000 + noon,
      buddy: { buddy_id: "0", user_id: "0", audience: "default", status: "active" as const },
      tenant_timezone: "UTC",
      max_lateness_days: 30,
      path: null,
      nextId: () => "id",
      draw: () => 0,
      paid: () => false,
      budget: () => Infinity
    }
    let state = initialState(world.snapshot, { hatched_at: 0, timezone: null })
    for (let place = 0; place < 3; place++) {
      const event = { event_id: `${place}`, type: lesson, occurred_at: context.now, properties: nine.properties }
      const decision = decide(world.snapshot, state, { _tag: "Event", ...event }, context)
      if (decision._tag === "Accepted") state = decision.state
    }
    assert.strictEqual(state.coins.earned, 20)
    const [day] = report.daily
    assert.deepStrictEqual(day, {
      day: 1,
      issued: { p5: 20, p50: 20, p95: 20 },
      spent: { p5: 0, p50: 0, p95: 0 },
      outstanding: { p5: 20, p50: 20, p95: 20 },
      active: { p5: 1, p50: 1, p95: 1 }
    })
    const [rule] = report.rules
    assert.deepInclude(rule, { type: "coin_rule", key: "lesson_coins", issued_p50: 20, share: 1, capped_share: 0.3333 })
  })

  it("pays once for each value and day, and anew the next", () => {
    const world = worldOf(
      { coin_rules: [coinRule({ limits: { unique_by: ["lesson_id"] } })] },
      {
        donors: [{ ...somebody, days: daily(nine, nine) }]
      }
    )
    assert.strictEqual(total(lived(world).tally.runs[0]!.issued), 100)
  })

  it("never overdraws what belongs to all, whatever users stand for", () => {
    const budget = { max_coins: 95, period: "total" as const }
    const donors = Array.from({ length: 5 }, () => somebody)
    const world = worldOf({ coin_rules: [coinRule({ budget })] }, { donors })
    assert.strictEqual(total(lived(world).tally.runs[0]!.issued), 90)
    const used = new Map([["rule-1/total", 60]])
    assert.strictEqual(total(lived({ ...world, used }).tally.runs[0]!.issued), 30)
    const heavy = lived({ ...world, donors: [somebody] }, whole(1, { starter_weight: 4, runs: 10 }))
    for (const run of heavy.tally.runs) assert.strictEqual(total(run.issued), 80)
    // Dry on the third of ten days.
    assert.deepStrictEqual(
      heavy.report.warnings.filter(({ code }) => code === "budget_dry"),
      []
    )
    const early = lived(world, whole(5, { runs: 10 }))
    assert.deepInclude(early.report.warnings, { code: "budget_dry", subject: "lesson_coins", value: 1, threshold: 0.5 })
  })

  it("buys what can be paid and is not had, and only where it was bought before", () => {
    const buyer = { ...somebody, purchases_per_active_day: 50, price: 20 }
    const shop = () => [item(), item({ item_id: "cap", price_coins: 15 }), item({ item_id: "crown", price_coins: 900 })]
    const bought = lived(worldOf({ coin_rules: [coinRule()] }, { donors: [buyer], shop }))
    assert.strictEqual(total(bought.tally.runs[0]!.spent), 40)
    assert.strictEqual(bought.report.daily.at(-1)!.outstanding.p50, 60)
    const never = lived(worldOf({ coin_rules: [coinRule()] }, { shop }))
    assert.strictEqual(total(never.tally.runs[0]!.spent), 0)
    const limited = () => [item({ price_coins: 5, stock_total: 3 })]
    const donors = Array.from({ length: 9 }, () => buyer)
    const scarce = lived(worldOf({ coin_rules: [coinRule()] }, { donors, shop: limited }))
    assert.strictEqual(total(scarce.tally.runs[0]!.spent), 15)
  })

  it("tells from when on a price is there if nothing else is bought", () => {
    const items = [
      { item_id: "hat", item_key: "hat", price: 25 },
      { item_id: "crown", item_key: "crown", price: 900 }
    ]
    const buyer = { ...somebody, purchases_per_active_day: 50, price: 20 }
    const world = worldOf({ coin_rules: [coinRule()] }, { donors: [buyer], shop: () => [item({ price_coins: 5 })] })
    const { report } = lived(world, whole(1), items)
    assert.deepStrictEqual(
      report.items.map(({ affordable_share, days_to_afford }) => [affordable_share, days_to_afford]),
      [
        [1, { p10: 3, p50: 3, p90: 3 }],
        [0, null]
      ]
    )
  })

  it("lets users leave and come as often as it is told", () => {
    const donors = Array.from({ length: 400 }, () => somebody)
    const world = worldOf({ coin_rules: [coinRule()] }, { donors, survival: 0.5, horizon_days: 3 })
    const { active } = lived(world).tally.runs[0]!
    assert.approximately(active[0]!, 200, 40)
    assert.approximately(active[2]!, 50, 25)
    const gone = lived({ ...world, survival: 0 }).tally.runs[0]!
    assert.strictEqual(total(gone.active), 0)
    const more = lived({ ...world, survival: 1, new_per_day: 50 }).tally.runs[0]!
    assert.approximately(more.active[2]!, 550, 50)
  })

  it("grows buddies that are ready, and says where few go on", () => {
    const stages = {
      max_stage: 3,
      stages: [
        { stage: 1, name: "One" },
        {
          stage: 2,
          name: "Two",
          requirements: { conditions: [{ type: "coins_lifetime", operator: "gte", value: 35 }] }
        },
        {
          stage: 3,
          name: "Three",
          requirements: { conditions: [{ type: "coins_lifetime", operator: "gte", value: 9_000 }] }
        }
      ]
    } as const
    const donors = Array.from({ length: 20 }, () => somebody)
    const world = worldOf({ coin_rules: [coinRule()], evolution_rules: stages }, { donors })
    const { report } = lived(world, whole(20, { runs: 10 }))
    assert.deepStrictEqual(report.stages, [
      { stage: 1, reached_share: 1, p50_days: null },
      { stage: 2, reached_share: 1, p50_days: 4 },
      { stage: 3, reached_share: 0, p50_days: null }
    ])
    assert.deepInclude(report.warnings, { code: "stage_wall", subject: "2", value: 0, threshold: 0.05 })
    assert.deepInclude(report.warnings, { code: "rule_explodes", subject: "lesson_coins", value: 1, threshold: 0.5 })
  })

  it("gives way after every decision", () => {
    const world = worldOf({ coin_rules: [coinRule()] })
    assert.strictEqual(lived(world).decisions, 10)
    const idle = { ...somebody, days: daily() }
    const donors = Array.from({ length: 1_000 }, () => idle)
    assert.isAbove(lived({ ...world, donors }).decisions, 100)
  })

  it("takes coins for idle whose owner has done nothing for 30 days, gone or not", () => {
    const at = (horizon_days: number) => {
      const world = worldOf({ coin_rules: [coinRule()] }, { horizon_days })
      const fresh = initialState(world.snapshot, { hatched_at: 0, timezone: null })
      const rich = { ...fresh, coins: { ...fresh.coins, balance: 90 } }
      const donors = [{ ...somebody, state: rich, days: daily() }, somebody]
      return lived({ ...world, donors }).tally.ends[0]!.idle_share
    }
    assert.strictEqual(at(29), 0)
    assert.approximately(at(30)!, 90 / (90 + 30 * 10), 1e-9)
  })

  it("knows how unevenly coins are spread", () => {
    assert.isNull(giniOf([]))
    assert.approximately(giniOf([[10, 5]])!, 0, 1e-9)
    assert.approximately(
      giniOf([
        [0, 99],
        [100, 1]
      ])!,
      0.99,
      1e-9
    )
  })
})
