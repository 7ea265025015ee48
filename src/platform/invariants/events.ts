/** Events and what they brought: stored once, paid once, counted once. */
import type { Invariant } from "./Invariant.ts"
import { isTakenBack } from "./takenBack.ts"

const stored = "SELECT count(*) FROM events"

/** What a prestige gives up is no part of what its event brought. */
const isPay = "reason <> 'prestige'"

/** Amounts by event and unit, as the event was answered. Events only ever earn. */
const answered = `
  SELECT e.customer_id, e.event_id, gain.unit, gain.amount, gain.balance
  FROM events AS e CROSS JOIN LATERAL json_to_record(e.effects) AS answer (coins numeric, tokens json)
  CROSS JOIN LATERAL (
    SELECT 'coin' AS unit, answer.coins AS amount, NULL::numeric AS balance
    UNION ALL SELECT 'token:' || token_key, amount, balance
    FROM json_to_recordset(answer.tokens) AS token (token_key text, amount numeric, balance numeric)) AS gain
  WHERE gain.amount <> 0`

/** Rules whose `unique_by` limits something, by version and by the name they have in the trace. */
const uniqueRules = `
  SELECT v.customer_id, v.config_version_id, kind.type, rule ->> 'rule_key' AS key,
    (rule ->> 'rule_id')::uuid AS rule_id
  FROM config_versions AS v
  CROSS JOIN (VALUES ('coin_rule', 'coin_rules'), ('token_rule', 'token_rules'), ('skill_rule', 'skill_rules'))
    AS kind (type, section)
  CROSS JOIN jsonb_path_query(v.content -> kind.section, '$[*] ? (exists (@.limits.unique_by[0]))') AS rule
  WHERE v.status <> 'draft'`

/** Drops live beside the versions: their wins say by themselves under which limits they were won. */
const uniqueWins = `
  SELECT e.customer_id, e.buddy_id, (step #>> '{3,surprise_drop_id}')::uuid AS rule_id
  FROM events AS e, json_array_elements(e.trace) AS step
  WHERE step ->> 0 = 'surprise_drop' AND step ->> 2 = 'fired' AND step #> '{3,limits,unique_by,0}' IS NOT NULL
    AND NOT ${isTakenBack("e")}`

