/**
 * Credits of tenants: the account with its lots is the sum of the entries, and each entry has its reason: a month, a
 * purchase, or a picture that was paid for before it was drawn.
 */
import { type Invariant, isLate } from "./Invariant.ts"

const entries = "SELECT count(*) FROM credit_ledger"

const booked = `
  SELECT customer_id, image_id, count(*) FILTER (WHERE type = 'charge') AS charges,
    -sum(amount) FILTER (WHERE type = 'charge') AS paid, count(*) FILTER (WHERE type = 'refund') AS refunds,
    coalesce(sum(amount) FILTER (WHERE type = 'refund'), 0) AS given_back
  FROM credit_ledger WHERE image_id IS NOT NULL GROUP BY customer_id, image_id`

/** What of each entry is of the month's lot, and what of that was left after it. */
const monthly = `
  SELECT e.*, sum(of_month) OVER (PARTITION BY customer_id ORDER BY seq) AS left_after FROM (
    SELECT customer_id, seq, type, amount, lots, created_at,
      amount - coalesce((SELECT sum(value::int) FROM jsonb_each_text(lots)), 0) AS of_month
    FROM credit_ledger) AS e`

/** Grants and expiries of the month's lot, numbered within their month. */
const turns = `
  SELECT customer_id, seq, type, amount, left_after, date_trunc('month', created_at, 'UTC') AS month,
    row_number() OVER (PARTITION BY customer_id, type, date_trunc('month', created_at, 'UTC') ORDER BY seq) AS nth
  FROM (${monthly}) AS m WHERE type IN ('grant', 'expiry') AND coalesce(lots, '{}') = '{}'`

const lots = `
  SELECT customer_id, part.key::uuid AS lot_id, sum(part.value::int) AS amount
  FROM credit_ledger, jsonb_each_text(lots) AS part GROUP BY customer_id, part.key`

export const credits: ReadonlyArray<Invariant> = [
  {
    id: "credit_balance_is_ledger_sum",
    title: "What is left of an account and its lots, and how many entries it has, is what its ledger says.",
    queries: {
      population: "SELECT count(*) FROM credit_accounts",
      violations: `
        SELECT customer_id, a.balance, l.balance AS ledger_balance, a.entries, l.entries AS ledger_entries
        FROM (
          SELECT customer_id, entries, balance + coalesce((
            SELECT sum(remaining) FROM credit_lots AS o WHERE o.customer_id = c.customer_id), 0) AS balance
          FROM credit_accounts AS c) AS a FULL JOIN (
          SELECT customer_id, sum(amount) AS balance, count(*) AS entries FROM credit_ledger
          GROUP BY customer_id) AS l USING (customer_id)
        WHERE (coalesce(a.balance, 0), coalesce(a.entries, 0))
          IS DISTINCT FROM (coalesce(l.balance, 0), coalesce(l.entries, 0))`
    }
  },
  {
    id: "credit_lot_is_its_entries",
    title: "What is left of each lot is what was entered of it, and no more than was granted.",
    queries: {
      population: "SELECT count(*) FROM credit_lots",
      violations: `
        SELECT customer_id, lot_id, o.granted, o.remaining, l.amount AS entered
        FROM credit_lots AS o FULL JOIN (${lots}) AS l USING (customer_id, lot_id)
        WHERE (o.remaining = l.amount AND o.remaining BETWEEN 0 AND o.granted) IS NOT TRUE`
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
        WHERE (nth > 1 AND (type = 'expiry' OR amount <= 0)) OR (nth = 1 AND type = 'grant' AND left_after <> amount)
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
