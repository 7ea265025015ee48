/** Who grows: a buddy as it stands before something about its looks is begun, and the story of its stages. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type Standings, standings } from "../../../../buddy/Standings.ts"
import { type CursorPage, type CursorPaging, mapPage } from "../../../../platform/postgres/Paging.ts"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"
import type { BadRequest, NotFound } from "../../../../wire/Failure.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import type { StageChange } from "../Api/Growth.ts"

const StoryRow = Schema.Struct({
  history_id: Schema.String,
  kind: Schema.Literals(["evolution", "prestige"]),
  body: Schema.Struct({
    previous_stage: Schema.Int,
    new_stage: Schema.Int,
    prestige_level: Schema.optionalKey(Schema.Int)
  }),
  created_at: Schema.Date
})

type Story = (
  customer_id: string,
  buddy_id: string,
  query: CursorQuery
) => Effect.Effect<CursorPage<typeof StageChange.Type>, NotFound | BadRequest>

export const growing = (sql: SqlClient.SqlClient) => {
  return {
    held: standings(sql).of,
    /** until the caller's transaction ends nobody else starts anything for this buddy */
    lock: (customer_id: string, buddy_id: string) =>
      execute(sql`
        SELECT 1 FROM buddy_identities WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
        FOR NO KEY UPDATE`),
    /** nor, of a tenant, for all of its buddies; says whether something is under way */
    lockAll: Effect.fnUntraced(function* (customer_id: string) {
      yield* execute(sql`SELECT 1 FROM customers WHERE customer_id = ${customer_id}::uuid FOR NO KEY UPDATE`)
      const open = yield* execute(sql`
        SELECT 1 FROM operations WHERE customer_id = ${customer_id}::uuid AND type = 'regenerate'
          AND status IN ('pending', 'processing') LIMIT 1`)
      return open > 0
    })
  }
}

export const storyOf = (sql: SqlClient.SqlClient, held: Standings["of"], cursors: CursorPaging): Story =>
  Effect.fn("Growth.story")(function* (customer_id, buddy_id, query) {
    yield* held(customer_id, buddy_id)
    const page = yield* cursors.page({
      customer_id,
      list: `evolutions:${buddy_id.toLowerCase()}`,
      query,
      position: Schema.Tuple([Schema.String]),
      positionOf: (entry: typeof StoryRow.Type) => [entry.history_id] as const,
      read: (after, count) =>
        rows(StoryRow)(sql`
            SELECT history_id, kind, body, created_at FROM buddy_history
            WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
              AND kind IN ('evolution', 'prestige')
              AND (${after?.[0] ?? null}::uuid IS NULL OR history_id < ${after?.[0] ?? null}::uuid)
            ORDER BY history_id DESC LIMIT ${count}`)
    })
    return mapPage(page, ({ body, created_at, kind }) => ({
      type: kind,
      previous_stage: body.previous_stage,
      new_stage: body.new_stage,
      prestige_level: body.prestige_level ?? null,
      occurred_at: iso(created_at)
    }))
  })
