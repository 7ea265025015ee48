/**
 * The books: what a buddy owns is the sum of its ledger, and no row of the ledger was changed, dropped or slipped in
 * after it was written. The state of a buddy keeps every unit as {balance, earned, spent}.
 */
import type { Invariant } from "./Invariant.ts"
import { isTakenBack } from "./takenBack.ts"

const buddies = "SELECT count(*) FROM buddies"
const ledger = "SELECT count(*) FROM ledger"

/** Every unit the state of a buddy knows. */
const held = `
  SELECT b.customer_id, b.buddy_id, u.unit, (u.book ->> 'balance')::numeric AS balance,
    (u.book ->> 'earned')::numeric AS earned, (u.book ->> 'spent')::numeric AS spent
  FROM buddies AS b CROSS JOIN LATERAL (
    SELECT 'coin' AS unit, b.state -> 'coins' AS book
    UNION ALL SELECT 'token:' || key, value FROM json_each(b.state -> 'tokens')) AS u`

/** A row that takes another one back belongs to its sum: what a reversal takes was never earned, a refund not spent. */
const booked = `
  SELECT customer_id, buddy_id, unit, sum(amount) AS balance,
    coalesce(sum(amount) FILTER (WHERE (amount > 0) = (reverses_ledger_id IS NULL)), 0) AS earned,
    coalesce(-sum(amount) FILTER (WHERE (amount < 0) = (reverses_ledger_id IS NULL)), 0) AS spent
  FROM ledger GROUP BY customer_id, buddy_id, unit`

/** A prestige may begin both sums anew, so they are part of what the ledger tells; the balance is still all of it. */
const soundAfterPrestige = `coalesce(held.balance, 0) = coalesce(booked.balance, 0)
  AND coalesce(held.earned, 0) - coalesce(held.spent, 0) = coalesce(held.balance, 0)
  AND coalesce(held.earned, 0) <= coalesce(booked.earned, 0)
  AND coalesce(held.spent, 0) BETWEEN 0 AND coalesce(booked.spent, 0)`

/**
 * What buddy/journal/Ledger hashes, written a second time: JSON strings are escaped alike by Postgres and by
 * JavaScript. Two ways to the same text find each other's mistakes.
 */
const canonicalText = `concat('["', customer_id, '","', buddy_id, '",', to_json(unit), ',', seq, ',"', ledger_id, '",',
    amount, ',', balance_after, ',', to_json(reason), ',', to_json(reference_type), ',',
    coalesce(to_json(reference_id)::text, 'null'), ',', coalesce(to_json(rule_id)::text, 'null'), ',"',
    config_version_id, '",', coalesce(to_json(reverses_ledger_id)::text, 'null'), ',', to_json(is_lucky), ',"',
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '"]')`

/** Rules with a budget, by the versions that give them one; stocks and places are counted in the same table. */
const budgeted = `
  SELECT DISTINCT customer_id, config_version_id, (rule ->> 'rule_id')::uuid AS rule_id
  FROM config_versions, jsonb_path_query(content, '$.coin_rules[*] ? (@.budget.type() == "object")') AS rule`

