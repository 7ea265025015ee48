/**
 * Scores of a period in their order. One read of a board serves everybody who asks within ten seconds: what others have
 * reached may be as old as that, one's own score is read each time.
 */
import { Cache, Clock, Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { ranked_max, type Scored, type Standings } from "../Rules.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"

/** A period of a count. */
export interface Counted {
  readonly customer_id: string
  readonly subject_id: string
  readonly period_key: string
}

/** Of which buddies or teams. */
export interface Among extends Counted {
  /** what a row is: a team has the sum of those who are in it now */
  readonly of: "buddies" | "teams"
  /** null: of every audience */
  readonly audience: string | null
  /** buddies of one team; null: of all and of none */
  readonly team_id: string | null
}

const kept_for = "10 seconds"
/** A full one is about a megabyte. */
const kept_max = 64

const Ranked = Schema.Struct({ id: Schema.String, score: Schema.Finite, reached_at: Schema.Date, total: Schema.Int })
const Percentiles = Schema.Struct({ scores: Schema.Array(Schema.Finite) })
const ownFields = { score: Schema.NullOr(Schema.Finite), reached_at: Schema.NullOr(Schema.Date) }
const OwnRow = Schema.Struct({ audience: Schema.String, ...ownFields })
const OwnTeamRow = Schema.Struct({ id: Schema.String, ...ownFields })

const hundredths = Array.from({ length: 99 }, (_, index) => (index + 1) / 100)

const scoredOf = ({ id, reached_at, score }: Omit<typeof Ranked.Type, "total">): Scored => ({
  id,
  score,
  reached_at: reached_at.getTime()
})

/** A row that is one's own, as of now; `score` null: it has none in the period. */
export interface Own {
  readonly id: string
  readonly score: Scored | null
}
const ownOf = ({ id, reached_at, score }: typeof OwnTeamRow.Type): Own => ({
  id,
  score: score === null || reached_at === null ? null : scoredOf({ id, score, reached_at })
})

export interface Ranks {
  readonly standings: (among: Among) => Effect.Effect<Standings>
  /** the buddy's own row, where buddies are ranked; none: it is archived or gone */
  readonly own: (
    count: Counted,
    buddy_id: string
  ) => Effect.Effect<{ readonly audience: string | null; readonly rows: ReadonlyArray<Own> }>
  /** the rows of the teams it is in, where teams are */
  readonly ownTeams: (count: Counted, buddy_id: string) => Effect.Effect<ReadonlyArray<Own>>
}

type Key = readonly [string, string, string, Among["of"], string | null, string | null]
const keyOf = ({ audience, customer_id, of, period_key, subject_id, team_id }: Among) =>
  JSON.stringify([customer_id, subject_id, period_key, of, audience, team_id] satisfies Key)
const amongOf = (key: string): Among => {
  const [customer_id, subject_id, period_key, of, audience, team_id] = JSON.parse(key) as Key
  return { customer_id, subject_id, period_key, of, audience, team_id }
}

/** Who lives on a test clock is ranked nowhere, whatever it had scored before: a board knows only the present. */
const isPresent = `NOT ${onTestClock("b")}`

/** What is ranked, a row each: `id`, `score`, `reached_at`. */
const scoredBy = (sql: SqlClient.SqlClient) => {
  const counted = ({ customer_id, period_key, subject_id }: Counted) => sql`
    s.customer_id = ${customer_id}::uuid AND s.subject_id = ${subject_id}::uuid AND s.period_key = ${period_key}
      AND s.score > 0 AND b.status = 'active' AND ${sql.literal(isPresent)}`
  // Each score asks for its own buddy (OFFSET 0): of tables that are minutes old Postgres knows too little to choose,
  // and reads all buddies of the workspace for each of the scores.
  const scores = sql.literal(`
    campaign_scores AS s CROSS JOIN LATERAL (
      SELECT i.customer_id, i.user_id, i.status, i.audience FROM buddy_identities AS i
      WHERE i.customer_id = s.customer_id AND i.buddy_id = s.buddy_id OFFSET 0) AS b`)
  /** Whoever belongs to several teams counts for each. */
  const teams = sql.literal(
    "JOIN team_members AS m ON m.customer_id = s.customer_id AND m.buddy_id = s.buddy_id " +
      "JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id AND t.deleted_at IS NULL"
  )
  return {
    buddies: (among: Among) => sql`
      SELECT s.buddy_id AS id, s.score, s.reached_at FROM ${scores}
      WHERE ${counted(among)} AND (${among.audience}::text IS NULL OR b.audience = ${among.audience})
        AND (${among.team_id}::uuid IS NULL OR EXISTS (SELECT FROM team_members AS m
          WHERE m.customer_id = s.customer_id AND m.team_id = ${among.team_id}::uuid AND m.buddy_id = s.buddy_id))`,
    teams: (among: Among) => sql`
      SELECT m.team_id AS id, sum(s.score) AS score, max(s.reached_at) AS reached_at FROM ${scores} ${teams}
      WHERE ${counted(among)} AND (${among.audience}::text IS NULL OR t.audience = ${among.audience})
      GROUP BY m.team_id`,
    ownTeams: (count: Counted, buddy_id: string) => sql`
      SELECT own.team_id AS id, sum(ranked.score)::float8 AS score, max(ranked.reached_at) AS reached_at
      FROM team_members AS own
      JOIN teams AS held ON held.customer_id = own.customer_id AND held.team_id = own.team_id
        AND held.deleted_at IS NULL
      LEFT JOIN LATERAL (
        SELECT s.score, s.reached_at FROM ${scores} ${teams} WHERE ${counted(count)} AND m.team_id = own.team_id
      ) AS ranked ON true
      WHERE own.customer_id = ${count.customer_id}::uuid AND own.buddy_id = ${buddy_id}::uuid
      GROUP BY own.team_id`
  }
}

/** To be yielded while a layer is built. */
export const makeRanks: Effect.Effect<Ranks, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const scored = scoredBy(sql)
  const read = Effect.fn("Leaderboards.standings")(function* (key: string) {
    const among = amongOf(key)
    const as_of = yield* Clock.currentTimeMillis
    const found = yield* rows(Ranked)(sql`
      SELECT r.id, r.score::float8 AS score, r.reached_at, count(*) OVER ()::int AS total
      FROM (${scored[among.of](among)}) AS r ORDER BY r.score DESC, r.reached_at, r.id LIMIT ${ranked_max}`)
    const total = found[0]?.total ?? 0
    const percentiles =
      total <= found.length
        ? []
        : (yield* rows(Percentiles)(sql`
            SELECT percentile_disc(${hundredths}::float8[]) WITHIN GROUP (ORDER BY r.score)::float8[] AS scores
            FROM (${scored[among.of](among)}) AS r`)).flatMap(({ scores }) => scores)
    return { rows: found.map(scoredOf), total, percentiles, as_of } satisfies Standings
  })
  const cache = yield* Cache.make({ lookup: read, capacity: kept_max, timeToLive: kept_for })
  return {
    standings: (among) => Cache.get(cache, keyOf(among)),
    own: Effect.fn("Leaderboards.own")(function* ({ customer_id, period_key, subject_id }, buddy_id) {
      const found = yield* row(OwnRow)(sql`
        SELECT b.audience, s.score::float8 AS score, s.reached_at
        FROM buddies AS b LEFT JOIN campaign_scores AS s ON s.customer_id = b.customer_id AND s.buddy_id = b.buddy_id
          AND s.subject_id = ${subject_id}::uuid AND s.period_key = ${period_key} AND s.score > 0
          AND ${sql.literal(isPresent)}
        WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid AND b.status = 'active'`)
      if (Option.isNone(found)) return { audience: null, rows: [] }
      const { audience, ...own } = found.value
      return { audience, rows: [ownOf({ id: buddy_id, ...own })] }
    }),
    ownTeams: Effect.fn("Leaderboards.ownTeams")(function* (count, buddy_id) {
      return (yield* rows(OwnTeamRow)(scored.ownTeams(count, buddy_id))).map(ownOf)
    })
  }
})
