/** What a look at every user tells, in one part or in many. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Scans } from "../../../src/features/insight/analytics/Store/Scans.ts"
import { Reports } from "../../../src/platform/postgres/Reports.ts"
import { at } from "../../kit/postgres/RetentionDatabase.ts"
import { makeTenant } from "../../kit/webhooks/PumpNodes.ts"

const users = 40
/** 2026-01-30 to 2026-03-02: two days, a month and two days. */
const span = { from: 20_483, to: 20_514 }

/** User n was there on n % 3 days of the end of January, all of February if it is even, and the day after the span. */
const fill = (customer_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const month = (feature: string, month: string, days: string, which: string) => sql`
      INSERT INTO analytics_user_months (customer_id, audience, feature, month, user_no, days)
      SELECT ${customer_id}::uuid, '', ${feature}, ${month}::date, hashtextextended('u' || n, 0), ${sql.literal(days)}
      FROM generate_series(1, ${users}::int) AS n WHERE ${sql.literal(which)}`
    yield* month("", "2026-01-01", "CASE n % 3 WHEN 1 THEN 1 << 29 ELSE 3 << 29 END", "n % 3 > 0")
    yield* month("", "2026-02-01", "(1 << 28) - 1", "n % 2 = 0")
    yield* month("", "2026-03-01", "1 << 2", "true")
    yield* month("shop_view", "2026-02-01", "1", "n % 4 < 2")
    yield* month("purchase", "2026-03-01", "4", "true")
    yield* month("~rewarded", "2026-02-01", "1", "true")
  })

const expected = () => {
  const days = new Map<number, number>()
  let [viewed, viewedActive, active] = [0, 0, 0]
  for (let n = 1; n <= users; n++) {
    const own = (n % 3) + (n % 2 === 0 ? 28 : 0)
    if (own > 0) {
      days.set(own, (days.get(own) ?? 0) + 1)
      active++
    }
    if (n % 4 >= 2) continue
    viewed++
    if (own > 0) viewedActive++
  }
  return {
    days: [...days].sort(([a], [b]) => a - b),
    features: [
      ["", { users: active, active }],
      ["shop_view", { users: viewed, active: viewedActive }]
    ]
  }
}

const summed = (found: ReadonlyArray<{ readonly days: number; readonly users: number }>) => {
  const days = new Map<number, number>()
  for (const one of found) days.set(one.days, (days.get(one.days) ?? 0) + one.users)
  return [...days].sort(([a], [b]) => a - b)
}

describe("a look at every user", () => {
  at("tells the same in one part and in many, at once and one by one", () =>
    Effect.gen(function* () {
      const customer_id = yield* makeTenant
      yield* fill(customer_id)
      const scans = yield* Scans
      for (const parts of [1, 4, 16]) {
        const scan = { of: { customer_id, audience: null }, span, step: 1, parts }
        const visits = yield* scans.visits(scan)
        assert.deepStrictEqual({ days: summed(visits.days), features: [...visits.features] }, expected() as never)
        assert.deepStrictEqual(summed(yield* scans.activeDays(scan)), expected().days as never)
        assert.deepStrictEqual([...(yield* scans.features(scan))], expected().features as never)
      }
    }).pipe(Effect.provide(Layer.fresh(Layer.provide(Scans.layer, Reports.layerClient))))
  )

  at("tells of a sample the same users in whatever parts", () =>
    Effect.gen(function* () {
      const customer_id = yield* makeTenant
      yield* fill(customer_id)
      const scans = yield* Scans
      const look = (step: number, parts: number) =>
        Effect.map(scans.activeDays({ of: { customer_id, audience: null }, span, step, parts }), summed)
      const half = yield* look(2, 1)
      assert.deepStrictEqual(yield* look(2, 8), half)
      const [told, all] = [half, yield* look(1, 1)].map((days) => days.reduce((sum, [, count]) => sum + count, 0))
      assert.isAbove(told!, 0)
      assert.notStrictEqual(told, all)
    }).pipe(Effect.provide(Layer.fresh(Layer.provide(Scans.layer, Reports.layerClient))))
  )
})
