/** What the people of a workspace were told. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { tellBeside } from "../../../src/platform/notifications/Tell.ts"
import { seeAlert } from "../../kit/insight/alerts.ts"
import { until } from "../../kit/service/time.ts"

/** Grave news that went out as mail, and an alert. */
export const graveNews = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE accounts SET email_verified_at = now() WHERE customer_id = ${customer_id}::uuid`
  yield* tellBeside(sql, customer_id, { kind: "quota_exhausted", subject: "then", message: "All used", details: {} })
  yield* seeAlert(customer_id)
  const mailed = sql`SELECT 1 FROM notifications WHERE customer_id = ${customer_id}::uuid AND NOT mail_due
    AND kind = 'quota_exhausted' AND mailed_at IS NOT NULL`
  yield* until(
    "grave news to be mailed",
    Effect.map(mailed, (found) => found.length > 0)
  )
})
