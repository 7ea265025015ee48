/** What an attacker leaves behind before asking for an erasure, written straight into the tables. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { execute } from "../../../src/platform/postgres/Sql.ts"

interface Many {
  readonly customer_id: string
  readonly user_id: string
  readonly count: number
}

/** Eggs that were cancelled long ago; answers the id of the last one. */
export const cancelledEggs = Effect.fnUntraced(function* ({ count, customer_id, user_id }: Many) {
  const sql = yield* SqlClient.SqlClient
  const [last] = (yield* sql`
    INSERT INTO eggs (customer_id, egg_id, user_id, audience, status, visual_variant, config_version_id, metadata,
      created_at, updated_at)
    SELECT customer_id, gen_random_uuid(), ${user_id}, 'default', 'cancelled', 0, active_config_version_id, '{}',
      now() - interval '1 day', now() - interval '1 day'
    FROM customers, generate_series(1, ${count}) WHERE customer_id = ${customer_id}::uuid
    RETURNING egg_id`).toSorted((one, other) => (String(one["egg_id"]) < String(other["egg_id"]) ? 1 : -1))
  return String(last?.["egg_id"])
})

/** Deliveries with a body, of a moment seconds from now. */
export const deliveries = (
  { count, customer_id }: Omit<Many, "user_id">,
  webhook_config_id: string,
  body: unknown,
  seconds = -60
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    execute(sql`
      INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, status, created_at)
      SELECT ${customer_id}::uuid, gen_random_uuid(), ${webhook_config_id}::uuid, 'buddy.levelled',
        ${JSON.stringify(body)}, 'delivered', now() + ${seconds} * interval '1 second'
      FROM generate_series(1, ${count})`)
  )
