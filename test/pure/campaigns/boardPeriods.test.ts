/** The periods of a board: those of the workspace's calendar, clock changes included, and how far back they go. */
import { assert, describe, it } from "vitest"
import { boardKeyAt, boardPeriodAt, boardPeriodNamed } from "../../../src/engine/calendar/boardPeriods.ts"
import { isoTime, zoneOf } from "../../../src/engine/calendar/zones.ts"

const now = Date.parse("2026-11-22T13:07:04.500Z")
const utc = zoneOf("UTC")
const berlin = zoneOf("Europe/Berlin")

const windowOf = (at: string, zone = utc) => {
  const { window } = boardPeriodAt("weekly", zone, Date.parse(at))
  return [isoTime(window!.starts_at), isoTime(window!.ends_at)]
}

describe("a period of a board", () => {
  it("begins at midnight of the zone", () => {
    assert.deepStrictEqual(windowOf("2026-11-22T13:07:04.500Z"), [
      "2026-11-16T00:00:00.000Z",
      "2026-11-23T00:00:00.000Z"
    ])
    assert.deepStrictEqual(windowOf("2026-11-22T23:30:00Z", berlin), [
      "2026-11-22T23:00:00.000Z",
      "2026-11-29T23:00:00.000Z"
    ])
  })

  it("is an hour longer or shorter where clocks change", () => {
    const hours = (at: string) => {
      const [starts_at, ends_at] = windowOf(at, berlin)
      return (Date.parse(ends_at!) - Date.parse(starts_at!)) / 3_600_000
    }
    assert.strictEqual(hours("2026-10-22T12:00:00Z"), 169)
    assert.strictEqual(hours("2026-03-26T12:00:00Z"), 167)
  })

  it("has the key that limits use, and the one before", () => {
    const keys = (["daily", "weekly", "monthly", "all_time"] as const).map((period) => {
      const { before, period_key } = boardPeriodAt(period, utc, now)
      assert.strictEqual(boardKeyAt(period, utc, now), period_key)
      return [period_key, before]
    })
    assert.deepStrictEqual(keys, [
      ["2026-11-22", "2026-11-21"],
      ["2026-W47", "2026-W46"],
      ["2026-11", "2026-10"],
      ["total", null]
    ])
  })

  it("can be read for 30 days, 13 weeks or 13 months, and not before it begins", () => {
    const isReadable = (period: "daily" | "weekly" | "monthly" | "all_time", key: string) =>
      boardPeriodNamed(period, utc, now, key)?.period_key === key
    assert.isTrue(isReadable("daily", "2026-10-23"))
    assert.isFalse(isReadable("daily", "2026-10-22"))
    assert.isTrue(isReadable("weekly", "2026-W34"))
    assert.isFalse(isReadable("weekly", "2026-W33"))
    assert.isTrue(isReadable("monthly", "2025-10"))
    assert.isFalse(isReadable("monthly", "2025-09"))
    for (const strange of ["2026-11-23", "2026-W47", "total", "", "__proto__"])
      assert.isFalse(isReadable("daily", strange))
    assert.isTrue(isReadable("all_time", "total"))
  })
})
