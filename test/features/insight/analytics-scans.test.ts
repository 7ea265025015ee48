/** What a look at every user tells. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { monthBits } from "../../../src/features/insight/analytics/Rules/Life.ts"
import { textOf } from "../../../src/features/insight/analytics/Rules/Periods.ts"
import { addYears, forgetFeatures } from "../../../src/features/insight/analytics/Store/UserYears.ts"
import { Scans } from "../../../src/features/insight/analytics/Store/Scans.ts"
import { Reports } from "../../../src/platform/postgres/Reports.ts"
import { tablesOf } from "../../kit/insight/analytics.ts"
import { at } from "../../kit/postgres/RetentionDatabase.ts"
import { makeTenant } from "../../kit/webhooks/PumpNodes.ts"

const users = 40
/** 2026-01-30 to 2026-03-02: two days, a month and two days. */
const span = { from: 20_483, to: 20_514 }
/** So many days earlier it begins on 2025-12-17. */
const earlier = 44

type Used = Readonly<Record<string, ReadonlyArray<number>>>

/** User n was there n % 3 days before the third one of the span, 28 days in it if even, and most the day after it. */
const usedBy = (n: number, from: number, after = n % 5 === 0 ? [] : [from + 32]): Used => ({
  "": [
    ...[from, from + 1].slice(2 - (n % 3)),
    ...Array.from({ length: n % 2 === 0 ? 28 : 0 }, (_, day) => from + 2 + day),
    ...after
  ],
  shop_view: n % 4 < 2 ? [from + 2] : [],
  purchase: after,
  "~rewarded": [from + 2]
})

const everybody = (from: number) =>
  Array.from({ length: users }, (_, n) =>
    Object.entries(usedBy(n + 1, from)).map(([feature, days]) => ({
      audience: "",
      user_id: `u${n + 1}`,
      feature,
      days
    }))
  ).flat()

const alike = (from: number) =>
  Array.from({ length: users }, (_, n) => ({
    audiences: [""],
    user_ids: [`u${n + 1}`],
    days: new Map(Object.entries(usedBy(n + 1, from)))
  }))

const fill = (customer_id: string, from = span.from) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => addYears(sql, customer_id, alike(from)))

/** As a node of the release before writes it. */
const fillMonths = (customer_id: string, from: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const months = everybody(from).flatMap(({ days, ...who }) =>
      [...monthBits(days)].map(([month, bits]) => ({ ...who, month: textOf(month), days: bits }))
    )
    yield* sql`
      INSERT INTO analytics_user_months AS m (customer_id, audience, feature, month, user_no, days)
      SELECT ${customer_id}::uuid, audience, feature, month, hashtextextended(user_id, 0), days
      FROM jsonb_to_recordset(${JSON.stringify(months)}::jsonb)
        AS g (audience text, feature text, month date, user_id text, days int)
      ON CONFLICT (customer_id, audience, feature, month, user_no) DO UPDATE SET days = m.days | excluded.days`
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
  at("tells the same at once and one by one, within a year and from one to the next", () =>
    Effect.gen(function* () {
      const scans = yield* Scans
      for (const back of [0, earlier]) {
        const customer_id = yield* makeTenant
        yield* fill(customer_id, span.from - back)
        const moved = { from: span.from - back, to: span.to - back }
        const scan = { of: { customer_id, audience: null }, span: moved, step: 1 }
        const visits = yield* scans.visits(scan)
        assert.deepStrictEqual({ days: summed(visits.days), features: [...visits.features] }, expected() as never)
        assert.deepStrictEqual(summed(yield* scans.activeDays(scan)), expected().days as never)
        assert.deepStrictEqual([...(yield* scans.features(scan))], expected().features as never)
      }
    }).pipe(Effect.provide(Layer.fresh(Layer.provide(Scans.layer, Reports.layerClient))))
  )

  at("reads what a node of the release before has written, and nothing of what it has taken out", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [old, own] = [yield* makeTenant, yield* makeTenant]
      for (const from of [span.from, span.from - earlier]) {
        yield* fillMonths(old, from)
        yield* fillMonths(old, from)
        yield* fill(own, from)
      }
      const table = (customer_id: string) => Effect.map(tablesOf(customer_id), (found) => found.analytics_user_years)
      assert.isNotEmpty(yield* table(own))
      assert.deepStrictEqual(yield* table(old), yield* table(own))
      const gone = sql`user_no IN (SELECT hashtextextended('u' || n, 0) FROM generate_series(1, 20) AS n)`
      yield* sql`DELETE FROM analytics_user_months WHERE customer_id = ${old}::uuid AND ${gone}`
      yield* sql`DELETE FROM analytics_user_years WHERE customer_id = ${own}::uuid AND ${gone}`
      assert.isNotEmpty(yield* table(own))
      assert.deepStrictEqual(yield* table(old), yield* table(own))
      yield* sql`DELETE FROM analytics_user_months WHERE customer_id = ${old}::uuid AND feature = 'purchase'`
      yield* forgetFeatures(sql, own, ["purchase"])
      assert.deepStrictEqual(yield* table(old), yield* table(own))
    })
  )

  at("tells of a sample a part of all users", () =>
    Effect.gen(function* () {
      const customer_id = yield* makeTenant
      yield* fill(customer_id)
      const scans = yield* Scans
      const users = (step: number) =>
        Effect.map(scans.activeDays({ of: { customer_id, audience: null }, span, step }), (days) =>
          days.reduce((sum, one) => sum + one.users / step, 0)
        )
      const [half, all] = [yield* users(2), yield* users(1)]
      assert.isAbove(half, 0)
      assert.isBelow(half, all)
    }).pipe(Effect.provide(Layer.fresh(Layer.provide(Scans.layer, Reports.layerClient))))
  )
})
