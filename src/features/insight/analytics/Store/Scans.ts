/** What only a look at every user tells. */
import { Context, Effect, Layer, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { longStreakFeature, rewardedFeature } from "../../../../wire/analytics/Delta.ts"
import { textOf } from "../Rules/Periods.ts"
import type { DaysOfUsers } from "../Rules/Spread.ts"
import { masksOf } from "./FiguresOfUsers.ts"
import type { Crowded, Of, Span } from "./Sums.ts"

/** What is looked at, and of how many users one. */
export interface Scan {
  readonly of: Of
  readonly span: Span
  readonly step: number
}

const DaysRow = Schema.Struct({ days: Schema.Int, users: Schema.Int })
const GroupRow = Schema.Struct({ name: Schema.String, users: Schema.Int })
const FeatureRow = Schema.Struct({ feature: Schema.String, users: Schema.Int })
const StepsRow = Schema.Struct({
  viewed: Schema.Boolean,
  purchased: Schema.Boolean,
  equipped: Schema.Boolean,
  users: Schema.Int
})
const KeptRow = Schema.Struct({
  is_holdout: Schema.Boolean,
  early_reward: Schema.Boolean,
  long_streak: Schema.Boolean,
  came_back: Schema.Boolean,
  users: Schema.Int
})

export interface ShopVisits {
  readonly viewed: boolean
  readonly purchased: boolean
  readonly equipped: boolean
  readonly users: number
}
export type Kept = typeof KeptRow.Type

export class Scans extends Context.Service<
  Scans,
  {
    activeDays(scan: Scan): Effect.Effect<ReadonlyArray<DaysOfUsers>, Crowded>
    /** users by feature */
    features(scan: Scan): Effect.Effect<ReadonlyMap<string, number>, Crowded>
    /** active users who used any feature of a group, by the group's name */
    usersOfAny(
      scan: Scan,
      groups: ReadonlyArray<{ readonly name: string; readonly features: ReadonlyArray<string> }>
    ): Effect.Effect<ReadonlyMap<string, number>, Crowded>
    /** of active users */
    shop(scan: Scan): Effect.Effect<ReadonlyArray<ShopVisits>, Crowded>
    /** users whose first week is in the span, by whether they were there again in the fourth week after it */
    kept(scan: Scan & { readonly holdout: string | null }): Effect.Effect<ReadonlyArray<Kept>, Crowded>
  }
>()("hatchery/features/analytics/Scans") {
  static readonly layer = Layer.effect(
    Scans,
    Effect.gen(function* () {
      const reports = yield* Reports
      return Scans.of({ ...inWindow(reports), kept: keptIn(reports) })
    })
  )
}

/** Months of users with a day in the span. */
const months = (sql: SqlClient.SqlClient, { of, span, step }: Scan) => sql`
  FROM jsonb_to_recordset(${masksOf(span)}::jsonb) AS w (month date, mask int)
  JOIN analytics_user_months AS m
    ON m.customer_id = ${of.customer_id}::uuid AND m.audience = ${of.audience ?? ""} AND m.month = w.month
      AND (m.days & w.mask) <> 0 AND (m.user_no & ${step - 1}::bigint) = 0`

const inWindow = (reports: Reports["Service"]): Omit<Scans["Service"], "kept"> => ({
  activeDays: Effect.fn("Scans.activeDays")((scan) =>
    Effect.map(
      reports.read(scan.of.customer_id, (sql) =>
        rows(DaysRow)(sql`
          SELECT days, count(*)::int AS users FROM (
            SELECT sum(bit_count((m.days & w.mask)::bit(32)))::int AS days
            ${months(sql, scan)} WHERE m.feature = '' GROUP BY m.user_no) AS each
          GROUP BY days`)
      ),
      (found) => found.map(({ days, users }) => ({ days, users: users * scan.step }))
    )
  ),
  features: Effect.fn("Scans.features")((scan) =>
    Effect.map(
      reports.read(scan.of.customer_id, (sql) =>
        rows(FeatureRow)(sql`
          SELECT m.feature, count(DISTINCT m.user_no)::int AS users ${months(sql, scan)} GROUP BY m.feature`)
      ),
      (found) => new Map(found.map(({ feature, users }) => [feature, users * scan.step]))
    )
  ),
  usersOfAny: Effect.fn("Scans.usersOfAny")((scan, groups) =>
    Effect.map(
      reports.read(scan.of.customer_id, (sql) =>
        rows(GroupRow)(sql`
          SELECT g.name, count(*)::int AS users FROM (
            SELECT m.user_no, array_agg(DISTINCT m.feature) AS features
            ${months(sql, scan)}
            WHERE m.feature = ANY(${["", ...groups.flatMap(({ features }) => features)]}::text[])
            GROUP BY m.user_no) AS each
          JOIN (
            SELECT name, array_agg(feature) AS features
            FROM jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) AS given (name text, features jsonb)
            CROSS JOIN jsonb_array_elements_text(given.features) AS feature
            GROUP BY name) AS g ON g.features && each.features
          WHERE '' = ANY(each.features) GROUP BY g.name`)
      ),
      (found) => new Map(found.map(({ name, users }) => [name, users * scan.step]))
    )
  ),
  shop: Effect.fn("Scans.shop")((scan) =>
    Effect.map(
      reports.read(scan.of.customer_id, (sql) =>
        rows(StepsRow)(sql`
          SELECT viewed, purchased, equipped, count(*)::int AS users FROM (
            SELECT bool_or(m.feature = '') AS active, bool_or(m.feature = 'shop_view') AS viewed,
              bool_or(m.feature = 'purchase') AS purchased, bool_or(m.feature = 'equip') AS equipped
            ${months(sql, scan)} WHERE m.feature IN ('', 'shop_view', 'purchase', 'equip')
            GROUP BY m.user_no) AS each
          WHERE active GROUP BY 1, 2, 3`)
      ),
      (found) => found.map(({ users, ...did }) => ({ ...did, users: users * scan.step }))
    )
  )
})

/** SQL: whether a user has a day of these seven in a month's row; a row is looked up for either end of them. */
const inDays = (feature: string, first: string, days: number) => `
  EXISTS (SELECT FROM analytics_user_months AS m
    WHERE m.customer_id = u.customer_id AND m.audience = u.audience AND m.feature = '${feature}'
      AND m.user_no = u.user_no
      AND m.month IN (date_trunc('month', ${first})::date, date_trunc('month', ${first} + ${days - 1})::date)
      AND (m.days::bigint
        & ((1::bigint << least(31, greatest(0, ${first} + ${days} - m.month))::int)
          - (1::bigint << least(31, greatest(0, ${first} - m.month))::int))) <> 0)`

const fourthWeek = "(date_trunc('week', u.first_day)::date + 28)"

const keptIn =
  (reports: Reports["Service"]): Scans["Service"]["kept"] =>
  ({ holdout, of, span, step }) =>
    Effect.map(
      reports.read(of.customer_id, (sql) =>
        rows(KeptRow)(sql`
          SELECT is_holdout, early_reward, long_streak, came_back, count(*)::int AS users FROM (
            SELECT
              EXISTS (SELECT FROM analytics_users AS h
                WHERE h.customer_id = u.customer_id AND h.audience = ${holdout ?? ""}
                  AND ${holdout !== null} AND h.user_id = u.user_id) AS is_holdout,
              ${sql.literal(inDays(rewardedFeature, "u.first_day", 7))} AS early_reward,
              ${sql.literal(inDays(longStreakFeature, "u.first_day", 28))} AS long_streak,
              ${sql.literal(inDays("", fourthWeek, 7))} AS came_back
            FROM analytics_users AS u
            WHERE u.customer_id = ${of.customer_id}::uuid AND u.audience = ${of.audience ?? ""}
              AND u.first_day BETWEEN ${textOf(span.from)}::date AND ${textOf(span.to)}::date
              AND (u.user_no & ${step - 1}::bigint) = 0) AS each
          GROUP BY 1, 2, 3, 4`)
      ),
      (found) => found.map((one) => ({ ...one, users: one.users * step }))
    )
