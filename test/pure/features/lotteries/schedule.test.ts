import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { momentAt, nextDrawAt } from "../../../../src/features/campaigns/lotteries/Rules/Schedule.ts"
import { offsetAt, zoneOf } from "../../../../src/engine/calendar/zones.ts"
import type { LotterySchedule } from "../../../../src/wire/campaigns/Lottery.ts"

const next = (schedule: LotterySchedule, after: string): string | null => {
  const at = nextDrawAt(schedule, Date.parse(after))
  return at === null ? null : new Date(at).toISOString()
}
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Cairo"]

describe("the schedule of a lottery", () => {
  it("comes daily, weekly and monthly on its wall clock", () => {
    const wall = { hour: 18, minute: 30, timezone: "Europe/Berlin" }
    assert.strictEqual(next({ frequency: "daily", ...wall }, "2026-11-22T17:29:59.999Z"), "2026-11-22T17:30:00.000Z")
    assert.strictEqual(next({ frequency: "daily", ...wall }, "2026-11-22T17:30:00.000Z"), "2026-11-23T17:30:00.000Z")
    const friday = { frequency: "weekly", weekday: 5, ...wall } as const
    assert.strictEqual(next(friday, "2026-11-22T12:00:00Z"), "2026-11-27T17:30:00.000Z")
    assert.strictEqual(next(friday, "2026-11-27T17:30:00Z"), "2026-12-04T17:30:00.000Z")
    const monthly = { frequency: "monthly", day: 28, ...wall } as const
    assert.strictEqual(next(monthly, "2026-12-29T00:00:00Z"), "2027-01-28T17:30:00.000Z")
  })

  it("comes once and never again", () => {
    const schedule = { frequency: "once", draw_at: "2026-11-22T18:00:00+01:00" } as const
    assert.strictEqual(next(schedule, "2026-11-22T16:59:59Z"), "2026-11-22T17:00:00.000Z")
    assert.isNull(next(schedule, "2026-11-22T17:00:00Z"))
  })

  it("waits for the end of an hour that does not come", () => {
    const berlin = { frequency: "daily", hour: 2, minute: 30, timezone: "Europe/Berlin" } as const
    assert.strictEqual(next(berlin, "2026-03-28T12:00:00Z"), "2026-03-29T01:00:00.000Z")
    assert.strictEqual(next(berlin, "2026-03-29T01:00:00Z"), "2026-03-30T00:30:00.000Z")
    const howe = { frequency: "daily", hour: 2, minute: 10, timezone: "Australia/Lord_Howe" } as const
    assert.strictEqual(next(howe, "2026-10-03T12:00:00Z"), "2026-10-03T15:30:00.000Z")
  })

  it("takes the first of two when an hour comes twice, and only that one", () => {
    const berlin = { frequency: "daily", hour: 2, minute: 30, timezone: "Europe/Berlin" } as const
    assert.strictEqual(next(berlin, "2026-10-24T12:00:00Z"), "2026-10-25T00:30:00.000Z")
    assert.strictEqual(next(berlin, "2026-10-25T00:30:00Z"), "2026-10-26T01:30:00.000Z")
    const late = { frequency: "daily", hour: 23, minute: 30, timezone: "Africa/Cairo" } as const
    assert.strictEqual(next(late, "2026-10-29T12:00:00Z"), "2026-10-29T20:30:00.000Z")
    assert.strictEqual(next(late, "2026-10-29T20:30:00Z"), "2026-10-30T21:30:00.000Z")
  })

  it("is the first moment whose clock shows that time or later", () => {
    const days = fc.integer({ min: 20_000, max: 22_500 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, fc.integer({ min: 0, max: 1_439 }), (name, day, minutes) => {
        const zone = zoneOf(name)
        const at = momentAt(zone, day, minutes)
        const wall = day * 86_400_000 + minutes * 60_000
        const shows = (moment: number) => moment + offsetAt(zone, moment)
        assert.isAtLeast(shows(at), wall)
        // Nothing earlier on that day shows as much.
        for (let before = at - 60_000; before >= at - 3 * 3_600_000; before -= 60_000)
          assert.isBelow(shows(before), wall)
      }),
      { numRuns: 300 }
    )
  })

  it("always goes on, whatever moment it is asked at", () => {
    const recurring = fc.constantFrom<LotterySchedule>(
      ...zones.flatMap((timezone): ReadonlyArray<LotterySchedule> => [
        { frequency: "daily", hour: 2, minute: 15, timezone },
        { frequency: "weekly", weekday: 7, hour: 0, minute: 0, timezone },
        { frequency: "monthly", day: 1, hour: 23, minute: 59, timezone }
      ])
    )
    fc.assert(
      fc.property(recurring, fc.integer({ min: 1.7e12, max: 1.95e12 }), (schedule, after) => {
        const first = nextDrawAt(schedule, after)!
        const longest = { daily: 1, weekly: 7, monthly: 31, once: 0 }[schedule.frequency]
        assert.isAbove(first, after)
        assert.isAtMost(first - after, longest * 86_400_000 + 7_200_000)
        // No moment of the schedule lies in between: asked right before, it is the same.
        assert.strictEqual(nextDrawAt(schedule, first - 1), first)
      })
    )
  })
})
