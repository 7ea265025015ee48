/** Streaks as their users see them, and what warnings and vacations come to, out of the buddies' stories. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { periodKey } from "../../../../engine/calendar/periods.ts"
import { standings } from "../../../../buddy/Standings.ts"
import { streakBoard } from "../../../../engine/streaks/streakBoard.ts"
import { localDay, zoneOf } from "../../../../engine/calendar/zones.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"
import { parseDay } from "../../../../wire/Day.ts"
import { type NotFound, ValidationFailed } from "../../../../wire/Failure.ts"
import type { AtRiskAnalytics, BuddyStreaks, VacationAnalytics } from "../Api/Streaks.ts"

const VacationRow = Schema.Struct({
  taken: Schema.Int,
  cancelled: Schema.Int,
  ended_early: Schema.Int,
  buddies: Schema.Int,
  average_days: Schema.Number,
  running_now: Schema.Int,
  planned: Schema.Int
})
const OutcomeRow = Schema.Struct({
  streak_key: Schema.String,
  warned: Schema.Int,
  rescued: Schema.Int,
  kept: Schema.Int,
  lost: Schema.Int,
  open: Schema.Int
})

const days_default = 30
const days_max = 366
const dayMs = 86_400_000

interface Service {
  board(
    customer_id: string,
    buddy_id: string,
    query: { readonly from?: string; readonly to?: string }
  ): Effect.Effect<BuddyStreaks, NotFound | ValidationFailed>
  vacations(customer_id: string, window_days: number): Effect.Effect<typeof VacationAnalytics.Type>
  warnings(customer_id: string, window_days: number): Effect.Effect<AtRiskAnalytics>
}

export class StreakReads extends Context.Service<StreakReads, Service>()("hatchery/features/buddies/StreakReads") {
  static readonly layer = Layer.effect(
    StreakReads,
    Effect.suspend(() => make)
  )
}

/** The days asked for; without a word about one end it lies 30 days from the other, or today. */
const rangeOf = ({ from, to }: { readonly from?: string; readonly to?: string }) => {
  const [first, last] = [from, to].map((date) => (date === undefined ? undefined : parseDay(date)))
  return (today: number) => {
    const to_day = last ?? (first === undefined ? today : Math.max(first, Math.min(today, first + days_max - 1)))
    return { from_day: first ?? to_day - days_default + 1, to_day }
  }
}

const boardOf = (
  sql: SqlClient.SqlClient,
  snapshots: Snapshots["Service"],
  tenants: Tenants["Service"]
): Service["board"] => {
  const { of: standing } = standings(sql)
  return Effect.fn("StreakReads.board")(function* (customer_id, buddy_id, query) {
    const { audience, config_version_id, state, user_id } = yield* standing(customer_id, buddy_id)
    const snapshot = yield* Effect.orDie(snapshots.get(customer_id, config_version_id))
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    const now = momentOf(tenant, user_id, yield* Clock.currentTimeMillis)
    const range = rangeOf(query)
    const { from_day, to_day } = range(Math.floor(now / dayMs))
    if (to_day < from_day) return yield* ValidationFailed.at(["to"], "to is before from")
    if (to_day - from_day >= days_max) {
      return yield* ValidationFailed.at(["from"], `from and to span more than ${days_max} days`)
    }
    const facts = { snapshot, state, now, tenant_timezone: tenant.timezone }
    return { buddy_id, ...streakBoard(facts, audience, range) }
  })
}

