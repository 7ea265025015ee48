/**
 * Credits of tenants: the account is the sum of its entries, and each entry has its reason: a month, or a picture that
 * was paid for before it was drawn.
 */
import { type Invariant, isLate } from "./Invariant.ts"

const entries = "SELECT count(*) FROM credit_ledger"

const booked = `
  SELECT customer_id, image_id, count(*) FILTER (WHERE type = 'charge') AS charges,
    -sum(amount) FILTER (WHERE type = 'charge') AS paid, count(*) FILTER (WHERE type = 'refund') AS refunds,
    coalesce(sum(amount) FILTER (WHERE type = 'refund'), 0) AS given_back
  FROM credit_ledger WHERE image_id IS NOT NULL GROUP BY customer_id, image_id`

/** Grants and expiries, numbered within their month. */
const turns = `
  SELECT customer_id, seq, type, amount, balance_after, date_trunc('month', created_at, 'UTC') AS month,
    row_number() OVER (PARTITION BY customer_id, type, date_trunc('month', created_at, 'UTC') ORDER BY seq) AS nth
  FROM credit_ledger WHERE type IN ('grant', 'expiry')`

export const credits: ReadonlyArray<Invariant> = [
  {
    id: "credit_balance_is_ledger_sum",
    title: "The credits of an account, and how many entries it has, are those of its ledger.",
    queries: {
      population: "SELECT count(*) FROM credit_accounts",
      violations: `
        SELECT customer_id, a.balance, l.balance AS ledger_balance, a.entries, l.entries AS ledger_entries
        FROM credit_accounts AS a FULL JOIN (
          SELECT customer_id, sum(amount) AS balance, count(*) AS entries FROM credit_ledger
          GROUP BY customer_id) AS l USING (customer_id)
        WHERE (coalesce(a.balance, 0), coalesce(a.entries, 0))
          IS DISTINCT FROM (coalesce(l.balance, 0), coalesce(l.entries, 0))`
    }
  },
  {
    id: "credit_running_balance",
    title: "Entries of credits are numbered from 1 without a gap, and each balance is the one before plus the amount.",
    queries: {
      population: entries,
      violations: `
        SELECT * FROM (
          SELECT customer_id, seq, row_number() OVER so_far AS position, balance_after,
            sum(amount) OVER so_far AS balance
          FROM credit_ledger WINDOW so_far AS (PARTITION BY customer_id ORDER BY seq)) AS l
        WHERE seq <> position OR balance_after <> balance`
    }
  },
  {
    id: "credits_never_negative",
    title: "Nobody ever drew with credits it did not have.",
    queries: {
      population: entries,
      violations: `
        SELECT customer_id, seq, balance_after AS balance FROM credit_ledger WHERE balance_after < 0
        UNION ALL
        SELECT customer_id, NULL, balance FROM credit_accounts WHERE balance < 0`
    }
  },
  {
    id: "paid_picture_is_used",
    title: "A picture is paid once, and is in the usage at its price; what was not drawn was given back once.",
    queries: {
      population: "SELECT count(*) FROM image_usage",
      violations: `
        SELECT customer_id, image_id, u.status, u.credits, l.charges, l.paid, l.refunds, l.given_back
        FROM image_usage AS u FULL JOIN (${booked}) AS l USING (customer_id, image_id)
        WHERE CASE
          WHEN l.charges IS NULL THEN u.credits = 0 AND u.status <> 'drawing'
          WHEN u.status = 'failed' THEN l.charges = 1 AND l.refunds = 1 AND l.given_back = l.paid AND u.credits = 0
          ELSE l.charges = 1 AND l.refunds = 0 AND u.credits = l.paid
        END IS NOT TRUE`
    }
  },
  {
    id: "credit_grant_once",
    title: "A month is granted once, on an account whose rest has expired; a larger plan adds the difference.",
    queries: {
      population: "SELECT count(*) FROM credit_ledger WHERE type = 'grant'",
      violations: `
        SELECT customer_id, seq, type, month, amount, NULL::bigint AS granted FROM (${turns}) AS t
        WHERE (nth > 1 AND (type = 'expiry' OR amount <= 0)) OR (nth = 1 AND type = 'grant' AND balance_after <> amount)
        UNION ALL
        SELECT a.customer_id, NULL, 'grant', a.month, coalesce(sum(t.amount), 0), a.granted
        FROM credit_accounts AS a
        LEFT JOIN (${turns}) AS t ON t.customer_id = a.customer_id AND t.type = 'grant'
          AND t.month = a.month AT TIME ZONE 'UTC'
        GROUP BY a.customer_id HAVING coalesce(sum(t.amount), 0) <> a.granted`
    }
  },
  {
    id: "paid_drawings_end",
    title: "What is paid for is drawn, or given back when its painter is gone.",
    quiescent: true,
    queries: {
      population: "SELECT count(*) FROM image_usage",
      // A painter is given up after ten minutes, by a sweep that looks every minute.
      violations: `
        SELECT customer_id, image_id, created_at FROM image_usage
        WHERE status = 'drawing' AND ${isLate("created_at + interval '11 minutes'")}`
    }
  }
]
