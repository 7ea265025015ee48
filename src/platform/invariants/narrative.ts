/** What a workspace says: every change is on record, and nobody's proposal is said that was not approved. */
import { limits } from "../../wire/Limits.ts"
import type { Invariant } from "./Invariant.ts"

const changes = "SELECT count(*) FROM narrative_audit"
const proposals = "SELECT count(*) FROM council_proposals"

const narrative: ReadonlyArray<Invariant> = [
  {
    id: "narrative_is_its_audit",
    title: "The changes on record, replayed, give the narrative of a workspace.",
    queries: {
      population: changes,
      violations: `
        SELECT customer_id, slot, said.text, told.next FROM (
          SELECT customer_id, slot, value ->> 'text' AS text
          FROM narratives, jsonb_each(texts) AS kept (slot, value)
          UNION ALL SELECT customer_id, 'tone', tone FROM narratives WHERE tone <> 'playful') AS said
        FULL JOIN (
          SELECT customer_id, slot, CASE WHEN slot = 'tone' THEN nullif(next, 'playful') ELSE next END AS next FROM (
            SELECT DISTINCT ON (customer_id, slot) customer_id, slot, next FROM narrative_audit
            ORDER BY customer_id, slot, seq DESC) AS last) AS told USING (customer_id, slot)
        WHERE said.text IS DISTINCT FROM told.next`
    }
  },
  {
    id: "narrative_audit_is_whole",
    title: "The changes of a narrative are numbered without a gap, and each begins where the one before ended.",
    queries: {
      population: changes,
      violations: `
        SELECT customer_id, slot, seq, previous, next, 0 AS changes FROM (
          SELECT *, coalesce(
              lag(next) OVER (PARTITION BY customer_id, slot ORDER BY seq),
              CASE WHEN slot = 'tone' THEN 'playful' END) AS before,
            row_number() OVER (PARTITION BY customer_id ORDER BY seq) AS place
          FROM narrative_audit) AS a
        WHERE previous IS DISTINCT FROM before OR previous IS NOT DISTINCT FROM next OR seq <> place
        UNION ALL
        SELECT n.customer_id, NULL, NULL, NULL, NULL, n.changes FROM narratives AS n
        WHERE n.changes <> (SELECT count(*) FROM narrative_audit AS a WHERE a.customer_id = n.customer_id)`
    }
  }
]

const of_buddy = limits.open_proposals_of_buddy_max

const votes = (decision: string) => `
  (SELECT count(*) FROM council_votes AS v
   WHERE v.customer_id = p.customer_id AND v.proposal_id = p.proposal_id AND v.decision = '${decision}')`

const council: ReadonlyArray<Invariant> = [
  {
    id: "proposals_are_decided_by_votes",
    title: "A proposal was approved or rejected by as many different voters as were asked for.",
    queries: {
      population: proposals,
      violations: `
        SELECT customer_id, proposal_id, status, quorum, approve, reject FROM (
          SELECT p.*, ${votes("approve")} AS approve, ${votes("reject")} AS reject FROM council_proposals AS p) AS p
        WHERE (status = 'approved' AND (approve >= quorum) IS NOT TRUE)
          OR (status = 'rejected' AND (reject >= quorum) IS NOT TRUE)`
    }
  },
  {
    id: "council_says_what_was_approved",
    title: "What the council has put into a narrative is the text of an approved proposal for that place, once.",
    queries: {
      population: "SELECT count(*) FROM narrative_audit WHERE source = 'council'",
      violations: `
        SELECT a.customer_id, a.proposal_id, a.slot, a.next, p.status, count(*) AS times FROM narrative_audit AS a
        LEFT JOIN council_proposals AS p ON p.customer_id = a.customer_id AND p.proposal_id = a.proposal_id
        WHERE a.source = 'council'
        GROUP BY a.customer_id, a.proposal_id, a.slot, a.next, p.status, p.target_slot, p.text
        HAVING count(*) > 1
          OR (p.status = 'approved' AND p.target_slot = a.slot AND p.text = a.next) IS NOT TRUE`
    }
  },
  {
    id: "approvals_are_told_once",
    title: "Webhooks hear of an approval once, and of no proposal that was not approved.",
    queries: {
      population: "SELECT count(*) FROM webhook_deliveries_all WHERE event = 'council.proposal_approved'",
      // Test deliveries name a proposal that is not there.
      violations: `
        SELECT d.customer_id, d.webhook_config_id, p.proposal_id, p.status, count(*) AS times
        FROM webhook_deliveries_all AS d JOIN council_proposals AS p
          ON p.customer_id = d.customer_id AND p.proposal_id::text = d.body::json ->> 'proposal_id'
        WHERE d.event = 'council.proposal_approved'
        GROUP BY d.customer_id, d.webhook_config_id, p.proposal_id, p.status
        HAVING count(*) > 1 OR p.status <> 'approved'`
    }
  },
  {
    id: "open_proposals_within_limits",
    title: `A buddy has at most ${of_buddy} open proposals, a workspace ${limits.open_proposals_max}.`,
    queries: {
      population: proposals,
      violations: `
        SELECT customer_id, buddy_id, count(*) AS open FROM council_proposals WHERE status = 'open'
        GROUP BY GROUPING SETS ((customer_id), (customer_id, buddy_id))
        HAVING count(*) > ${limits.open_proposals_max}
          OR (buddy_id IS NOT NULL AND count(*) > ${of_buddy})`
    }
  }
]

const anchor: ReadonlyArray<Invariant> = [
  {
    id: "anchors_lead_somewhere",
    title: "A mission anchor has both words and an https address to follow, or neither.",
    queries: {
      population: "SELECT count(*) FROM mission_anchors",
      violations: `
        SELECT customer_id, cta_label, cta_url FROM mission_anchors
        WHERE (cta_label IS NULL) <> (cta_url IS NULL) OR cta_url NOT LIKE 'https://%'`
    }
  }
]

export const sayings: ReadonlyArray<Invariant> = [...narrative, ...council, ...anchor]
