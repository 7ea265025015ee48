import { assert, describe, it } from "vitest"
import { streaksView } from "../../../src/engine/views/views.ts"
import { lesson, row, World } from "../../kit/engine/World.ts"

const daily = (extra: object = {}) => ({
  rule_id: "streak-1",
  streak_key: "daily",
  qualifying: { events: [{ event_type: lesson }] },
  ...extra
})
const worldOf = (extra: object = {}, around: object = {}) => new World({ streak_rules: [daily(extra)] }, around)
const noonOf = (date: string) => `2026-${date}T12:00:00Z`

/** One event at noon of each date; the lengths after each. */
const lengths = (world: World, dates: Array<string>) =>
  dates.map((date) => world.event(noonOf(date)).effects.streak_updates[0]!.current_streak)

describe("a daily streak", () => {
  it("grows by one for each day with an event, however many events the day has", () => {
    assert.deepEqual(lengths(worldOf(), ["11-20", "11-20", "11-21", "11-22"]), [1, 1, 2, 3])
  })

  it("starts over after a missed day and remembers its longest run", () => {
    const world = worldOf()
    assert.deepEqual(lengths(world, ["11-20", "11-21", "11-23"]), [1, 2, 1])
    assert.strictEqual(world.state.streaks["daily"]!.longest, 2)
  })

  it("stores whether another one was lost where it begins, and of a day that comes late nothing", () => {
    const world = worldOf()
    const said = (date: string) => {
      const { detail } = row(world.event(noonOf(date)), "streak_rule")
      return [detail["current_streak"], detail["lost"]]
    }
    assert.deepEqual(["11-10", "11-11", "11-14", "11-20"].map(said), [
      [1, false],
      [2, undefined],
      [1, true],
      [1, true]
    ])
    assert.deepEqual(said("11-18"), [1, false])
    assert.deepEqual(said("11-19"), [3, undefined])
    assert.deepEqual(said("11-16"), [3, undefined])
  })

  it("tells the event's answer what became of it", () => {
    const world = worldOf({ freezes: { initial: 1, max: 1 } })
    world.event(noonOf("11-20"))
    assert.deepEqual(world.event(noonOf("11-22")).effects.streak_updates, [
      {
        streak_key: "daily",
        current_streak: 2,
        longest_streak: 2,
        extended: true,
        period_key: "2026-11-22",
        freezes_left: 0,
        used_freeze: true,
        expires_at: "2026-11-24T00:00:00.000Z"
      }
    ])
    assert.strictEqual(world.event(noonOf("11-22")).effects.streak_updates[0]!.extended, false)
  })

  it("spends freezes only when they cover the whole gap", () => {
    assert.deepEqual(lengths(worldOf({ freezes: { initial: 1, max: 1 } }), ["11-20", "11-23", "11-25"]), [1, 1, 2])
    assert.deepEqual(
      lengths(worldOf({ freezes: { initial: 2, max: 2, auto_consume: false } }), ["11-20", "11-22"]),
      [1, 1]
    )
  })

  it("earns a freeze every so many days, up to the maximum", () => {
    const world = worldOf({ freezes: { max: 1, earn_every_days: 2 } })
    lengths(world, ["11-20", "11-21", "11-22", "11-23"])
    assert.strictEqual(world.state.streaks["daily"]!.freezes_left, 1)
    assert.deepEqual(lengths(world, ["11-25"]), [5])
  })

  it("lets an event in the grace count for the day before, when that day would else be missed", () => {
    const world = worldOf({ grace_minutes: 120 })
    lengths(world, ["11-20"])
    const rescued = world.event("2026-11-22T01:59:00Z").effects.streak_updates[0]!
    assert.deepEqual([rescued.period_key, rescued.current_streak], ["2026-11-21", 2])
    assert.strictEqual(world.event("2026-11-22T01:59:30Z").effects.streak_updates[0]!.period_key, "2026-11-22")
    assert.strictEqual(
      worldOf({ grace_minutes: 120 }).event("2026-11-22T00:30:00Z").effects.streak_updates[0]!.period_key,
      "2026-11-22"
    )
  })

  it("follows the user's calendar across a change of the clock", () => {
    const world = worldOf({}, { timezone: "Europe/Berlin", hatched_at: 0 })
    const lengthAt = (at: string) => world.event(at).effects.streak_updates[0]!.current_streak
    assert.deepEqual(
      ["2026-03-28T22:30:00Z", "2026-03-28T23:30:00Z", "2026-03-29T21:59:00Z", "2026-03-29T22:00:00Z"].map(lengthAt),
      [1, 2, 2, 3]
    )
  })

  it("is repaired by a late event that fills the gap, and the freeze spent on it comes back", () => {
    const broken = worldOf()
    lengths(broken, ["11-18", "11-20"])
    const late = broken.event(noonOf("11-19"), {}, { now: noonOf("11-20") }).effects.streak_updates[0]!
    assert.deepEqual([late.current_streak, late.longest_streak, late.period_key], [3, 3, "2026-11-19"])

    const frozen = worldOf({ freezes: { initial: 1, max: 1 } })
    lengths(frozen, ["11-18", "11-20"])
    assert.strictEqual(frozen.state.streaks["daily"]!.freezes_left, 0)
    const refunded = frozen.event(noonOf("11-19"), {}, { now: noonOf("11-20") }).effects.streak_updates[0]!
    assert.deepEqual([refunded.current_streak, refunded.freezes_left], [3, 1])
  })

  it("does not count an event older than the lateness window", () => {
    const world = worldOf()
    lengths(world, ["11-01", "11-03"])
    const decision = world.event(noonOf("11-02"), {}, { now: noonOf("11-20") })
    assert.strictEqual(row(decision, "streak_rule").reason, "outside_window")
    assert.strictEqual(world.state.streaks["daily"]!.current, 1)
  })

  it("reads as lapsed once it can no longer be saved", () => {
    const world = worldOf({ grace_minutes: 60 })
    lengths(world, ["11-20", "11-21"])
    const currentAt = (at: string) =>
      streaksView(world.host.snapshot, world.state, { now: Date.parse(at), tenant_timezone: "UTC" })[0]!.current_streak
    assert.deepEqual(["2026-11-22T23:00:00Z", "2026-11-23T00:59:59Z", "2026-11-23T01:00:00Z"].map(currentAt), [2, 2, 0])
  })

  it("tells an event that did not extend it what there was to extend on its day", () => {
    const world = worldOf({ qualifying: { events: [{ event_type: lesson, min_count: 2 }] } })
    const told = (at: string, now?: string) => {
      const { streak_updates } = world.event(at, {}, now === undefined ? {} : { now }).effects
      const { current_streak, expires_at, extended } = streak_updates[0]!
      return [extended, current_streak, expires_at]
    }
    told(noonOf("11-20"))
    assert.deepEqual(told(noonOf("11-20")), [true, 1, "2026-11-22T00:00:00.000Z"])
    assert.deepEqual(told(noonOf("11-21")), [false, 1, "2026-11-22T00:00:00.000Z"])
    assert.deepEqual(told(noonOf("11-25")), [false, 0, null])
    assert.deepEqual(told(noonOf("11-21"), noonOf("11-25")), [true, 2, "2026-11-23T00:00:00.000Z"])
  })

  it("tells the first event of a past day and the later ones of that day the same run", () => {
    const world = worldOf()
    lengths(world, ["11-14", "11-20"])
    const told = (at: string) => {
      const { current_streak, expires_at, extended } = world.event(at, {}, { now: noonOf("11-20") }).effects
        .streak_updates[0]!
      return [extended, current_streak, expires_at]
    }
    assert.deepEqual(told("2026-11-15T08:00:00Z"), [true, 2, "2026-11-17T00:00:00.000Z"])
    assert.deepEqual(told("2026-11-15T09:00:00Z"), [false, 2, "2026-11-17T00:00:00.000Z"])
    assert.deepEqual(told("2026-11-14T09:00:00Z"), [false, 2, "2026-11-17T00:00:00.000Z"])
  })

  it("is saved within the grace of a day that the freezes at hand lead up to", () => {
    const world = worldOf({ grace_minutes: 120, freezes: { initial: 1, max: 1 } })
    lengths(world, ["11-20"])
    const saved = world.event("2026-11-23T00:30:00Z").effects.streak_updates[0]!
    assert.deepEqual([saved.period_key, saved.current_streak, saved.used_freeze], ["2026-11-22", 2, true])
  })

  it("lets an event in the grace go when the day it had saved turns out to have been kept", () => {
    const world = worldOf({ grace_minutes: 120 })
    lengths(world, ["11-20"])
    world.event("2026-11-22T00:30:00Z")
    const late = world.event(noonOf("11-21"), {}, { now: noonOf("11-22") }).effects.streak_updates[0]!
    assert.deepEqual([late.extended, late.current_streak, late.period_key], [true, 3, "2026-11-21"])
  })

  it("keeps what it had when its rule was kept without the moments of events, or changes", () => {
    const world = worldOf({ grace_minutes: 120 })
    lengths(world, ["11-20", "11-21"])
    const { telling: _telling, longest_settled: _settled, ...old } = world.state.streaks["daily"]!
    world.host.state = { ...world.state, streaks: { daily: old } }
    assert.deepEqual(lengths(world, ["11-22", "11-23"]), [3, 4])
    world.event("2026-11-25T01:00:00Z")
    assert.strictEqual(world.state.streaks["daily"]!.period_key, "2026-11-24")
  })

  it("is shown until when it runs, bridged by a freeze or not, and not at all once it has lapsed", () => {
    const world = worldOf({ freezes: { initial: 1, max: 1 } })
    lengths(world, ["11-20"])
    const viewAt = (at: string) => {
      const now = Date.parse(at)
      const view = streaksView(world.host.snapshot, world.state, { now, tenant_timezone: "UTC" })[0]!
      return [view.current_streak, view.expires_at]
    }
    assert.deepEqual(viewAt(noonOf("11-21")), [1, "2026-11-22T00:00:00.000Z"])
    assert.deepEqual(viewAt(noonOf("11-22")), [1, "2026-11-23T00:00:00.000Z"])
    assert.deepEqual(viewAt(noonOf("11-23")), [0, null])
  })

  it("keeps few periods however long it runs", () => {
    const world = worldOf()
    for (let index = 0; index < 200; index += 1)
      world.event(new Date(Date.parse(noonOf("11-20")) + index * 86_400_000).toISOString())
    const streak = world.state.streaks["daily"]!
    assert.strictEqual(streak.current, 200)
    assert.isAtMost(streak.qualified.length, 14)
  })
})

