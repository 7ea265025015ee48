/** Seasons in Postgres. Until the close their moments say what they are, so no timer begins or ends one. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { entitledTo } from "../../../../platform/auth/Entitled.ts"
import { Subjects } from "../../../../platform/campaigns/Subjects.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { execute, row, rows } from "../../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../../platform/postgres/Turns.ts"
import { SeasonRules, seasonPeriod } from "../../../../wire/campaigns/League.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import { type Season, SeasonResult } from "../Api.ts"
import { inOrder } from "../Rules.ts"
import {
  firstFree,
  hourMs,
  nameOfSeason,
  type SeasonStatus,
  statusAt,
  type Window,
  written_ahead_ms
} from "../Rules/Calendar.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"

const SeasonRow = Schema.Struct({
  season_id: Schema.String,
  name: Schema.String,
  automatic: Schema.Boolean,
  starts_at: Schema.Date,
  ends_at: Schema.Date,
  finalizes_at: Schema.Date,
  state: Schema.Literals(["open", "closing", "closed"]),
  rules: SeasonRules,
  closed_at: Schema.NullOr(Schema.Date),
  result: Schema.NullOr(SeasonResult),
  participants: Schema.Int
})
export type SeasonRow = typeof SeasonRow.Type

const { participants: _participants, ...uncountedFields } = SeasonRow.fields
const RunningRow = Schema.Struct(uncountedFields)
/** Read for every look of a player: nobody counts who takes part. */
export type RunningSeason = typeof RunningRow.Type

const uncounted = "season_id, name, automatic, starts_at, ends_at, finalizes_at, state, rules, closed_at, result"
/** While it counts, whoever has a score and could be ranked takes part; then the result says how many did. */
const columns = `${uncounted}, coalesce((result ->> 'participants')::int, (
    SELECT count(*)::int FROM campaign_scores AS c
    JOIN buddies AS b ON b.customer_id = c.customer_id AND b.buddy_id = c.buddy_id AND b.status = 'active'
      AND NOT ${onTestClock("b")}
    WHERE c.customer_id = season.customer_id AND c.subject_id = season.season_id
      AND c.period_key = '${seasonPeriod}' AND c.score > 0)) AS participants`

export const momentsOf = ({ ends_at, finalizes_at, starts_at, state }: RunningSeason) => ({
  starts_at: starts_at.getTime(),
  ends_at: ends_at.getTime(),
  finalizes_at: finalizes_at.getTime(),
  state
})

export const toWire = (season: SeasonRow, now: number): Season => {
  const { state: _state, ...rest } = season
  return {
    ...rest,
    status: statusAt(momentsOf(season), now),
    starts_at: iso(season.starts_at),
    ends_at: iso(season.ends_at),
    finalizes_at: iso(season.finalizes_at),
    closed_at: isoOrNull(season.closed_at)
  }
}

export interface NewSeason extends Window {
  readonly name: string
  readonly automatic: boolean
  readonly rules: SeasonRules
}

const unknown = () => new NotFound({ resource: "season" })

const Overlap = Schema.Struct({ season_id: Schema.String, gives_way: Schema.Boolean })
const PlayersRow = Schema.Struct({ tier_key: Schema.String, buddies: Schema.Int })
const IdRow = Schema.Struct({ season_id: Schema.String })

export class SeasonStore extends Context.Service<
  SeasonStore,
  {
    list(
      customer_id: string,
      query: OffsetQuery & { readonly status?: SeasonStatus }
    ): Effect.Effect<OffsetPage<Season>>
    find(customer_id: string, season_id: string): Effect.Effect<SeasonRow, NotFound>
    /** without counting who takes part, which reads all of them */
    uncounted(customer_id: string, season_id: string): Effect.Effect<RunningSeason, NotFound>
    near(customer_id: string): Effect.Effect<Pick<NearSeasons, "current_season" | "next_season">>
    /** of those not closed, the ones that have begun, newest first */
    running(customer_id: string): Effect.Effect<ReadonlyArray<RunningSeason>>
    overlaps(customer_id: string, window: Window): Effect.Effect<ReadonlyArray<typeof Overlap.Type>>
    planned(customer_id: string): Effect.Effect<number>
    /** where buddies that changed since a moment would play, by audience: a cohort has one */
    players(customer_id: string, rules: SeasonRules, since: Date): Effect.Effect<ReadonlyArray<typeof PlayersRow.Type>>
    /** leagues whose next automatic season has to be written */
    toPlan: Effect.Effect<ReadonlyArray<string>>
    /** all that wait for their next automatic season are looked at now; answers how many */
    planAnew: Effect.Effect<number>
    /** The rest in the transaction of whoever holds the league, and followed by `replan`. */
    insert(customer_id: string, season: NewSeason): Effect.Effect<SeasonRow>
    remove(customer_id: string, season_id: string): Effect.Effect<void>
    rewritePlanned(customer_id: string, rules: SeasonRules): Effect.Effect<void>
    removeUnbegunAutomatic(customer_id: string): Effect.Effect<void>
    /** Writes the automatic season whose time has come, and when that of the one after it comes. */
    replan(customer_id: string, rules: SeasonRules): Effect.Effect<void>
  }
