/** What placing and ranking players of a season read: Postgres knows nothing yet of tables that were just filled. */
import { assert, layer } from "@effect/vitest"
import { Data, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { makeRanks } from "../../src/features/campaigns/leaderboards/Store/Ranks.ts"
import { place, seasonsWaiting } from "../../src/features/campaigns/leagues/Store/Placing.ts"
import { results } from "../../src/features/campaigns/leagues/Store/Results.ts"
import type { StandingsQuery } from "../../src/features/campaigns/leagues/Store/LiveStandings.ts"
import type { RunningSeason } from "../../src/features/campaigns/leagues/Store/Seasons.ts"
import { StandingStore } from "../../src/features/campaigns/leagues/Store/Standings.ts"
import { Reports } from "../../src/platform/postgres/Reports.ts"
import { rows } from "../../src/platform/postgres/Sql.ts"
import { openTier, type SeasonRules } from "../../src/wire/campaigns/League.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const [players, rounds] = [150, 8]
const everybody = 2 * players * rounds
const [began, ends] = [new Date(1_800_000_000_000), new Date(1_900_000_000_000)]
const tables = [
  "buddy_identities",
  "campaign_scores",
  "league_cohorts",
  "league_members",
  "league_results",
  "buddy_states"
]

const rules: SeasonRules = {
  config: {
    enabled: true,
    metric: { type: "coins_earned", key: null },
    season_days: 7,
    starts_on: null,
    timezone: "UTC",
    finalize_delay_hours: 0,
    cohort_size: 30,
    demote_idle: true
  },
  tiers: [openTier]
}
const season: Omit<RunningSeason, "season_id"> = {
  name: "Cup",
  automatic: false,
  starts_at: began,
  ends_at: ends,
  finalizes_at: ends,
  state: "closing",
  rules,
  closed_at: null,
  result: null
}

/** Nothing of a test stays. */
class Undone extends Data.TaggedError("Undone") {}

const seasonOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { customer_id } = yield* (yield* TestApp).tenant()
  const season_id = randomUUID()
  return {
    customer_id,
    season_id,
    begins: Effect.gen(function* () {
      // Without foreign keys: nothing else of the workspace is of interest.
      yield* sql`SET LOCAL session_replication_role = replica`
      yield* sql`
        INSERT INTO league_seasons (customer_id, season_id, name, automatic, starts_at, ends_at, finalizes_at, state,
          rules, created_at)
        VALUES (${customer_id}::uuid, ${season_id}::uuid, 'Cup', false, ${began}, ${ends}, ${ends}, 'open', '{}',
          ${began})`
    }),
    /** So many players score for the first time. */
    score: (round: number, first = new Date(began.getTime() + round)) => sql`
      WITH player AS (SELECT gen_random_uuid() AS buddy_id, n FROM generate_series(1, ${players}::int) AS n),
      identity AS (
        INSERT INTO buddy_identities (customer_id, buddy_id, egg_id, user_id, audience, name, status, theme,
          visual_variant, config_version_id, created_at, metadata)
        SELECT ${customer_id}::uuid, buddy_id, gen_random_uuid(), ${`${round}-`} || n, 'default', 'Pip', 'active', '',
          1, gen_random_uuid(), ${began}, '{}' FROM player),
      state AS (
        INSERT INTO buddy_states (customer_id, buddy_id, version, coins, evolution_stage, state, updated_at)
        SELECT ${customer_id}::uuid, buddy_id, 1, 0, 1, '{}', ${began} FROM player)
      INSERT INTO campaign_scores (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
      SELECT ${customer_id}::uuid, ${season_id}::uuid, 'season', buddy_id, n, ${first}, ${first} FROM player`
  }
})

/** Rows that all of them were asked for so far, in this transaction. */
const lookedOf = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ rows: number }>`
      SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS rows FROM pg_stat_xact_user_tables
      WHERE relname = ANY(${tables})`,
    ([found]) => found!.rows
  )

const PlayedRow = Schema.Struct({
  buddy_id: Schema.String,
  cohort: Schema.NullOr(Schema.Int),
  tier_key: Schema.String,
  score: Schema.Int
})

/** Who is listed in which order, from the tables themselves; all have scored, at different moments or other points. */
const expectedOrder = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, season_id: string) {
  const found = yield* rows(PlayedRow)(sql`
    SELECT s.buddy_id, m.cohort, coalesce(m.tier_key, d.tier_key, 'open') AS tier_key, s.score::int AS score
    FROM campaign_scores AS s
    JOIN buddy_identities AS b ON b.buddy_id = s.buddy_id AND b.status = 'active'
    LEFT JOIN league_members AS m ON m.season_id = s.subject_id AND m.buddy_id = s.buddy_id
    LEFT JOIN league_standings AS d ON d.buddy_id = s.buddy_id
    WHERE s.subject_id = ${season_id}::uuid ORDER BY s.reached_at, s.buddy_id`)
  const ranks = new Map<number, number>()
  return found
    .toSorted((one, other) => (one.cohort ?? Infinity) - (other.cohort ?? Infinity) || other.score - one.score)
    .map(({ buddy_id, cohort, score, tier_key }) => {
      const rank = cohort === null ? null : (ranks.get(cohort) ?? 0) + 1
      if (cohort !== null) ranks.set(cohort, rank!)
      return { buddy_id, cohort, rank, score, tier_key }
    })
})

/** What reports read, they read in the transaction of the test. */
const here = Layer.effect(
  Reports,
  Effect.map(SqlClient.SqlClient, (sql) => Reports.of({ read: (_customer_id, read) => read(sql) }))
)

