/**
 * Cohorts: who has scored gets a place in the open one of its audience and tier, in the order in which they scored
 * first, or in a new one. Any number of them at once is one statement. The caller holds the league.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"
import { seasonPeriod, type SeasonRules, type Tier } from "../../../../wire/campaigns/League.ts"
import { inOrder } from "../Rules.ts"

type Fragment = ReturnType<SqlClient.SqlClient["literal"]>

/** A score that was counted may become visible so much later, on clocks that differ so much. */
const skew_ms_max = 60_000
/** Nearly all of them are visible after this time, on clocks that are kept. */
const skew_ms_usual = 3_000
/** In looks: how often the last minute is gone through once more, and how often all of it at least. */
const [wide_look_every, full_look_every] = [10, 30]
/** A season of a million takes seconds to go through: this share of the time, a hundredth, is spent with it. */
const full_look_share = 100

/** Of one look; the next follows in two seconds. */
export const placed_max = 20_000

/**
 * The tier a standing `d` is played in, of those a season began with. The league may have others by now: one of these
 * stands for the next below it. Whoever stands nowhere, or in a tier that is gone, plays in the lowest.
 */
export const tierPlayed = (sql: SqlClient.SqlClient, tiers: ReadonlyArray<Tier>): Fragment => {
  const known = inOrder(tiers).map(({ order, tier_key }) => ({ tier_key, place: order }))
  return sql`coalesce(
    CASE WHEN d.tier_key = ANY(${known.map(({ tier_key }) => tier_key)}::text[]) THEN d.tier_key
      WHEN d.tier_key IS NOT NULL THEN (
        SELECT known.tier_key FROM leagues AS l CROSS JOIN jsonb_array_elements(l.tiers) AS tier
        JOIN jsonb_to_recordset(${JSON.stringify(known)}::jsonb) AS known (tier_key text, place int)
          ON known.place <= (tier ->> 'order')::int
        WHERE l.customer_id = d.customer_id AND tier ->> 'tier_key' = d.tier_key
        ORDER BY known.place DESC LIMIT 1) END,
    ${known[0]!.tier_key})`
}

/**
 * Scores of players that have no place yet, of a season that stands before it; locks nothing. Whoever went to live on a
 * test clock after it had scored counts in no season. Each score looks for its own buddy and for the places of that
 * buddy, whatever season they are of (OFFSET 0): of tables that are minutes old Postgres knows too little to choose
 * between indexes, and reads all buddies of the tenant and all places of the season for each of the scores.
 */
const waiting = `
  campaign_scores AS s CROSS JOIN LATERAL (
    SELECT i.customer_id, i.user_id, i.audience, i.status FROM buddy_identities AS i
    WHERE i.customer_id = s.customer_id AND i.buddy_id = s.buddy_id OFFSET 0) AS b
  WHERE s.customer_id = season.customer_id AND s.subject_id = season.season_id AND s.period_key = '${seasonPeriod}'
    AND s.score > 0 AND b.status = 'active' AND NOT ${onTestClock("b")} AND NOT EXISTS (
      SELECT FROM (
        SELECT m.season_id FROM league_members AS m
        WHERE m.customer_id = s.customer_id AND m.buddy_id = s.buddy_id OFFSET 0) AS own
      WHERE own.season_id = s.subject_id)`

/**
 * In which of the seasons somebody waits for a place. Whoever scores for the first time is found by that moment, from
 * `since` on: what was looked at before is not read again. The newest is asked first: while players come in, one of
 * them answers, and nobody who has a place already is looked at.
 */
export const seasonsWaiting = (sql: SqlClient.SqlClient, running: Fragment, since: ReadonlyMap<string, Date>) => {
  const known = JSON.stringify([...since].map(([season_id, from]) => ({ season_id, from })))
  return sql`
    SELECT season.customer_id, season.season_id, (
      SELECT true FROM ${sql.literal(waiting)} AND s.first_at >= coalesce(known.from, '-infinity')
      ORDER BY s.first_at DESC LIMIT 1) IS NOT NULL AS is_waited_for
    FROM league_seasons AS season
    LEFT JOIN jsonb_to_recordset(${known}::jsonb) AS known (season_id uuid, "from" timestamptz)
      ON known.season_id = season.season_id
    WHERE ${running}`
}

/**
 * What of a running season has been looked at, in this process. A look goes back to the one before it and a little
 * further; the minute in which scores may become visible late is gone through at every tenth, and all scores once in a
 * while, for one may have been nothing at first. Going back a minute each time would read everybody who came in it
 * thirty times.
 */
export class Looked {
  private looks = 0
  private reach: "all" | "wide" | "usual" = "all"
  private full_after_ms = -Infinity
  private began = -Infinity
  private seen = new Map<string, { readonly last: number; readonly wide: number }>()

  /** From when on scores are new, by season; of one that is missing all are. */
  next(now: number): ReadonlyMap<string, Date> {
    const nth = this.looks++
    // A clock that was set back knows of scores that come before those it has seen.
    if (now < this.began) [this.full_after_ms, this.seen] = [now, new Map()]
    this.began = now
    const isWide = nth % wide_look_every === 0
    this.reach = nth % full_look_every === 0 && now >= this.full_after_ms ? "all" : isWide ? "wide" : "usual"
    if (this.reach === "all") return new Map()
    const from = ({ last, wide }: { last: number; wide: number }) =>
      new Date(this.reach === "wide" ? wide - skew_ms_max : last - skew_ms_usual)
    return new Map([...this.seen].map(([season_id, moments]) => [season_id, from(moments)]))
  }

