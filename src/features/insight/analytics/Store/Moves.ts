/**
 * Whoever was in an audience is in another one: as if it had always been so. So many users at a time, each time a whole
 * step: sums of both audiences are right in between, and nobody waits for all of them.
 */
import { Clock, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"
import type { Delta, Move } from "../../../../wire/analytics/Delta.ts"
import { CellSum } from "../Rules/Cells.ts"
import type { Alike } from "../Rules/Crowd.ts"
import { implicitAudience } from "../Rules/Folding.ts"
import { daysOf } from "./Lives.ts"
import { addCells, addUserDays } from "./UserDays.ts"
import { moveYears } from "./UserYears.ts"

/** For so long after a move there may be a delta of a node that had not heard of it. */
const heard_within_ms = 10 * 60_000

const Moved = Schema.Struct({ from: Schema.String, to: Schema.String, until: Schema.Number })
export type Moved = typeof Moved.Type
const MovedRow = Schema.Struct({ customer_id: Schema.String, moved: Moved })

/** In the transaction of the move's last step. */
export const rememberMove = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  [from, to]: Move
) {
  const moved: Moved = { from, to, until: (yield* Clock.currentTimeMillis) + heard_within_ms }
  yield* execute(sql`
    UPDATE analytics_tenants SET moved = ${JSON.stringify(moved)}::jsonb WHERE customer_id = ${customer_id}::uuid
    RETURNING 1`)
  return moved
})

/** Where a move led from is an audience again: what is written of it from here on is its own. */
export const forgetMove = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, customer_id: string, from: string) {
  yield* execute(sql`
    UPDATE analytics_tenants SET moved = NULL WHERE customer_id = ${customer_id}::uuid AND moved ->> 'from' = ${from}
    RETURNING 1`)
})

/** SQL: the newest move of each workspace that had one, unless where it led from is an audience again. */
export const movesOf = (sql: SqlClient.SqlClient, customer_ids: ReadonlyArray<string>) => sql`
  SELECT t.customer_id, t.moved FROM analytics_tenants AS t JOIN customers AS c USING (customer_id)
  WHERE t.customer_id = ANY(${customer_ids}::uuid[]) AND t.moved IS NOT NULL
    AND NOT c.audiences @> jsonb_build_array(jsonb_build_object('key', t.moved -> 'from'))
    AND (t.moved ->> 'from' <> ${implicitAudience} OR c.audiences <> '[]'::jsonb)`

export const movedIn = (sql: SqlClient.SqlClient, customer_ids: ReadonlyArray<string>) =>
  Effect.map(
    rows(MovedRow)(movesOf(sql, customer_ids)),
    (found) => new Map(found.map(({ customer_id, moved }) => [customer_id, moved]))
  )

/** A delta as whoever wrote it would have, had it heard of the move. `at`: epoch ms of its commit. */
export const followed = (body: Delta, at: number, moved: Moved | undefined): Delta => {
  if (moved === undefined || at >= moved.until || body.m !== undefined) return body
  const named = (audience: string) => (audience === moved.from ? moved.to : audience)
  return {
    ...body,
    c: body.c.map(([metric, day, audience, ...rest]) => [metric, day, named(audience), ...rest]),
    u: body.u.map(([audience, ...rest]) => [named(audience), ...rest])
  }
}

const UserRow = Schema.Struct({ user_id: Schema.String })

interface Part {
  readonly table: string
  readonly rows_max: number
}

// What two audiences come to together may be nothing, as whatever else is added up.
const moveCounters = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  [from, to]: Move,
  { rows_max, table }: Part
) {
  const moved = yield* execute(sql`
    WITH gone AS (
      DELETE FROM ${sql(table)} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${sql(table)} WHERE customer_id = ${customer_id}::uuid AND audience = ${from}
        LIMIT ${rows_max})) RETURNING *)
    INSERT INTO ${sql(table)} AS c (customer_id, metric, day, audience, key, count, amount)
    SELECT customer_id, metric, day, ${to}, key, count, amount FROM gone ORDER BY metric, day, key
    ON CONFLICT (customer_id, metric, day, audience, key)
    DO UPDATE SET count = c.count + excluded.count, amount = c.amount + excluded.amount RETURNING 1`)
  if (moved === rows_max) return false
  yield* execute(sql`
    DELETE FROM ${sql(table)}
    WHERE customer_id = ${customer_id}::uuid AND audience = ${to} AND count = 0 AND amount = 0`)
  return true
})

const moveCells = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  [from, to]: Move,
  { rows_max, table }: Part
) {
  const moved = yield* execute(sql`
    WITH gone AS (
      DELETE FROM ${sql(table)} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${sql(table)} WHERE customer_id = ${customer_id}::uuid AND audience = ${from}
        LIMIT ${rows_max})) RETURNING *)
    INSERT INTO ${sql(table)} AS c (customer_id, audience, granularity, cohort, period, kind, users)
    SELECT customer_id, ${to}, granularity, cohort, period, kind, users FROM gone
    ORDER BY granularity, cohort, period, kind
    ON CONFLICT (customer_id, audience, granularity, cohort, period, kind)
    DO UPDATE SET users = c.users + excluded.users RETURNING 1`)
  if (moved === rows_max) return false
  yield* execute(sql`
    DELETE FROM ${sql(table)} WHERE customer_id = ${customer_id}::uuid AND audience = ${to} AND users = 0`)
  return true
})

/** What is nobody's: sums, and cells of those who were erased since. Answers whether that was all. */
const moveSums = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  move: Move,
  rows_max: number
) {
  const isOver = [
    yield* moveCounters(sql, customer_id, move, { table: "analytics_counters", rows_max }),
    yield* moveCounters(sql, customer_id, move, { table: "analytics_residue_counters", rows_max }),
    yield* moveCells(sql, customer_id, move, { table: "analytics_cells", rows_max }),
    yield* moveCells(sql, customer_id, move, { table: "analytics_residue_cells", rows_max })
  ]
  return isOver.every((over) => over)
})

/** One step of so many users; answers whether there is nobody left to move. */
export const moveAudience = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  move: Move,
  users_max: number
) {
  const [from, to] = move
  const moving = yield* rows(UserRow)(sql`
    DELETE FROM analytics_users
    WHERE customer_id = ${customer_id}::uuid AND audience = ${from} AND user_id IN (
      SELECT user_id FROM analytics_users WHERE customer_id = ${customer_id}::uuid AND audience = ${from}
      ORDER BY user_id LIMIT ${users_max})
    RETURNING user_id`)
  const user_ids = moving.map(({ user_id }) => user_id).sort()
  const days = yield* daysOf(sql, customer_id, from, user_ids)
  const left = new CellSum()
  for (const own of days) left.all(own, -1)
  yield* addCells(sql, customer_id, new Map([[from, left]]))
  const active = user_ids.flatMap((user_id, place): ReadonlyArray<Alike> => {
    const own = days[place]!
    return own.length === 0 ? [] : [{ audiences: [to], user_ids: [user_id], days: new Map([["", own]]) }]
  })
  yield* addUserDays(sql, customer_id, active)
  yield* moveYears(sql, customer_id, move, user_ids)
  return user_ids.length < users_max && (yield* moveSums(sql, customer_id, move, users_max))
})