const vacationsOf = (sql: SqlClient.SqlClient, tenants: Tenants["Service"]): Service["vacations"] =>
  Effect.fn("StreakReads.vacations")(function* (customer_id, window_days) {
    const { timezone } = yield* Effect.orDie(tenants.get(customer_id))
    const now = yield* Clock.currentTimeMillis
    const today = periodKey("day", localDay(zoneOf(timezone), now))
    // A vacation is its buddy and its first day; the newest word about it is what counts.
    const found = yield* row(VacationRow)(sql`
      WITH vacations AS (
        SELECT DISTINCT ON (buddy_id, body ->> 'starts_on') buddy_id, body ->> 'type' AS type,
          body ->> 'starts_on' AS starts_on, body ->> 'ends_on' AS ends_on, (body ->> 'days')::int AS days
        FROM buddy_history
        WHERE customer_id = ${customer_id}::uuid AND kind = 'streak'
          AND body ->> 'type' IN ('vacation_taken', 'vacation_ended', 'vacation_cancelled')
          AND created_at > ${new Date(now - window_days * dayMs)}
        ORDER BY buddy_id, body ->> 'starts_on', history_id DESC)
      SELECT count(*)::int AS taken,
        count(*) FILTER (WHERE type = 'vacation_cancelled')::int AS cancelled,
        count(*) FILTER (WHERE type = 'vacation_ended')::int AS ended_early,
        count(DISTINCT buddy_id)::int AS buddies,
        coalesce(round(avg(days) FILTER (WHERE type <> 'vacation_cancelled'), 2), 0)::float8 AS average_days,
        count(*) FILTER (WHERE type = 'vacation_taken' AND ${today} BETWEEN starts_on AND ends_on)::int AS running_now,
        count(*) FILTER (WHERE type = 'vacation_taken' AND starts_on > ${today})::int AS planned
      FROM vacations`)
    return { window_days, ...Option.getOrThrow(found) }
  })

type Counts = Omit<typeof OutcomeRow.Type, "streak_key">

const rated = ({ kept, lost, open, rescued, warned }: Counts) => {
  const decided = rescued + kept + lost
  const rescue_rate = decided === 0 ? null : Math.round((rescued / decided) * 10_000) / 10_000
  return { warned, rescued, kept, lost, open, rescue_rate }
}

const warningsOf = (sql: SqlClient.SqlClient): Service["warnings"] =>
  Effect.fn("StreakReads.warnings")(function* (customer_id, window_days) {
    const now = new Date(yield* Clock.currentTimeMillis)
    // A warning is its buddy and its period, repeated when what had saved it is taken back: its newest word counts.
    const found = yield* rows(OutcomeRow)(sql`
      WITH warnings AS (
        SELECT key, (array_agg(body ->> 'type' ORDER BY history_id DESC))[1] AS type,
          max((body ->> 'expires_at')::timestamptz) AS expires_at
        FROM buddy_history
        WHERE customer_id = ${customer_id}::uuid AND kind = 'streak'
          AND body ->> 'type' IN ('at_risk', 'rescued', 'kept', 'lost')
          AND created_at > ${new Date(now.getTime() - window_days * dayMs)}
        GROUP BY buddy_id, key, body ->> 'period_key' HAVING bool_or(body ->> 'type' = 'at_risk'))
      SELECT key AS streak_key, count(*)::int AS warned,
        count(*) FILTER (WHERE type = 'rescued')::int AS rescued,
        count(*) FILTER (WHERE type = 'kept')::int AS kept,
        count(*) FILTER (WHERE type = 'lost' OR (type = 'at_risk' AND expires_at <= ${now}))::int AS lost,
        count(*) FILTER (WHERE type = 'at_risk' AND expires_at > ${now})::int AS open
      FROM warnings GROUP BY key ORDER BY key`)
    const none: Counts = { warned: 0, rescued: 0, kept: 0, lost: 0, open: 0 }
    const sum = found.reduce<Counts>(
      (all, one) => ({
        warned: all.warned + one.warned,
        rescued: all.rescued + one.rescued,
        kept: all.kept + one.kept,
        lost: all.lost + one.lost,
        open: all.open + one.open
      }),
      none
    )
    const streaks = found.map(({ streak_key, ...counts }) => ({ streak_key, ...rated(counts) }))
    return { window_days, ...rated(sum), streaks }
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tenants = yield* Tenants
  return StreakReads.of({
    board: boardOf(sql, yield* Snapshots, tenants),
    vacations: vacationsOf(sql, tenants),
    warnings: warningsOf(sql)
  })
})
