/** Surprise drops: luck that follows from the event, pity that is due, and what both may cost. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { Accepted } from "../../../src/engine/core/Decision.ts"
import type { DropTerms, LiveDrop } from "../../../src/wire/campaigns/SurpriseDrops.ts"
import type { Reward } from "../../../src/wire/content/Shared.ts"
import { compile } from "../../../src/engine/core/Snapshot.ts"
import { contentOf, gem, lesson, row, World, xp } from "../../kit/engine/World.ts"

const nothing: Reward = { coins: 0, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 }
const coins = (amount: number): Reward => ({ ...nothing, coins: amount })
const noLimits = {
  cooldown_seconds: 0,
  max_per_day: null,
  max_per_week: null,
  max_per_month: null,
  max_total: null,
  unique_by: [],
  day_boundary: "user"
} as const

const drop = (terms: Partial<LiveDrop> = {}): LiveDrop => ({
  rule_id: "d1",
  rule_key: "gift",
  enabled: true,
  revision: 1,
  priority: 100,
  audience: null,
  trigger: { event_type: lesson, match: "all", filters: [] },
  conditions: { match: "all", conditions: [] },
  probability: 0,
  pity_after: null,
  beginner: null,
  reward_pool: [{ weight: 1, reward: coins(20) }],
  limits: noLimits,
  budget: null,
  ...terms
})

const worldOf = (drops: ReadonlyArray<DropTerms>, draw: (event: string, label: string) => number = () => 0.5) =>
  new World({ token_types: [xp, gem] }, { campaigns: { surprise_drops: drops }, draw })

const noon = "2026-11-20T12:00:00Z"
const totalsOf = ({ writes }: Accepted) => writes.flatMap((one) => (one.kind === "totals" ? [one.row] : []))
const outcomes = (world: World) =>
  world.host.accepted.flatMap(totalsOf).map(({ amount, bucket }) => [bucket.split("|").at(-1), amount])

describe("a surprise drop", () => {
  it("is won below its probability, paid with the event, and told with what was drawn", () => {
    const world = worldOf([drop({ probability: 0.5 })], (_event, label) => (label === "d1:hit" ? 0.499 : 0))
    const won = world.event(noon)
    assert.deepStrictEqual(
      won.entries.map(({ amount, reason, rule_id }) => [amount, reason, rule_id]),
      [[20, "drop", "d1"]]
    )
    assert.strictEqual(won.effects.coins, 20)
    const told = row(won, "surprise_drop")
    assert.deepInclude(told, { key: "gift", outcome: "fired", ledger_ids: ["ledger-1"] })
    assert.deepInclude(told.detail, { probability: 0.5, misses: 0, is_pity: false, is_beginner: false, prize: 0 })
    const lost = worldOf([drop({ probability: 0.5 })], () => 0.5).event(noon)
    assert.deepInclude(row(lost, "surprise_drop"), { outcome: "skipped", reason: "missed" })
    assert.strictEqual(lost.effects.coins, 0)
  })

  it("draws its prize by weight", () => {
    const pool = [
      { weight: 3, reward: coins(1) },
      { weight: 1, reward: { ...nothing, tokens: [{ token_key: "gem", amount: 2 }] } }
    ]
    const prizeAt = (chance: number) => {
      const draw = (_event: string, label: string) => (label === "d1:hit" ? 0 : chance)
      return row(worldOf([drop({ probability: 1, reward_pool: pool })], draw).event(noon), "surprise_drop").detail[
        "prize"
      ]
    }
    assert.deepStrictEqual([0, 0.7499, 0.75, 0.9999].map(prizeAt), [0, 0, 1, 1])
  })

  it("is due after so many misses, whatever the draw says, and counts anew from there", () => {
    const world = worldOf([drop({ pity_after: 2 })])
    const isWon = () => row(world.event(noon), "surprise_drop").outcome === "fired"
    assert.deepStrictEqual([1, 2, 3, 4, 5, 6].map(isWon), [false, false, true, false, false, true])
    assert.deepStrictEqual(outcomes(world), [
      ["miss", 1],
      ["miss", 1],
      ["pity:0", 1],
      ["miss", 1],
      ["miss", 1],
      ["pity:0", 1]
    ])
    assert.isUndefined(world.state.drops)
  })

  it("has another probability in the first days of a buddy", () => {
    const terms = drop({ beginner: { days: 20, probability: 1 } })
    // hatched at 2026-11-01
    assert.strictEqual(worldOf([terms]).event("2026-11-20T23:59:59.999Z").effects.coins, 20)
    assert.strictEqual(worldOf([terms]).event("2026-11-21T00:00:00Z").effects.coins, 0)
  })

  it("counts its limits by what was won, and asks nothing of luck beyond them", () => {
    const world = worldOf([drop({ probability: 1, limits: { ...noLimits, max_per_day: 1 } })])
    assert.strictEqual(world.event(noon).effects.coins, 20)
    assert.strictEqual(row(world.event(noon), "surprise_drop").reason, "limit_reached")
    assert.strictEqual(world.event("2026-11-21T12:00:00Z").effects.coins, 20)
    const unlucky = worldOf([drop({ pity_after: 1, limits: { ...noLimits, max_per_day: 1 } })])
    assert.strictEqual(row(unlucky.event(noon), "surprise_drop").reason, "missed")
    assert.strictEqual(unlucky.event(noon).effects.coins, 20)
  })

  it("pays what its budget has left, and stays due where that does not suffice", () => {
    const world = worldOf([drop({ pity_after: 1, budget: { max_coins: 25, period: "day" } })])
    const reasons = [noon, noon, noon, noon, noon].map((at) => row(world.event(at), "surprise_drop").reason)
    assert.deepStrictEqual(reasons, ["missed", "fired", "missed", "budget_exhausted", "budget_exhausted"])
    assert.deepStrictEqual(world.state.drops, { d1: 1 })
    assert.strictEqual(row(world.event("2026-11-21T12:00:00Z"), "surprise_drop").reason, "fired")
    assert.strictEqual(world.host.budgets.get("d1 2026-11-20"), 20)
  })

  it("comes by priority, then by key, and not at all where it is switched off", () => {
    const terms = { probability: 1 }
    const off: DropTerms = { rule_id: "d4", enabled: false }
    const world = worldOf([
      drop({ ...terms, rule_id: "d3", rule_key: "c" }),
      drop({ ...terms, rule_id: "d2", rule_key: "b" }),
      drop({ ...terms, rule_id: "d1", rule_key: "z", priority: 1 }),
      off
    ])
    assert.deepStrictEqual(
      world.event(noon).trace.map(({ key }) => key),
      ["z", "b", "c"]
    )
  })

  it("keeps its misses while it is switched off and forgets them once it is gone", () => {
    const world = worldOf([drop()])
    world.event(noon)
    const later = (drops: ReadonlyArray<DropTerms>) => {
      const next = worldOf(drops)
      next.host.state = world.state
      next.event(noon, {}, { type: "other" })
      return next.state.drops
    }
    assert.deepStrictEqual(later([{ rule_id: "d1", enabled: false }]), { d1: 1 })
    assert.isUndefined(later([]))
  })

  it("opens what badges ask for in the same event", () => {
    const badge = {
      badge_definition_id: "b-rich",
      badge_key: "rich",
      label: "Rich",
      criteria: { conditions: [{ type: "coins_lifetime" as const, operator: "gte" as const, value: 20 }] }
    }
    const world = new World(
      { badge_definitions: [badge] },
      { campaigns: { surprise_drops: [drop({ probability: 1 })] } }
    )
    assert.deepStrictEqual(
      world.event(noon).badges.map(({ badge_key }) => badge_key),
      ["rich"]
    )
  })

  it("judges conditions on events of the last days", () => {
    const condition = { type: "event_count", key: lesson, operator: "gte", value: 3, window_days: 2 } as const
    const world = worldOf([drop({ probability: 1, conditions: { match: "all", conditions: [condition] } })])
    const days = ["2026-11-10", "2026-11-11", "2026-11-13", "2026-11-14", "2026-11-14"]
    const reasons = days.map((day) => row(world.event(`${day}T12:00:00Z`), "surprise_drop").reason)
    assert.deepStrictEqual(reasons, [...Array(4).fill("condition_failed"), "fired"])
  })
})

describe("a surprise drop of an event that is taken back", () => {
  const skills = [{ skill_key: "focus", name: "Focus" }]
  const focus = {
    skill_sets: [
      { skill_set_id: "s", skill_set_key: "s", name: "S", skills, level_curve: { mode: "linear" as const, base: 10 } }
    ]
  }

  it("takes along the points it has brought, and none that a version without the skill had left out", () => {
    const reward = { ...coins(20), skills: [{ skill_key: "focus", amount: 7 }] }
    const terms = drop({ probability: 1, reward_pool: [{ weight: 1, reward }] })
    const world = new World({}, { campaigns: { surprise_drops: [terms] } })
    world.event(noon)
    Object.assign(world.host, { snapshot: compile(contentOf(focus), { config_version_id: "v2" }) })
    world.event(noon)
    assert.strictEqual(world.state.skills["focus"], 7)
    const undo = (event_id: string) => {
      assert.strictEqual(world.host.undo(Date.parse(noon), { event_id, mode: "clamp" })?._tag, "Accepted")
      return world.state.skills["focus"]
    }
    assert.deepStrictEqual([undo("event-1"), undo("event-2")], [7, 0])
    assert.strictEqual(world.state.coins.balance, 0)
  })

  it("goes with its coins, points, place, budget and outcome, and gives the misses back", () => {
    const reward = { ...coins(20), skills: [{ skill_key: "focus", amount: 7 }] }
    const limits = { ...noLimits, max_total: 1, unique_by: ["id"] }
    const terms = drop({
      pity_after: 2,
      limits,
      reward_pool: [{ weight: 1, reward }],
      budget: { max_coins: 50, period: "month" }
    })
    const world = new World(focus, { campaigns: { surprise_drops: [terms] }, draw: () => 0.5 })
    const start = world.state.skills["focus"] ?? 0
    for (const id of ["a", "b", "c"]) world.event(noon, { id })
    assert.strictEqual(world.state.coins.balance, 20)
    assert.strictEqual(world.state.skills["focus"], start + 7)
    assert.strictEqual(world.host.budgets.get("d1 2026-11"), 20)
    const back = world.host.undo(Date.parse(noon), { event_id: "event-3", mode: "clamp" })
    assert.strictEqual(back?._tag, "Accepted")
    assert.strictEqual(world.state.coins.balance, 0)
    assert.strictEqual(world.state.skills["focus"], start)
    assert.strictEqual(world.host.budgets.get("d1 2026-11"), 0)
    assert.deepStrictEqual(outcomes(world).at(-1), ["pity:0", -1])
    assert.deepStrictEqual(world.state.drops, { d1: 2 })
    assert.strictEqual(row(world.event(noon, { id: "c" }), "surprise_drop").reason, "fired")
  })
})

describe("drops over random draws", () => {
  const lives = fc.record({
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
    pity_after: fc.integer({ min: 1, max: 5 }),
    budget: fc.option(fc.integer({ min: 1, max: 200 })),
    prizes: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
    draws: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999 }), fc.double({ min: 0, max: 0.999 })), {
      minLength: 1,
      maxLength: 60
    })
  })

  it("never miss more often in a row than pity allows, and cost what the budget has", () => {
    fc.assert(
      fc.property(lives, ({ budget, draws, pity_after, prizes, probability }) => {
        const terms = drop({
          probability,
          pity_after,
          budget: budget === null ? null : { max_coins: budget, period: "total" },
          reward_pool: prizes.map((amount) => ({ weight: 1, reward: coins(amount) }))
        })
        const world = worldOf([terms], (event, label) => draws[Number(event.slice(6)) - 1]![label === "d1:hit" ? 0 : 1])
        let [misses, hits, rolls] = [0, 0, 0]
        for (const _draw of draws) {
          const { reason } = row(world.event(noon), "surprise_drop")
          if (reason === "missed") misses += 1
          if (reason === "fired") misses = 0
          if (reason === "fired") hits += 1
          if (reason !== "budget_exhausted") rolls += 1
          assert.isAtMost(misses, pity_after)
        }
        const counted = outcomes(world).filter(([outcome]) => !String(outcome).startsWith("unpaid"))
        const missed = counted.filter(([outcome]) => outcome === "miss").length
        assert.strictEqual(counted.length, rolls)
        assert.strictEqual(missed, rolls - hits)
        if (budget !== null) assert.isAtMost(world.state.coins.earned, budget)
        assert.strictEqual(world.host.budgets.get("d1 total") ?? 0, budget === null ? 0 : world.state.coins.earned)
      })
    )
  })

  it("follow from the event: told twice, a life is the same", () => {
    fc.assert(
      fc.property(lives, ({ draws, pity_after, probability }) => {
        const told = () => {
          const world = worldOf([drop({ probability, pity_after })], (event, label) => {
            return draws[Number(event.slice(6)) - 1]![label === "d1:hit" ? 0 : 1]
          })
          return draws.map(() => world.event(noon).trace)
        }
        assert.deepStrictEqual(told(), told())
      })
    )
  })
})
