/** Which recorded events campaigns looked at: what comes later than a workspace allows is stored and counts nowhere. */
import type { SqlClient } from "effect/sql"

/** Of the event `e`. */
export const cameInTime = (sql: SqlClient.SqlClient, max_lateness_days: number) =>
  sql`e.occurred_at >= e.received_at - ${max_lateness_days} * interval '1 day'`
