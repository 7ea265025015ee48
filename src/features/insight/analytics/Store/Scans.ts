/** What only a look at every user tells. */
import { Context, Effect, Layer, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { longStreakFeature, rewardedFeature } from "../../../../wire/analytics/Delta.ts"
import { textOf } from "../Rules/Periods.ts"
import type { DaysOfUsers } from "../Rules/Spread.ts"
import { dayCount, everyUser, hasDays, oneOf, type Sampled } from "./EveryUser.ts"
import type { Crowded } from "./Sums.ts"
import { placesOf } from "./UserYears.ts"

const DaysRow = Schema.Struct({ days: Schema.Int, users: Schema.Int })
const BitsRow = Schema.Struct({ bits: Schema.String, users: Schema.Int })
const VisitsRow = Schema.Struct({
  bits: Schema.NullOr(Schema.String),
  days: Schema.NullOr(Schema.Int),
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

export interface FeatureUsers {
  readonly users: number
  /** active ones among them */
  readonly active: number
}

/** What both `activeDays` and `features` tell. */
export interface Visits {
  readonly days: ReadonlyArray<DaysOfUsers>
  readonly features: ReadonlyMap<string, FeatureUsers>
}

export class Scans extends Context.Service<
  Scans,
  {
    activeDays(scan: Sampled): Effect.Effect<ReadonlyArray<DaysOfUsers>, Crowded>
    /** by feature: who used it, and how many of them were active as well */
    features(scan: Sampled): Effect.Effect<ReadonlyMap<string, FeatureUsers>, Crowded>
    /** in one look at everybody */
    visits(scan: Sampled): Effect.Effect<Visits, Crowded>
    /** active users who used any feature of a group, by the group's name */
    usersOfAny(
      scan: Sampled,
      groups: ReadonlyArray<{ readonly name: string; readonly features: ReadonlyArray<string> }>
    ): Effect.Effect<ReadonlyMap<string, number>, Crowded>
    /** of active users */
    shop(scan: Sampled): Effect.Effect<ReadonlyArray<ShopVisits>, Crowded>
    /** users whose first week is in the span, by whether they were there again in the fourth week after it */
    kept(scan: Sampled & { readonly holdout: string | null }): Effect.Effect<ReadonlyArray<Kept>, Crowded>
  }
>()("hatchery/features/analytics/Scans") {
  static readonly layer = Layer.effect(
    Scans,
    Effect.gen(function* () {
      const reports = yield* Reports
      return Scans.of({ ...inWindow(reports), ...together(reports), kept: keptIn(reports) })
    })
  )
}

/** Users who used the same of these features, each told by its place in the list. */
interface Alike {
  readonly used: (feature: string) => boolean
  readonly users: number
}

/** Marks for comparisons are no features. */
const markPrefix = "~"

/** What is counted of features by their bits, and the SQL that asks a row for them. */
const bitsOf = (sql: SqlClient.SqlClient, names: ReadonlyArray<string>, places: ReadonlyMap<string, number>) => {
  const told = [...new Set(names)].filter((name) => places.has(name))
  const bits = new Map(told.map((name, nth) => [name, 1n << BigInt(nth)]))
  return {
    bits: (mask: Statement.Fragment) =>
      sql.join(
        " | ",
        false,
        "0::bigint"
      )(
        told.map(
          (name) =>
            sql`CASE WHEN ${hasDays(sql, places.get(name)!, mask)} THEN ${String(bits.get(name))}::bigint ELSE 0 END`
        )
      ),
    alike: (own: string, users: number): Alike => {
      const used = BigInt(own)
      return { used: (feature) => (used & (bits.get(feature) ?? 0n)) !== 0n, users }
    }
  }
}

const nothing = (sql: SqlClient.SqlClient) => () => sql`0`

const alikeIn = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scan: Sampled, names: ReadonlyArray<string>) {
  const { alike, bits } = bitsOf(sql, names, yield* placesOf(sql, scan.of.customer_id))
  const each = everyUser(sql, scan, { bits, days: nothing(sql) })
  const found = yield* rows(BitsRow)(sql`
    SELECT bits::text, count(*)::int AS users FROM (${each}) AS each GROUP BY bits`)
  return found.map((one) => alike(one.bits, one.users * scan.step))
})

/** Everything that is used, but marks for comparisons. */
const featuresUsed = (sql: SqlClient.SqlClient, { of }: Sampled) =>
  Effect.map(placesOf(sql, of.customer_id), (places) =>
    [...places.keys()].filter((feature) => !feature.startsWith(markPrefix)).sort()
  )

const usersWho = (all: ReadonlyArray<Alike>, is: (one: Alike) => boolean): number =>
  all.reduce((sum, one) => (is(one) ? sum + one.users : sum), 0)

const isActive = ({ used }: Alike): boolean => used("")

const usersByFeature = (names: ReadonlyArray<string>, all: ReadonlyArray<Alike>): ReadonlyMap<string, FeatureUsers> => {
  const told = names.map((name): [string, FeatureUsers] => [
    name,
    {
      users: usersWho(all, ({ used }) => used(name)),
      active: usersWho(all, (one) => one.used(name) && isActive(one))
    }
  ])
  return new Map(told.filter(([, { users }]) => users > 0))
}

/** How often everybody was there, and what they used. */
const inWindow = (reports: Reports["Service"]): Pick<Scans["Service"], "activeDays" | "features" | "visits"> => ({
  activeDays: Effect.fn("Scans.activeDays")((scan) =>
    Effect.map(
      reports.read(scan.of.customer_id, (sql) =>
        rows(DaysRow)(sql`
          SELECT days, count(*)::int AS users
          FROM (${everyUser(sql, scan, { bits: nothing(sql), days: dayCount(sql) })}) AS each
          WHERE days > 0 GROUP BY days`)
      ),
      (found) => found.map(({ days, users }) => ({ days, users: users * scan.step }))
    )
  ),
  features: Effect.fn("Scans.features")((scan) =>
    reports.read(scan.of.customer_id, (sql) =>
      Effect.gen(function* () {
        const names = yield* featuresUsed(sql, scan)
        return usersByFeature(names, yield* alikeIn(sql, scan, names))
      })
    )
  ),
  visits: Effect.fn("Scans.visits")((scan) =>
    reports.read(scan.of.customer_id, (sql) =>
      Effect.gen(function* () {
        const names = yield* featuresUsed(sql, scan)
        const { alike, bits } = bitsOf(sql, names, yield* placesOf(sql, scan.of.customer_id))
        const each = everyUser(sql, scan, { bits, days: dayCount(sql) })
        const found = yield* rows(VisitsRow)(sql`
          SELECT bits::text, days, count(*)::int AS users FROM (${each}) AS each
          GROUP BY GROUPING SETS ((bits), (days))`)
        const told = found.map((one) => ({ ...one, users: one.users * scan.step }))
        return {
          days: told.flatMap(({ days, users }) => (days === null || days === 0 ? [] : [{ days, users }])),
          features: usersByFeature(
            names,
            told.flatMap((one) => (one.bits === null ? [] : [alike(one.bits, one.users)]))
          )
        }
      })
    )
  )
})

/** What of a few features was used together. */
const together = (reports: Reports["Service"]): Pick<Scans["Service"], "usersOfAny" | "shop"> => ({
  usersOfAny: Effect.fn("Scans.usersOfAny")((scan, groups) =>
    reports.read(scan.of.customer_id, (sql) =>
      Effect.map(
        alikeIn(sql, scan, ["", ...groups.flatMap(({ features }) => features)]),
        (all) =>
          new Map(
            groups
              .map(({ features, name }): [string, number] => [
                name,
                usersWho(all, (one) => isActive(one) && features.some(one.used))
              ])
              .filter(([, users]) => users > 0)
          )
      )
    )
  ),
  shop: Effect.fn("Scans.shop")((scan) =>
    reports.read(scan.of.customer_id, (sql) =>
      Effect.map(alikeIn(sql, scan, ["", "shop_view", "purchase", "equip"]), (all) =>
        all.filter(isActive).map(({ used, users }): ShopVisits => ({
          viewed: used("shop_view"),
          purchased: used("purchase"),
          equipped: used("equip"),
          users
        }))
      )
    )
  )
})

/** SQL: the days from `first` on, as far as they are of the row's year. */
const daysFrom = (first: string, days: number) =>
  `((B'${"1".repeat(days)}'::bit(366)) >> (366 - ${days} - (${first} - y.year)))`

const fourthWeek = "(date_trunc('week', u.first_day)::date + 28)"

/** Days after the first one that are looked at: the last week may begin on a Monday and end a month later. */
const kept_days = 35

const keptIn =
  (reports: Reports["Service"]): Scans["Service"]["kept"] =>
  ({ holdout, of, span, step }) =>
    Effect.map(
      reports.read(of.customer_id, (sql) =>
        Effect.gen(function* () {
          const places = yield* placesOf(sql, of.customer_id)
          const has = (feature: string, first: string, days: number) => {
            const place = places.get(feature)
            const mask = sql.literal(daysFrom(first, days))
            return place === undefined ? sql`false` : sql`coalesce(bool_or(${hasDays(sql, place, mask)}), false)`
          }
          return yield* rows(KeptRow)(sql`
            SELECT is_holdout, early_reward, long_streak, came_back, count(*)::int AS users FROM (
              SELECT
                EXISTS (SELECT FROM analytics_users AS h
                  WHERE h.customer_id = u.customer_id AND h.audience = ${holdout ?? ""}
                    AND ${holdout !== null} AND h.user_id = u.user_id) AS is_holdout,
                own.early_reward, own.long_streak, own.came_back
              FROM analytics_users AS u CROSS JOIN LATERAL (
                SELECT ${has(rewardedFeature, "u.first_day", 7)} AS early_reward,
                  ${has(longStreakFeature, "u.first_day", 28)} AS long_streak,
                  ${has("", fourthWeek, 7)} AS came_back
                FROM analytics_user_years AS y
                WHERE y.customer_id = u.customer_id AND y.audience = u.audience AND y.user_no = u.user_no
                  AND y.year IN (date_trunc('year', u.first_day)::date,
                    date_trunc('year', u.first_day + ${kept_days}::int)::date)) AS own
              WHERE u.customer_id = ${of.customer_id}::uuid AND u.audience = ${of.audience ?? ""}
                AND u.first_day BETWEEN ${textOf(span.from)}::date AND ${textOf(span.to)}::date
                AND ${oneOf(sql, "u.user_no", step)}) AS each
            GROUP BY 1, 2, 3, 4`)
        })
      ),
      (found) => found.map((one) => ({ ...one, users: one.users * step }))
    )
