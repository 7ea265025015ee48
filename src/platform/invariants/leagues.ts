/** Boards and leagues: a score is what was counted, a rank is one place, and a season is settled once. */
import { storedDetail } from "../../wire/PlacedDetails.ts"
import type { Invariant } from "./Invariant.ts"

const scores = "SELECT count(*) FROM campaign_scores"
const results = "SELECT count(*) FROM league_results"

/** Subjects whose scores add up, while they count. */
const adding = `
  SELECT customer_id, subject_id FROM leaderboards
  WHERE subject_id IS NOT NULL AND metric ->> 'type' IN ('coins_earned', 'token_earned', 'event_count')
  UNION ALL
  SELECT customer_id, season_id FROM league_seasons
  WHERE state = 'open' AND rules #>> '{config,metric,type}' IN ('coins_earned', 'token_earned', 'event_count')`

/** Of a step of a trace; leagues and boards store theirs alike. */
const told = (name: string) => storedDetail("told -> 3", name, "leaderboard", "fired")

/** What traces say was counted, and what of it no reversal has taken back. */
const counted = `
  SELECT e.customer_id, e.buddy_id, (${told("subject_id")})::uuid AS subject_id,
    ${told("period_key")} AS period_key, sum((${told("amount")})::bigint) AS all_of_it,
    coalesce(sum((${told("amount")})::bigint) FILTER (WHERE NOT EXISTS (
      SELECT FROM buddy_history AS h WHERE h.customer_id = e.customer_id AND h.buddy_id = e.buddy_id
        AND h.kind = 'reversal' AND h.key = e.event_id)), 0) AS kept
  FROM events AS e CROSS JOIN LATERAL json_array_elements(e.trace) AS told
  WHERE e.trace::text ~ '\\["(leaderboard|league_season)"' AND told ->> 0 IN ('leaderboard', 'league_season')
    AND told ->> 2 = 'fired' AND ${told("fold")} = 'add'
  GROUP BY 1, 2, 3, 4`

const boards: ReadonlyArray<Invariant> = [
  {
    id: "score_is_counted",
    title: "A score that adds up is what traces say was counted, less what was taken back while it counted.",
    queries: {
      population: scores,
      violations: `
        SELECT s.customer_id, s.buddy_id, s.subject_id, s.period_key, s.score, c.kept, c.all_of_it
        FROM campaign_scores AS s JOIN (${adding}) AS a USING (customer_id, subject_id)
        LEFT JOIN (${counted}) AS c USING (customer_id, buddy_id, subject_id, period_key)
        JOIN buddies AS b ON b.customer_id = s.customer_id AND b.buddy_id = s.buddy_id
        WHERE (s.score BETWEEN c.kept AND c.all_of_it) IS NOT TRUE`
    }
  },
  {
    id: "board_counts_apart",
    title: "A board has scores of its running count only: of its kind of periods, and from its beginning on.",
    queries: {
      population: "SELECT count(*) FROM leaderboards WHERE enabled",
      violations: `
        SELECT b.customer_id, s.buddy_id, b.subject_id, s.period_key, s.first_at, b.counting_since
        FROM leaderboards AS b JOIN campaign_scores AS s USING (customer_id, subject_id)
        WHERE s.first_at < b.counting_since OR s.period_key !~ CASE b.period
          WHEN 'daily' THEN '^\\d{4}-\\d\\d-\\d\\d$' WHEN 'weekly' THEN '^\\d{4}-W\\d\\d$'
          WHEN 'monthly' THEN '^\\d{4}-\\d\\d$' ELSE '^total$' END`
    }
  }
]