describe("what qualifies", () => {
  it("needs min_count events in the period", () => {
    const world = worldOf({ qualifying: { events: [{ event_type: lesson, min_count: 2 }] } })
    const first = world.event(noonOf("11-20"))
    assert.deepEqual(row(first, "streak_rule").detail, {
      period: "2026-11-20",
      unmet: [{ event_type: lesson, current: 1, value: 2 }]
    })
    assert.deepEqual(lengths(world, ["11-20", "11-21", "11-21"]), [1, 1, 2])
  })

  it("with match all needs each of the events", () => {
    const world = worldOf({ qualifying: { match: "all", events: [{ event_type: lesson }, { event_type: "login" }] } })
    assert.deepEqual(lengths(world, ["11-20", "11-20"]), [0, 0])
    assert.strictEqual(world.event(noonOf("11-20"), {}, { type: "login" }).effects.streak_updates[0]!.current_streak, 1)
  })

  it("may be filtered by properties", () => {
    const filters = [{ property: "score", operator: "gte" as const, value: 50 }]
    const world = worldOf({ qualifying: { events: [{ event_type: lesson, filters }] } })
    const decision = world.event(noonOf("11-20"), { score: 1 })
    assert.strictEqual(row(decision, "streak_rule").reason, "filter_failed")
    assert.deepEqual(decision.effects.streak_updates, [])
  })

  it("can be a week from Monday to Sunday, or a month", () => {
    assert.deepEqual(lengths(worldOf({ frequency: "weekly" }), ["11-16", "11-22", "11-23", "12-07"]), [1, 1, 2, 1])
    assert.deepEqual(lengths(worldOf({ frequency: "monthly" }), ["11-01", "11-30", "12-31"]), [1, 1, 2])
  })
})
