/** Days of a forecast are those of the workspace's calendar, also where its clock is set forward or back. */
import { assert, describe, it } from "vitest"
import { zoneOf } from "../../../../src/engine/calendar/zones.ts"
import { compile } from "../../../../src/engine/core/Snapshot.ts"
import type { Donor, Sizes } from "../../../../src/features/insight/forecasts/Rules/Population.ts"
import { figuresOf } from "../../../../src/features/insight/forecasts/Rules/Report.ts"
import { live, type World } from "../../../../src/features/insight/forecasts/Rules/Run.ts"
import { openTally } from "../../../../src/features/insight/forecasts/Rules/Tally.ts"
import { coinRule, contentOf, lesson } from "../../../kit/engine/World.ts"

const minuteMs = 60_000
const horizon_days = 5
const sizes: Sizes = {
  starters: 1,
  runs: 1,
  starter_weight: 1,
  fraction: 1,
  fewer_donors: false,
  fewer_runs: false
}
/** One payment a day, for an event that comes at the same time of each day. */
const snapshot = compile(contentOf({ coin_rules: [coinRule({ limits: { max_per_day: 1 } })] }), {
  config_version_id: "version"
})

const issuedBy = (timezone: string, first: string, minutes: number): ReadonlyArray<number | null> => {
  const event = { type: lesson, offset: minutes * minuteMs, properties: { lesson_id: "a" } }
  const days: NonNullable<Donor["days"]> = Array.from({ length: 7 }, () => [[event]])
  const first_day = Date.parse(first) / (24 * 60 * minuteMs)
  const world: World = {
    seed: "seed",
    snapshot,
    zone: zoneOf(timezone),
    tenant_timezone: timezone,
    first_day,
    horizon_days,
    survival: 1,
    new_per_day: 0,
    donors: [{ audience: "default", state: null, days, purchases_per_active_day: 0, price: null }],
    per_week: {},
    shop: () => [],
    used: new Map(),
    path: () => null
  }
  const tally = openTally({ horizon_days, first_day, items: [], budgets: new Map() })
  for (const _ of live(world, sizes, 0, tally));
  return figuresOf(tally, sizes, [1]).daily.map(({ issued }) => issued.p50)
}

describe("a day lived in advance", () => {
  it("has all that came on it, at its local time, whatever the clock does", () => {
    for (const [timezone, first] of [
      ["Europe/Berlin", "2026-03-27"],
      ["Europe/Berlin", "2026-10-23"],
      ["America/Havana", "2026-03-06"],
      ["America/Havana", "2026-10-30"],
      ["Australia/Lord_Howe", "2026-04-03"],
      ["Australia/Lord_Howe", "2026-10-02"],
      ["Africa/Cairo", "2026-04-22"],
      ["UTC", "2026-04-22"]
    ] as const) {
      for (const minutes of [0, 30, 150, 23 * 60 + 15, 24 * 60 - 1]) {
        assert.deepStrictEqual(
          issuedBy(timezone, first, minutes),
          [10, 10, 10, 10, 10],
          `${timezone} ${first} ${minutes}`
        )
      }
    }
  })
})
