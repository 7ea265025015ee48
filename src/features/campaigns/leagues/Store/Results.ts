/**
 * What a season comes to, written once and at once: ranks of all cohorts, who moves where, what is paid, who was best.
 * What each size of a cohort and each rank of a tier means is worked out beforehand (Rules), so that one statement
 * settles a hundred thousand players and decides nothing itself.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { entitledWithin } from "../../../../platform/auth/Entitled.ts"
import { execute, nowDate, row } from "../../../../platform/postgres/Sql.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"
import { seasonPeriod, type SeasonRules } from "../../../../wire/campaigns/League.ts"
import type { SeasonResult } from "../Api.ts"
import { insteadOf, movesOf, rewardAt, stepsOf } from "../Rules.ts"
import { tierPlayed } from "./Placing.ts"
import type { RunningSeason } from "./Seasons.ts"

/** Of each tier, over all its cohorts. */
const champions_max = 20
const rank_max = 100

/** Whose ranks there are: who was archived, or lives on a test clock by now, takes part in nothing. */
const isThere = `b.status = 'active' AND NOT ${onTestClock("b")}`

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

/** Who moves in a cohort of so many: a row per tier and number of players. */
const movesTable = ({ config, tiers }: SeasonRules) =>
  stepsOf(tiers).flatMap((steps) =>
    upTo(config.cohort_size).map((players) => ({
      tier_key: steps.tier.tier_key,
      players,
      up: steps.up ?? steps.tier.tier_key,
      down: steps.down ?? steps.tier.tier_key,
      ...movesOf(steps, players)
    }))
  )

/** What is paid: a row per tier and rank. */
const rewardsTable = ({ tiers }: SeasonRules) =>
  tiers.flatMap((tier) =>
    upTo(rank_max).flatMap((rank) => {
      const reward = rewardAt(tier, rank)
      return reward === null ? [] : [{ tier_key: tier.tier_key, rank, reward }]
    })
  )

/** What the league has by the time of the close. */
type Kept = Pick<SeasonRules, "tiers">

const Ran = Schema.Struct({ has_run: Schema.Boolean })
const Counts = Schema.Struct({
  participants: Schema.Int,
  promoted: Schema.Int,
  demoted: Schema.Int,
  coins: Schema.Finite,
  void: Schema.Int
})

/** Ranks of all cohorts, with what follows from them. */
const ranking = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string, { rules, season_id }: RunningSeason) {
    yield* execute(sql`
      WITH ranked AS (
        SELECT m.buddy_id, m.tier_key, m.cohort, s.score, s.reached_at,
          row_number() OVER (PARTITION BY m.cohort ORDER BY s.score DESC, s.reached_at, m.buddy_id)::int AS rank,
          count(*) OVER (PARTITION BY m.cohort)::int AS players
        FROM league_members AS m
        JOIN campaign_scores AS s ON s.customer_id = m.customer_id AND s.subject_id = m.season_id
          AND s.period_key = ${seasonPeriod} AND s.buddy_id = m.buddy_id AND s.score > 0
        JOIN buddy_identities AS b ON b.customer_id = m.customer_id AND b.buddy_id = m.buddy_id
          AND ${sql.literal(isThere)}
        WHERE m.customer_id = ${customer_id}::uuid AND m.season_id = ${season_id}::uuid
      ), zoned AS (
        SELECT r.*, v.up, v.down, CASE WHEN r.rank <= v.promoted THEN 'promote'
          WHEN r.rank > r.players - v.demoted THEN 'demote' ELSE 'stay' END AS zone
        FROM ranked AS r JOIN jsonb_to_recordset(${JSON.stringify(movesTable(rules))}::jsonb)
          AS v (tier_key text, players int, up text, down text, promoted int, demoted int) USING (tier_key, players)
      )
      INSERT INTO league_results (customer_id, season_id, place, buddy_id, tier_key, cohort, rank, score, reached_at,
        zone, to_tier, reward, reward_status)
      SELECT ${customer_id}::uuid, ${season_id}::uuid, row_number() OVER (ORDER BY z.cohort, z.rank), z.buddy_id,
        z.tier_key, z.cohort, z.rank, z.score, z.reached_at, z.zone,
        CASE z.zone WHEN 'promote' THEN z.up WHEN 'demote' THEN z.down ELSE z.tier_key END, p.reward,
        CASE WHEN p.reward IS NULL THEN NULL ELSE 'pending' END
      FROM zoned AS z LEFT JOIN jsonb_to_recordset(${JSON.stringify(rewardsTable(rules))}::jsonb)
        AS p (tier_key text, rank int, reward jsonb) ON p.tier_key = z.tier_key AND p.rank = z.rank
      RETURNING 1`)
  })

