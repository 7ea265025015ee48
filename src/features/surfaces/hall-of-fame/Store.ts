/** What leagues have frozen, as halls of fame read it. Written by leagues and by the workspace's settings. */
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { entitledTo } from "../../../platform/auth/Entitled.ts"
import { type OffsetPage, offsetList } from "../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../platform/postgres/Sql.ts"
import { HallOfFame, WidgetTheme } from "../../../wire/answers/Customer.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"

const HallRow = Schema.Struct({
  customer_id: Schema.String,
  tenant_slug: Schema.String,
  language: Schema.NullOr(Schema.String),
  theme: Schema.NullOr(WidgetTheme),
  hall: HallOfFame
})
export type HallRow = typeof HallRow.Type

const SlugRow = Schema.Struct({ slug: Schema.String })

const SeasonRow = Schema.Struct({
  season_id: Schema.String,
  name: Schema.String,
  starts_at: Schema.Date,
  ends_at: Schema.Date,
  closed_at: Schema.Date,
  /** of the league, as it was when the season began */
  timezone: Schema.NullOr(Schema.String),
  participants: Schema.Int,
  is_won: Schema.Boolean,
  /** null where nobody won, and where whoever did is erased */
  champion_id: Schema.NullOr(Schema.String)
})
export type SeasonRow = typeof SeasonRow.Type

const TierRow = Schema.Struct({ tier_key: Schema.String, name: Schema.String })
const EntryRow = Schema.Struct({
  tier_key: Schema.String,
  rank: Schema.Int,
  buddy_id: Schema.NullOr(Schema.String),
  score: Schema.NumberFromString
})
export type EntryRow = typeof EntryRow.Type

/** of the index; those with the newest seasons */
const halls_max = 10_000

export class HallStore extends Context.Service<
  HallStore,
  {
    /** by slug, of all workspaces whose hall is open and has something to show; the newest first */
    readonly open: Effect.Effect<ReadonlyArray<string>>
    /** while it is open, whatever the plan says */
    hall(slug: string): Effect.Effect<Option.Option<HallRow>>
    seasons(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<SeasonRow>>
    season(customer_id: string, season_id: string): Effect.Effect<Option.Option<SeasonRow>>
    /** of a season: its tiers, the highest first, and in each those up to a rank */
    best(
      customer_id: string,
      season_id: string,
      top: number
    ): Effect.Effect<{ readonly tiers: ReadonlyArray<typeof TierRow.Type>; readonly entries: ReadonlyArray<EntryRow> }>
  }
>()("hatchery/features/hall-of-fame/HallStore") {
  static readonly layer = Layer.effect(
    HallStore,
    Effect.map(SqlClient.SqlClient, (sql) => HallStore.of(reading(sql)))
  )
}

const reading = (sql: SqlClient.SqlClient): HallStore["Service"] => {
  const isOpen = sql`c.settings #>> '{hall_of_fame,enabled}' = 'true'`
  const selected = sql`
    SELECT s.season_id, s.name, s.starts_at, s.ends_at, s.closed_at,
      s.rules #>> '{config,timezone}' AS timezone, (s.result ->> 'participants')::int AS participants,
      best.rank IS NOT NULL AS is_won, best.buddy_id AS champion_id
    FROM league_seasons AS s LEFT JOIN LATERAL (
      SELECT h.rank, h.buddy_id FROM league_champions AS h
      JOIN jsonb_to_recordset(s.rules -> 'tiers') AS t (tier_key text, "order" int) ON t.tier_key = h.tier_key
      WHERE h.customer_id = s.customer_id AND h.season_id = s.season_id AND h.rank = 1
      ORDER BY t."order" DESC LIMIT 1) AS best ON true`
  return {
    open: Effect.map(
      rows(SlugRow)(sql`
        SELECT c.slug FROM customers AS c CROSS JOIN LATERAL (
          SELECT closed_at, season_id FROM league_seasons AS s
          WHERE s.customer_id = c.customer_id AND s.state = 'closed'
          ORDER BY closed_at DESC, season_id DESC LIMIT 1) AS latest
        WHERE ${isOpen} AND ${entitledTo(sql, "c", "leagues")}
        ORDER BY latest.closed_at DESC, latest.season_id DESC LIMIT ${halls_max}`),
      (found) => found.map(({ slug }) => slug)
    ),
    hall: Effect.fn("HallStore.hall")((slug) =>
      row(HallRow)(sql`
        SELECT c.customer_id, c.slug AS tenant_slug, c.settings ->> 'locale' AS language,
          c.settings -> 'widget_theme' AS theme, c.settings -> 'hall_of_fame' AS hall
        FROM customers AS c WHERE c.slug = ${slug} AND ${isOpen}`)
    ),
    seasons: Effect.fn("HallStore.seasons")((customer_id, query) => {
      const where = sql`s.customer_id = ${customer_id}::uuid AND s.state = 'closed'`
      return offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM league_seasons AS s WHERE ${where}`,
        read: (limit, offset) =>
          rows(SeasonRow)(sql`
            ${selected} WHERE ${where} ORDER BY s.closed_at DESC, s.season_id DESC LIMIT ${limit} OFFSET ${offset}`)
      })
    }),
    season: Effect.fn("HallStore.season")((customer_id, season_id) =>
      row(SeasonRow)(sql`
        ${selected} WHERE s.customer_id = ${customer_id}::uuid AND s.season_id = ${season_id}::uuid
          AND s.state = 'closed'`)
    ),
    best: Effect.fn("HallStore.best")(function* (customer_id, season_id, top) {
      const tiers = yield* rows(TierRow)(sql`
        SELECT t.tier_key, t.name FROM league_seasons AS s
        CROSS JOIN LATERAL jsonb_to_recordset(s.rules -> 'tiers') AS t (tier_key text, name text, "order" int)
        WHERE s.customer_id = ${customer_id}::uuid AND s.season_id = ${season_id}::uuid ORDER BY t."order" DESC`)
      const entries = yield* rows(EntryRow)(sql`
        SELECT tier_key, rank, buddy_id, score::text AS score FROM league_champions
        WHERE customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid AND rank <= ${top}
        ORDER BY tier_key, rank`)
      return { tiers, entries }
    })
  }
}
