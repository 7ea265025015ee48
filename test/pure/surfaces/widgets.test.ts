/** The week a leaderboard shows: that of the workspace's calendar, clock changes included. */
import { assert, describe, it } from "vitest"
import { unrankedWeek } from "../../../src/features/surfaces/widget/Rules.ts"

const board = (now: string, zone: string) => unrankedWeek(Date.parse(now), zone).leaderboard

describe("the week of a leaderboard", () => {
  it("begins on Monday at midnight of the zone", () => {
    const { ends_at, starts_at } = board("2026-11-22T13:07:04.500Z", "UTC")
    assert.deepStrictEqual([starts_at, ends_at], ["2026-11-16T00:00:00.000Z", "2026-11-23T00:00:00.000Z"])
    const berlin = board("2026-11-22T23:30:00Z", "Europe/Berlin")
    assert.deepStrictEqual([berlin.starts_at, berlin.ends_at], ["2026-11-22T23:00:00.000Z", "2026-11-29T23:00:00.000Z"])
  })

  it("is an hour longer or shorter where clocks change", () => {
    const hours = ({ ends_at, starts_at }: ReturnType<typeof board>) =>
      (Date.parse(ends_at!) - Date.parse(starts_at!)) / 3_600_000
    assert.strictEqual(hours(board("2026-10-22T12:00:00Z", "Europe/Berlin")), 169)
    assert.strictEqual(hours(board("2026-03-26T12:00:00Z", "Europe/Berlin")), 167)
  })

  it("is read anew every ten seconds, and never before it began", () => {
    assert.strictEqual(board("2026-11-22T13:07:09.999Z", "UTC").as_of, "2026-11-22T13:07:00.000Z")
    assert.strictEqual(board("2026-11-22T13:07:10.000Z", "UTC").as_of, "2026-11-22T13:07:10.000Z")
  })
})
