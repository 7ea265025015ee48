/**
 * Lotteries: a draw is what it promised, whoever won follows from its list, and every ticket that was paid for took
 * part or was refunded.
 */
import { entitled } from "../auth/Entitled.ts"
import { type Invariant, isLate } from "./Invariant.ts"

const draws = "SELECT count(*) FROM lottery_draws"
const entries = "SELECT count(*) FROM lottery_entries"
const winners = "SELECT count(*) FROM lottery_winners"

const places = "(SELECT sum((prize ->> 'winners')::int) FROM jsonb_array_elements(d.terms -> 'prizes') AS prize)"

/** The published lists, line by line, with the tickets before each. */
const lines = `
  SELECT d.customer_id, d.draw_id, split_part(line, ' ', 1)::uuid AS entry_id,
    split_part(line, ' ', 2)::bigint AS tickets,
    sum(split_part(line, ' ', 2)::bigint) OVER (PARTITION BY d.customer_id, d.draw_id ORDER BY place)
      - split_part(line, ' ', 2)::bigint AS starts
  FROM lottery_draws AS d
  CROSS JOIN LATERAL regexp_split_to_table(rtrim(d.entries_text, E'\\n'), E'\\n')
    WITH ORDINALITY AS of_list (line, place)
  WHERE d.entries_text <> ''`

/** The key of a draw's HMAC, each byte with a mask: a seed is as long as a block of SHA-256, and so the key itself. */
const masked = (mask: number) => `(
  SELECT string_agg(decode(lpad(to_hex(get_byte(convert_to(d.seed, 'UTF8'), place) # ${mask}), 2, '0'), 'hex'), ''
    ORDER BY place)
  FROM generate_series(0, octet_length(d.seed) - 1) AS place)`

/** The number of a draw at `n`, as SQL that has the two masked keys. */
const numberAt = (n: string) => `(
  SELECT CASE WHEN x < 0 THEN x + 18446744073709551616 ELSE x::numeric END
  FROM (SELECT ('x' || left(encode(sha256(outer_key || sha256(inner_key || convert_to(
    draw_id || ':' || entries_hash || ':' || ${n}, 'UTF8'))), 'hex'), 16))::bit(64)::bigint AS x) AS number)`

/**
 * What platform/campaigns/HatcheryDraw does, written a second time and the other way round: not who wins, but whether
 * each winner had to. `total` is what was left before the place, `begins` where the winner's line began in it.
 */
const drawn = `
  SELECT customer_id, draw_id, position, entry_id, ticket, n, tickets, total, begins,
    ${numberAt("n")} AS x, 18446744073709551616 - mod(18446744073709551616, greatest(total, 1)) AS fair_below,
    coalesce(n_before, -1) + 1 AS n_next, ${numberAt("coalesce(n_before, -1) + 1")} AS x_next
  FROM (
    SELECT w.customer_id, w.draw_id, w.position, w.entry_id, w.ticket, w.n, l.tickets, d.entries_hash,
      ${masked(0x36)} AS inner_key, ${masked(0x5c)} AS outer_key,
      d.entries - coalesce(sum(l.tickets) OVER earlier, 0) AS total,
      l.starts - coalesce((
        SELECT sum(of_it.tickets) FROM lottery_winners AS o
        JOIN listed AS of_it ON of_it.customer_id = o.customer_id AND of_it.draw_id = o.draw_id
          AND of_it.entry_id = o.entry_id
        WHERE o.customer_id = w.customer_id AND o.draw_id = w.draw_id AND o.position < w.position
          AND o.entry_id < w.entry_id), 0) AS begins,
      lag(w.n) OVER by_place AS n_before
    FROM lottery_winners AS w
    JOIN lottery_draws AS d ON d.customer_id = w.customer_id AND d.draw_id = w.draw_id
    LEFT JOIN listed AS l ON l.customer_id = w.customer_id AND l.draw_id = w.draw_id AND l.entry_id = w.entry_id
    WINDOW by_place AS (PARTITION BY w.customer_id, w.draw_id ORDER BY w.position),
      earlier AS (PARTITION BY w.customer_id, w.draw_id ORDER BY w.position
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS places`

