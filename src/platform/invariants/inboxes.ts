/** Webhook inboxes: what they said they took, they show. */
import type { Invariant } from "./Invariant.ts"

/** A request that was under way while its inbox was emptied or its endpoint moved has ended by then. */
const settled_after = "interval '1 minute'"

/** From when on nothing that was taken may be missing. */
const since = `greatest(
  CASE WHEN i.emptied_at = i.created_at THEN i.created_at ELSE i.emptied_at + ${settled_after} END,
  CASE WHEN c.updated_at = c.created_at THEN c.created_at ELSE c.updated_at + ${settled_after} END,
  (SELECT moment.now - interval '23 hours' FROM moment),
  CASE WHEN i.taken > 200 THEN (
    SELECT min(r.received_at) + ${settled_after} FROM webhook_inbox_requests AS r
    WHERE r.customer_id = i.customer_id AND r.webhook_inbox_id = i.webhook_inbox_id) END)`

/** Of a delivery that names others as well an erasure leaves all but the name; what the inbox had of it is gone. */
const isWhole = (body: string) => `strpos(${body}, '00000000-0000-0000-0000-000000000000') = 0
          AND ${body} !~ '(user_id|userId)"\\s*:\\s*"erased"'`

export const inboxes: ReadonlyArray<Invariant> = [
  {
    id: "inbox_lists_what_it_took",
    title: "Every delivery that a webhook inbox answered with success is among its requests.",
    queries: {
      population: "SELECT count(*) FROM webhook_inboxes",
      violations: `
        SELECT i.customer_id, i.webhook_inbox_id, d.delivery_id FROM webhook_inboxes AS i
        JOIN webhook_configs AS c ON c.customer_id = i.customer_id AND c.url LIKE '%/inbox/' || i.token
        JOIN webhook_deliveries AS d ON d.customer_id = c.customer_id
          AND d.webhook_config_id = c.webhook_config_id AND d.status = 'delivered'
        WHERE d.finished_at > ${since} AND ${isWhole("d.body")} AND NOT EXISTS (
          SELECT FROM webhook_inbox_requests AS r WHERE r.customer_id = i.customer_id
            AND r.webhook_inbox_id = i.webhook_inbox_id AND r.delivery_id = d.delivery_id::text)`
    }
  },
  {
    id: "inbox_keeps_the_newest",
    title: "A webhook inbox keeps of its requests no more than the newest 200, and none it has not counted.",
    queries: {
      population: "SELECT count(*) FROM webhook_inbox_requests",
      violations: `
        SELECT r.customer_id, r.webhook_inbox_id, r.place, i.taken FROM webhook_inbox_requests AS r
        JOIN webhook_inboxes AS i ON i.customer_id = r.customer_id AND i.webhook_inbox_id = r.webhook_inbox_id
        WHERE r.place > i.taken OR r.place <= i.taken - 200`
    }
  }
]
