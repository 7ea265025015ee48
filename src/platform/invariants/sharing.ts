/** Shared buddies: links are of buddies that are there, and nobody tells what did not happen. */
import type { Invariant } from "./Invariant.ts"

/** In whole milliseconds, as moments are told. */
const atOnce = (one: string, other: string) => `abs(extract(epoch FROM ${one} - ${other})) < 0.002`

const walked = "h.customer_id = t.customer_id AND h.buddy_id = t.buddy_id AND h.kind = 'path' AND h.key = t.subject_key"
const completed = "to_timestamp((s.state -> 'paths' -> t.subject_key ->> 'completed_at')::float8 / 1000)"

export const sharing: ReadonlyArray<Invariant> = [
  {
    id: "share_links_are_one",
    title: "A buddy has one link that opens at most, and who is erased has none.",
    queries: {
      population: "SELECT count(*) FROM share_links",
      violations: `
        SELECT customer_id, buddy_id, array_agg(code) AS codes, 'several' AS problem FROM share_links
        WHERE voided_at IS NULL GROUP BY customer_id, buddy_id HAVING count(*) > 1
        UNION ALL
        SELECT l.customer_id, l.buddy_id, ARRAY[l.code], 'nobody''s' FROM share_links AS l
        LEFT JOIN buddy_identities AS b ON b.customer_id = l.customer_id AND b.buddy_id = l.buddy_id
        WHERE b.buddy_id IS NULL`
    }
  },
  {
    id: "share_visits_are_of_buddies_there_are",
    title: "Visits are counted of shared buddies that are there.",
    quiescent: true,
    ofErased: true,
    queries: {
      population: "SELECT count(*) FROM visit_counts WHERE subject_kind = 'share'",
      violations: `
        SELECT v.customer_id, v.subject_id AS buddy_id, v.day, v.event, v.channel, v.visits
        FROM visit_counts AS v LEFT JOIN buddy_identities AS b
          ON b.customer_id = v.customer_id AND b.buddy_id = v.subject_id
        WHERE v.subject_kind = 'share' AND b.buddy_id IS NULL`
    }
  },
  {
    id: "brags_happened",
    title: "Whatever the brag button told of happened to the buddy, at the moment that is kept of it.",
    queries: {
      population: "SELECT count(*) FROM brags",
      violations: `
        SELECT t.customer_id, t.buddy_id, t.brag_id, t.moment, t.subject_key, t.happened_at
        FROM brags AS t JOIN buddy_identities AS b ON b.customer_id = t.customer_id AND b.buddy_id = t.buddy_id
        WHERE NOT CASE t.moment
          WHEN 'badge' THEN EXISTS (SELECT FROM buddy_badges AS a
            WHERE a.customer_id = t.customer_id AND a.buddy_id = t.buddy_id AND a.badge_key = t.subject_key
              AND ${atOnce("a.awarded_at", "t.happened_at")})
          WHEN 'league_rank' THEN EXISTS (SELECT FROM league_results AS r
            JOIN league_seasons AS s ON s.customer_id = r.customer_id AND s.season_id = r.season_id
            WHERE r.customer_id = t.customer_id AND r.buddy_id = t.buddy_id AND r.rank > 0
              AND s.season_id::text = t.subject_key AND ${atOnce("s.closed_at", "t.happened_at")})
          WHEN 'streak_milestone' THEN EXISTS (SELECT FROM events AS e
            WHERE e.customer_id = t.customer_id AND e.user_id = b.user_id AND e.buddy_id = t.buddy_id
              AND ${atOnce("e.received_at", "t.happened_at")} AND EXISTS (
                SELECT FROM json_array_elements(e.trace) AS rule
                WHERE rule.value ->> 0 = 'streak_rule' AND rule.value ->> 1 = t.subject_key
                  AND json_array_length(rule.value -> 3 -> 'lengths') > 0))
          WHEN 'evolution' THEN EXISTS (SELECT FROM buddy_history AS h
            WHERE h.customer_id = t.customer_id AND h.buddy_id = t.buddy_id AND h.kind = 'evolution'
              AND ${atOnce("h.created_at", "t.happened_at")})
          ELSE EXISTS (SELECT FROM buddy_history AS h
              WHERE ${walked} AND ${atOnce("h.created_at", "t.happened_at")})
            AND (EXISTS (SELECT FROM buddy_states AS s
                WHERE s.customer_id = t.customer_id AND s.buddy_id = t.buddy_id
                  AND ${atOnce(completed, "t.happened_at")})
              -- a path that has grown since is completed anew, or not yet
              OR EXISTS (SELECT FROM buddy_history AS h
                WHERE ${walked} AND h.created_at > t.happened_at + interval '2 milliseconds'))
          END`
    }
  },
  {
    id: "brags_pay_nothing",
    title: "No row of the ledger is there for a brag.",
    queries: {
      population: "SELECT count(*) FROM brags",
      violations: `
        SELECT t.customer_id, t.buddy_id, t.brag_id, l.ledger_id, l.amount
        FROM brags AS t JOIN ledger AS l ON l.customer_id = t.customer_id AND l.reference_id = t.brag_id::text`
    }
  }
]
