/** What the demo player has: a buddy, or an egg on its way. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { row } from "../../../platform/postgres/Sql.ts"

export const playerZero = "player-0"

const Row = Schema.Struct({
  buddy_id: Schema.NullOr(Schema.String),
  egg_id: Schema.NullOr(Schema.String),
  egg_status: Schema.NullOr(Schema.String)
})

export const belongings = (sql: SqlClient.SqlClient) => (customer_id: string) =>
  Effect.map(
    row(Row)(sql`
      SELECT buddy.buddy_id, egg.egg_id, egg.status AS egg_status FROM (SELECT) AS one
      LEFT JOIN LATERAL (
        SELECT buddy_id FROM buddy_identities
        WHERE customer_id = ${customer_id}::uuid AND user_id = ${playerZero} AND status = 'active'
        ORDER BY created_at LIMIT 1) AS buddy ON true
      LEFT JOIN LATERAL (
        SELECT egg_id, status FROM eggs
        WHERE customer_id = ${customer_id}::uuid AND user_id = ${playerZero}
          AND status IN ('waiting', 'ready', 'hatching')
        ORDER BY created_at DESC LIMIT 1) AS egg ON true`),
    Option.getOrThrow
  )
