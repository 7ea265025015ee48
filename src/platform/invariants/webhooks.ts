/**
 * The outbox: what happened was told, once, and nothing is told that did not happen. Whether an endpoint had to hear of
 * a change can only be said of endpoints that have not been touched since before it, so the others are left out; of
 * changes, those of the last day are looked at, whose deliveries are all still there. What backfilled events bring is
 * told to nobody, nor is anything while a workspace has no webhooks, and nothing is sent then.
 */
import { changes_kept, lackedWithin, type Span } from "../auth/Entitled.ts"
import { type Invariant, isLate } from "./Invariant.ts"

const deliveries = "SELECT count(*) FROM webhook_deliveries_all"
const isOver = "status IN ('delivered', 'exhausted')"

const isRecent = (column: string) => `${column} > (SELECT moment.now - interval '1 day' FROM moment)`

/** Every node knows of a new endpoint by then (platform/auth/Tenants). */
const known_after = "interval '1 minute'"

const steadyEndpoints = `
  SELECT customer_id, webhook_config_id, events, created_at + ${known_after} AS since FROM webhook_configs
  WHERE enabled AND updated_at = created_at AND owner IS NULL`

/** Nor does every node know at once that webhooks were switched off or on. */
const withoutWebhooks = (customer_id: string, span: Span) =>
  `EXISTS (SELECT FROM customers AS c WHERE c.customer_id = ${customer_id} AND ${lackedWithin("c", "webhooks", span)})`

/** Whoever switches all day long is remembered the last times only: what they had before those, nobody knows. */
const forgotten = (customer_id: string, happened_at: string) => `${happened_at} < (
  SELECT min(changed_at) FROM entitlement_changes AS had WHERE had.customer_id = ${customer_id}
  HAVING count(*) >= ${changes_kept})`

const hears = `(change.event = ANY (e.events) OR '*' = ANY (e.events)
  OR EXISTS (SELECT FROM unnest(e.events) AS p WHERE right(p, 2) = '.*' AND starts_with(change.event, left(p, -1))))`

