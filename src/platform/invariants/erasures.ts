/** Erasures: amounts stay, proofs follow each other, and what was completed is complete. */
import type { Invariant } from "./Invariant.ts"

const erasedUnits = `
  SELECT e.customer_id, e.buddy_id, u.key AS unit, (u.value ->> 'balance')::numeric AS balance,
    (u.value ->> 'rows')::bigint AS rows
  FROM erased_buddies AS e CROSS JOIN LATERAL jsonb_each(e.units) AS u`

export const erasures: ReadonlyArray<Invariant> = [
  {
    id: "units_are_ledger_sum",
    title: "Of every unit a tenant's ledger adds up to what its buddies hold, and what erased ones held.",
    ofErased: true,
    queries: {
      population: "SELECT count(*) FROM erased_buddies",
      violations: `
        SELECT customer_id, unit, held.balance, booked.balance AS ledger_balance FROM (
          SELECT customer_id, unit, sum(balance) AS balance FROM (
            SELECT b.customer_id, u.unit, (u.book ->> 'balance')::numeric AS balance
            FROM buddies AS b CROSS JOIN LATERAL (
              SELECT 'coin' AS unit, b.state -> 'coins' AS book
              UNION ALL SELECT 'token:' || key, value FROM json_each(b.state -> 'tokens')) AS u
            UNION ALL
            SELECT customer_id, unit, balance FROM (${erasedUnits}) AS erased) AS all_of
          GROUP BY customer_id, unit) AS held
        FULL JOIN (SELECT customer_id, unit, sum(amount) AS balance FROM ledger GROUP BY customer_id, unit) AS booked
          USING (customer_id, unit)
        WHERE coalesce(held.balance, 0) <> coalesce(booked.balance, 0)`
    }
  },
  {
    id: "erased_balance_is_ledger_sum",
    title: "The ledger of an erased buddy has the rows it had, and adds up to what the buddy held.",
    ofErased: true,
    queries: {
      population: "SELECT count(*) FROM erased_buddies",
      violations: `
        SELECT customer_id, buddy_id, unit, kept.balance, kept.rows, booked.balance AS ledger_balance,
          booked.rows AS ledger_rows
        FROM (${erasedUnits}) AS kept
        FULL JOIN (
          SELECT customer_id, buddy_id, l.unit, sum(l.amount) AS balance, count(*) AS rows
          FROM ledger AS l JOIN erased_buddies AS e USING (customer_id, buddy_id) GROUP BY 1, 2, 3) AS booked
          USING (customer_id, buddy_id, unit)
        WHERE coalesce(kept.balance, 0) <> coalesce(booked.balance, 0)
          OR coalesce(kept.rows, 0) <> coalesce(booked.rows, 0)`
    }
  },
  {
    id: "erasures_are_chained",
    title: "Each proof of an erasure hashes to what it says and to the one before it, and the last one is the newest.",
    queries: {
      population: "SELECT count(*) FROM erasures WHERE status = 'completed'",
      violations: `
        SELECT customer_id, erasure_id, number FROM (
          SELECT *, row_number() OVER so_far AS place,
            coalesce(lag(hash) OVER so_far, repeat('0', 64)) AS before
          FROM erasures WHERE status = 'completed'
          WINDOW so_far AS (PARTITION BY customer_id ORDER BY number)) AS chained
        WHERE number <> place OR prev_hash <> before
          OR hash <> encode(sha256(convert_to(prev_hash || proof, 'UTF8')), 'hex')
        UNION ALL
        SELECT k.customer_id, e.erasure_id, k.completed FROM erasure_keys AS k
        LEFT JOIN erasures AS e ON e.customer_id = k.customer_id AND e.number = k.completed
        WHERE k.last_hash <> coalesce(e.hash, repeat('0', 64))
          OR k.completed <> (SELECT count(*) FROM erasures AS c
            WHERE c.customer_id = k.customer_id AND c.status = 'completed')`
    }
  },
  {
    id: "erased_is_gone",
    title: "Of an erased buddy no events, changes, story or badges are left once its erasure is completed.",
    ofErased: true,
    queries: {
      population: "SELECT count(*) FROM erased_buddies",
      violations: `
        WITH gone AS (
          SELECT b.customer_id, b.buddy_id FROM erased_buddies AS b JOIN erasures AS e USING (customer_id, erasure_id)
          WHERE e.status = 'completed')
        SELECT customer_id, buddy_id, 'buddies' AS "table" FROM gone JOIN buddy_identities USING (customer_id, buddy_id)
        UNION ALL SELECT customer_id, buddy_id, 'events' FROM gone JOIN events USING (customer_id, buddy_id)
        UNION ALL SELECT customer_id, buddy_id, 'changes' FROM gone JOIN buddy_changes USING (customer_id, buddy_id)
        UNION ALL SELECT customer_id, buddy_id, 'history' FROM gone JOIN buddy_history USING (customer_id, buddy_id)
        UNION ALL SELECT customer_id, buddy_id, 'badges' FROM gone JOIN buddy_badges USING (customer_id, buddy_id)`
    }
  }
]
