/** Who stands where in a season: while it counts by the scores of this moment, afterwards as it was settled. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { offsetList, type OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { execute, row, rows } from "../../../../platform/postgres/Sql.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"
import { Reward } from "../../../../wire/content/Shared.ts"
import { seasonPeriod } from "../../../../wire/campaigns/League.ts"
import type { ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { RateLimited } from "../../../../wire/Group.ts"
import type { Standing } from "../Api.ts"
import { asked, livePlayers, LiveRow, liveSeason, type LiveStanding, type StandingsQuery } from "./LiveStandings.ts"
import { tierPlayed } from "./Placing.ts"
import type { RunningSeason } from "./Seasons.ts"

const SettledRow = Schema.Struct({
  buddy_id: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  tier_key: Schema.String,
  cohort: Schema.NullOr(Schema.Int),
  rank: Schema.Int,
  score: Schema.Finite,
  zone: Schema.Literals(["promote", "stay", "demote"]),
  to_tier: Schema.String,
  reward: Schema.NullOr(Reward),
  reward_status: Schema.NullOr(Schema.Literals(["pending", "granted", "void"]))
})

export class StandingStore extends Context.Service<
  StandingStore,
  {
    /** A season that still counts is ranked for each look: of all its players beside the other reports. */
    list(
      customer_id: string,
      season: RunningSeason,
      query: StandingsQuery
    ): Effect.Effect<OffsetPage<Standing>, RateLimited | ServiceUnavailable>
    /** everybody of the buddy's cohort, in order; none while it has no place */
    cohort(customer_id: string, season: RunningSeason, buddy_id: string): Effect.Effect<ReadonlyArray<LiveStanding>>
    /**
     * the tier a buddy plays in, and its score, none on a test clock; `placed` false: it waits for a place, or has not
     * scored
     */
    own(
      customer_id: string,
      season: RunningSeason,
      buddy_id: string
    ): Effect.Effect<{ readonly tier_key: string; readonly score: number; readonly placed: boolean }>
  }
>()("hatchery/features/leagues/StandingStore") {
  static readonly layer = Layer.effect(
    StandingStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return StandingStore.of({ ...listing(sql, yield* Reports), ...seeing(sql) })
    })
  )
}

type Service = StandingStore["Service"]

const listing = (sql: SqlClient.SqlClient, reports: Reports["Service"]): Pick<Service, "list"> => ({
  list: Effect.fn("StandingStore.list")(function* (customer_id, season, query) {
    const ofSeason = sql`customer_id = ${customer_id}::uuid AND season_id = ${season.season_id}::uuid`
    // One that is being closed waits until all before it are: until it has ranks of its own, its scores tell them.
    const unranked = sql`SELECT 1 FROM league_seasons WHERE ${ofSeason} AND ranked_at IS NULL`
    const isLive = season.state === "open" || (season.state === "closing" && (yield* execute(unranked)) > 0)
    if (isLive && query.buddy_id === undefined && query.cohort === undefined)
      return yield* reports.read(customer_id, (connections) => liveSeason(connections, customer_id, season, query))
    if (isLive) return yield* livePlayers(sql, customer_id, season, query)
    const where = sql.and([ofSeason, asked(sql, query)])
    return yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM league_results WHERE ${where}`,
      read: (limit, offset) =>
        rows(SettledRow)(sql`
          SELECT r.buddy_id, b.name, r.tier_key, r.cohort, r.rank, r.score::float8 AS score, r.zone, r.to_tier,
            r.reward, r.reward_status
          FROM (SELECT * FROM league_results WHERE ${where} ORDER BY place LIMIT ${limit} OFFSET ${offset}) AS r
          LEFT JOIN buddies AS b ON b.customer_id = r.customer_id AND b.buddy_id = r.buddy_id ORDER BY r.place`)
    })
  })
})

const seeing = (sql: SqlClient.SqlClient): Pick<Service, "cohort" | "own"> => ({
  cohort: Effect.fn("StandingStore.cohort")(function* (customer_id, { season_id }, buddy_id) {
    return yield* rows(LiveRow)(sql`
      SELECT m.buddy_id, b.name, m.tier_key, m.cohort, s.score::float8 AS score,
        row_number() OVER (ORDER BY s.score DESC, s.reached_at, m.buddy_id)::int AS rank,
        count(*) OVER ()::int AS players
      FROM league_members AS own
      JOIN league_members AS m ON m.customer_id = own.customer_id AND m.season_id = own.season_id
        AND m.cohort = own.cohort
      JOIN buddies AS b ON b.customer_id = m.customer_id AND b.buddy_id = m.buddy_id AND b.status = 'active'
        AND NOT ${sql.literal(onTestClock("b"))}
      JOIN campaign_scores AS s ON s.customer_id = m.customer_id AND s.subject_id = m.season_id
        AND s.period_key = ${seasonPeriod} AND s.buddy_id = m.buddy_id AND s.score > 0
      WHERE own.customer_id = ${customer_id}::uuid AND own.season_id = ${season_id}::uuid
        AND own.buddy_id = ${buddy_id}::uuid
      ORDER BY rank`)
  }),
  own: Effect.fn("StandingStore.own")(function* (customer_id, { rules, season_id }, buddy_id) {
    const Own = Schema.Struct({ tier_key: Schema.String, score: Schema.Finite, placed: Schema.Boolean })
    const found = yield* row(Own)(sql`
      SELECT coalesce(m.tier_key, ${tierPlayed(sql, rules.tiers)}) AS tier_key, coalesce(s.score, 0)::float8 AS score,
        m.buddy_id IS NOT NULL AS placed
      FROM (SELECT ${customer_id}::uuid AS customer_id, ${season_id}::uuid AS season_id, ${buddy_id}::uuid AS buddy_id)
        AS one
      LEFT JOIN league_members AS m USING (customer_id, season_id, buddy_id)
      LEFT JOIN league_standings AS d ON d.customer_id = one.customer_id AND d.buddy_id = one.buddy_id
      LEFT JOIN buddy_identities AS i ON i.customer_id = one.customer_id AND i.buddy_id = one.buddy_id
      LEFT JOIN campaign_scores AS s ON s.customer_id = one.customer_id AND s.subject_id = one.season_id
        AND s.period_key = ${seasonPeriod} AND s.buddy_id = one.buddy_id AND NOT ${sql.literal(onTestClock("i"))}`)
    return Option.getOrThrow(found)
  })
})
