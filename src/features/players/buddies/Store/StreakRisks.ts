/**
 * Buddies whose streaks somebody has to look at: each has a moment before which nobody needs to (`streaks_look_at`),
 * which the journal writes down with each state, and whoever has looked moves on.
 */
import { Clock, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { StateColumn, standings } from "../../../../buddy/Standings.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"

const Row = Schema.Struct({
  customer_id: Schema.String,
  buddy_id: Schema.String,
  user_id: Schema.String,
  version: Schema.Int,
  config_version_id: Schema.String,
  state: StateColumn,
  /** as Postgres writes it: it may be infinite */
  look_at: Schema.String
})
export type Row = typeof Row.Type

/** A buddy that was looked at, and when to look again: epoch ms or Infinity. */
type Looked = Row & { readonly look_again_at: number }

/** Where a sweep is: everybody before was looked at. */
export interface Place {
  readonly look_at: string
  readonly buddy_id: string
}

export const beginning: Place = { look_at: "-infinity", buddy_id: "00000000-0000-0000-0000-000000000000" }

const columns = `b.customer_id, b.buddy_id, b.user_id, b.version::int, b.config_version_id, b.state,
  b.streaks_look_at::text AS look_at`

export const streakLooks = (sql: SqlClient.SqlClient) => {
  const shown = sql.literal(columns)
  const { lookAgain } = standings(sql)
  return {
    /** whom to look at by now, at most `count` after a place */
    due: Effect.fnUntraced(function* (after: Place, count: number) {
      return yield* rows(Row)(sql`
        SELECT ${shown} FROM buddies AS b
        WHERE status = 'active' AND streaks_look_at < 'infinity'
          AND streaks_look_at <= ${new Date(yield* Clock.currentTimeMillis)}
          AND (streaks_look_at, buddy_id) > (${after.look_at}::timestamptz, ${after.buddy_id}::uuid)
        ORDER BY streaks_look_at, buddy_id LIMIT ${count}`)
    }),
    /** of one clock, or of all */
    dueOnClocks: Effect.fnUntraced(function* (customer_id: string | null, test_clock_id: string | null) {
      return yield* rows(Row)(sql`
        SELECT ${shown} FROM test_clocks AS c
        JOIN test_clock_users AS u ON u.customer_id = c.customer_id AND u.test_clock_id = c.test_clock_id
        JOIN buddies AS b ON b.customer_id = u.customer_id AND b.user_id = u.user_id
        WHERE (${customer_id}::uuid IS NULL
            OR (c.customer_id = ${customer_id}::uuid AND c.test_clock_id = ${test_clock_id}::uuid))
          AND b.status = 'active' AND b.streaks_look_at <= c.virtual_now`)
    }),
    /** nothing that is locked is waited for: its next look is told by whoever changes it */
    moveOn: (looked: ReadonlyArray<Looked>) =>
      lookAgain(
        looked.map(({ buddy_id, customer_id, look_again_at, version }) => ({
          customer_id,
          buddy_id,
          version,
          look_again_at
        }))
      )
  }
}
