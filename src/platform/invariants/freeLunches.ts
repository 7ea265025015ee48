/** Gifts without a condition: what their cards say, and that each thing is said once. */
import { openCardsMax } from "../../wire/campaigns/FreeLunch.ts"
import type { Invariant } from "./Invariant.ts"

const cards = `
  SELECT b.customer_id, b.buddy_id, card.key AS grant_id, card.value ->> 'status' AS status
  FROM buddies AS b, json_each(b.state -> 'lunches') AS card`

const told = `SELECT customer_id, buddy_id, kind, input ->> 'grant_id' AS grant_id, count(*) AS times FROM buddy_changes
  WHERE kind IN ('see_free_lunch', 'dismiss_free_lunch') GROUP BY 1, 2, 3, 4`

export const freeLunches: ReadonlyArray<Invariant> = [
  {
    id: "free_lunch_cards_within_limits",
    title: `A buddy keeps ${openCardsMax} cards of gifts that are not dismissed at most, each of a gift that was paid.`,
    queries: {
      population: `SELECT count(*) FROM (${cards}) AS cards`,
      violations: `
        SELECT customer_id, buddy_id, NULL AS grant_id, count(*) AS open_cards FROM (${cards}) AS cards
        WHERE status <> 'dismissed' GROUP BY 1, 2 HAVING count(*) > ${openCardsMax}
        UNION ALL
        SELECT customer_id, buddy_id, grant_id, NULL FROM (${cards}) AS cards
        WHERE NOT EXISTS (
          SELECT FROM campaign_receipts AS r
          WHERE r.customer_id = cards.customer_id AND r.source = 'free_lunch' AND r.campaign_id::text = cards.grant_id
            AND r.buddy_id = cards.buddy_id)`
    }
  },
  {
    id: "free_lunch_is_said_once",
    title: "A card of a gift was seen once and dismissed once at most, and does not wait once it was dismissed.",
    queries: {
      population: `SELECT count(*) FROM (${told}) AS told`,
      violations: `
        SELECT customer_id, buddy_id, grant_id, told.kind, told.times, cards.status
        FROM (${told}) AS told LEFT JOIN (${cards}) AS cards USING (customer_id, buddy_id, grant_id)
        WHERE told.times > 1 OR (told.kind = 'dismiss_free_lunch' AND cards.status <> 'dismissed')`
    }
  }
]
