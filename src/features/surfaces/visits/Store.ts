/** Visits in Postgres: counts by day, and marks of who was there today. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"

/** a showroom by its id, a shared buddy by the buddy's */
export type SubjectKind = "showroom" | "share"

export interface Visit {
  readonly customer_id: string
  readonly kind: SubjectKind
  readonly subject_id: string
  /** what was done there, in the words of the page */
  readonly event: string
  /** the way it was come by */
  readonly channel: string
  /** of UTC, the one `visitor` was made for */
  readonly day: string
  /** null: it counts however often it is told */
  readonly visitor: string | null
}

const CountRow = Schema.Struct({
  day: Schema.String,
  event: Schema.String,
  channel: Schema.String,
  visits: Schema.Int
})
/** of one UTC day, `YYYY-MM-DD` */
export type VisitCount = typeof CountRow.Type

const SubjectRow = Schema.Struct({ subject_id: Schema.String, channel: Schema.String, visits: Schema.Int })
const SaltRow = Schema.Struct({ salt: Schema.Uint8Array })
const NewRow = Schema.Struct({ at: Schema.Int })

/** Days of UTC, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** What is looked at: all of a kind, or of shared buddies those of one audience. */
export interface VisitSpan extends Days {
  readonly audience?: string | undefined
}

export class VisitStore extends Context.Service<
  VisitStore,
  {
    /** the same on every node until the day is over */
    salt(day: string): Effect.Effect<Uint8Array>
    /**
     * in one statement; answers the places of those that counted: a visitor counts once a day for each event, and
     * nobody of a shared buddy that is gone
     */
    record(visits: ReadonlyArray<Visit>): Effect.Effect<ReadonlySet<number>>
    /** by day, event and channel, over everything of a kind; `slow`: on these connections */
    counts(
      customer_id: string,
      kind: SubjectKind,
      days: VisitSpan,
      slow?: SqlClient.SqlClient
    ): Effect.Effect<ReadonlyArray<VisitCount>>
    /** by subject and channel, over all days there are (`since`: from that day on) */
    totals(
      customer_id: string,
      kind: SubjectKind,
      of: { readonly subject_ids: ReadonlyArray<string>; readonly event: string; readonly since?: string }
    ): Effect.Effect<ReadonlyArray<typeof SubjectRow.Type>>
  }
>()("hatchery/features/visits/VisitStore") {
  static readonly layer = Layer.effect(
    VisitStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return VisitStore.of({ salt: salting(sql), record: recording(sql), ...reading(sql) })
    })
  )
}

const salt_bytes = 32

const salting = (sql: SqlClient.SqlClient): VisitStore["Service"]["salt"] =>
  Effect.fn("VisitStore.salt")(function* (day) {
    const read = row(SaltRow)(sql`SELECT salt FROM visit_salts WHERE day = ${day}::date`)
    const known = yield* read
    if (Option.isSome(known)) return known.value.salt
    yield* execute(sql`
      INSERT INTO visit_salts (day, salt, created_at)
      VALUES (${day}::date, ${yield* randomBytes(salt_bytes)}, ${yield* nowDate})
      ON CONFLICT (day) DO NOTHING RETURNING 1`)
    return Option.getOrThrow(yield* read).salt
  })

/**
 * Of the day each was told of, so that nobody counts twice who comes at midnight; buddies are held, so that whoever
 * erases one finds its visits. In the order of their keys, so that nodes that count for the same pages do not wait for
 * each other in a circle.
 */
