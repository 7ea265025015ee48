/**
 * Increments of figures beside a change that no buddy's journal writes: in the transaction of the change, so that they
 * exist exactly when it does. Who is on a test clock is counted apart, as the journal does.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Count, type Move, testPrefix } from "../../wire/analytics/Delta.ts"
import { uuid } from "../postgres/Ids.ts"
import { execute, nowDate } from "../postgres/Sql.ts"

export interface OwnCount {
  readonly metric: string
  readonly audience: string
  readonly key: string
  readonly count: number
  readonly amount?: number
  /** days since 1970-01-01; absent: that of the commit */
  readonly day?: number
}

/** On the day of the commit, where nothing else is said. `user_id` null: of nobody in particular. */
export const countBeside = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { customer_id, user_id }: { readonly customer_id: string; readonly user_id: string | null },
  own: ReadonlyArray<OwnCount>
) {
  const bodyOf = (prefix: string) =>
    JSON.stringify({
      c: own.map(({ amount = 0, audience, count, day = null, key, metric }): Count => [
        prefix + metric,
        day,
        audience,
        key,
        count,
        amount
      ]),
      u: []
    })
  yield* execute(sql`
    INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
    SELECT ${customer_id}::uuid, ${yield* uuid}::uuid,
      CASE WHEN EXISTS (
        SELECT FROM test_clock_users
        WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}::text AND test_clock_id IS NOT NULL)
      THEN ${bodyOf(testPrefix)}::json ELSE ${bodyOf("")}::json END, ${yield* nowDate}
    RETURNING delta_id`)
})

/** Whoever was counted in one audience is counted in another from now on, what was counted before included. */
export const moveBeside = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, customer_id: string, move: Move) {
  yield* execute(sql`
    INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
    VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${JSON.stringify({ c: [], u: [], m: [move] })}::json,
      ${yield* nowDate})
    RETURNING delta_id`)
})

/** It is an audience again: what a move of before says of it is over. */
export const returnBeside = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  audience: string
) {
  yield* execute(sql`
    INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
    VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${JSON.stringify({ c: [], u: [], r: [audience] })}::json,
      ${yield* nowDate})
    RETURNING delta_id`)
})

const day_ms = 86_400_000
const zones_of_day = 20

/** The zone of a workspace changes: days that were counted in the one before stay the days they were. */
export const zoneBeside = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) {
  const now = yield* nowDate
  // The newest of a day are kept: whoever changes it again and again must not make a history of it.
  yield* execute(sql`
    DELETE FROM analytics_zones WHERE customer_id = ${customer_id}::uuid AND since IN (
      SELECT since FROM analytics_zones
      WHERE customer_id = ${customer_id}::uuid AND since > ${new Date(now.getTime() - day_ms)}
      ORDER BY since DESC OFFSET ${zones_of_day - 1})
    RETURNING since`)
  yield* execute(sql`
    INSERT INTO analytics_zones (customer_id, since, timezone)
    SELECT ${customer_id}::uuid, since, timezone
    FROM (VALUES ('-infinity'::timestamptz, ${from}), (${now}::timestamptz, ${to})) AS given (since, timezone)
    WHERE since > '-infinity' OR NOT EXISTS (
      SELECT FROM analytics_zones AS z WHERE z.customer_id = ${customer_id}::uuid)
    ON CONFLICT (customer_id, since) DO UPDATE SET timezone = excluded.timezone RETURNING since`)
})
