/** Members of founding cohorts in Postgres. Numbers are given behind the lock of the cohort's row, by one at a time. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../../platform/postgres/Turns.ts"
import type { Origin } from "../../../../wire/Change.ts"
import { Reward } from "../../../../wire/content/Shared.ts"
import { promised } from "../Rules.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"

export const Candidate = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  hatched_at: Schema.Date
})

export const CohortRow = Schema.Struct({
  cohort_id: Schema.String,
  enabled: Schema.Boolean,
  size: Schema.Int,
  until: Schema.NullOr(Schema.Date),
  audience: Schema.NullOr(Schema.String),
  badge_key: Schema.NullOr(Schema.String),
  reward: Schema.toType(Reward),
  enrolled: Schema.Int,
  looked_to: Schema.NullOr(Schema.Date)
})
export type StoredCohort = typeof CohortRow.Type
export const columns = Object.keys(CohortRow.fields).join(", ")

const Unpaid = Schema.Struct({ number: Schema.Int, buddy_id: Schema.String, reward: Schema.toType(Reward) })
export type Unpaid = typeof Unpaid.Type

const Count = Schema.Struct({ count: Schema.Int })

/** A hatch may be committed so long after the moment it tells. */
const late = "interval '10 minutes'"
/** cohorts of one look */
const due_max = 100
/** A reward that could not be paid so often never will be. */
const tries_max = 10

type Terms = Pick<StoredCohort, "audience" | "until" | "looked_to">

/** Users who are not enrolled, each with its first active buddy. */
const waiting =
  (sql: SqlClient.SqlClient) =>
  (customer_id: string, { audience, looked_to, until }: Terms) => {
    const fits = (alias: string) => sql.literal(`${alias}.customer_id = i.customer_id AND ${alias}.user_id = i.user_id`)
    const of = (alias: string) => (audience === null ? sql`true` : sql`${sql.literal(alias)}.audience = ${audience}`)
    const since = looked_to === null ? sql`true` : sql`i.created_at >= ${looked_to}::timestamptz - ${sql.literal(late)}`
    return sql`buddy_identities AS i
      WHERE i.customer_id = ${customer_id}::uuid AND i.status = 'active' AND ${of("i")} AND ${since}
        AND ${until === null ? sql`true` : sql`i.created_at < ${until}`}
        AND NOT EXISTS (SELECT FROM founding_members AS m WHERE ${fits("m")})
        AND NOT ${sql.literal(onTestClock("i"))}
        AND NOT EXISTS (SELECT FROM buddy_identities AS e WHERE ${fits("e")} AND e.status = 'active' AND ${of("e")}
          AND (e.created_at, e.buddy_id) < (i.created_at, i.buddy_id))`
  }

/** In the order of hatching. */
export const candidatesOf = (sql: SqlClient.SqlClient) => (customer_id: string, terms: Terms, count: number) =>
  rows(Candidate)(sql`
    SELECT i.buddy_id, i.user_id, i.created_at AS hatched_at FROM ${waiting(sql)(customer_id, terms)}
    ORDER BY i.created_at, i.buddy_id LIMIT ${count}`)

/** How many there are, at most so many. */
export const candidateCount = (sql: SqlClient.SqlClient) => (customer_id: string, terms: Terms, most: number) =>
  Effect.map(
    row(Count)(sql`
      SELECT count(*)::int AS count FROM (SELECT 1 FROM ${waiting(sql)(customer_id, terms)} LIMIT ${most}) AS first`),
    (found) => Option.getOrThrow(found).count
  )

/** Where looks begin follows from a clock that may have been ahead: of this node, or of the one before it. */
const notAhead = (looked_to: Date | null, now: Date) => (looked_to !== null && looked_to > now ? now : looked_to)

