/** Links to come back by: of somebody who is there, and for as long as was said. */
import type { Invariant } from "./Invariant.ts"

export const welcomeBacks: ReadonlyArray<Invariant> = [
  {
    id: "welcome_links_end",
    title: "A link to come back by is of a buddy there is, and lasts for 30 days.",
    queries: {
      population: "SELECT count(*) FROM welcome_tokens",
      violations: `
        SELECT t.customer_id, t.buddy_id, t.created_at, t.expires_at, b.status
        FROM welcome_tokens AS t LEFT JOIN buddy_identities AS b USING (customer_id, buddy_id)
        WHERE b.buddy_id IS NULL OR t.expires_at > t.created_at + interval '30 days'`
    }
  }
]
