/**
 * What figures keep of eggs and buddies in the moment they go: when they were laid and hatched, and how old they grew,
 * is told by nothing that is left of them. In the caller's transaction; the residue has these metrics of nobody else.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { recountAges, recountArchived, recountEggs } from "../../../../buddy/Standings/Recounted.ts"
import type { Person } from "../../../../platform/erasures/Personal.ts"
import { execute } from "../../../../platform/postgres/Sql.ts"
import { type Delta, DeltaSum } from "../../../../wire/analytics/Delta.ts"
import { addCounts } from "./Counters.ts"
import { recounted, scopeOf } from "./Residue.ts"

/** `isFirst`: nothing of the erasure has gone before, so that all of it will have been told. */
export const keepLeaving = Effect.fnUntraced(function* (
  { buddy_ids, customer_id, egg_ids }: Person,
  { erasure_id, isFirst }: { readonly erasure_id: string; readonly isFirst: boolean }
) {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* scopeOf(customer_id)
  const sum = new DeltaSum()
  const take = (delta: Delta) => Effect.sync(() => sum.add(delta))
  yield* recountEggs(scope, egg_ids, take)
  yield* recountArchived(scope, buddy_ids, take)
  yield* recountAges(scope, buddy_ids, take)
  const { counts } = yield* recounted(customer_id, { ...sum.value(), u: [] })
  yield* addCounts(sql, customer_id, counts, "analytics_residue_counters")
  if (!isFirst) return
  yield* execute(sql`
    INSERT INTO analytics_residues (customer_id, erasure_id, counted_until, told)
    VALUES (${customer_id}::uuid, ${erasure_id}::uuid, -1, 1) ON CONFLICT DO NOTHING RETURNING 1`)
})
