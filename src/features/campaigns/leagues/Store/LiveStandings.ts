/**
 * A season that still counts is ranked for each look. A rank is one of a cohort: whoever asks for some players, or for
 * a page of all, has those cohorts ranked that these are in, and no other.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { offsetList, type OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"
import { seasonPeriod } from "../../../../wire/campaigns/League.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import { type OffsetQuery, slice } from "../../../../wire/Page.ts"
import type { Standing } from "../Api.ts"
import { movesOf, rewardAt, type Steps, stepsOf, tierAfter, zoneAt } from "../Rules.ts"
import { tierPlayed } from "./Placing.ts"
import type { RunningSeason } from "./Seasons.ts"

export interface StandingsQuery extends OffsetQuery {
  readonly tier_key?: string
  readonly cohort?: number
  readonly buddy_id?: string
}

export const LiveRow = Schema.Struct({
  buddy_id: Schema.String,
  name: Schema.String,
  tier_key: Schema.String,
  cohort: Schema.NullOr(Schema.Int),
  rank: Schema.NullOr(Schema.Int),
  players: Schema.Int,
  score: Schema.Finite
})
export type LiveStanding = typeof LiveRow.Type

type Fragment = ReturnType<SqlClient.SqlClient["literal"]>

/** Which members and which scorers rows are of; all others of their cohorts count for their ranks. */
interface Players {
  readonly member: Fragment
  readonly scorer: Fragment
}

/** Who waits for a place: looked for among the places of the buddy, see Placing. */
const isWaiting = `NOT EXISTS (
  SELECT FROM (
    SELECT m.season_id FROM league_members AS m
    WHERE m.customer_id = s.customer_id AND m.buddy_id = s.buddy_id OFFSET 0) AS own
  WHERE own.season_id = s.subject_id)`

/** Of a buddy or a cohort. */
const playersOf = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  season_id: string,
  { buddy_id, cohort }: StandingsQuery
): Players => {
  if (buddy_id === undefined || !isUuid(buddy_id)) return { member: sql`cohort = ${cohort}`, scorer: sql`false` }
  const own = sql`
    SELECT cohort FROM league_members WHERE customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid
      AND buddy_id = ${buddy_id}::uuid`
  return { member: sql`cohort = (${own})`, scorer: sql`s.buddy_id = ${buddy_id}::uuid` }
}

/**
 * Members by cohort and rank, then who waits for a place. Archived buddies and those on a test clock have none. Each
 * player asks for its own rows, whatever season they are of (OFFSET 0), as those do who wait for a place: see Placing.
 */
const liveRows = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { rules, season_id }: RunningSeason,
  players: Players
) => {
  return sql`
    SELECT found.*, CASE WHEN found.cohort IS NOT NULL AND found.score > 0 THEN row_number() OVER (
        PARTITION BY found.cohort, found.score > 0 ORDER BY found.score DESC, found.reached_at, found.buddy_id)::int
      END AS rank,
      (count(*) FILTER (WHERE found.score > 0) OVER (PARTITION BY found.cohort))::int AS players
    FROM (
      SELECT b.buddy_id, b.name, m.cohort, coalesce(m.tier_key, ${tierPlayed(sql, rules.tiers)}) AS tier_key,
        coalesce(s.score, 0)::float8 AS score, s.reached_at
      FROM (
        SELECT buddy_id FROM league_members
        WHERE customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid AND ${players.member}
        UNION SELECT s.buddy_id FROM campaign_scores AS s
        WHERE s.customer_id = ${customer_id}::uuid AND s.subject_id = ${season_id}::uuid
          AND s.period_key = ${seasonPeriod} AND s.score > 0 AND ${players.scorer}
      ) AS player
      CROSS JOIN LATERAL (
        SELECT i.customer_id, i.user_id, i.buddy_id, i.name, i.status FROM buddy_identities AS i
        WHERE i.customer_id = ${customer_id}::uuid AND i.buddy_id = player.buddy_id OFFSET 0) AS b
      LEFT JOIN LATERAL (
        SELECT m.season_id, m.cohort, m.tier_key FROM league_members AS m
        WHERE m.customer_id = ${customer_id}::uuid AND m.buddy_id = player.buddy_id OFFSET 0) AS m
        ON m.season_id = ${season_id}::uuid
      LEFT JOIN LATERAL (
        SELECT s.subject_id, s.period_key, s.score, s.reached_at FROM campaign_scores AS s
        WHERE s.customer_id = ${customer_id}::uuid AND s.buddy_id = player.buddy_id OFFSET 0) AS s
        ON s.subject_id = ${season_id}::uuid AND s.period_key = ${seasonPeriod}
      LEFT JOIN LATERAL (
        SELECT d.customer_id, d.tier_key FROM league_standings AS d
        WHERE d.customer_id = ${customer_id}::uuid AND d.buddy_id = player.buddy_id OFFSET 0) AS d ON true
      WHERE b.status = 'active' AND NOT ${sql.literal(onTestClock("b"))}
    ) AS found`
}

