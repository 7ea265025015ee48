/** What looks wrong with economies, as it was found. */
import type { Invariant } from "./Invariant.ts"

export const alerts: ReadonlyArray<Invariant> = [
  {
    id: "alert_has_its_end",
    title: "An alert has ended exactly when it is resolved or dismissed, and was last seen no earlier than first.",
    queries: {
      population: "SELECT count(*) FROM economy_alerts",
      violations: `
        SELECT customer_id, alert_id, status FROM economy_alerts
        WHERE (status IN ('resolved', 'dismissed')) <> (ended_at IS NOT NULL) OR last_seen_at < first_seen_at`
    }
  }
]