/** Of users that were on a test clock, dates do not tell when something was written. */
const inPresent = (alias: string) => `NOT EXISTS (
  SELECT FROM buddies AS lived
  JOIN test_clock_users AS u ON u.customer_id = lived.customer_id AND u.user_id = lived.user_id
  WHERE lived.customer_id = ${alias}.customer_id AND lived.buddy_id = ${alias}.buddy_id)`

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`

/**
 * What a buddy's owner is told of, by the event's name and a key that its body holds too. Entries of one token at one
 * moment are told apart by nothing but their amount, so a key may stand for several.
 */
const changes = `
  SELECT customer_id, buddy_id, event, key, happened_at, count(*) AS times FROM (
    SELECT customer_id, buddy_id, CASE WHEN amount > 0 THEN 'coins.earned' ELSE 'coins.spent' END AS event,
      ledger_id::text AS key, created_at AS happened_at FROM ledger WHERE unit = 'coin'
    UNION ALL
    SELECT customer_id, buddy_id, CASE WHEN amount > 0 THEN 'token.earned' ELSE 'token.spent' END,
      concat_ws('/', buddy_id, substr(unit, 7), abs(amount), ${ms("created_at")}), created_at
    FROM ledger WHERE unit <> 'coin'
    UNION ALL
    SELECT customer_id, buddy_id, 'badge.awarded', concat_ws('/', buddy_id, badge_key, ${ms("awarded_at")}), awarded_at
    FROM buddy_badges
    UNION ALL
    SELECT customer_id, buddy_id, 'buddy.hatched', buddy_id::text, created_at FROM buddies
  ) AS happened
  WHERE ${isRecent("happened_at")} AND ${inPresent("happened")}
  GROUP BY customer_id, buddy_id, event, key, happened_at`

/**
 * Test deliveries speak of no buddy of the tenant. Bodies are read before buddies are asked, and buddies are put
 * together before they are compared (OFFSET 0, twice): they are a view of two tables, and a planner that may join one
 * of them to the bodies first does so by the tenant alone, which is every delivery with every buddy.
 */
const told = `
  SELECT customer_id, webhook_config_id, buddy_id, event, key, count(*) AS times FROM (
    SELECT d.customer_id, d.webhook_config_id, b.buddy_id, d.event, CASE
      WHEN d.event LIKE 'coins.%' THEN d.ledger_id
      WHEN d.event LIKE 'token.%' THEN concat_ws('/', b.buddy_id, d.token_type, d.amount, ${ms("d.created_at")})
      WHEN d.event LIKE 'badge.%' THEN concat_ws('/', b.buddy_id, d.badge_key, ${ms("d.created_at")})
      ELSE b.buddy_id::text END AS key
    FROM (
      SELECT customer_id, webhook_config_id, event, created_at, said.*
      FROM webhook_deliveries_all CROSS JOIN LATERAL json_to_record(body::json)
        AS said (buddy_id text, ledger_id text, token_type text, amount text, badge_key text)
      WHERE event IN ('coins.earned', 'coins.spent', 'token.earned', 'token.spent', 'badge.awarded', 'buddy.hatched')
        AND ${isRecent("created_at")}
      OFFSET 0) AS d
    JOIN (SELECT customer_id, buddy_id, buddy_id::text AS named FROM buddies OFFSET 0) AS b
      ON b.customer_id = d.customer_id AND b.named = d.buddy_id
    WHERE ${inPresent("b")}
  ) AS delivery
  GROUP BY customer_id, webhook_config_id, buddy_id, event, key`

export const webhooks: ReadonlyArray<Invariant> = [
  {
    id: "change_is_told",
    title: "Every coin, token, badge and hatch of the last day went once to each endpoint that listens to it.",
    queries: {
      population: `
        SELECT coalesce(sum(change.times), 0) FROM (${changes}) AS change JOIN (${steadyEndpoints}) AS e
          ON e.customer_id = change.customer_id AND e.since < change.happened_at AND ${hears}`,
      violations: `
        WITH missed AS MATERIALIZED (
          SELECT change.customer_id, e.webhook_config_id, change.buddy_id, change.event, change.key, change.happened_at,
            change.times, told.times AS told
          FROM (${changes}) AS change JOIN (${steadyEndpoints}) AS e
            ON e.customer_id = change.customer_id AND e.since < change.happened_at AND ${hears}
          LEFT JOIN (${told}) AS told ON told.customer_id = change.customer_id AND told.event = change.event
            AND told.webhook_config_id = e.webhook_config_id AND told.key = change.key
          WHERE coalesce(told.times, 0) <> change.times)
        SELECT customer_id, webhook_config_id, buddy_id, event, key, times, told FROM missed WHERE NOT EXISTS (
          SELECT FROM events AS loaded WHERE loaded.customer_id = missed.customer_id AND loaded.mode = 'backfill'
            AND loaded.buddy_id = missed.buddy_id AND loaded.received_at = missed.happened_at)
          AND NOT ${withoutWebhooks("missed.customer_id", {
            since: `missed.happened_at - ${known_after}`,
            until: `missed.happened_at + ${known_after}`
          })}
          AND ${forgotten("missed.customer_id", "missed.happened_at")} IS NOT TRUE`
    }
  },
  {
    id: "told_change_happened",
    title: "Every delivery of the last day about a coin, a token, a badge or a hatch tells of one that happened.",
    queries: {
      population: `SELECT coalesce(sum(told.times), 0) FROM (${told}) AS told`,
      violations: `
        SELECT told.customer_id, told.webhook_config_id, told.buddy_id, told.event, told.key, told.times AS told,
          change.times
        FROM (${told}) AS told LEFT JOIN (${changes}) AS change ON change.customer_id = told.customer_id
          AND change.buddy_id = told.buddy_id AND change.event = told.event AND change.key = told.key
        WHERE told.times > coalesce(change.times, 0)`
    }
  },
  {
    id: "delivery_state_is_whole",
    title: "A delivery that is over says when and is not tried again; any other says when it is tried next.",
    queries: {
      population: deliveries,
      violations: `
        SELECT customer_id, delivery_id, status, attempts, ladder_base, next_attempt_at, finished_at, locked_until
        FROM webhook_deliveries
        WHERE (${isOver}) <> (finished_at IS NOT NULL) OR (${isOver}) <> (next_attempt_at IS NULL)
          OR attempts < ladder_base OR (status = 'pending' AND attempts <> ladder_base)
          OR (status IN ('delivered', 'failed') AND attempts = ladder_base)`
    }
  },
  {
    id: "outbox_is_whole",
    title:
      "What stands in the outbox has not been tried, what was tried has a row, and each says all there is to send.",
    queries: {
      population: deliveries,
      violations: `
        SELECT customer_id, webhook_config_id, first_id, last_id, delivery_ids, done_ids FROM webhook_outbox AS o
        WHERE NOT done_ids <@ delivery_ids OR cardinality(done_ids) >= cardinality(delivery_ids)
          OR cardinality(delivery_ids) <> ALL (ARRAY[cardinality(events), cardinality(bodies),
            cardinality(trace_contexts), cardinality(created_ats)])
          OR EXISTS (SELECT FROM unnest(delivery_ids) AS id WHERE id < first_id OR id > last_id
            OR EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.customer_id = o.customer_id AND d.delivery_id = id)
              <> (id = ANY (done_ids)) AND (id <> ALL (done_ids) OR ${isRecent("o.created_at")}))`
    }
  },
  {
    id: "delivery_attempts_are_recorded",
    title:
      "A delivery has as many attempts on record as it has made, numbered from 1, and shows the last one's answer.",
    queries: {
      population: "SELECT count(*) FROM webhook_attempts",
      violations: `
        SELECT customer_id, delivery_id, d.attempts, made.attempts AS recorded, made.newest, d.response_status,
          made.response_status AS recorded_status
        FROM webhook_deliveries AS d FULL JOIN (
          SELECT customer_id, delivery_id, count(*) AS attempts, max(attempt) AS newest,
            (array_agg(response_status ORDER BY attempt DESC))[1] AS response_status
          FROM webhook_attempts GROUP BY customer_id, delivery_id) AS made USING (customer_id, delivery_id)
        WHERE d.attempts IS DISTINCT FROM coalesce(made.attempts, 0) OR made.newest <> made.attempts
          OR (made.attempts > 0 AND d.response_status IS DISTINCT FROM made.response_status)`
    }
  },
  {
    id: "endpoint_state_is_whole",
    title: "A disabled endpoint says since when, an enabled one does not.",
    queries: {
      population: "SELECT count(*) FROM webhook_configs",
      violations: `
        SELECT customer_id, webhook_config_id, enabled, disabled_at FROM webhook_configs
        WHERE enabled <> (disabled_at IS NULL)`
    }
  },
  {
    id: "deliveries_go_out",
    title: "No delivery to an endpoint that answers is later than it may be.",
    quiescent: true,
    queries: {
      population: deliveries,
      violations: `
        SELECT d.customer_id, d.delivery_id, webhook_config_id, d.status, d.next_attempt_at, d.locked_until
        FROM webhook_deliveries_all AS d JOIN webhook_configs AS c USING (customer_id, webhook_config_id)
        WHERE c.enabled AND c.failing_since IS NULL AND ${isLate("d.next_attempt_at")}
          AND NOT ${withoutWebhooks("d.customer_id", {
            since: "(SELECT overdue_at FROM moment)",
            until: "(SELECT moment.now FROM moment)"
          })}`
    }
  }
]