const ofTier = (sql: SqlClient.SqlClient, { tier_key }: StandingsQuery) =>
  tier_key === undefined ? sql`true` : sql`tier_key = ${tier_key}`

export const asked = (sql: SqlClient.SqlClient, query: StandingsQuery) => {
  const { buddy_id, cohort } = query
  return sql.and([
    ofTier(sql, query),
    ...(cohort === undefined ? [] : [sql`cohort = ${cohort}`]),
    ...(buddy_id === undefined ? [] : [isUuid(buddy_id) ? sql`buddy_id = ${buddy_id}::uuid` : sql`false`])
  ])
}

const LookedAt = Schema.Struct({
  total: Schema.Int,
  cohorts: Schema.Array(Schema.Int),
  before: Schema.Int,
  placed: Schema.Int
})

/** Whom a page is about: which cohorts, how many players stand in those before them, and how many have a place. */
const lookedAt = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  season: RunningSeason,
  query: StandingsQuery
) {
  const { limit, offset } = slice(query)
  const waiting = liveRows(sql, customer_id, season, { member: sql`false`, scorer: sql.literal(isWaiting) })
  const found = yield* row(LookedAt)(sql`
    WITH counted AS (
      SELECT m.cohort, count(*)::int AS players FROM league_members AS m CROSS JOIN LATERAL (
        SELECT i.customer_id, i.user_id, i.status FROM buddy_identities AS i
        WHERE i.customer_id = m.customer_id AND i.buddy_id = m.buddy_id OFFSET 0) AS b
      WHERE m.customer_id = ${customer_id}::uuid AND m.season_id = ${season.season_id}::uuid
        AND b.status = 'active' AND NOT ${sql.literal(onTestClock("b"))} AND ${ofTier(sql, query)}
      GROUP BY m.cohort
    ), cohorts AS (
      SELECT cohort, players, (sum(players) OVER (ORDER BY cohort) - players)::int AS before FROM counted
    ), page AS (
      SELECT cohort, before FROM cohorts WHERE before < ${offset + limit} AND before + players > ${offset}
    ), sums AS (SELECT coalesce(sum(players), 0)::int AS placed FROM cohorts)
    SELECT placed + (SELECT count(*) FROM (${waiting}) AS ranked WHERE ${asked(sql, query)})::int AS total, placed,
      ARRAY(SELECT cohort FROM page) AS cohorts, coalesce((SELECT min(before) FROM page), placed) AS before
    FROM sums`)
  return Option.getOrThrow(found)
})

/** A page of those rows, some of them left out before it. */
const ranked = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  season: RunningSeason,
  { players, query, skipped }: { readonly players: Players; readonly query: StandingsQuery; readonly skipped: number }
) {
  const steps = new Map(stepsOf(season.rules.tiers).map((one) => [one.tier.tier_key, one]))
  const found = yield* rows(LiveRow)(sql`
    SELECT buddy_id, name, tier_key, cohort, rank, players, score
    FROM (${liveRows(sql, customer_id, season, players)}) AS ranked WHERE ${asked(sql, query)}
    ORDER BY cohort NULLS LAST, rank NULLS LAST, score DESC, reached_at, buddy_id
    LIMIT ${slice(query).limit} OFFSET ${skipped}`)
  return found.map((one) => standingOf(one, steps.get(one.tier_key)))
})

/** Of a buddy or a cohort. */
export const livePlayers = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  season: RunningSeason,
  query: StandingsQuery
) => {
  const players = playersOf(sql, customer_id, season.season_id, query)
  const all = liveRows(sql, customer_id, season, players)
  return offsetList(query, {
    count: sql`SELECT count(*)::int AS total FROM (${all}) AS ranked WHERE ${asked(sql, query)}`,
    read: (_limit, skipped) => ranked(sql, customer_id, season, { players, query, skipped })
  })
}

/** Of everybody. */
export const liveSeason = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  season: RunningSeason,
  query: StandingsQuery
) {
  const { limit, offset, page } = slice(query)
  const { before, cohorts, placed, total } = yield* lookedAt(sql, customer_id, season, query)
  const players: Players = {
    member: sql`cohort = ANY(${cohorts}::int[])`,
    scorer: offset + limit > placed ? sql.literal(isWaiting) : sql`false`
  }
  const data =
    offset >= total ? [] : yield* ranked(sql, customer_id, season, { players, query, skipped: offset - before })
  return { data, meta: { total, page, limit } } satisfies OffsetPage<Standing>
})

/** As the ranks are now: nothing of it is promised. */
const standingOf = (found: LiveStanding, steps: Steps | undefined): Standing => {
  const { buddy_id, cohort, name, players, rank, score, tier_key } = found
  const zone = steps === undefined || rank === null ? "stay" : zoneAt(movesOf(steps, players), players, rank)
  return {
    buddy_id,
    name,
    tier_key,
    cohort,
    rank,
    score,
    zone,
    to_tier: steps === undefined ? tier_key : tierAfter(steps, zone),
    reward: steps === undefined || rank === null ? null : rewardAt(steps.tier, rank),
    reward_status: null
  }
}
