/**
 * Checks invariants on the database a service uses, right now if need be: everything is read from one snapshot, and
 * nothing is locked that a writer wants. Only counts and a few samples leave Postgres, which sorts what does not fit
 * its memory on disk.
 */
import { Clock, Duration, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { databaseFault } from "../postgres/Sql.ts"
import type { Invariant, Queries } from "./Invariant.ts"

export interface CheckOptions {
  /** also what is only true of a service that nothing hinders: what was begun has ended */
  readonly quiescent?: boolean
  /** epoch ms from which nothing hindered the service any more; what was open then has the whole grace from then on */
  readonly healedAt?: number
  /** how long something may take before it is late; default 60 s */
  readonly grace?: Duration.Input
}

export interface InvariantReport {
  readonly id: string
  readonly title: string
  /** rows there are to look at */
  readonly checked: number
  readonly violations: number
  /** the first few rows that break it */
  readonly samples: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly took_ms: number
}

const samples_max = 20
const grace_default = Duration.seconds(60)

/** For one statement: a database that needs checking may be large, and slow. */
const statement_timeout_ms = 900_000
/** For each sort or hash; what is larger goes to disk. */
const work_memory = "64MB"

const Found = Schema.Struct({
  checked: Schema.BigInt,
  violations: Schema.BigInt,
  samples: Schema.Array(Schema.Record(Schema.String, Schema.Unknown))
})
const decode = Schema.decodeUnknownEffect(Schema.Tuple([Found]))

type Moment = ReadonlyArray<Date | null>

/** What an erasure takes away step by step, and other rows are compared with. */
const fading = ["ledger", "events", "commands", "buddy_changes", "buddy_history", "buddy_badges", "unique_payments"]

/** These tables under their own names, without the rows of erased buddies: named nowhere, they cost nothing. */
const withoutErased = fading.map(
  (table) => `${table} AS NOT MATERIALIZED (
    SELECT * FROM public.${table} AS kept WHERE NOT EXISTS (
      SELECT FROM erased_buddies AS gone
      WHERE gone.customer_id = kept.customer_id AND gone.buddy_id = kept.buddy_id))`
)

const statementOf = ({ population, violations }: Queries, ofErased: boolean): string => `
  WITH moment AS MATERIALIZED (
    SELECT $1::timestamptz AS now, $2::timestamptz AS healed_at, $3::timestamptz AS overdue_at
  ), ${ofErased ? "" : `${withoutErased.join(", ")}, `}broken AS MATERIALIZED (${violations})
  SELECT (${population})::bigint AS checked, (SELECT count(*) FROM broken) AS violations,
    (SELECT coalesce(jsonb_agg(sample), '[]') FROM (SELECT * FROM broken LIMIT ${samples_max}) AS sample) AS samples`

const run = (sql: SqlClient.SqlClient, { ofErased, queries }: Invariant, moment: Moment) =>
  Effect.gen(function* () {
    const written = typeof queries === "function" ? yield* queries(sql) : queries
    const [found] = yield* Effect.orDie(
      decode(yield* sql.unsafe(statementOf(written, ofErased === true), moment).unprepared)
    )
    return found
  })

/** Values nobody can calculate with (a state that is no number) are what is wrong, not a reason to give up. */
const unreadable = (error: SqlError.SqlError) =>
  databaseFault(error)?._tag === "BadValue"
    ? Effect.succeed({ checked: 0n, violations: 1n, samples: [{ unreadable: messageOf(error) }] })
    : Effect.fail(error)

const messageOf = ({ reason }: SqlError.SqlError): string => {
  const { cause } = reason
  return cause instanceof Error ? cause.message : String(cause)
}

const check = Effect.fn("Invariants.check")(function* (
  sql: SqlClient.SqlClient,
  invariant: Invariant,
  moment: Moment
): Effect.fn.Return<InvariantReport, SqlError.SqlError> {
  const began_ms = yield* Clock.currentTimeMillis
  // In a savepoint: a statement that fails must not take the snapshot of the others with it.
  const found = yield* sql.withTransaction(run(sql, invariant, moment)).pipe(Effect.catch(unreadable))
  return {
    id: invariant.id,
    title: invariant.title,
    checked: Number(found.checked),
    violations: Number(found.violations),
    samples: found.samples,
    took_ms: (yield* Clock.currentTimeMillis) - began_ms
  }
})

/**
 * Every check reads whole tables, and matches them by equality. What the planner knows of a database may be old, or
 * nothing after a restore; with hash joins that costs little, with any other join it can cost hours.
 */
const settings = (sql: SqlClient.SqlClient) =>
  sql`SELECT set_config('statement_timeout', ${String(statement_timeout_ms)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(statement_timeout_ms)}, true),
    set_config('work_mem', ${work_memory}, true), set_config('jit', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true),
    set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`

export const checkAll = (
  invariants: ReadonlyArray<Invariant>,
  { grace = grace_default, healedAt, quiescent = false }: CheckOptions
): Effect.Effect<ReadonlyArray<InvariantReport>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    const overdue = now - Duration.toMillis(grace)
    const moment = [new Date(now), healedAt === undefined ? null : new Date(healedAt), new Date(overdue)]
    const wanted = invariants.filter((invariant) => quiescent || invariant.quiescent !== true)
    const all = Effect.forEach(wanted, (invariant) => check(sql, invariant, moment))
    return yield* sql
      .withTransaction(Effect.andThen(settings(sql), all))
      .pipe(Effect.provideService(SqlClient.BeginTransaction, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
  })