  /** All that was there when the look began has been seen, of these seasons. */
  saw(season_ids: ReadonlyArray<string>, { began, ended }: { readonly began: number; readonly ended: number }): void {
    if (this.reach === "all") this.full_after_ms = ended + full_look_share * (ended - began)
    this.seen = new Map(
      season_ids.map((season_id) => {
        const wide = this.reach === "usual" ? this.seen.get(season_id)?.wide : undefined
        return [season_id, { last: began, wide: wide ?? began }]
      })
    )
  }
}

/** Some of those who wait at a time: whoever comes after the last one that had a turn is next. */
export class SeasonTurns {
  private last = ""
  private readonly count: number
  constructor(count: number) {
    this.count = count
  }

  next<Key extends { readonly season_id: string }>(waiting: ReadonlyArray<Key>): ReadonlyArray<Key> {
    const inOrder = waiting.toSorted((one, other) => (one.season_id < other.season_id ? -1 : 1))
    const behind = inOrder.findIndex(({ season_id }) => season_id > this.last)
    const begin = Math.max(0, behind)
    const some = [...inOrder.slice(begin), ...inOrder.slice(0, begin)].slice(0, this.count)
    this.last = some.at(-1)?.season_id ?? ""
    return some
  }
}

interface Placed {
  readonly customer_id: string
  readonly season_id: string
  readonly rules: SeasonRules
  /** who scored before it for the first time is not looked for; without it all are */
  readonly since: Date | undefined
}

/** Answers how many got a place. */
export const place = (sql: SqlClient.SqlClient) =>
  Effect.fn("Placing.place")(function* ({ customer_id, rules, season_id, since }: Placed) {
    const size = rules.config.cohort_size
    const ofSeason = sql`customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid`
    const isNew = since === undefined ? sql`true` : sql`s.first_at >= ${since}`
    return yield* execute(sql`
      WITH waiting AS (
        SELECT found.buddy_id, found.first_at, found.audience,
          ${tierPlayed(sql, rules.tiers)} AS tier_key
        FROM (SELECT ${customer_id}::uuid AS customer_id, ${season_id}::uuid AS season_id) AS season
        CROSS JOIN LATERAL (SELECT s.buddy_id, s.first_at, b.audience FROM ${sql.literal(waiting)} AND ${isNew}
          ORDER BY s.first_at, s.buddy_id LIMIT ${placed_max}) AS found
        LEFT JOIN LATERAL (
          SELECT d.customer_id, d.tier_key FROM league_standings AS d
          WHERE d.customer_id = ${customer_id}::uuid AND d.buddy_id = found.buddy_id OFFSET 0) AS d ON true
      ), newest AS (
        SELECT DISTINCT ON (audience, tier_key) audience, tier_key, cohort, members FROM league_cohorts
        WHERE ${ofSeason} ORDER BY audience, tier_key, cohort DESC
      ), numbered AS (
        SELECT w.buddy_id, w.first_at, w.audience, w.tier_key, n.cohort, greatest(${size} - n.members, 0) AS free,
          row_number() OVER (PARTITION BY w.audience, w.tier_key ORDER BY w.first_at, w.buddy_id) - 1 AS nth
        FROM waiting AS w LEFT JOIN newest AS n ON n.audience = w.audience AND n.tier_key = w.tier_key
      ), grouped AS (
        SELECT buddy_id, first_at, audience, tier_key, cohort,
          CASE WHEN nth < coalesce(free, 0) THEN -1 ELSE (nth - coalesce(free, 0)) / ${size} END AS added
        FROM numbered
      ), added AS (
        SELECT audience, tier_key, added, (SELECT coalesce(max(cohort), 0) FROM league_cohorts WHERE ${ofSeason})
          + row_number() OVER (ORDER BY min(first_at), audience, tier_key, added) AS cohort
        FROM grouped WHERE added >= 0 GROUP BY audience, tier_key, added
      ), placed AS (
        SELECT g.buddy_id, g.audience, g.tier_key, coalesce(a.cohort, g.cohort)::int AS cohort
        FROM grouped AS g LEFT JOIN added AS a USING (audience, tier_key, added)
      ), counted AS (
        INSERT INTO league_cohorts AS c (customer_id, season_id, cohort, audience, tier_key, members)
        SELECT ${customer_id}::uuid, ${season_id}::uuid, cohort, audience, tier_key, count(*) FROM placed
        GROUP BY cohort, audience, tier_key
        ON CONFLICT (customer_id, season_id, cohort) DO UPDATE SET members = c.members + excluded.members
      )
      INSERT INTO league_members (customer_id, season_id, buddy_id, cohort, tier_key, placed_at)
      SELECT ${customer_id}::uuid, ${season_id}::uuid, buddy_id, cohort, tier_key, ${yield* nowDate} FROM placed
      RETURNING 1`)
  })
