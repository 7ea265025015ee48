/** What only a look at every user tells. */
import { Context, Effect, Layer, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { longStreakFeature, rewardedFeature } from "../../../../wire/analytics/Delta.ts"
import { textOf } from "../Rules/Periods.ts"
import { type Numbers, numbersOf } from "../Rules/Sample.ts"
import type { DaysOfUsers } from "../Rules/Spread.ts"
import { daysIn, masksOf } from "./FiguresOfUsers.ts"
import { featuresOf } from "./Moves.ts"
import type { Crowded, Of, Span } from "./Sums.ts"

/** Whose days are looked at, and of how many users one. */
export interface Sampled {
  readonly of: Of
  readonly span: Span
  readonly step: number
}

/** In how many parts, one after the other: each user is in one of them. */
export interface Scan extends Sampled {
  readonly parts: number
}

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
    activeDays(scan: Scan): Effect.Effect<ReadonlyArray<DaysOfUsers>, Crowded>
    /** by feature: who used it, and how many of them were active as well */
    features(scan: Scan): Effect.Effect<ReadonlyMap<string, FeatureUsers>, Crowded>
    /** in one look at everybody */
    visits(scan: Scan): Effect.Effect<Visits, Crowded>
    /** active users who used any feature of a group, by the group's name */
    usersOfAny(
      scan: Scan,
      groups: ReadonlyArray<{ readonly name: string; readonly features: ReadonlyArray<string> }>
    ): Effect.Effect<ReadonlyMap<string, number>, Crowded>
    /** of active users */
    shop(scan: Scan): Effect.Effect<ReadonlyArray<ShopVisits>, Crowded>
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

/** SQL: users with these numbers. Of all nothing is asked: Postgres would take any question for a rare answer. */
const among = (sql: SqlClient.SqlClient, user_no: string, numbers: Numbers, isAll: boolean) =>
  isAll
    ? sql`true`
    : sql`${sql.literal(user_no)} BETWEEN ${String(numbers.least)}::bigint AND ${String(numbers.most)}::bigint`

/** SQL: one of so many users. */
export const oneOf = (sql: SqlClient.SqlClient, user_no: string, step: number) =>
  among(sql, user_no, numbersOf(step)[0]!, step === 1)

/** Part by part: what `look` answers of them, one after the other. `months`: SQL of those with a day in the span. */
const inParts = <A>(
  sql: SqlClient.SqlClient,
  { of, parts, span, step }: Scan,
  look: (months: Statement.Fragment) => Effect.Effect<ReadonlyArray<A>>
): Effect.Effect<ReadonlyArray<A>> =>
  Effect.map(
    Effect.forEach(numbersOf(step, parts), (numbers) =>
      look(sql`
        FROM analytics_user_months AS m
        WHERE m.customer_id = ${of.customer_id}::uuid AND m.audience = ${of.audience ?? ""}
          AND m.month = ANY(${masksOf(span).months}::date[]) AND ${daysIn(sql, span)} <> 0
          AND ${among(sql, "m.user_no", numbers, step * parts === 1)}`)
    ),
    (found) => found.flat()
  )

/** SQL: on how many days of the span; a small number, for those that may be large are slow to add up. */
const dayCount = (sql: SqlClient.SqlClient, span: Span) => sql`bit_count(${daysIn(sql, span)}::bit(32))::int`

/** Users who used the same of these features, each told by its place in the list. */
interface Alike {
  readonly used: (feature: string) => boolean
  readonly users: number
}

/** Marks for comparisons are no features. */
const markPrefix = "~"

/** A bit for each of them: users are put together once, by their number, and never sorted. */
const features_max = 62

/** What is counted of features by their bits, and the SQL of a row's bit. */
const bitsOf = (sql: SqlClient.SqlClient, names: ReadonlyArray<string>) => {
  const told = [...new Set(names)].slice(0, features_max)
  const bits = new Map(told.map((name, place) => [name, 1n << BigInt(place)]))
  const cases = told.map((name) => sql`WHEN ${name} THEN ${String(bits.get(name))}::bigint`)
  return {
    bit: sql`CASE m.feature ${sql.join(" ", false)(cases)} END`,
    isTold: sql`m.feature = ANY(${told}::text[])`,
    alike: (own: string, users: number): Alike => {
      const used = BigInt(own)
      return { used: (feature) => (used & (bits.get(feature) ?? 0n)) !== 0n, users }
    }
  }
}

const alikeIn = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scan: Scan, names: ReadonlyArray<string>) {
  const { alike, bit, isTold } = bitsOf(sql, names)
  const found = yield* inParts(sql, scan, (months) =>
    rows(BitsRow)(sql`
      SELECT bits::text, count(*)::int AS users FROM (
        SELECT bit_or(${bit}) AS bits ${months} AND ${isTold} GROUP BY m.user_no) AS each
      GROUP BY bits`)
  )
  return found.map(({ bits, users }) => alike(bits, users * scan.step))
})

/** Everything that is used, but marks for comparisons; the event itself first, for most rows are of it. */
const featuresUsed = (sql: SqlClient.SqlClient, { of }: Scan) =>
  Effect.map(featuresOf(sql, of.customer_id, of.audience ?? ""), (found) => [
    "",
    ...found.map(({ feature }) => feature).filter((feature) => feature !== "" && !feature.startsWith(markPrefix))
  ])

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
        inParts(sql, scan, (months) =>
          rows(DaysRow)(sql`
            SELECT days, count(*)::int AS users FROM (
              SELECT sum(${dayCount(sql, scan.span)})::int AS days
              ${months} AND m.feature = '' GROUP BY m.user_no) AS each
            GROUP BY days`)
        )
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
        const { alike, bit, isTold } = bitsOf(sql, names)
        const found = yield* inParts(sql, scan, (months) =>
          rows(VisitsRow)(sql`
            SELECT bits::text, days, count(*)::int AS users FROM (
              SELECT bit_or(${bit}) AS bits,
                sum(CASE WHEN m.feature = '' THEN ${dayCount(sql, scan.span)} ELSE 0 END)::int AS days
              ${months} AND ${isTold} GROUP BY m.user_no) AS each
            GROUP BY GROUPING SETS ((bits), (days))`)
        )
        const told = found.map((one) => ({ ...one, users: one.users * scan.step }))
        return {
          days: told.flatMap(({ days, users }) => (days === null || days === 0 ? [] : [{ days, users }])),
          features: usersByFeature(
            names,
            told.flatMap(({ bits, users }) => (bits === null ? [] : [alike(bits, users)]))
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
              AND ${oneOf(sql, "u.user_no", step)}) AS each
          GROUP BY 1, 2, 3, 4`)
      ),
      (found) => found.map((one) => ({ ...one, users: one.users * step }))
    )