const enrolling = (sql: SqlClient.SqlClient) => {
  /** None of them is erased before it is written down who they are: what takes a name out then finds it. */
  const find = (customer_id: string, terms: Terms, count: number) =>
    rows(Candidate)(sql`
      SELECT i.buddy_id, i.user_id, i.created_at AS hatched_at FROM ${waiting(sql)(customer_id, terms)}
      ORDER BY i.created_at, i.buddy_id LIMIT ${count} FOR KEY SHARE OF i`)
  return Effect.fn("FoundingMembers.enrol")(function* (
    customer_id: string,
    { count, everybody, origin }: { readonly count: number; readonly everybody: boolean; readonly origin: Origin }
  ) {
    const locked = yield* row(CohortRow)(sql`
      SELECT ${sql.literal(columns)} FROM founding_cohorts WHERE customer_id = ${customer_id}::uuid FOR UPDATE`)
    if (Option.isNone(locked)) return 0
    const cohort = locked.value
    const now = yield* nowDate
    const places = Math.min(count, cohort.size - cohort.enrolled)
    const terms = { ...cohort, looked_to: everybody ? null : notAhead(cohort.looked_to, now) }
    const found = places === 0 || (!everybody && !cohort.enabled) ? [] : yield* find(customer_id, terms, places)
    const members = found.map(({ hatched_at, ...member }, place) => ({
      ...member,
      hatched_at: hatched_at.toISOString(),
      number: cohort.enrolled + place + 1
    }))
    const reward = promised(cohort)
    yield* execute(sql`
      WITH given AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(members)}::jsonb)
          AS g (number int, buddy_id uuid, user_id text, hatched_at timestamptz)),
      told AS (
        INSERT INTO founding_audit (customer_id, number, buddy_id, user_id, action, origin, occurred_at)
        SELECT ${customer_id}::uuid, number, buddy_id, user_id, 'enrolled', ${JSON.stringify(origin)}::jsonb, ${now}
        FROM given ORDER BY number)
      INSERT INTO founding_members (customer_id, number, buddy_id, user_id, hatched_at, reward, reward_status,
        enrolled_at)
      SELECT ${customer_id}::uuid, number, buddy_id, user_id, hatched_at,
        ${reward === null ? null : JSON.stringify(reward)}::jsonb, ${reward === null ? null : "pending"}, ${now}
      FROM given`)
    // Whoever looks at less than all has not looked to the end.
    const looked_to = found.length < places ? now : cohort.looked_to
    yield* execute(sql`
      UPDATE founding_cohorts SET enrolled = enrolled + ${members.length}, looked_to = ${looked_to}
      WHERE customer_id = ${customer_id}::uuid`)
    return members.length
  }, transactionOf(sql))
}

const paying = (sql: SqlClient.SqlClient) => ({
  unpaid: Effect.fn("FoundingMembers.unpaid")(function* (customer_id: string, after: number, count: number) {
    return yield* rows(Unpaid)(sql`
      SELECT number, buddy_id, reward FROM founding_members
      WHERE customer_id = ${customer_id}::uuid AND reward_status = 'pending' AND number > ${after}
      ORDER BY number LIMIT ${count}`)
  }),
  /** Told once, whoever pays at the same time. `failed` ones are void after ten tries. */
  record: Effect.fn("FoundingMembers.record")(function* (
    customer_id: string,
    outcomes: ReadonlyArray<{ readonly number: number; readonly outcome: "granted" | "void" | "failed" }>,
    origin: Origin
  ) {
    yield* execute(sql`
      WITH given AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS g (number int, outcome text)),
      settled AS (
        UPDATE founding_members AS m SET tries = m.tries + 1, reward_status = CASE
          WHEN g.outcome <> 'failed' THEN g.outcome WHEN m.tries + 1 < ${tries_max} THEN 'pending' ELSE 'void' END
        FROM given AS g
        WHERE m.customer_id = ${customer_id}::uuid AND m.number = g.number AND m.reward_status = 'pending'
        RETURNING m.number, m.buddy_id, m.user_id, m.reward_status)
      INSERT INTO founding_audit (customer_id, number, buddy_id, user_id, action, origin, occurred_at)
      SELECT ${customer_id}::uuid, number, buddy_id, user_id, 'reward_granted', ${JSON.stringify(origin)}::jsonb,
        ${yield* nowDate}
      FROM settled WHERE reward_status = 'granted' ORDER BY number`)
  })
})

export const foundingMembers = (sql: SqlClient.SqlClient) => ({
  /** gives numbers to the next; answers to how many. `everybody`: also who was looked at before, and while it is off */
  enrol: enrolling(sql),
  ...paying(sql),
  enrolledBy: Effect.fn("FoundingMembers.enrolledBy")(function* (customer_id: string, operation_id: string) {
    const [found] = yield* rows(Count)(sql`
      SELECT count(*)::int AS count FROM founding_audit
      WHERE customer_id = ${customer_id}::uuid AND action = 'enrolled' AND origin ->> 'id' = ${operation_id}`)
    return found!.count
  }),
  /** cohorts somebody may have hatched for, or whose members wait for their reward */
  due: Effect.fn("FoundingMembers.due")(function* () {
    const Key = Schema.Struct({ customer_id: Schema.String })
    const due = sql`
      SELECT c.customer_id FROM founding_cohorts AS c
      WHERE c.enabled AND c.enrolled < c.size AND (c.looked_to IS NULL OR EXISTS (
        SELECT FROM buddy_identities AS i
        WHERE i.customer_id = c.customer_id
          AND i.created_at >= least(c.looked_to, ${yield* nowDate}) - ${sql.literal(late)}))
      UNION SELECT customer_id FROM founding_members WHERE reward_status = 'pending'`
    const found = yield* rows(Key)(takingTurns(sql, due, { count: due_max }))
    return found.map(({ customer_id }) => customer_id)
  })
})
