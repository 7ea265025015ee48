/** What members of a team read of each other. Commits of buddies write most of it; jobs write what they bring about. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { FeedType } from "../../../../engine/community/TeamTerms.ts"
import { type CursorPage, type CursorPaging, mapPage } from "../../../../platform/postgres/Paging.ts"
import { execute, nowDate, rows } from "../../../../platform/postgres/Sql.ts"
import { firstIdOf } from "../../../../platform/postgres/Ids.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"
import type { BadRequest } from "../../../../wire/Failure.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import { FeedType as FeedTypeSchema, type TeamEvent } from "../Api.ts"

const EventRow = Schema.Struct({
  feed_id: Schema.String,
  type: FeedTypeSchema,
  buddy_id: Schema.NullOr(Schema.String),
  buddy_name: Schema.NullOr(Schema.String),
  data: Schema.Record(Schema.String, Schema.Json),
  occurred_at: Schema.Date
})

/** For all teams a buddy is in. `key` names what it tells of: a step that is repeated tells it once. */
export interface FeedNews {
  readonly buddy_id: string
  readonly key: string
  readonly data: Readonly<Record<string, Schema.Json>>
}

export interface Feed {
  /** newest first */
  feed(
    customer_id: string,
    team_id: string,
    query: CursorQuery & { readonly type?: FeedType }
  ): Effect.Effect<CursorPage<TeamEvent>, BadRequest>
  /** what was told of kudos that nobody is to see any more */
  forgetKudos(customer_id: string, kudo_id: string): Effect.Effect<void>
  /**
   * for jobs: one statement for a batch of buddies, in the caller's transaction when there is one; nothing of who lives
   * on a test clock
   */
  tellTeams(customer_id: string, type: FeedType, news: ReadonlyArray<FeedNews>): Effect.Effect<void>
}

export const feeds = (sql: SqlClient.SqlClient, cursors: CursorPaging): Feed => ({
  feed: Effect.fn("TeamStore.feed")(function* (customer_id, team_id, { type = null, ...query }) {
    const page = yield* cursors.page({
      customer_id,
      list: `team_feed:${team_id.toLowerCase()}:${type ?? ""}`,
      query,
      position: Schema.Tuple([Schema.String]),
      positionOf: (entry: typeof EventRow.Type) => [entry.feed_id] as const,
      read: (after, count) =>
        rows(EventRow)(sql`
          SELECT f.feed_id, f.type, f.buddy_id, b.name AS buddy_name, f.data, f.occurred_at FROM team_feed AS f
          LEFT JOIN buddies AS b ON b.customer_id = f.customer_id AND b.buddy_id = f.buddy_id
          WHERE f.customer_id = ${customer_id}::uuid AND f.team_id = ${team_id}::uuid
            AND (${type}::text IS NULL OR f.type = ${type})
            AND (${after?.[0] ?? null}::uuid IS NULL OR f.feed_id < ${after?.[0] ?? null}::uuid)
          ORDER BY f.feed_id DESC LIMIT ${count}`)
    })
    return mapPage(page, ({ occurred_at, ...entry }) => ({ ...entry, occurred_at: iso(occurred_at) }))
  }),
  forgetKudos: Effect.fn("TeamStore.forgetKudos")(function* (customer_id, kudo_id) {
    yield* execute(sql`
      DELETE FROM team_feed WHERE customer_id = ${customer_id}::uuid AND type = 'kudos_given'
        AND data ->> 'kudo_id' = ${kudo_id} RETURNING 1`)
  }),
  tellTeams: Effect.fn("TeamStore.tellTeams")(function* (customer_id, type, news) {
    if (news.length === 0) return
    const now = yield* nowDate
    yield* execute(sql`
      INSERT INTO team_feed (customer_id, team_id, feed_id, buddy_id, type, data, occurred_at, source)
      SELECT m.customer_id, m.team_id, (left(${firstIdOf(now)}, 15) || right(gen_random_uuid()::text, 21))::uuid,
        m.buddy_id, ${type}, n.data, ${now}, ${type} || ':' || n.key
      FROM jsonb_to_recordset(${JSON.stringify(news)}::jsonb) AS n (buddy_id uuid, key text, data json)
      JOIN team_members AS m ON m.customer_id = ${customer_id}::uuid AND m.buddy_id = n.buddy_id
      JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id AND t.deleted_at IS NULL
      JOIN buddy_identities AS b ON b.customer_id = m.customer_id AND b.buddy_id = m.buddy_id
      WHERE NOT ${sql.literal(onTestClock("b"))}
      ON CONFLICT (customer_id, team_id, buddy_id, source) WHERE source IS NOT NULL DO NOTHING
      RETURNING 1`)
  })
})