/** What entering took from buddies, by draw; a tenant's own bookings may say what they like. */
const debits = `
  SELECT l.customer_id, l.reference_id AS draw_id, l.buddy_id, -sum(l.amount) AS paid, min(l.unit) AS unit
  FROM (SELECT customer_id, buddy_id, unnest(ledger_ids) AS ledger_id FROM buddy_changes
    WHERE kind = 'enter_lottery') AS c
  JOIN ledger AS l ON l.customer_id = c.customer_id AND l.buddy_id = c.buddy_id AND l.ledger_id = c.ledger_id
  WHERE l.reason = 'lottery_entry' GROUP BY l.customer_id, l.reference_id, l.buddy_id`

/** Its last draw closed while the workspace might open none; once it may again, there is a moment to open one. */
const mayRest = `(NOT ${entitled("c", "lotteries")}
  OR (c.updated_at > l.updated_at AND NOT ${isLate("c.updated_at")}))`

const promises: ReadonlyArray<Invariant> = [
  {
    id: "lottery_has_its_draw",
    title:
      "An active lottery of a workspace that may have some has exactly one open draw that takes tickets; " +
      "no other lottery has one that does.",
    queries: {
      population: "SELECT count(*) FROM lotteries",
      violations: `
        SELECT l.customer_id, l.lottery_id, l.status, count(d.draw_id) AS open_draws,
          bool_or(s.is_open) AS takes_tickets
        FROM lotteries AS l JOIN customers AS c ON c.customer_id = l.customer_id
        LEFT JOIN lottery_draws AS d
          ON d.customer_id = l.customer_id AND d.lottery_id = l.lottery_id AND d.status = 'open'
        LEFT JOIN campaign_subjects AS s ON s.customer_id = d.customer_id AND s.subject_id = d.draw_id
        GROUP BY l.customer_id, l.lottery_id, c.customer_id
        HAVING NOT CASE l.status
          WHEN 'active' THEN l.deleted_at IS NULL AND (count(d.draw_id) = 0 AND ${mayRest}
            OR count(d.draw_id) = 1 AND bool_and(s.is_open IS TRUE))
          WHEN 'paused' THEN count(d.draw_id) <= 1 AND bool_or(s.is_open) IS NOT TRUE
          ELSE count(d.draw_id) = 0 END`
    }
  },
  {
    id: "draw_keeps_its_promise",
    title: "The seed of a draw is the one its hash was published for, and nobody is told before it is drawn.",
    queries: {
      population: draws,
      violations: `
        SELECT customer_id, draw_id, status, seed, commit_hash FROM lottery_draws
        WHERE (status = 'drawn') <> (seed IS NOT NULL)
          OR encode(sha256(convert_to(seed, 'UTF8')), 'hex') <> commit_hash`
    }
  },
  {
    id: "draw_list_is_its_entries",
    title: "A list has the hash that was published for it, and every ticket of whoever could win when it was fixed.",
    queries: {
      population: draws,
      violations: `
        WITH listed AS (${lines})
        SELECT d.customer_id, d.draw_id, NULL::uuid AS entry_id, d.entries_hash AS told,
          encode(sha256(convert_to(d.entries_text, 'UTF8')), 'hex') AS found
        FROM lottery_draws AS d
        LEFT JOIN (SELECT customer_id, draw_id, count(*) AS participants, sum(tickets) AS entries FROM listed
          GROUP BY customer_id, draw_id) AS l USING (customer_id, draw_id)
        WHERE (d.status = 'drawn' OR d.entries_text IS NOT NULL) AND (d.entries_text IS NULL
          OR encode(sha256(convert_to(d.entries_text, 'UTF8')), 'hex') IS DISTINCT FROM d.entries_hash
          OR (d.participants, d.entries) IS DISTINCT FROM (coalesce(l.participants, 0), coalesce(l.entries, 0)))
        UNION ALL
        SELECT customer_id, draw_id, entry_id, l.tickets::text, e.tickets::text
        FROM listed AS l
        FULL JOIN (
          SELECT e.*, e.buddy_id IS NULL
            OR EXISTS (SELECT FROM erased_buddies AS gone
              WHERE gone.customer_id = e.customer_id AND gone.buddy_id = e.buddy_id)
            OR EXISTS (SELECT FROM test_clock_users AS u WHERE u.customer_id = b.customer_id AND u.user_id = b.user_id)
            OR coalesce(b.status = 'archived' AND b.archived_at <= d.closed_at + interval '1 minute', false) AS may_lack
          FROM lottery_entries AS e
          JOIN lottery_draws AS d ON d.customer_id = e.customer_id AND d.draw_id = e.draw_id
            AND d.entries_text IS NOT NULL
          LEFT JOIN buddies AS b ON b.customer_id = e.customer_id AND b.buddy_id = e.buddy_id
          WHERE e.tickets > 0) AS e USING (customer_id, draw_id, entry_id)
        WHERE l.tickets IS DISTINCT FROM e.tickets AND NOT (l.tickets IS NULL AND e.may_lack)`
    }
  },
  {
    id: "draw_winners_follow",
    title: "Who wins a draw follows from its seed, its id and its list, place by place.",
    queries: {
      population: winners,
      violations: `
        WITH listed AS MATERIALIZED (${lines})
        SELECT customer_id, draw_id, position, entry_id, ticket, n FROM (${drawn}) AS w
        WHERE (ticket = mod(x, total) AND x < fair_below AND ticket >= begins AND ticket < begins + tickets
          AND (n = n_next OR n > n_next AND x_next >= fair_below)) IS NOT TRUE
        UNION ALL
        SELECT d.customer_id, d.draw_id, count(w.position)::int, NULL, d.unawarded, NULL
        FROM lottery_draws AS d LEFT JOIN lottery_winners AS w USING (customer_id, draw_id)
        GROUP BY d.customer_id, d.draw_id
        HAVING (CASE WHEN d.status = 'drawn' THEN count(w.position) = least(${places}, d.participants)
            AND count(w.position) + d.unawarded = ${places}
          ELSE count(w.position) = 0 END) IS NOT TRUE`
    }
  }
]