const recording = (sql: SqlClient.SqlClient): VisitStore["Service"]["record"] =>
  Effect.fn("VisitStore.record")(function* (visits) {
    const now = yield* nowDate
    const column = (of: (visit: Visit) => string) => visits.map(of)
    const counted = yield* transactionOf(sql)(
      rows(NewRow)(sql`
        WITH told AS (
          SELECT customer_id, kind, subject_id, event, channel, day, nullif(mark, '') AS visitor,
            n::int - 1 AS at
          FROM unnest(
            ${column(({ customer_id }) => customer_id)}::uuid[], ${column(({ kind }) => kind)}::text[],
            ${column(({ subject_id }) => subject_id)}::uuid[], ${column(({ event }) => event)}::text[],
            ${column(({ channel }) => channel)}::text[], ${column(({ visitor }) => visitor ?? "")}::text[],
            ${column(({ day }) => day)}::date[])
            WITH ORDINALITY AS v (customer_id, kind, subject_id, event, channel, mark, day, n)
        ), shared AS (
          SELECT b.customer_id, b.buddy_id FROM buddy_identities AS b
          WHERE (b.customer_id, b.buddy_id) IN (SELECT customer_id, subject_id FROM told WHERE kind = 'share')
            AND NOT EXISTS (SELECT FROM erased_buddies AS e
              WHERE e.customer_id = b.customer_id AND e.buddy_id = b.buddy_id)
          ORDER BY b.customer_id, b.buddy_id FOR KEY SHARE OF b
        ), given AS (
          SELECT * FROM told AS t WHERE kind <> 'share' OR EXISTS (
            SELECT FROM shared AS b WHERE b.customer_id = t.customer_id AND b.buddy_id = t.subject_id)
        ), firsts AS (
          SELECT DISTINCT ON (customer_id, kind, subject_id, day, event, visitor) * FROM given WHERE visitor IS NOT NULL
          ORDER BY customer_id, kind, subject_id, day, event, visitor, at
        ), marked AS (
          INSERT INTO visit_marks (customer_id, subject_kind, subject_id, day, event, visitor, seen_at)
          SELECT customer_id, kind, subject_id, day, event, decode(visitor, 'hex'), ${now}::timestamptz
          FROM firsts
          ORDER BY customer_id, kind, subject_id, day, event, visitor
          ON CONFLICT DO NOTHING RETURNING customer_id, subject_kind, subject_id, day, event, visitor
        ), fresh AS (
          SELECT f.* FROM firsts AS f JOIN marked AS m ON m.customer_id = f.customer_id AND m.subject_kind = f.kind
            AND m.subject_id = f.subject_id AND m.day = f.day AND m.event = f.event
            AND m.visitor = decode(f.visitor, 'hex')
          UNION ALL SELECT * FROM given WHERE visitor IS NULL
        ), counted AS (
          INSERT INTO visit_counts AS c
            (customer_id, subject_kind, subject_id, day, event, channel, visits, counted_at)
          SELECT customer_id, kind, subject_id, day, event, channel, count(*), ${now}::timestamptz
          FROM fresh
          GROUP BY customer_id, kind, subject_id, day, event, channel
          ORDER BY customer_id, kind, subject_id, day, event, channel
          ON CONFLICT (customer_id, subject_kind, subject_id, day, event, channel)
          DO UPDATE SET visits = c.visits + excluded.visits, counted_at = excluded.counted_at
        )
        SELECT at FROM fresh`)
    )
    return new Set(counted.map(({ at }) => at))
  })

/** Of shared buddies: those of users on a test clock are in no report. */
export const notOnTestClock = (sql: SqlClient.SqlClient, table: string, buddy: string) => sql`NOT EXISTS (
  SELECT FROM buddy_identities AS b
  JOIN test_clock_users AS u
    ON u.customer_id = b.customer_id AND u.user_id = b.user_id AND u.test_clock_id IS NOT NULL
  WHERE b.customer_id = ${sql(table)}.customer_id AND b.buddy_id = ${sql(table)}.${sql(buddy)})`

const reading = (sql: SqlClient.SqlClient): Pick<VisitStore["Service"], "counts" | "totals"> => ({
  counts: Effect.fn("VisitStore.counts")(function* (customer_id, kind, { audience, from, to }, slow = sql) {
    const ofAudience =
      audience === undefined
        ? slow`true`
        : slow`subject_id IN (SELECT buddy_id FROM buddy_identities
          WHERE customer_id = ${customer_id}::uuid AND audience = ${audience})`
    return yield* rows(CountRow)(slow`
      SELECT day::text AS day, event, channel, sum(visits)::int AS visits FROM visit_counts
      WHERE customer_id = ${customer_id}::uuid AND subject_kind = ${kind} AND day BETWEEN ${from}::date AND ${to}::date
        AND ${ofAudience} AND ${notOnTestClock(slow, "visit_counts", "subject_id")}
      GROUP BY day, event, channel ORDER BY day, event, channel`)
  }),
  totals: Effect.fn("VisitStore.totals")(function* (customer_id, kind, { event, since, subject_ids }) {
    return yield* rows(SubjectRow)(sql`
      SELECT subject_id, channel, sum(visits)::int AS visits FROM visit_counts
      WHERE customer_id = ${customer_id}::uuid AND subject_kind = ${kind} AND event = ${event}
        AND subject_id = ANY(${subject_ids}::uuid[]) AND day >= ${since ?? "-infinity"}::date
      GROUP BY subject_id, channel`)
  })
})
