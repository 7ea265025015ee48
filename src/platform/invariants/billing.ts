/** Payments: a plan is what the subscription is worth, and a pack that was paid for is there. */
import type { Invariant } from "./Invariant.ts"

export const billing: ReadonlyArray<Invariant> = [
  {
    id: "plan_is_paid_for",
    title: "Who has a subscription has its plan, and the free one when it is over or unpaid for longer than the grace.",
    queries: {
      population: "SELECT count(*) FROM billing_accounts WHERE state IS NOT NULL",
      violations: `
        SELECT customer_id, c.plan, a.plan AS paid, a.state, a.past_due_since
        FROM billing_accounts AS a JOIN customers AS c USING (customer_id)
        WHERE CASE a.state
          WHEN 'active' THEN c.plan = coalesce(a.plan, c.plan)
          WHEN 'canceling' THEN c.plan = coalesce(a.plan, c.plan)
          WHEN 'past_due' THEN c.plan = 'free' OR
            (c.plan = coalesce(a.plan, c.plan) AND a.past_due_since + interval '21 days 1 hour' > now())
          WHEN 'suspended' THEN c.plan = 'free'
          WHEN 'canceled' THEN c.plan = 'free'
          ELSE true
        END IS NOT TRUE`
    }
  },
  {
    id: "paid_pack_is_lot",
    title: "Each pack that was paid for is a lot of its credits, and each bought lot was paid for.",
    queries: {
      population: "SELECT count(*) FROM checkout_sessions WHERE credits IS NOT NULL",
      violations: `
        SELECT coalesce(s.customer_id, o.customer_id) AS customer_id,
          coalesce(s.session_id, o.lot_id) AS session_id, s.credits, o.granted
        FROM (SELECT * FROM checkout_sessions WHERE credits IS NOT NULL AND status = 'complete') AS s
        FULL JOIN (SELECT * FROM credit_lots WHERE source = 'purchase') AS o
          ON o.customer_id = s.customer_id AND o.lot_id = s.session_id
        WHERE s.credits IS DISTINCT FROM o.granted`
    }
  }
]