const tickets: ReadonlyArray<Invariant> = [
  {
    id: "lottery_debits_are_tickets",
    title: "What a buddy paid for a draw is the price of its tickets, and no buddy has more of them than it may.",
    queries: {
      population: entries,
      violations: `
        SELECT customer_id, draw_id, buddy_id, e.tickets, e.price, p.paid FROM (
          SELECT e.customer_id, e.draw_id::text AS draw_id, e.buddy_id, e.tickets,
            e.tickets * (d.terms -> 'entry' ->> 'amount')::bigint AS price,
            (d.terms -> 'entry' ->> 'max_entries_per_buddy')::int AS max,
            coalesce('token:' || (d.terms -> 'entry' ->> 'token_key'), 'coin') AS unit
          FROM lottery_entries AS e JOIN lottery_draws AS d USING (customer_id, draw_id)
          WHERE EXISTS (SELECT FROM buddies AS b
            WHERE b.customer_id = e.customer_id AND b.buddy_id = e.buddy_id)) AS e
        FULL JOIN (${debits}) AS p USING (customer_id, draw_id, buddy_id)
        WHERE (coalesce(e.price, 0) = coalesce(p.paid, 0) AND coalesce(e.unit = p.unit, p.unit IS NULL)
          AND e.tickets BETWEEN 0 AND e.max) IS NOT TRUE`
    }
  },
  {
    id: "draw_counts_its_tickets",
    title: "What is told of an open draw has every ticket and every buddy in it that could still win.",
    queries: {
      population: draws,
      violations: `
        SELECT d.customer_id, d.draw_id, e.tickets, t.entries, e.buddies, t.participants, u.used
        FROM lottery_draws AS d
        JOIN (SELECT customer_id, draw_id, sum(tickets) AS tickets, count(*) FILTER (WHERE tickets > 0) AS buddies
          FROM lottery_entries JOIN buddy_identities AS b USING (customer_id, buddy_id) WHERE b.status = 'active'
          GROUP BY customer_id, draw_id) AS e USING (customer_id, draw_id)
        LEFT JOIN (SELECT customer_id, subject_id AS draw_id, sum(amount) FILTER (WHERE bucket = 'entries') AS entries,
            sum(amount) FILTER (WHERE bucket = 'participants') AS participants
          FROM campaign_totals GROUP BY customer_id, subject_id) AS t USING (customer_id, draw_id)
        LEFT JOIN rule_budgets AS u
          ON u.customer_id = d.customer_id AND u.rule_id = d.draw_id AND u.period_key = 'entrants'
        WHERE d.status = 'open' AND (coalesce(t.entries, 0) < e.tickets OR coalesce(t.participants, 0) < e.buddies
          OR coalesce(u.used, 0) < e.buddies)`
    }
  },
  {
    id: "draw_place_paid_once",
    title: "A place that was granted has one receipt, of its winner; nothing else has one.",
    queries: {
      population: winners,
      violations: `
        SELECT customer_id, draw_id, grant_key, w.status, w.buddy_id, r.receipts FROM (
          SELECT customer_id, draw_id, rank || '/' || place AS grant_key, status, buddy_id FROM lottery_winners) AS w
        FULL JOIN (SELECT customer_id, campaign_id AS draw_id, grant_key, count(*) AS receipts,
            min(buddy_id::text) AS paid_to
          FROM campaign_receipts WHERE source = 'lottery' GROUP BY customer_id, campaign_id, grant_key) AS r
          USING (customer_id, draw_id, grant_key)
        WHERE (CASE w.status
          WHEN 'granted' THEN w.buddy_id IS NULL OR r.receipts = 1 AND coalesce(w.buddy_id::text = r.paid_to, true)
          WHEN 'pending' THEN coalesce(r.receipts, 0) <= 1
          WHEN 'void' THEN r.receipts IS NULL END) IS NOT TRUE`
    }
  },
  {
    id: "cancelled_tickets_refunded",
    title: "Every ticket of a cancelled draw was refunded once; nobody else was.",
    queries: {
      population: `
        SELECT count(*) FROM lottery_entries JOIN lottery_draws AS d USING (customer_id, draw_id)
        WHERE d.status = 'cancelled'`,
      violations: `
        SELECT customer_id, draw_id, entry_id, e.status, e.is_settled, r.receipts FROM (
          SELECT e.customer_id, e.draw_id, e.entry_id::text AS entry_id, d.status, e.is_settled, e.tickets,
            d.terms -> 'entry' ->> 'mode' = 'event' AS is_free,
            b.status IS DISTINCT FROM 'active' AS is_gone
          FROM lottery_entries AS e JOIN lottery_draws AS d USING (customer_id, draw_id)
          LEFT JOIN buddies AS b ON b.customer_id = e.customer_id AND b.buddy_id = e.buddy_id) AS e
        FULL JOIN (SELECT customer_id, campaign_id AS draw_id, grant_key AS entry_id, count(*) AS receipts
          FROM campaign_receipts WHERE source = 'lottery_refund' GROUP BY customer_id, campaign_id, grant_key) AS r
          USING (customer_id, draw_id, entry_id)
        WHERE (CASE WHEN r.receipts IS NULL THEN NOT e.is_settled OR e.is_gone
          ELSE r.receipts = 1 AND e.status = 'cancelled' AND e.tickets > 0 AND NOT e.is_free END) IS NOT TRUE`
    }
  },
  {
    id: "draws_end",
    title: "A draw that is due is drawn, and whatever it owes is paid.",
    quiescent: true,
    queries: {
      population: draws,
      violations: `
        SELECT d.customer_id, d.draw_id, d.status, d.draw_at FROM lottery_draws AS d
        JOIN lotteries AS l USING (customer_id, lottery_id)
        WHERE NOT d.is_settled AND CASE WHEN d.status = 'open'
          THEN l.status = 'active' AND ${isLate("d.draw_at + interval '1 minute'")}
          ELSE ${isLate("d.closed_at + interval '11 minutes'")} END`
    }
  }
]

export const lotteries: ReadonlyArray<Invariant> = [...promises, ...tickets]
