/** What is told of draws nobody has drawn yet, without those who are erased. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { entriesBucket, participantsBucket } from "../../../../engine/campaigns/lotteries.ts"
import type { Person } from "../../../../platform/erasures/Personal.ts"
import { execute } from "../../../../platform/postgres/Sql.ts"

/** No commit of a buddy adds to it, so none waits for an erasure. */
const slot = 16

/**
 * In the transaction after which the buddies are gone, before they are. Their tickets themselves go later; those of an
 * archived one were taken off when it was.
 */
export const takeTicketsOff = Effect.fnUntraced(function* ({ buddy_ids, customer_id }: Person) {
  const sql = yield* SqlClient.SqlClient
  yield* execute(sql`
    INSERT INTO campaign_totals AS t (customer_id, subject_id, bucket, slot, amount)
    SELECT ${customer_id}::uuid, left_it.draw_id, told.bucket, ${slot}, -told.amount
    FROM (
      SELECT e.draw_id, sum(e.tickets) AS tickets, count(*) AS buddies FROM lottery_draws AS d
      JOIN lottery_entries AS e ON e.customer_id = d.customer_id AND e.draw_id = d.draw_id
      JOIN buddy_identities AS b ON b.customer_id = e.customer_id AND b.buddy_id = e.buddy_id AND b.status = 'active'
      WHERE d.customer_id = ${customer_id}::uuid AND d.status = 'open' AND e.buddy_id = ANY(${buddy_ids}::uuid[])
        AND e.tickets > 0
      GROUP BY e.draw_id) AS left_it
    CROSS JOIN LATERAL (VALUES
      (${entriesBucket}, left_it.tickets), (${participantsBucket}, left_it.buddies)) AS told (bucket, amount)
    ORDER BY 2, 3
    ON CONFLICT (customer_id, subject_id, bucket, slot) DO UPDATE SET amount = t.amount + excluded.amount`)
})
