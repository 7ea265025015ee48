import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { announceZone, userZoneAt } from "../../../src/engine/calendar/calendar.ts"
import {
  countIn,
  countSince,
  countUp,
  firstDayOf,
  periodKey,
  periodsMax,
  periodOf,
  periodOfKey
} from "../../../src/engine/calendar/periods.ts"
import { isoTime, localDay, offsetAt, startOfDay, zoneOf } from "../../../src/engine/calendar/zones.ts"
import { dayIn } from "../../../src/wire/Day.ts"
import { dateIn, startOfDate } from "../../kit/auditor/Calendar.ts"

const hourMs = 3_600_000
const dayMs = 86_400_000
/** Zones whose clocks change at midnight, by half an hour, at odd offsets, or that once skipped a date. */
const names = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Africa/Casablanca"
]

/** Every change of a zone's clock in some years, found by walking hour by hour. */
const changesOf = (name: string): Array<number> => {
  const changes: Array<number> = []
  const zone = zoneOf(name)
  for (let at = Date.parse("2009-01-01T00:00:00Z"); at < Date.parse("2013-01-01T00:00:00Z"); at += hourMs) {
    if (offsetAt(zone, at) !== offsetAt(zone, at - hourMs)) changes.push(at)
  }
  return changes
}

describe("local days", () => {
  it("are those of Intl, minute by minute around every change of the clock", () => {
    for (const name of names) {
      for (const change of changesOf(name)) {
        for (let at = change - 3 * hourMs; at <= change + 3 * hourMs; at += 600_000) {
          assert.strictEqual(periodKey("day", localDay(zoneOf(name), at)), dateIn(name, at), `${name} ${isoTime(at)}`)
        }
      }
    }
  })

  it("are those of Intl at any moment of a century", () => {
    const moment = fc.integer({ min: Date.parse("1990-01-01"), max: Date.parse("2090-01-01") })
    fc.assert(
      fc.property(fc.constantFrom(...names), moment, (name, at) => {
        assert.strictEqual(periodKey("day", localDay(zoneOf(name), at)), dateIn(name, at))
        assert.strictEqual(dayIn(name, at), localDay(zoneOf(name), at))
      }),
      { numRuns: 2_000 }
    )
  })

  it("begin when the date turns, even where the clock skips or repeats midnight", () => {
    for (const name of names) {
      for (const change of changesOf(name).slice(0, 8)) {
        for (const day of [-1, 0, 1].map((step) => localDay(zoneOf(name), change) + step)) {
          const date = periodKey("day", day)
          assert.strictEqual(startOfDay(zoneOf(name), day), startOfDate(name, date), `${name} ${date}`)
        }
      }
    }
  })

  it("fall back to UTC for a zone that does not exist", () => {
    assert.strictEqual(zoneOf("Mars/Olympus").name, "UTC")
    assert.strictEqual(zoneOf("+05:00").name, "UTC")
  })
})

describe("periods", () => {
  const anyDay = fc.integer({ min: -800_000, max: 2_900_000 })

  it("name days as ISO dates", () => {
    fc.assert(
      fc.property(fc.integer({ min: -25_000, max: 200_000 }), (day) => {
        for (const kind of ["day", "week", "month"] as const) {
          const period = periodOf(kind, day)
          assert.strictEqual(periodOfKey(kind, periodKey(kind, period)), period)
        }
        assert.strictEqual(periodKey("day", day), new Date(day * dayMs).toISOString().slice(0, 10))
      })
    )
  })

  it("start weeks on Monday and number them as ISO 8601 does", () => {
    const weekOf = (date: string) => periodKey("week", periodOf("week", Date.parse(date) / dayMs))
    assert.strictEqual(weekOf("2026-11-20"), "2026-W47")
    assert.strictEqual(weekOf("2026-11-22"), "2026-W47")
    assert.strictEqual(weekOf("2026-11-23"), "2026-W48")
    assert.strictEqual(weekOf("2026-12-31"), "2026-W53")
    assert.strictEqual(weekOf("2027-01-03"), "2026-W53")
    assert.strictEqual(weekOf("2027-01-04"), "2027-W01")
    assert.strictEqual(weekOf("2024-12-30"), "2025-W01")
  })

  it("name months by the calendar", () => {
    assert.strictEqual(periodKey("month", periodOf("month", Date.parse("2026-11-30") / dayMs)), "2026-11")
    assert.strictEqual(periodKey("month", periodOf("month", Date.parse("1969-12-31") / dayMs)), "1969-12")
  })

  it("begin on a day that belongs to them, right after one that does not", () => {
    fc.assert(
      fc.property(fc.constantFrom("day" as const, "week" as const, "month" as const), anyDay, (kind, day) => {
        const period = periodOf(kind, day)
        const first = firstDayOf(kind, period)
        assert.isTrue(first <= day)
        assert.strictEqual(periodOf(kind, first), period)
        assert.strictEqual(periodOf(kind, first - 1), period - 1)
      })
    )
  })

  it("count in order whatever order they come in, and forget what is too old", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 12 })), fc.integer({ min: 0, max: 6 }), (periods, oldest) => {
        const counts = periods.reduce<ReadonlyArray<number>>((kept, period) => countUp(kept, period, 0), [])
        for (const period of periods) {
          assert.strictEqual(countIn(counts, period), periods.filter((other) => other === period).length)
        }
        assert.strictEqual(countSince(counts, oldest), periods.filter((period) => period >= oldest).length)
        assert.strictEqual(countSince(countUp(counts, 20, oldest), 0), 1 + countSince(counts, oldest))
      })
    )
  })
})