>()("hatchery/features/leagues/SeasonStore") {
  static readonly layer = Layer.effect(
    SeasonStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subjects = yield* Subjects
      return SeasonStore.of({ ...reading(sql), ...planning(sql), ...writing(sql, subjects) })
    })
  ).pipe(Layer.provide(Subjects.layer))
}

export interface NearSeasons {
  readonly current_season: Season | null
  readonly next_season: Season | null
}

const dateNow = Effect.map(Clock.currentTimeMillis, (now) => new Date(now))

/** What a status means in moments. */
const statusIs = (sql: SqlClient.SqlClient, status: SeasonStatus, now: Date) => {
  switch (status) {
    case "scheduled":
      return sql`state = 'open' AND starts_at > ${now}`
    case "active":
      return sql`state = 'open' AND starts_at <= ${now} AND ends_at > ${now}`
    case "finalizing":
      return sql`state = 'open' AND ends_at <= ${now}`
    default:
      return sql`state = ${status}`
  }
}

const reading = (
  sql: SqlClient.SqlClient
): Pick<SeasonStore["Service"], "list" | "find" | "uncounted" | "near" | "running"> => {
  const all = sql.literal(columns)
  const known = (customer_id: string, season_id: string) =>
    sql`WHERE customer_id = ${customer_id}::uuid AND season_id = ${isUuid(season_id) ? season_id : null}::uuid`
  return {
    list: Effect.fn("SeasonStore.list")(function* (customer_id, query) {
      const now = yield* dateNow
      const of = query.status === undefined ? sql`true` : statusIs(sql, query.status, now)
      const where = sql`customer_id = ${customer_id}::uuid AND ${of}`
      return yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM league_seasons WHERE ${where}`,
        read: (limit, offset) =>
          Effect.map(
            rows(SeasonRow)(sql`
              SELECT ${all} FROM league_seasons AS season WHERE ${where}
              ORDER BY starts_at DESC, season_id DESC LIMIT ${limit} OFFSET ${offset}`),
            (found) => found.map((season) => toWire(season, now.getTime()))
          )
      })
    }),
    find: Effect.fn("SeasonStore.find")(function* (...key) {
      const found = yield* row(SeasonRow)(sql`SELECT ${all} FROM league_seasons AS season ${known(...key)}`)
      return Option.isNone(found) ? yield* unknown() : found.value
    }),
    uncounted: Effect.fn("SeasonStore.uncounted")(function* (...key) {
      const found = yield* row(RunningRow)(sql`SELECT ${sql.literal(uncounted)} FROM league_seasons ${known(...key)}`)
      return Option.isNone(found) ? yield* unknown() : found.value
    }),
    near: Effect.fn("SeasonStore.near")(function* (customer_id) {
      const now = yield* dateNow
      const first = (status: SeasonStatus) =>
        Effect.map(
          row(SeasonRow)(sql`
            SELECT ${all} FROM league_seasons AS season
            WHERE customer_id = ${customer_id}::uuid AND ${statusIs(sql, status, now)} ORDER BY starts_at LIMIT 1`),
          (found) => (Option.isNone(found) ? null : toWire(found.value, now.getTime()))
        )
      return { current_season: yield* first("active"), next_season: yield* first("scheduled") }
    }),
    running: Effect.fn("SeasonStore.running")(function* (customer_id) {
      return yield* rows(RunningRow)(sql`
        SELECT ${sql.literal(uncounted)} FROM league_seasons
        WHERE customer_id = ${customer_id}::uuid AND state <> 'closed' AND starts_at <= ${yield* dateNow}
        ORDER BY starts_at DESC LIMIT 10`)
    })
  }
}

const planning = (
  sql: SqlClient.SqlClient
): Pick<SeasonStore["Service"], "overlaps" | "planned" | "players" | "toPlan" | "planAnew"> => ({
  overlaps: Effect.fn("SeasonStore.overlaps")(function* (customer_id, { ends_at, starts_at }) {
    return yield* rows(Overlap)(sql`
      SELECT season_id, automatic AND state = 'open' AND starts_at > ${yield* dateNow} AS gives_way FROM league_seasons
      WHERE customer_id = ${customer_id}::uuid AND starts_at < ${new Date(ends_at)} AND ends_at > ${new Date(starts_at)}
      ORDER BY starts_at`)
  }),
  planned: Effect.fn("SeasonStore.planned")(function* (customer_id) {
    return yield* execute(sql`
      SELECT 1 FROM league_seasons
      WHERE customer_id = ${customer_id}::uuid AND state = 'open' AND starts_at > ${yield* dateNow}`)
  }),
  players: Effect.fn("SeasonStore.players")(function* (customer_id, { tiers }, since) {
    const keys = inOrder(tiers).map(({ tier_key }) => tier_key)
    return yield* rows(PlayersRow)(sql`
      SELECT CASE WHEN d.tier_key = ANY(${keys}::text[]) THEN d.tier_key ELSE ${keys[0]!} END AS tier_key,
        count(*)::int AS buddies
      FROM buddies AS b LEFT JOIN league_standings AS d ON d.customer_id = b.customer_id AND d.buddy_id = b.buddy_id
      WHERE b.customer_id = ${customer_id}::uuid AND b.status = 'active' AND b.updated_at > ${since}
        AND NOT ${sql.literal(onTestClock("b"))}
      GROUP BY b.audience, 1`)
  }),
  toPlan: Effect.gen(function* () {
    const due = sql`
      SELECT l.customer_id FROM leagues AS l JOIN customers AS c ON c.customer_id = l.customer_id
      WHERE l.plan_at <= ${yield* dateNow} AND ${entitledTo(sql, "c", "leagues")}`
    const found = yield* rows(Schema.Struct({ customer_id: Schema.String }))(takingTurns(sql, due, { count: 200 }))
    return found.map(({ customer_id }) => customer_id)
  }),
  planAnew: Effect.flatMap(dateNow, (now) =>
    execute(sql`UPDATE leagues SET plan_at = ${now} WHERE plan_at > ${now} RETURNING 1`)
  )
})

const writing = (
  sql: SqlClient.SqlClient,
  subjects: Subjects["Service"]
): Pick<SeasonStore["Service"], "insert" | "remove" | "rewritePlanned" | "removeUnbegunAutomatic" | "replan"> => {
  const remove = Effect.fn("SeasonStore.remove")(function* (customer_id: string, season_id: string) {
    yield* subjects.close({ customer_id, subject_id: season_id })
    yield* execute(sql`
      DELETE FROM league_seasons
      WHERE customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid RETURNING 1`)
    yield* subjects.remove({ customer_id, subject_id: season_id })
  })
  const insert = Effect.fn("SeasonStore.insert")(function* (
    customer_id: string,
    { automatic, ends_at, name, rules, starts_at }: NewSeason
  ) {
    const season_id = yield* uuid
    const finalizes_at = new Date(ends_at + rules.config.finalize_delay_hours * hourMs)
    yield* subjects.open({ customer_id, subject_id: season_id }, "league_season")
    const made = yield* row(SeasonRow)(sql`
      INSERT INTO league_seasons AS season (customer_id, season_id, name, automatic, starts_at, ends_at, finalizes_at,
        state, rules, created_at)
      VALUES (${customer_id}::uuid, ${season_id}::uuid, ${name}, ${automatic}, ${new Date(starts_at)},
        ${new Date(ends_at)}, ${finalizes_at}, 'open', ${JSON.stringify(rules)}::jsonb, ${yield* dateNow})
      RETURNING ${sql.literal(columns)}`)
    return Option.getOrThrow(made)
  })
  const freeTime = Effect.fnUntraced(function* (customer_id: string, { config }: SeasonRules, now: number) {
    const Moments = Schema.Struct({ starts_at: Schema.Date, ends_at: Schema.Date })
    const taken = yield* rows(Moments)(sql`
      SELECT starts_at, ends_at FROM league_seasons
      WHERE customer_id = ${customer_id}::uuid AND ends_at > ${new Date(now)}`)
    const windows = taken.map(({ ends_at, starts_at }) => ({
      starts_at: starts_at.getTime(),
      ends_at: ends_at.getTime()
    }))
    return firstFree(config, windows, now)
  })
  return {
    insert,
    remove,
    replan: Effect.fn("SeasonStore.replan")(function* (customer_id, rules) {
      const now = yield* Clock.currentTimeMillis
      let free = yield* freeTime(customer_id, rules, now)
      while (free !== null && free.starts_at - written_ahead_ms <= now) {
        const name = nameOfSeason(free, rules.config.timezone)
        yield* insert(customer_id, { ...free, name, automatic: true, rules })
        free = yield* freeTime(customer_id, rules, now)
      }
      const plan_at = free === null ? null : new Date(free.starts_at - written_ahead_ms)
      yield* execute(sql`
        UPDATE leagues SET plan_at = ${plan_at} WHERE customer_id = ${customer_id}::uuid RETURNING 1`)
    }),
    rewritePlanned: Effect.fn("SeasonStore.rewritePlanned")(function* (customer_id, rules) {
      yield* execute(sql`
        UPDATE league_seasons SET rules = ${JSON.stringify(rules)}::jsonb,
          finalizes_at = ends_at + ${rules.config.finalize_delay_hours} * interval '1 hour'
        WHERE customer_id = ${customer_id}::uuid AND state = 'open' AND starts_at > ${yield* dateNow} RETURNING 1`)
    }),
    removeUnbegunAutomatic: Effect.fn("SeasonStore.removeUnbegunAutomatic")(function* (customer_id) {
      const found = yield* rows(IdRow)(sql`
        SELECT season_id FROM league_seasons
        WHERE customer_id = ${customer_id}::uuid AND automatic AND state = 'open' AND starts_at > ${yield* dateNow}`)
      yield* Effect.forEach(found, ({ season_id }) => remove(customer_id, season_id), { discard: true })
    })
  }
}