export const money: ReadonlyArray<Invariant> = [
  {
    id: "balance_is_ledger_sum",
    title: "Every balance of a buddy, with what it earned and spent in its life, is the sum of its ledger.",
    queries: {
      population: buddies,
      violations: `
        SELECT customer_id, buddy_id, unit, held.balance, booked.balance AS ledger_balance, held.earned,
          booked.earned AS ledger_earned, held.spent, booked.spent AS ledger_spent
        FROM (${held}) AS held FULL JOIN (${booked}) AS booked USING (customer_id, buddy_id, unit)
        LEFT JOIN buddies AS b USING (customer_id, buddy_id)
        WHERE CASE WHEN b.prestige_level > 0 THEN (${soundAfterPrestige}) IS NOT TRUE
          ELSE (coalesce(held.balance, 0), coalesce(held.earned, 0), coalesce(held.spent, 0))
            IS DISTINCT FROM (coalesce(booked.balance, 0), coalesce(booked.earned, 0), coalesce(booked.spent, 0)) END`
    }
  },
  {
    id: "buddy_columns_are_state",
    title: "The coins, stage and prestige a buddy is listed with are those of its state.",
    queries: {
      population: buddies,
      violations: `
        SELECT customer_id, buddy_id, coins, state #> '{coins,balance}' AS state_coins, evolution_stage,
          state -> 'evolution_stage' AS state_stage, prestige_level, state -> 'prestige_level' AS state_prestige
        FROM buddies
        WHERE (coins, evolution_stage, prestige_level) IS DISTINCT FROM ((state #>> '{coins,balance}')::bigint,
          (state ->> 'evolution_stage')::int, (state ->> 'prestige_level')::int)`
    }
  },
  {
    id: "balance_never_negative",
    ofErased: true,
    title: "No balance was ever below zero, in the ledger or in a buddy.",
    queries: {
      population: ledger,
      violations: `
        SELECT customer_id, buddy_id, unit, seq, balance_after AS balance FROM ledger WHERE balance_after < 0
        UNION ALL
        SELECT customer_id, buddy_id, unit, NULL, balance FROM (${held}) AS held
        WHERE balance < 0 OR earned < 0 OR spent < 0
        UNION ALL
        SELECT customer_id, buddy_id, 'coin', NULL, coins FROM buddies WHERE coins < 0`
    }
  },
  {
    id: "ledger_running_balance",
    ofErased: true,
    title: "The entries of a buddy's unit are numbered from 1 without a gap, each with the balance after it.",
    queries: {
      population: ledger,
      violations: `
        SELECT customer_id, buddy_id, unit, seq, place, balance_after, running FROM (
          SELECT customer_id, buddy_id, unit, seq, balance_after, row_number() OVER entries AS place,
            sum(amount) OVER entries AS running
          FROM ledger
          WINDOW entries AS (PARTITION BY customer_id, buddy_id, unit ORDER BY seq ROWS UNBOUNDED PRECEDING)) AS walked
        WHERE seq <> place OR balance_after <> running`
    }
  },
  {
    id: "ledger_hash",
    ofErased: true,
    title: "Every ledger row hashes to what was written beside it: none of its columns was changed since.",
    queries: {
      population: ledger,
      violations: `
        SELECT customer_id, buddy_id, unit, seq, ledger_id, hash FROM ledger
        WHERE hash <> encode(sha256(convert_to(prev_hash || ${canonicalText}, 'UTF8')), 'hex')`
    }
  },
  {
    id: "ledger_chain",
    ofErased: true,
    title: "Every ledger row names the hash of the row before it, and the first one 64 zeros.",
    queries: {
      population: ledger,
      violations: `
        SELECT customer_id, buddy_id, unit, seq, prev_hash, before FROM (
          SELECT customer_id, buddy_id, unit, seq, prev_hash, coalesce(
            lag(hash) OVER (PARTITION BY customer_id, buddy_id, unit ORDER BY seq), repeat('0', 64)) AS before
          FROM ledger) AS chained
        WHERE prev_hash <> before`
    }
  },
  {
    id: "ledger_head",
    title: "The row every signed head of a ledger names is there, with the hash that was signed: nothing was cut off.",
    queries: {
      population: "SELECT count(*) FROM buddies WHERE ledger_head IS NOT NULL",
      violations: `
        SELECT signed.customer_id, signed.buddy_id, signed.unit, signed.seq, signed.hash, l.hash AS found
        FROM (
          SELECT customer_id, buddy_id, key AS unit, (value ->> 0)::bigint AS seq, value ->> 1 AS hash
          FROM buddies CROSS JOIN LATERAL json_each(ledger_head -> 'units')) AS signed
        LEFT JOIN ledger AS l USING (customer_id, buddy_id, unit, seq)
        WHERE l.hash IS DISTINCT FROM signed.hash`
    }
  },
  {
    id: "ledger_id_once",
    ofErased: true,
    title: "No two ledger rows of a tenant share an id.",
    queries: {
      population: ledger,
      violations: `
        SELECT customer_id, ledger_id, count(*) AS entries FROM ledger
        GROUP BY customer_id, ledger_id HAVING count(*) > 1`
    }
  },
  {
    id: "ledger_has_buddy",
    ofErased: true,
    title: "Every ledger row belongs to a buddy of its tenant, or to one that was erased.",
    queries: {
      population: ledger,
      violations: `
        SELECT l.customer_id, l.buddy_id, count(*) AS entries
        FROM ledger AS l LEFT JOIN (
          SELECT customer_id, buddy_id FROM buddies
          UNION ALL SELECT customer_id, buddy_id FROM erased_buddies) AS b USING (customer_id, buddy_id)
        WHERE b.buddy_id IS NULL GROUP BY l.customer_id, l.buddy_id`
    }
  },
  {
    id: "rule_budget_is_ledger_sum",
    ofErased: true,
    title: "What counts against the budget of a rule is what it paid for events nobody took back, within its limit.",
    queries: {
      population: "SELECT count(*) FROM rule_budgets",
      violations: `
        SELECT customer_id, rule_id, counted.used, paid.coins FROM (
          SELECT customer_id, rule_id, sum(used) AS used FROM rule_budgets
          WHERE (customer_id, rule_id) IN (SELECT customer_id, rule_id FROM (${budgeted}) AS budgeted)
          GROUP BY customer_id, rule_id) AS counted
        FULL JOIN (
          SELECT l.customer_id, l.rule_id, sum(l.amount) AS coins
          FROM ledger AS l JOIN (${budgeted}) AS budgeted USING (customer_id, config_version_id, rule_id)
          WHERE l.unit = 'coin' AND l.reason = 'coin_rule' AND l.reference_type = 'event'
            AND NOT ${isTakenBack("l", "reference_id")}
          GROUP BY l.customer_id, l.rule_id) AS paid USING (customer_id, rule_id)
        WHERE coalesce(counted.used, 0) <> coalesce(paid.coins, 0)
        UNION ALL
        SELECT customer_id, rule_id, used, max_coins FROM rule_budgets WHERE used < 0 OR used > max_coins`
    }
  }
]
