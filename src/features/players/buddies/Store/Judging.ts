/** Active buddies as they are stored, a page at a time. */
import type { Effect } from "effect"
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { BuddyState } from "../../../../engine/core/State.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"

const BuddyRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  config_version_id: Schema.String,
  state: Schema.Unknown as unknown as Schema.Codec<BuddyState>
})
export type ActiveBuddy = typeof BuddyRow.Type

/** At most `count` active buddies after one of them (null: from the first on), in order of their ids. */
export const activeBuddies =
  (sql: SqlClient.SqlClient) =>
  (customer_id: string, after: string | null, count: number): Effect.Effect<ReadonlyArray<ActiveBuddy>> =>
    rows(BuddyRow)(sql`
      SELECT buddy_id, user_id, audience, config_version_id, state FROM buddies
      WHERE customer_id = ${customer_id}::uuid AND status = 'active'
        AND (${after}::uuid IS NULL OR buddy_id > ${after}::uuid)
      ORDER BY buddy_id LIMIT ${count}`)
