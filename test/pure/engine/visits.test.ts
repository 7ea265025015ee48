/** A buddy that visits a later moment on a test clock, and is back: what its present needs is still remembered. */
import { assert, describe, it } from "@effect/vitest"
import { countIn, periodsMax } from "../../../src/engine/calendar/periods.ts"
import { dayMs, localDay, utc } from "../../../src/engine/calendar/zones.ts"
import { coinRule, lesson, row, World } from "../../kit/engine/World.ts"

const noon = "2026-11-20T12:00:00Z"
const later = "2027-03-20T12:00:00Z"
const evening = "2026-11-20T18:00:00Z"

const content = {
  coin_rules: [
    coinRule({ limits: { max_per_day: 1 } }),
    coinRule({ rule_id: "rule-2", rule_key: "rested", limits: { cooldown_seconds: 86_400 } })
  ],
  badge_definitions: [
    {
      badge_definition_id: "badge-1",
      badge_key: "busy",
      label: "Three in two days",
      criteria: {
        conditions: [{ type: "event_count" as const, key: lesson, operator: "gte" as const, value: 3, window_days: 2 }]
      }
    }
  ]
}

/** The same buddy on a test clock, for as long as `visit` takes. */
const visiting = (world: World, written: ConstructorParameters<typeof World>[0], visit: (trip: World) => void) => {
  const trip = new World(written, { isOnTestClock: true })
  trip.host.state = world.state
  visit(trip)
  world.host.state = trip.state
}

describe("a visit to a later moment", () => {
  it("gives no day its limits back, and takes no event of a day away", () => {
    const world = new World(content)
    world.event(noon)
    visiting(world, content, (trip) => {
      for (const day of ["20", "21"]) trip.event(`2027-03-${day}T12:00:00Z`)
    })
    const back = world.event(evening)
    assert.deepStrictEqual(
      back.trace.filter(({ type }) => type === "coin_rule").map(({ reason }) => reason),
      ["limit_reached", "cooldown"]
    )
    const day = localDay(utc, Date.parse(noon))
    assert.strictEqual(countIn(world.state.counts[lesson]?.recent ?? [], day), 2)
  })

  it("limits the present as ever, however many later days and firings it has brought", () => {
    const world = new World(content)
    visiting(world, content, (trip) => {
      const first = Date.parse(later)
      for (let day = 0; day < periodsMax; day++) trip.event(new Date(first + day * dayMs).toISOString())
    })
    const paid = () =>
      world
        .event(noon)
        .trace.flatMap(({ key, outcome, type }) => (type === "coin_rule" && outcome === "fired" ? key : []))
    assert.deepStrictEqual(paid(), ["lesson_coins", "rested"])
    assert.deepStrictEqual(paid(), [])
    assert.strictEqual(countIn(world.state.counts[lesson]?.recent ?? [], localDay(utc, Date.parse(noon))), 2)
  })

  it("counts no day that is ahead of the present among its last ones", () => {
    const conditions = [
      { type: "event_count" as const, key: lesson, operator: "gte" as const, value: 3, window_days: 2 },
      { type: "event_count" as const, key: "logged_in", operator: "gte" as const, value: 1, window_days: null }
    ]
    const busy = {
      badge_definition_id: "badge-1",
      badge_key: "busy",
      label: "Three in two days",
      criteria: { conditions }
    }
    const written = { badge_definitions: [busy] }
    const world = new World(written)
    visiting(world, written, (trip) => {
      for (const day of ["20", "23", "26"]) trip.event(`2027-03-${day}T12:00:00Z`)
    })
    assert.deepStrictEqual(world.event(noon, {}, { type: "logged_in" }).effects.badges_awarded, [])
    for (let n = 0; n < 2; n++) world.event(noon)
    assert.lengthOf(world.event(evening).effects.badges_awarded, 1)
  })

  it("gives no day its kudos back, of however many visits, and counts those of a visit to the day itself", () => {
    const nothing = { coins: 0, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 }
    const type = { kudo_type_id: "type-1", kudo_key: "thanks", receiver_reward: nothing, giver_reward: nothing }
    const terms = { ...type, daily_limit_per_sender: 3, pair_limit_per_day: 3, audience: null }
    const thanks = () =>
      ({ _tag: "GiveKudos", kudo_id: "kudo-1", type: terms, to_buddy_id: "pip", message: null }) as const
    const left = (world: World, at: string) => {
      const { reply } = world.accept(at, thanks())
      return reply._tag === "Kudos" ? reply.left_today : Number.NaN
    }
    const world = new World({})
    assert.strictEqual(left(world, noon), 2)
    visiting(world, {}, (trip) => {
      assert.strictEqual(left(trip, noon), 1)
      for (const at of ["2027-03-20T12:00:00Z", "2027-03-21T12:00:00Z"]) assert.strictEqual(left(trip, at), 2)
    })
    assert.strictEqual(left(world, evening), 0)
    visiting(world, {}, (trip) => assert.strictEqual(left(trip, later), 2))
    assert.deepInclude(world.refuse(evening, thanks()), { limit: "daily", used: 3 })
    assert.strictEqual(left(world, "2026-11-21T12:00:00Z"), 2)
    assert.strictEqual(left(world, "2026-11-21T12:00:00Z"), 1)
    visiting(world, {}, (trip) => assert.strictEqual(left(trip, "2026-11-22T12:00:00Z"), 2))
    assert.strictEqual(left(world, "2026-11-21T18:00:00Z"), 0)
  })

  it("ends no booster that still runs in the present", () => {
    const world = new World(content)
    const booster = {
      booster_id: "booster-1",
      booster_key: "double",
      applies_to: ["coins" as const],
      multiplier: 2,
      stacking: "max" as const,
      rounding: "down" as const
    }
    world.accept(noon, { _tag: "GrantBooster", booster, starts_at: null, duration_ms: 86_400_000 })
    visiting(world, content, (trip) =>
      trip.accept(later, { _tag: "EarnCoins", amount: 1, reason: null, reference_id: null })
    )
    assert.deepInclude(row(world.event(evening), "coin_rule").detail, { amount: 20, base: 10, factor: 2 })
  })
})
