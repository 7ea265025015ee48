/** A plan that is gained or lost, as a subscription that begins or ends does it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../src/platform/cluster/CacheInvalidation.ts"
import type { PlanName } from "../../../src/wire/Plans.ts"

export const planned = Effect.fnUntraced(function* (customer_id: string, plan: PlanName) {
  const sql = yield* SqlClient.SqlClient
  const { publish } = yield* CacheInvalidation
  yield* sql`UPDATE customers SET plan = ${plan} WHERE customer_id = ${customer_id}::uuid`
  yield* publish({ _tag: "Tenant", customer_id })
})
