/** When a streak is looked at, so that its user hears in time that it will end. */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { lookAgainAt, risksOf } from "../../../src/engine/streaks/streakRisk.ts"
import { lesson, World } from "../../kit/engine/World.ts"

const rule = {
  rule_id: "streak-1",
  streak_key: "daily",
  qualifying: { events: [{ event_type: lesson }] },
  timezone: { mode: "user" as const, fallback: "UTC" },
  at_risk_minutes: 240
}
const worldOf = () => new World({ streak_rules: [rule] })
const west = { timezone: "America/Los_Angeles" }
const east = { timezone: "Asia/Tokyo" }
const other = { type: "something.else" }

const factsOf = ({ host, state }: World, now: number) => ({
  snapshot: host.snapshot,
  state,
  now,
  tenant_timezone: "UTC"
})

const looks_max = 12

/** Of looks that are taken when they are due, and not before: the moment of the first that finds a risk. */
const foundAt = (world: World, now: number): number => {
  let moment = Math.max(now, lookAgainAt(factsOf(world, now)))
  for (let looks = 0; moment < Infinity && risksOf(factsOf(world, moment)).length === 0; looks += 1) {
    assert.isBelow(looks, looks_max)
    const next = lookAgainAt(factsOf(world, moment))
    assert.isAbove(next, moment)
    moment = next
  }
  return moment
}
const found = (world: World, now: string) => new Date(foundAt(world, Date.parse(now))).toISOString()

const hourMs = 3_600_000
/** Periods of a frequency are as many times as long as a day. */
const lengths = { daily: 1, weekly: 7, monthly: 31 } as const
const zone = fc.constantFrom("UTC", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Kiritimati", "Pacific/Pago_Pago")
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("learn" as const), late: fc.constantFrom(0, 0, 30) }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom("else", "warn", "freeze", "return", "restore" as const) })
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("rest" as const), ahead: fc.nat(2), days: fc.nat(20) }) }
)
const lives = fc.record({
  mode: fc.constantFrom("user" as const, "user" as const, "tenant" as const, "utc" as const),
  frequency: fc.constantFrom("daily" as const, "daily" as const, "weekly" as const, "monthly" as const),
  grace_minutes: fc.constantFrom(0, 0, 300, 720),
  at_risk_minutes: fc.constantFrom(60, 240, 3_000),
  freezes: fc.record({ initial: fc.constantFrom(0, 0, 1, 2), max: fc.constant(3), auto_consume: fc.boolean() }),
  steps: fc.array(fc.record({ hours: fc.nat(40), action, zone: fc.option(zone) }), { maxLength: 20, size: "max" })
})
type Step = (typeof lives extends fc.Arbitrary<infer L extends { steps: ReadonlyArray<unknown> }> ? L : never)["steps"]

const take = (world: World, now: number, { action: wanted, zone: told }: Step[number]): void => {
  const day = Math.floor(now / (24 * hourMs))
  const event = (late: number, type: string) => {
    const properties = told === null ? {} : { timezone: told }
    world.event(new Date(now - late * hourMs).toISOString(), properties, { now: new Date(now).toISOString(), type })
  }
  switch (wanted.type) {
    case "learn":
      return event(wanted.late, lesson)
    case "else":
      return event(0, other.type)
    case "warn":
      return void world.host.send(now, { _tag: "WarnStreak", streak_key: "daily" })
    case "freeze":
      return void world.host.send(now, { _tag: "FreezeStreak", streak_key: "daily" })
    case "restore":
      return void world.host.send(now, { _tag: "RestoreStreak", streak_key: "daily", reason: null })
    case "return":
      return void world.host.send(now, { _tag: "EndVacation" })
    case "rest": {
      const from_day = day + wanted.ahead
      return void world.host.send(now, { _tag: "TakeVacation", from_day, to_day: from_day + wanted.days })
    }
  }
}

describe("a streak at risk", () => {
  it("is found in time by whoever goes east, where the day ends sooner", () => {
    const world = worldOf()
    world.event("2026-11-01T20:00:00Z", west)
    world.event("2026-11-02T20:00:00Z", east)
    // From its third day on it goes by Tokyo, which has had most of that day.
    assert.strictEqual(found(world, "2026-11-02T20:00:00Z"), "2026-11-03T11:00:00.000Z")
    world.event("2026-11-03T09:00:00Z", east, other)
    assert.strictEqual(found(world, "2026-11-03T09:00:00Z"), "2026-11-03T11:00:00.000Z")
  })

  it("is found by whoever goes west, though it would have ended by now at home", () => {
    const world = worldOf()
    world.event("2026-11-01T03:00:00Z", east)
    world.event("2026-11-02T03:00:00Z", west)
    world.event("2026-11-03T18:00:00Z", west, other)
    assert.strictEqual(found(world, "2026-11-03T18:00:00Z"), "2026-11-04T04:00:00.000Z")
  })

  it("is found in time by whoever tells a zone for the first time", () => {
    const world = worldOf()
    world.event("2026-11-02T12:00:00Z")
    world.event("2026-11-02T13:00:00Z", east, other)
    assert.strictEqual(found(world, "2026-11-02T13:00:00Z"), "2026-11-03T11:00:00.000Z")
  })

  it("is found where a freeze spent by hand holds a month, after one that another freeze bridges", () => {
    const freezes = { initial: 2, max: 2 }
    const monthly = { ...rule, frequency: "monthly" as const, timezone: { mode: "utc" as const }, freezes }
    const world = new World({ streak_rules: [monthly] })
    world.event("2026-10-28T12:00:00Z")
    world.accept("2026-12-01T12:00:00Z", { _tag: "FreezeStreak", streak_key: "daily" })
    world.event("2027-01-02T12:00:00Z", {}, other)
    assert.strictEqual(found(world, "2027-01-02T12:00:00Z"), "2027-01-31T20:00:00.000Z")
  })

  it("is found as soon as it is one, whatever its calendar is and whatever keeps it", () => {
    let risks = 0
    const lived = fc.property(lives, ({ mode, steps, ...terms }) => {
      const kept = { restore_window_days: 30, vacation: { max_days: 40, max_per_year: 365 } }
      const world = new World({ streak_rules: [{ ...rule, ...kept, ...terms, timezone: { mode, fallback: null } }] })
      const length = lengths[terms.frequency] * 24 * hourMs
      let now = Date.parse("2025-10-20T03:30:00Z")
      for (const step of steps) {
        now += step.hours * lengths[terms.frequency] * hourMs
        take(world, now, step)
        for (let moment = now; moment < now + 2 * length; moment += hourMs) {
          if (risksOf(factsOf(world, moment)).length === 0) continue
          assert.isAtMost(foundAt(world, now), moment)
          risks += 1
          break
        }
      }
    })
    fc.assert(lived, { numRuns: 300 })
    assert.isAbove(risks, 300)
  })
})
