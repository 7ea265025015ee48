/** Group quests: what was counted is what members brought, up to the cap; rewards only of those that succeeded. */
import type { Invariant } from "./Invariant.ts"

const population = "SELECT count(*) FROM group_quests WHERE published_at IS NOT NULL"
const members = "SELECT count(*) FROM group_quest_members"

const totalOf = (bucket: string) => `coalesce((SELECT sum(t.amount) FROM campaign_totals AS t
  WHERE t.customer_id = q.customer_id AND t.subject_id = q.quest_id AND t.bucket = '${bucket}'), 0)`

/** Rows of members and of what they brought go some time after the end; what it came to stays. */
const kept = "(q.resolved_at IS NULL OR q.resolved_at > (SELECT now FROM moment) - interval '80 days')"

export const quests: ReadonlyArray<Invariant> = [
  {
    id: "quest_total_is_its_parts",
    title: "The total of a group quest is the sum of what its members brought, also at its end.",
    queries: {
      population,
      violations: `
        SELECT customer_id, quest_id, total, parts, final_total FROM (
          SELECT q.customer_id, q.quest_id, q.final_total, ${totalOf("all")} AS total,
            coalesce((SELECT sum(s.score) FROM campaign_scores AS s
              WHERE s.customer_id = q.customer_id AND s.subject_id = q.quest_id), 0) AS parts
          FROM group_quests AS q WHERE ${kept}) AS summed
        WHERE total <> parts OR final_total <> total`
    }
  },
  {
    id: "quest_part_within_cap",
    title: "Nobody has brought a group quest more than its cap.",
    queries: {
      population: members,
      violations: `
        SELECT q.customer_id, q.quest_id, s.buddy_id, s.score FROM group_quests AS q
        JOIN campaign_scores AS s ON s.customer_id = q.customer_id AND s.subject_id = q.quest_id
        WHERE s.score > q.contribution_cap_per_buddy OR s.score < 0`
    }
  },
  {
    id: "quest_places_are_its_members",
    title: "The participants of a group quest are those who joined and have not left, and no more than its places.",
    queries: {
      population,
      violations: `
        SELECT customer_id, quest_id, present, participants, used, max_participants FROM (
          SELECT q.customer_id, q.quest_id, q.max_participants, ${totalOf("participants")} AS participants,
            (SELECT count(*) FROM group_quest_members AS m
              WHERE m.customer_id = q.customer_id AND m.quest_id = q.quest_id AND m.left_at IS NULL) AS present,
            coalesce((SELECT b.used FROM rule_budgets AS b WHERE b.customer_id = q.customer_id
              AND b.rule_id = q.quest_id AND b.period_key = 'places'), 0) AS used
          FROM group_quests AS q WHERE ${kept}) AS counted
        WHERE present <> participants OR present > max_participants
          OR (max_participants IS NOT NULL AND used <> present)`
    }
  },
  {
    id: "quest_pays_when_it_succeeded",
    title: "A group quest has paid only if it succeeded, and only who has brought enough.",
    queries: {
      population: "SELECT count(*) FROM campaign_receipts WHERE source = 'quest'",
      violations: `
        SELECT r.customer_id, r.campaign_id, r.buddy_id, r.grant_key FROM campaign_receipts AS r
        LEFT JOIN group_quests AS q ON q.customer_id = r.customer_id AND q.quest_id = r.campaign_id
        WHERE r.source = 'quest' AND (q.status IS DISTINCT FROM 'succeeded' OR r.grant_key <> 'reward' OR (${kept}
          AND EXISTS (SELECT FROM buddies AS b WHERE b.customer_id = r.customer_id AND b.buddy_id = r.buddy_id)
          AND NOT EXISTS (
            SELECT FROM jsonb_array_elements(q.rewards) AS tier
            WHERE (tier ->> 'min_contribution')::bigint <= coalesce((SELECT s.score FROM campaign_scores AS s
              WHERE s.customer_id = r.customer_id AND s.subject_id = r.campaign_id AND s.period_key = 'all'
                AND s.buddy_id = r.buddy_id), 0))))`
    }
  },
  {
    id: "quest_counts_while_active",
    title: "A group quest counts exactly while it is active, and has a resolution exactly when it has ended.",
    queries: {
      population,
      violations: `
        SELECT q.customer_id, q.quest_id, q.status, s.is_open, q.resolved_at FROM group_quests AS q
        LEFT JOIN campaign_subjects AS s ON s.customer_id = q.customer_id AND s.subject_id = q.quest_id
        WHERE (q.status = 'active') <> coalesce(s.is_open, false)
          OR (q.status IN ('draft', 'active')) <> (q.resolved_at IS NULL)
          OR (q.resolved_at IS NULL) <> (q.operation_id IS NULL)`
    }
  },
  {
    id: "quest_ends_are_settled",
    title: "A group quest that has ended is settled: its rewards are paid and its end is told.",
    quiescent: true,
    queries: {
      population,
      violations: `
        SELECT q.customer_id, q.quest_id, q.status, q.resolved_at FROM group_quests AS q
        WHERE q.resolved_at < (SELECT overdue_at FROM moment) AND q.settled_at IS NULL`
    }
  }
]
