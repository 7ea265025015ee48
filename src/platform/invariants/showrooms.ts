/** Showrooms: who is in them is there, and who has come is counted for a page there was. */
import type { Invariant } from "./Invariant.ts"

export const showrooms: ReadonlyArray<Invariant> = [
  {
    id: "showrooms_pick_buddies_there_are",
    title: "A showroom picks buddies of its own tenant that nobody has erased, each of them once.",
    queries: {
      population: "SELECT count(*) FROM showrooms",
      violations: `
        SELECT s.customer_id, s.showroom_id, picked.buddy_id, count(*) AS times
        FROM showrooms AS s CROSS JOIN LATERAL unnest(s.buddy_ids) AS picked (buddy_id)
        LEFT JOIN buddy_identities AS b ON b.customer_id = s.customer_id AND b.buddy_id = picked.buddy_id
        LEFT JOIN erased_buddies AS e ON e.customer_id = s.customer_id AND e.buddy_id = picked.buddy_id
        GROUP BY s.customer_id, s.showroom_id, picked.buddy_id
        HAVING count(*) > 1 OR count(b.buddy_id) = 0 OR count(e.buddy_id) > 0`
    }
  },
  {
    id: "showroom_visits_were_possible",
    title: "Visits are counted of showrooms that were published, as come by link or by QR code.",
    queries: {
      population: "SELECT count(*) FROM visit_counts WHERE subject_kind = 'showroom'",
      violations: `
        SELECT v.customer_id, v.subject_id AS showroom_id, v.day, v.event, v.channel, v.visits
        FROM visit_counts AS v LEFT JOIN showrooms AS s
          ON s.customer_id = v.customer_id AND s.showroom_id = v.subject_id AND s.first_published_at IS NOT NULL
        WHERE v.subject_kind = 'showroom' AND (
          s.showroom_id IS NULL OR v.event <> 'visited' OR v.channel NOT IN ('link', 'qr'))`
    }
  },
  {
    id: "showroom_crowds_are_quiet",
    title: "No more than sixty visits of a showroom are told in a minute.",
    queries: {
      population: "SELECT count(*) FROM showrooms",
      violations: `
        SELECT customer_id, showroom_id, told_minute, told FROM showrooms
        WHERE told > 60 OR told_minute <> date_trunc('minute', told_minute)`
    }
  }
]