export const results = (sql: SqlClient.SqlClient) => {
  const rank = ranking(sql)

  /** Whoever stands above the lowest tier and did not play falls one, of the tiers the season began with. */
  const demoteIdle = Effect.fnUntraced(function* (customer_id: string, { rules, season_id }: RunningSeason) {
    const down = stepsOf(rules.tiers).flatMap(({ down, tier }) => (down === null ? [] : [[tier.tier_key, down]]))
    yield* execute(sql`
      INSERT INTO league_results (customer_id, season_id, place, buddy_id, tier_key, cohort, rank, score, zone, to_tier)
      SELECT d.customer_id, ${season_id}::uuid, (
          SELECT coalesce(max(place), 0) FROM league_results
          WHERE customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid
        ) + row_number() OVER (ORDER BY d.buddy_id), d.buddy_id, d.tier_key, NULL, 0, 0, 'demote',
        ${JSON.stringify(Object.fromEntries(down))}::jsonb ->> d.tier_key
      FROM (
        SELECT d.customer_id, d.buddy_id, ${tierPlayed(sql, rules.tiers)} AS tier_key FROM league_standings AS d
        WHERE d.customer_id = ${customer_id}::uuid) AS d
      JOIN buddy_identities AS b ON b.customer_id = d.customer_id AND b.buddy_id = d.buddy_id
        AND ${sql.literal(isThere)}
      WHERE ${JSON.stringify(Object.fromEntries(down))}::jsonb ? d.tier_key
        AND NOT EXISTS (SELECT FROM league_results AS r WHERE r.customer_id = d.customer_id
          AND r.season_id = ${season_id}::uuid AND r.buddy_id = d.buddy_id)
      RETURNING 1`)
  })

  /** One that never began, as there were no leagues while its time lasted, was idled through by nobody. */
  const hasRun = Effect.fnUntraced(function* (customer_id: string, { season_id }: RunningSeason) {
    const isWithin = sql.literal(entitledWithin("c", "leagues", { since: "s.starts_at", until: "s.ends_at" }))
    const found = yield* row(Ran)(sql`
      SELECT ${isWithin} AS has_run FROM league_seasons AS s JOIN customers AS c ON c.customer_id = s.customer_id
      WHERE s.customer_id = ${customer_id}::uuid AND s.season_id = ${season_id}::uuid`)
    return Option.getOrThrow(found).has_run
  })

  /** A tier may have gone while nobody was in it, and players of the season come to it all the same. */
  const stand = Effect.fnUntraced(function* (customer_id: string, { rules, season_id }: RunningSeason, kept: Kept) {
    const instead = JSON.stringify(insteadOf(rules.tiers, kept.tiers))
    yield* execute(sql`
      INSERT INTO league_standings AS d (customer_id, buddy_id, tier_key, season_id, updated_at)
      SELECT customer_id, buddy_id, coalesce(${instead}::jsonb ->> to_tier, to_tier), season_id, ${yield* nowDate}
      FROM league_results
      WHERE customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid AND buddy_id IS NOT NULL
      ON CONFLICT (customer_id, buddy_id) DO UPDATE
      SET tier_key = excluded.tier_key, season_id = excluded.season_id, updated_at = excluded.updated_at
      RETURNING 1`)
  })

  const remember = Effect.fnUntraced(function* (customer_id: string, { season_id }: RunningSeason) {
    yield* execute(sql`
      INSERT INTO league_champions (customer_id, season_id, tier_key, rank, buddy_id, score)
      SELECT ${customer_id}::uuid, ${season_id}::uuid, tier_key, best, buddy_id, score FROM (
        SELECT tier_key, buddy_id, score,
          row_number() OVER (PARTITION BY tier_key ORDER BY score DESC, reached_at, buddy_id)::int AS best
        FROM league_results
        WHERE customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid AND rank > 0) AS ranked
      WHERE best <= ${champions_max} RETURNING 1`)
  })

  return {
    /** In the transaction of whoever holds the league; once per season. */
    settle: Effect.fn("Results.settle")(function* (customer_id: string, season: RunningSeason, kept: Kept) {
      // Each of them reads a whole season: of one that was played faster than Postgres counts its tables it expects a
      // handful, and would read all scores for each member.
      yield* execute(sql`SET LOCAL enable_nestloop = off`)
      yield* rank(customer_id, season)
      yield* remember(customer_id, season)
      const isIdleDemoted = season.rules.config.demote_idle && (yield* hasRun(customer_id, season))
      if (isIdleDemoted) yield* demoteIdle(customer_id, season)
      yield* stand(customer_id, season, kept)
    }),
    count: Effect.fn("Results.count")(function* (customer_id: string, season_id: string) {
      const found = yield* row(Counts)(sql`
        SELECT (count(*) FILTER (WHERE rank > 0))::int AS participants,
          (count(*) FILTER (WHERE zone = 'promote'))::int AS promoted,
          (count(*) FILTER (WHERE zone = 'demote'))::int AS demoted,
          coalesce(sum((reward ->> 'coins')::bigint) FILTER (WHERE reward_status = 'granted'), 0)::float8 AS coins,
          (count(*) FILTER (WHERE reward_status = 'void'))::int AS void
        FROM league_results WHERE customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid`)
      return Option.getOrThrow(found) satisfies SeasonResult
    })
  }
}