export const events: ReadonlyArray<Invariant> = [
  {
    id: "ledger_event_exists",
    title: "The event a ledger row was paid for is stored, and was the same buddy's.",
    queries: {
      population: "SELECT count(*) FROM ledger WHERE reference_type = 'event'",
      violations: `
        SELECT l.customer_id, l.buddy_id, l.unit, l.seq, l.reference_id AS event_id, e.buddy_id AS event_buddy_id
        FROM ledger AS l LEFT JOIN events AS e ON e.customer_id = l.customer_id AND e.event_id = l.reference_id
        WHERE l.reference_type = 'event' AND e.buddy_id IS DISTINCT FROM l.buddy_id`
    }
  },
  {
    id: "event_key_is_event",
    // One id in two months has two events and one key.
    title: "Every event is found by its id, and every id that is known leads to an event.",
    queries: {
      population: stored,
      violations: `
        SELECT customer_id, event_id, e.buddy_id, e.sequence, k.sequence AS known_as
        FROM events AS e FULL JOIN event_keys AS k USING (customer_id, event_id)
        WHERE e.sequence IS DISTINCT FROM k.sequence`
    }
  },
  {
    id: "event_answer_is_ledger",
    title: "The coins and tokens an event was answered with are those the ledger has for it.",
    queries: {
      population: stored,
      violations: `
        SELECT customer_id, event_id, unit, answered.amount, booked.amount AS ledger_amount, answered.balance,
          booked.balance AS ledger_balance
        FROM (${answered}) AS answered FULL JOIN (
          SELECT customer_id, reference_id AS event_id, unit, sum(amount) FILTER (WHERE ${isPay}) AS amount,
            (array_agg(balance_after ORDER BY seq DESC))[1] AS balance
          FROM ledger WHERE reference_type = 'event'
          GROUP BY customer_id, reference_id, unit HAVING bool_or(${isPay})
        ) AS booked USING (customer_id, event_id, unit)
        WHERE answered.amount IS DISTINCT FROM booked.amount OR answered.balance <> booked.balance`
    }
  },
  {
    id: "event_trace_is_ledger",
    title: "The ledger rows an event's trace names are those that name the event, each of them once.",
    queries: {
      population: "SELECT count(*) FROM ledger WHERE reference_type = 'event'",
      violations: `
        SELECT customer_id, ledger_id, traced.event_id, traced.times, booked.event_id AS ledger_event_id FROM (
          SELECT customer_id, id::uuid AS ledger_id, min(event_id) AS event_id, count(*) AS times
          FROM events, json_array_elements(trace) AS step, json_array_elements_text(step -> 4) AS id
          GROUP BY customer_id, id) AS traced
        FULL JOIN (SELECT customer_id, ledger_id, reference_id AS event_id FROM ledger WHERE reference_type = 'event')
          AS booked USING (customer_id, ledger_id)
        WHERE traced.event_id IS DISTINCT FROM booked.event_id OR traced.times <> 1`
    }
  },
  {
    id: "rule_pays_event_once",
    title: "A rule has paid an event at most once in a unit.",
    queries: {
      population: "SELECT count(*) FROM ledger WHERE reference_type = 'event'",
      violations: `
        SELECT customer_id, buddy_id, unit, reference_id AS event_id, rule_id, count(*) AS paid FROM ledger
        WHERE reference_type = 'event' AND reason IN ('coin_rule', 'token_rule')
        GROUP BY customer_id, buddy_id, unit, reference_id, rule_id HAVING count(*) > 1`
    }
  },
  {
    id: "command_answer_is_ledger",
    title: "The entry a manual change was answered with stands in the ledger, with its amount and its balance.",
    queries: {
      population: "SELECT count(*) FROM commands WHERE reply #>> '{reply,_tag}' IN ('Coins', 'Token')",
      violations: `
        SELECT c.customer_id, c.buddy_id, c.command_id, c.reply -> 'reply' AS answered, l.amount, l.balance_after
        FROM commands AS c LEFT JOIN ledger AS l ON l.customer_id = c.customer_id AND l.buddy_id = c.buddy_id
          AND l.ledger_id = (c.reply #>> '{reply,ledger_id}')::uuid
        WHERE c.reply #>> '{reply,_tag}' IN ('Coins', 'Token') AND (
          abs(l.amount), l.balance_after, l.unit
        ) IS DISTINCT FROM ((c.reply #>> '{reply,amount}')::bigint, (c.reply #>> '{reply,balance}')::bigint,
          coalesce('token:' || (c.reply #>> '{reply,token_key}'), 'coin'))`
    }
  },
  {
    id: "unique_payment_is_firing",
    title: "A rule that pays every value once has one payment on record for each time it fired and was not taken back.",
    queries: {
      population: "SELECT count(*) FROM unique_payments",
      violations: `
        WITH rules AS MATERIALIZED (${uniqueRules})
        SELECT customer_id, buddy_id, rule_id, paid.payments, fired.times FROM (
          SELECT customer_id, buddy_id, rule_id, count(*) AS payments FROM unique_payments
          GROUP BY customer_id, buddy_id, rule_id) AS paid
        FULL JOIN (
          SELECT customer_id, buddy_id, rule_id, count(*) AS times FROM (
            SELECT customer_id, step.buddy_id, rules.rule_id FROM (
              SELECT customer_id, config_version_id, e.buddy_id, step ->> 0 AS type, step ->> 1 AS key
              FROM (SELECT DISTINCT customer_id, config_version_id FROM rules) AS version
              JOIN events AS e USING (customer_id, config_version_id), json_array_elements(e.trace) AS step
              WHERE step ->> 2 = 'fired' AND NOT ${isTakenBack("e")}) AS step
            JOIN rules USING (customer_id, config_version_id, type, key)
            UNION ALL ${uniqueWins}) AS one
          GROUP BY customer_id, buddy_id, rule_id) AS fired USING (customer_id, buddy_id, rule_id)
        WHERE paid.payments IS DISTINCT FROM fired.times`
    }
  },
  {
    id: "event_usage_is_events",
    ofErased: true,
    // Months are not compared: on a test clock an event arrives in the clock's month and counts in the calendar's.
    title: "The quota has counted every stored event once, and every one that was erased.",
    queries: {
      population: "SELECT count(*) FROM event_usage",
      violations: `
        SELECT customer_id, counted.used, stored.events FROM (
          SELECT customer_id, sum(used) AS used FROM event_usage GROUP BY customer_id) AS counted
        FULL JOIN (
          SELECT customer_id, sum(events) AS events FROM (
            SELECT customer_id, count(*) AS events FROM events GROUP BY customer_id
            UNION ALL
            SELECT customer_id, (rows ->> 'events')::bigint FROM erasures) AS ever
          GROUP BY customer_id) AS stored USING (customer_id)
        WHERE coalesce(counted.used, 0) <> coalesce(stored.events, 0)`
    }
  }
]