const seasons: ReadonlyArray<Invariant> = [
  {
    id: "seasons_apart",
    title: "No two seasons of a tenant run at the same time.",
    queries: {
      population: "SELECT count(*) FROM league_seasons",
      violations: `
        SELECT l.customer_id, l.season_id, r.season_id AS other_id FROM league_seasons AS l
        JOIN league_seasons AS r ON r.customer_id = l.customer_id AND r.season_id > l.season_id
          AND r.starts_at < l.ends_at AND l.starts_at < r.ends_at`
    }
  },
  {
    id: "cohorts_fit",
    title: "A cohort has no more members than it has places, and never more than a season's cohorts have.",
    queries: {
      population: "SELECT count(*) FROM league_cohorts",
      violations: `
        SELECT c.customer_id, c.season_id, c.cohort, c.members, found.members AS found
        FROM league_cohorts AS c JOIN league_seasons AS s USING (customer_id, season_id)
        LEFT JOIN (SELECT customer_id, season_id, cohort, count(*) AS members FROM league_members GROUP BY 1, 2, 3)
          AS found USING (customer_id, season_id, cohort)
        WHERE c.members > (s.rules #>> '{config,cohort_size}')::int OR coalesce(found.members, 0) > c.members`
    }
  },
  {
    id: "ranks_are_places",
    title: "The ranks of a settled cohort are 1, 2, 3 and so on.",
    queries: {
      population: results,
      violations: `
        SELECT customer_id, season_id, cohort, count(*) AS players, max(rank) AS last FROM league_results
        WHERE cohort IS NOT NULL GROUP BY customer_id, season_id, cohort
        HAVING count(DISTINCT rank) <> count(*) OR min(rank) <> 1 OR max(rank) <> count(*)`
    }
  },
  {
    id: "result_is_score",
    title: "A result has the score its player had when the season was fenced, for as long as scores are kept.",
    queries: {
      population: results,
      violations: `
        SELECT r.customer_id, r.season_id, r.buddy_id, r.score, s.score AS scored FROM league_results AS r
        JOIN campaign_scores AS s ON s.customer_id = r.customer_id AND s.subject_id = r.season_id
          AND s.period_key = 'season' AND s.buddy_id = r.buddy_id
        WHERE r.rank > 0 AND r.score <> s.score`
    }
  },
  {
    id: "season_pays_results",
    title:
      "A reward of a season is granted when it has its receipt and void when it has none, and a result counts both.",
    queries: {
      population: results,
      violations: `
        SELECT r.customer_id, r.season_id, r.buddy_id, r.reward_status FROM league_results AS r
        WHERE r.reward_status = 'granted' AND r.buddy_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM campaign_receipts AS p WHERE p.customer_id = r.customer_id AND p.campaign_id = r.season_id
            AND p.grant_key = 'rank' AND p.buddy_id = r.buddy_id)
        UNION ALL
        SELECT p.customer_id, p.campaign_id, p.buddy_id, p.grant_key FROM campaign_receipts AS p
        WHERE p.source = 'league' AND NOT EXISTS (
          SELECT FROM league_results AS r WHERE r.customer_id = p.customer_id AND r.season_id = p.campaign_id
            AND (r.buddy_id = p.buddy_id AND r.reward_status <> 'void' OR r.buddy_id IS NULL AND r.reward IS NOT NULL))
        UNION ALL
        SELECT s.customer_id, s.season_id, NULL, s.result::text FROM league_seasons AS s
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE r.reward_status = 'void') AS void,
            coalesce(sum((r.reward ->> 'coins')::bigint) FILTER (WHERE r.reward_status = 'granted'), 0) AS coins
          FROM league_results AS r WHERE r.customer_id = s.customer_id AND r.season_id = s.season_id) AS found
        WHERE s.state = 'closed' AND ((s.result ->> 'void')::bigint, (s.result ->> 'coins')::bigint)
          IS DISTINCT FROM (found.void, found.coins)`
    }
  },
  {
    id: "champions_are_results",
    title: "The best of a tier are those of its results, rank by rank, and of a season that has been ranked.",
    queries: {
      population: "SELECT count(*) FROM league_champions",
      violations: `
        SELECT h.customer_id, h.season_id, h.tier_key, h.rank, h.score, r.score AS result FROM league_champions AS h
        JOIN league_seasons AS s USING (customer_id, season_id)
        LEFT JOIN (
          SELECT customer_id, season_id, tier_key, score,
            row_number() OVER (PARTITION BY customer_id, season_id, tier_key ORDER BY score DESC) AS rank
          FROM league_results WHERE rank > 0) AS r USING (customer_id, season_id, tier_key, rank)
        WHERE s.ranked_at IS NULL OR h.score IS DISTINCT FROM r.score OR (h.buddy_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM league_results AS own WHERE own.customer_id = h.customer_id AND own.season_id = h.season_id
            AND own.buddy_id = h.buddy_id AND own.tier_key = h.tier_key AND own.score = h.score))`
    }
  }
]

export const leagues: ReadonlyArray<Invariant> = [...boards, ...seasons]
