/** Surprise drops and event badges: what events set off beside the rules. */
import { storedDetail } from "../../wire/PlacedDetails.ts"
import type { Invariant } from "./Invariant.ts"
import { isTakenBack } from "./takenBack.ts"

/** What traces of events tell of things of a type. */
const steps = (type: string, reasons: string) => `
  SELECT e.customer_id, e.buddy_id, e.event_id, e.sequence, e.occurred_at, step ->> 2 AS reason, step -> 3 AS detail
  FROM events AS e CROSS JOIN LATERAL json_array_elements(e.trace) AS step
  WHERE e.trace::text LIKE '%"${type}"%' AND step ->> 0 = '${type}' AND step ->> 2 IN (${reasons})`

/** What was won is stored with its names, what was missed without. */
const missed = (name: string) => storedDetail("detail", name, "surprise_drop", "missed")

const rolls = `
  SELECT rolled.*, ${missed("surprise_drop_id")} AS drop_id
  FROM (${steps("surprise_drop", "'fired', 'missed'")}) AS rolled`

const awards = `
  SELECT given.*, detail ->> 'event_badge_id' AS badge_id, (detail ->> 'max_awards')::bigint AS max_awards
  FROM (${steps("event_badge", "'fired'")}) AS given WHERE (detail ->> 'awarded')::boolean`

const stands = (alias: string) => `NOT ${isTakenBack(alias)}`

const drops: ReadonlyArray<Invariant> = [
  {
    id: "drop_pity_is_kept",
    title: "Nobody missed a surprise drop more often in a row than pity lets.",
    queries: {
      population: `SELECT count(*) FROM (${rolls}) AS rolled`,
      violations: `
        SELECT customer_id, buddy_id, event_id, drop_id, in_a_row, detail FROM (
          SELECT *, count(*) FILTER (WHERE reason = 'missed') OVER (
            PARTITION BY customer_id, buddy_id, drop_id, run ORDER BY sequence ROWS UNBOUNDED PRECEDING) AS in_a_row
          FROM (SELECT *, count(*) FILTER (WHERE reason = 'fired') OVER (
            PARTITION BY customer_id, buddy_id, drop_id ORDER BY sequence ROWS UNBOUNDED PRECEDING) AS run
            FROM (${rolls}) AS rolled) AS runs) AS walked
        WHERE reason = 'missed' AND in_a_row > (${missed("pity_after")})::bigint`
    }
  },
  {
    id: "drop_within_budget",
    title: "The budget of a surprise drop counts all it has paid for events nobody took back.",
    queries: {
      population: `SELECT count(*) FROM (${rolls}) AS rolled WHERE detail ->> 'charged' IS NOT NULL`,
      violations: `
        SELECT paid.customer_id, paid.drop_id, paid.period_key, paid.coins, b.used
        FROM (SELECT customer_id, drop_id, detail ->> 'charged' AS period_key,
            sum((detail #>> '{reward,coins}')::bigint) AS coins
          FROM (${rolls}) AS rolled WHERE detail ->> 'charged' IS NOT NULL AND ${stands("rolled")}
          GROUP BY 1, 2, 3) AS paid
        LEFT JOIN rule_budgets AS b ON b.customer_id = paid.customer_id AND b.rule_id::text = paid.drop_id
          AND b.period_key = paid.period_key
        WHERE paid.coins > coalesce(b.used, 0)`
    }
  },
  {
    id: "drop_rolls_are_counted",
    title: "Every surprise drop that was won or missed is counted, and so are no fewer than happened.",
    queries: {
      population: `SELECT count(*) FROM (${rolls}) AS rolled`,
      violations: `
        SELECT told.customer_id, told.drop_id, told.hits, told.misses, counted.hits AS counted_hits,
          counted.misses AS counted_misses
        FROM (SELECT customer_id, drop_id, count(*) FILTER (WHERE reason = 'fired' AND ${stands("rolled")}) AS hits,
            count(*) FILTER (WHERE reason = 'missed') AS misses
          FROM (${rolls}) AS rolled GROUP BY 1, 2) AS told
        LEFT JOIN (SELECT customer_id, subject_id::text AS drop_id,
            sum(amount) FILTER (WHERE bucket LIKE '%|miss') AS misses,
            sum(amount) FILTER (WHERE bucket NOT LIKE '%|miss' AND bucket NOT LIKE '%|unpaid:%') AS hits
          FROM campaign_totals GROUP BY 1, 2) AS counted USING (customer_id, drop_id)
        WHERE told.hits > coalesce(counted.hits, 0) OR told.misses > coalesce(counted.misses, 0)`
    }
  }
]

const badges: ReadonlyArray<Invariant> = [
  {
    id: "event_badge_within_window",
    title: "No event badge was given for what did not occur within its window.",
    queries: {
      population: `SELECT count(*) FROM (${awards}) AS given`,
      violations: `
        SELECT customer_id, buddy_id, event_id, badge_id, occurred_at, detail FROM (${awards}) AS given
        WHERE (occurred_at >= coalesce((detail ->> 'starts_at')::timestamptz, '-infinity')
          AND occurred_at < coalesce((detail ->> 'ends_at')::timestamptz, 'infinity')) IS NOT TRUE`
    }
  },
  {
    id: "event_badge_once",
    title: "Nobody was given an event badge twice.",
    queries: {
      population: `SELECT count(*) FROM (${awards}) AS given`,
      violations: `
        SELECT customer_id, buddy_id, badge_id, count(*) AS times FROM (${awards}) AS given
        WHERE ${stands("given")} GROUP BY 1, 2, 3 HAVING count(*) > 1`
    }
  },
  {
    id: "event_badge_has_places",
    title: "An event badge was given to no more buddies than it has places, and each of them holds one.",
    queries: {
      population: `SELECT count(*) FROM (${awards}) AS given`,
      violations: `
        SELECT given.customer_id, given.badge_id, given.times, given.places, b.used
        FROM (SELECT customer_id, badge_id, count(*) AS times, count(max_awards) AS placed, max(max_awards) AS places
          FROM (${awards}) AS given WHERE ${stands("given")} GROUP BY 1, 2) AS given
        LEFT JOIN rule_budgets AS b ON b.customer_id = given.customer_id AND b.rule_id::text = given.badge_id
          AND b.period_key = 'awards'
        WHERE given.placed > coalesce(b.used, 0) OR (given.placed = given.times AND given.times > given.places)`
    }
  }
]

export const happenings: ReadonlyArray<Invariant> = [...drops, ...badges]
