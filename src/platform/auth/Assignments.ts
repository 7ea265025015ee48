/** What other families settle for a workspace. They want a transaction, and announce the change themselves. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../postgres/Sql.ts"
import type { PlanName } from "../../wire/Plans.ts"

export const assignments = (sql: SqlClient.SqlClient) => {
  const assign = (customer_id: string, column: ReturnType<typeof sql.literal>) =>
    Effect.flatMap(nowDate, (now) =>
      execute(sql`
        UPDATE customers SET ${column}, updated_at = ${now}
        WHERE customer_id = ${customer_id}::uuid RETURNING customer_id`)
    )
  return {
    activate: (customer_id: string, config_version_id: string) =>
      assign(customer_id, sql`active_config_version_id = ${config_version_id}::uuid`),
    changePlan: (customer_id: string, plan: PlanName) =>
      Effect.flatMap(nowDate, (now) => assign(customer_id, sql`plan = ${plan}, plan_since = ${now}`)),
    /** creatures are drawn in the colours of the preset */
    takePreset: (customer_id: string, preset_key: string) =>
      assign(customer_id, sql`settings = settings || ${JSON.stringify({ preset_key })}::jsonb`)
  }
}