describe("the user's time zone", () => {
  const at = Date.parse("2026-11-20T12:00:00Z")
  const untold = { zone: null, next: null, next_from_day: null }

  it("count no more periods than a window and lateness can ask for, the newest", () => {
    const all = Array.from({ length: periodsMax + 200 }, (_, day) => day)
    const counts = all.reduce<ReadonlyArray<number>>((kept, day) => countUp(countUp(kept, day, 0), day, 0), [])
    assert.strictEqual(counts.length, 2 * periodsMax)
    assert.strictEqual(counts[0], 200)
    assert.strictEqual(countSince(counts, 0), 2 * periodsMax)
    assert.strictEqual(countIn(counts, periodsMax + 199), 2)
  })

  it("counts at once when it is told for the first time", () => {
    assert.strictEqual(userZoneAt(announceZone(untold, { timezone: "Asia/Tokyo" }, at), at), "Asia/Tokyo")
  })

  it("changes with the next local day, not before", () => {
    const moved = announceZone({ ...untold, zone: "Europe/Berlin" }, { timezone: "Asia/Tokyo" }, at)
    assert.strictEqual(userZoneAt(moved, Date.parse("2026-11-20T22:59:59Z")), "Europe/Berlin")
    assert.strictEqual(userZoneAt(moved, Date.parse("2026-11-20T23:00:00Z")), "Asia/Tokyo")
  })

  it("stays when the user comes back before the change took place", () => {
    const moved = announceZone({ ...untold, zone: "Europe/Berlin" }, { timezone: "Asia/Tokyo" }, at)
    const back = announceZone(moved, { timezone: "Europe/Berlin" }, at + hourMs)
    assert.strictEqual(userZoneAt(back, at + 3 * dayMs), "Europe/Berlin")
  })

  it("is not changed by an event that arrives late with what was told before", () => {
    const berlin = { ...untold, zone: "Europe/Berlin" }
    const moved = announceZone(berlin, { timezone: "Asia/Tokyo" }, at)
    for (const timezone of ["Europe/Berlin", "America/New_York"]) {
      const late = announceZone(moved, { timezone }, at - hourMs)
      assert.strictEqual(userZoneAt(late, at + 3 * dayMs), "Asia/Tokyo")
    }
    const same = announceZone(berlin, { timezone: "Europe/Berlin" }, at)
    const late = announceZone(same, { timezone: "Asia/Tokyo" }, at - hourMs)
    assert.strictEqual(userZoneAt(late, at + 3 * dayMs), "Europe/Berlin")
  })

  it("of a moment is the one of that moment, however often it changed since", () => {
    const zones = ["Asia/Tokyo", "America/New_York", "UTC"]
    const moved = zones.reduce(
      (zone, timezone, index) => announceZone(zone, { timezone }, at + index * 2 * dayMs),
      announceZone(untold, { timezone: "Europe/Berlin" }, at - dayMs)
    )
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map((days) => userZoneAt(moved, at + days * dayMs)),
      ["Europe/Berlin", "Asia/Tokyo", "Asia/Tokyo", "America/New_York", "America/New_York", "UTC"]
    )
  })

  it("is left alone by names that are no IANA zones", () => {
    for (const timezone of ["Mars/Olympus", "+02:00", "", 5, null, "x".repeat(100)]) {
      assert.strictEqual(announceZone(untold, { timezone }, at), untold)
    }
  })
})