layer(TestApp.layer(), { excludeTestServices: true })("a season that is a minute old", (it) => {
  it.effect("reads each score, buddy and place a few times, however many there are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { begins, customer_id, score, season_id } = yield* seasonOf(sql)
      const standings = yield* StandingStore
      const ranks = yield* makeRanks
      const looked = lookedOf(sql)
      const own = sql`season.season_id = ${season_id}::uuid`
      const played = Effect.gen(function* () {
        yield* begins
        for (let round = 1; round <= rounds; round++) {
          yield* score(round)
          const before = yield* looked
          const found = yield* seasonsWaiting(sql, own, new Map())
          assert.deepStrictEqual(found, [{ customer_id, season_id, is_waited_for: true }])
          assert.strictEqual(yield* place(sql)({ customer_id, season_id, rules, since: undefined }), players)
          assert.isBelow((yield* looked) - before, 16 * players * round)
          // While players come in, whoever came last says that somebody waits.
          yield* score(rounds + round, new Date(began.getTime() + rounds + round))
          const placed = yield* looked
          yield* seasonsWaiting(sql, own, new Map())
          assert.isBelow((yield* looked) - placed, 30)
          assert.strictEqual(yield* place(sql)({ customer_id, season_id, rules, since: undefined }), players)
        }
        const unlisted = yield* looked
        const listed = (query: StandingsQuery) =>
          standings.list(customer_id, { ...season, state: "open", season_id }, { limit: 100, page: 1, ...query })
        const { data, meta } = yield* listed({})
        assert.strictEqual(meta.total, everybody)
        assert.isBelow((yield* looked) - unlisted, 8 * everybody)
        const cohort = data[0]!.cohort!
        const inCohort = data.filter((one) => one.cohort === cohort)
        assert.isAtLeast(inCohort.length, 2)
        for (const [query, expected] of [
          [{ cohort }, inCohort],
          [{ buddy_id: inCohort[1]!.buddy_id! }, [inCohort[1]!]],
          [{ buddy_id: inCohort[1]!.buddy_id!, cohort: cohort + 1 }, []],
          [{ buddy_id: randomUUID() }, []]
        ] as const) {
          const asked = yield* looked
          assert.deepStrictEqual((yield* listed(query)).data, expected)
          // Places are looked through for the cohort; nothing else is asked for all of them.
          assert.isBelow((yield* looked) - asked, 3 * everybody)
        }
        const unread = yield* looked
        const board = yield* ranks.standings({
          customer_id,
          subject_id: season_id,
          period_key: "season",
          of: "buddies",
          audience: "default",
          team_id: null
        })
        assert.strictEqual(board.total, everybody)
        assert.isBelow((yield* looked) - unread, 8 * everybody)
        const before = yield* looked
        yield* results(sql).settle(customer_id, { ...season, season_id }, rules)
        assert.isBelow((yield* looked) - before, 12 * everybody)
        const [ranked] = yield* sql<{ places: number }>`
          SELECT count(*)::int AS places FROM league_results
          WHERE customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid`
        assert.strictEqual(ranked!.places, everybody)
        return yield* new Undone()
      })
      yield* Effect.flip(sql.withTransaction(played))
    }).pipe(Effect.provide(StandingStore.layer.pipe(Layer.provide(here))))
  )

  it.effect("is listed in order, page after page, of all or of a tier, also who waits for a place", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { begins, customer_id, score, season_id } = yield* seasonOf(sql)
      const standings = yield* StandingStore
      const upper = { ...openTier, tier_key: "upper", name: "Upper", order: 2 }
      const twoTiers: SeasonRules = { ...rules, tiers: [openTier, upper] }
      /** Some of those who have no place yet stand in the upper tier. */
      const rise = sql`
        INSERT INTO league_standings (customer_id, buddy_id, tier_key, season_id, updated_at)
        SELECT customer_id, buddy_id, 'upper', subject_id, first_at FROM campaign_scores
        WHERE subject_id = ${season_id}::uuid AND score <= 40 ON CONFLICT DO NOTHING`
      const played = Effect.gen(function* () {
        yield* begins
        yield* score(1)
        yield* rise
        yield* place(sql)({ customer_id, season_id, rules: twoTiers, since: undefined })
        yield* score(2)
        yield* rise
        // One of a full cohort, a whole cohort, and one of those who wait.
        yield* sql`
          UPDATE buddy_identities SET status = 'archived' WHERE customer_id = ${customer_id}::uuid
            AND (user_id IN ('1-50', '2-7') OR buddy_id IN (
              SELECT buddy_id FROM league_members WHERE season_id = ${season_id}::uuid AND cohort = 3))`
        const all = yield* expectedOrder(sql, season_id)
        assert.isBelow(all.length, 2 * players - 3)
        const running: RunningSeason = { ...season, rules: twoTiers, state: "open", season_id }
        for (const tier_key of [undefined, openTier.tier_key, "upper"]) {
          const expected = all.filter((one) => tier_key === undefined || one.tier_key === tier_key)
          for (const limit of [7, 30, 100]) {
            const listed: Array<unknown> = []
            for (let page = 1; ; page++) {
              const query = { limit, page, ...(tier_key === undefined ? {} : { tier_key }) }
              const { data, meta } = yield* standings.list(customer_id, running, query)
              assert.strictEqual(meta.total, expected.length)
              for (const { buddy_id, cohort, rank, score, tier_key } of data)
                listed.push({ buddy_id, cohort, rank, score, tier_key })
              if (data.length === 0) break
            }
            assert.deepStrictEqual(listed, expected)
          }
        }
        return yield* new Undone()
      })
      yield* Effect.flip(sql.withTransaction(played))
    }).pipe(Effect.provide(StandingStore.layer.pipe(Layer.provide(here))))
  )
})
