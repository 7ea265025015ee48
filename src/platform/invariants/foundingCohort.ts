/** The founding cohort: numbers without a gap, and what members were promised. */
import type { Invariant } from "./Invariant.ts"

const population = "SELECT count(*) FROM founding_members"

export const foundingCohort: ReadonlyArray<Invariant> = [
  {
    id: "founding_numbers_have_no_gap",
    title: "Members of a founding cohort are numbered from 1 on, each number once, and are no more than it has places.",
    queries: {
      population,
      violations: `
        SELECT customer_id, c.enrolled, c.size, m.members, m.newest FROM founding_cohorts AS c
        FULL JOIN (
          SELECT customer_id, count(*) AS members, max(number) AS newest, min(number) AS oldest
          FROM founding_members GROUP BY customer_id) AS m USING (customer_id)
        WHERE c.enrolled IS DISTINCT FROM coalesce(m.newest, 0) OR coalesce(m.newest, 0) <> coalesce(m.members, 0)
          OR m.oldest <> 1 OR c.enrolled > c.size`
    }
  },
  {
    id: "founding_members_are_told",
    title:
      "Every member of a founding cohort stands in its record as enrolled, once, and as removed when it is erased.",
    queries: {
      population,
      violations: `
        SELECT m.customer_id, m.number, told.enrolled, told.removed FROM founding_members AS m
        LEFT JOIN (
          SELECT customer_id, number, count(*) FILTER (WHERE action = 'enrolled') AS enrolled,
            count(*) FILTER (WHERE action = 'removed') AS removed,
            bool_or(buddy_id IS NOT NULL OR user_id IS NOT NULL) AS is_named
          FROM founding_audit GROUP BY 1, 2) AS told USING (customer_id, number)
        WHERE (told.enrolled = 1 AND told.removed = CASE WHEN m.buddy_id IS NULL THEN 1 ELSE 0 END
          AND told.is_named = (m.buddy_id IS NOT NULL)) IS NOT TRUE`
    }
  },
  {
    id: "founding_reward_is_paid_once",
    title:
      "A founding member has its receipt when its reward is granted and none when it is void; the record tells once.",
    queries: {
      population: `${population} WHERE reward_status IN ('granted', 'void')`,
      violations: `
        SELECT m.customer_id, m.number, m.reward_status FROM founding_members AS m
        JOIN founding_cohorts AS c USING (customer_id)
        CROSS JOIN LATERAL (SELECT count(*) AS times FROM founding_audit AS a
          WHERE a.customer_id = m.customer_id AND a.number = m.number AND a.action = 'reward_granted') AS told
        WHERE told.times <> CASE m.reward_status WHEN 'granted' THEN 1 ELSE 0 END
          OR (m.reward_status <> 'pending' AND m.buddy_id IS NOT NULL AND (m.reward_status = 'granted') <> EXISTS (
            SELECT FROM campaign_receipts AS r
            WHERE r.customer_id = m.customer_id AND r.campaign_id = c.cohort_id AND r.grant_key = 'member'
              AND r.buddy_id = m.buddy_id))`
    }
  }
]
