/**
 * Carries the policies out: small statements with pauses, each policy for a while, then the next one. Whatever is left
 * is for the next run, so a backlog of years is worked off beside the traffic and not before it.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { row } from "../postgres/Sql.ts"
import { dropMonths } from "./Months.ts"
import { policies } from "./Policies.ts"
import type { Policy } from "./Policy.ts"
import type { RetainedTable } from "./Tables.ts"

export const sweeping = {
  /** rows of one statement: some milliseconds of work and of locks */
  rows_max: 1_000,
  /** what the traffic has for itself between two statements */
  pause_ms: 100,
  /** of one policy in one run; then the next one has its turn */
  policy_ms_max: 15_000,
  /** A statement is cut off long before anybody notices; the run goes on with the next policy. */
  statement_timeout_ms: 5_000,
  lock_timeout_ms: 250
} as const

/** What a run of one policy came to. */
export interface Swept {
  readonly table: RetainedTable
  readonly deleted: number
  /** false: there may be more */
  readonly isDone: boolean
}

export interface SweepOptions {
  readonly policies: ReadonlyArray<Policy>
  readonly rows_max: number
  /** told after each statement that deleted something */
  readonly onDeleted: (table: RetainedTable, rows: number) => void
  /** see BatchOptions */
  readonly discard: (sha256s: ReadonlyArray<string>) => Effect.Effect<void>
}

const Deleted = Schema.Struct({ deleted: Schema.Int, is_done: Schema.optionalKey(Schema.Boolean) })

const cutoffOf = ({ keep_ms }: Policy) => Effect.map(Clock.currentTimeMillis, (now) => new Date(now - keep_ms))

const statement = Effect.fnUntraced(function* (policy: Policy, { discard, rows_max }: SweepOptions) {
  const sql = yield* SqlClient.SqlClient
  const { batch } = policy
  const cutoff = yield* cutoffOf(policy)
  const { lock_timeout_ms, statement_timeout_ms } = sweeping
  const found = yield* sql
    .withTransaction(
      Effect.gen(function* () {
        // A crash that forgets a deletion leaves a row for the next run: not worth a flush.
        yield* sql`SELECT set_config('synchronous_commit', 'off', true),
          set_config('lock_timeout', ${String(lock_timeout_ms)}, true),
          set_config('statement_timeout', ${String(statement_timeout_ms)}, true)`
        return yield* row(Deleted)(batch(sql, { cutoff, discard, rows_max }))
      })
    )
    .pipe(Effect.orDie)
  const { deleted, is_done = deleted < rows_max } = Option.getOrThrow(found)
  return { gone: deleted, is_done }
})

const sweepOne = Effect.fn("Retention.sweep")(
  function* (policy: Policy, options: SweepOptions) {
    const { table } = policy
    const until = (yield* Clock.currentTimeMillis) + sweeping.policy_ms_max
    let deleted = 0
    if (policy.monthly !== undefined) {
      const dropped = yield* dropMonths(policy.monthly, yield* cutoffOf(policy))
      deleted += dropped
      if (dropped > 0) options.onDeleted(table, dropped)
    }
    while ((yield* Clock.currentTimeMillis) < until) {
      const { gone, is_done } = yield* statement(policy, options)
      deleted += gone
      if (gone > 0) options.onDeleted(table, gone)
      if (is_done) return { table, deleted, isDone: true } satisfies Swept
      yield* Effect.sleep(sweeping.pause_ms)
    }
    return { table, deleted, isDone: false } satisfies Swept
  },
  (swept, { table }) =>
    Effect.catchCause(swept, (cause) =>
      Effect.as(Effect.annotateLogs(Effect.logWarning("old rows could not be deleted", cause), { table }), {
        table,
        deleted: 0,
        isDone: false
      } satisfies Swept)
    )
)

/** One run over all policies. Fails never: what cannot be deleted now is logged and left for later. */
export const sweep = ({
  discard = () => Effect.void,
  onDeleted = () => {},
  policies: chosen = policies,
  rows_max = sweeping.rows_max
}: Partial<SweepOptions> = {}): Effect.Effect<ReadonlyArray<Swept>, never, SqlClient.SqlClient> =>
  Effect.forEach(chosen, (policy) => sweepOne(policy, { discard, onDeleted, policies: chosen, rows_max }))
