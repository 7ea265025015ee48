/** What buddies give each other: within its limits, to others, and paid once. */
import type { Invariant } from "./Invariant.ts"

/** As the engine has it, which this folder does not know. */
const kudos_per_day_max = 200

const population = "SELECT count(*) FROM kudos"
const receipts = "campaign_receipts AS r WHERE r.source = 'kudos'"
/** Whoever has lived on a test clock may have had a day twice. */
const onTheirOwnDays = `kudos AS k WHERE k.buddy_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM kudos AS other WHERE other.customer_id = k.customer_id AND other.buddy_id = k.buddy_id
    AND other.is_on_test_clock)`

export const kudos: ReadonlyArray<Invariant> = [
  {
    id: "kudos_within_limits",
    title: "Nobody gives more kudos on a day than their type allows, or than one buddy may of all types.",
    queries: {
      population,
      violations: `
        SELECT k.customer_id, k.buddy_id, k.kudo_type_id::text AS kudo_type_id, k.local_day, count(*) AS given,
          max(k.daily_limit) AS allowed
        FROM ${onTheirOwnDays} GROUP BY 1, 2, 3, 4 HAVING count(*) > max(k.daily_limit)
        UNION ALL
        SELECT k.customer_id, k.buddy_id, 'all', k.local_day, count(*), ${kudos_per_day_max}
        FROM ${onTheirOwnDays} GROUP BY 1, 2, 4 HAVING count(*) > ${kudos_per_day_max}`
    }
  },
  {
    id: "kudos_paid_once",
    title: "Kudos are paid once: to who got them, under their own type.",
    queries: {
      population: `SELECT count(*) FROM ${receipts}`,
      violations: `
        SELECT r.customer_id, r.grant_key AS kudo_id, r.buddy_id, k.to_buddy_id, count(*) AS receipts FROM (
          SELECT * FROM ${receipts}) AS r
        JOIN campaign_receipts AS all_of ON all_of.customer_id = r.customer_id AND all_of.grant_key = r.grant_key
          AND all_of.source = 'kudos'
        LEFT JOIN kudos AS k ON k.customer_id = r.customer_id AND k.kudo_id::text = r.grant_key
        GROUP BY r.customer_id, r.grant_key, r.buddy_id, r.campaign_id, k.kudo_id, k.to_buddy_id, k.kudo_type_id
        HAVING count(*) > 1 OR k.kudo_id IS NULL OR k.to_buddy_id <> r.buddy_id OR k.kudo_type_id <> r.campaign_id`
    }
  },
  {
    id: "kudos_reach_who_got_them",
    title: "Kudos that bring coins are paid or on their way, unless who got them is archived or gone.",
    queries: {
      population: `${population} WHERE coins > 0`,
      violations: `
        SELECT k.customer_id, k.kudo_id, k.to_buddy_id, k.coins FROM kudos AS k
        JOIN buddies AS b ON b.customer_id = k.customer_id AND b.buddy_id = k.to_buddy_id AND b.status = 'active'
        WHERE k.coins > 0
          AND NOT EXISTS (
            SELECT FROM campaign_receipts AS r WHERE r.customer_id = k.customer_id
              AND r.campaign_id = k.kudo_type_id AND r.grant_key = k.kudo_id::text)
          AND NOT EXISTS (
            SELECT FROM buddy_signals AS s WHERE s.customer_id = k.customer_id
              AND s.body ->> '_tag' = 'DeliverKudos' AND s.body ->> 'kudo_id' = k.kudo_id::text)`
    }
  },
  {
    id: "kudos_coins_are_told",
    title: "The coins kudos name are those that were told, and those that were paid unless a cap left them out.",
    queries: {
      population,
      violations: `
        SELECT k.customer_id, k.kudo_id, k.coins, paid.coins AS other, 'paid' AS which FROM kudos AS k
        JOIN (
          SELECT r.customer_id, r.grant_key, sum(l.amount) AS coins FROM campaign_receipts AS r
          JOIN ledger AS l ON l.customer_id = r.customer_id AND l.buddy_id = r.buddy_id
            AND l.ledger_id = ANY(r.ledger_ids) AND l.unit = 'coin' AND l.reason = 'kudos'
          WHERE r.source = 'kudos' GROUP BY 1, 2) AS paid
          ON paid.customer_id = k.customer_id AND paid.grant_key = k.kudo_id::text
        WHERE paid.coins <> k.coins
        UNION ALL
        SELECT k.customer_id, k.kudo_id, k.coins, told.coins, 'told' FROM kudos AS k
        JOIN (
          SELECT customer_id, body::json ->> 'kudo_id' AS kudo_id, (body::json ->> 'coins')::bigint AS coins
          FROM webhook_deliveries_all WHERE event = 'kudos.given') AS told
          ON told.customer_id = k.customer_id AND told.kudo_id = k.kudo_id::text
        WHERE told.coins <> k.coins`
    }
  },
  {
    id: "kudos_are_for_others",
    title: "Nobody gives kudos to a buddy of the same user.",
    queries: {
      population,
      violations: `
        SELECT k.customer_id, k.kudo_id, k.buddy_id, k.to_buddy_id FROM kudos AS k
        JOIN buddies AS giver ON giver.customer_id = k.customer_id AND giver.buddy_id = k.buddy_id
        JOIN buddies AS receiver ON receiver.customer_id = k.customer_id AND receiver.buddy_id = k.to_buddy_id
        WHERE giver.user_id = receiver.user_id`
    }
  }
]
