/**
 * Who is in a showroom, as ids in their order. Those who may not be seen are left out already, so that others have
 * their places; whether they may is said by PublicBuddies once more. Finding the best looks at every buddy there is,
 * so that is done for a showroom's question and not for each look at it.
 */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { SelectionMode } from "../Api.ts"
import type { ShowroomRow } from "./Rows.ts"

/** Of the largest showroom, and some more for those who are not to be seen a moment later. */
const ranked_max = 100

const IdRow = Schema.Struct({ buddy_id: Schema.String })

type Ranked = Exclude<SelectionMode, "manual" | "newest">

const ranks: Readonly<Record<Ranked, string>> = {
  top_stage: "s.evolution_stage DESC, s.prestige_level DESC, i.created_at, i.buddy_id",
  top_coins: "(s.state #>> '{coins,earned}')::bigint DESC, i.created_at, i.buddy_id"
}

/** What is asked of all buddies of a workspace. */
export interface Ranking {
  readonly customer_id: string
  readonly audience: string | null
  readonly mode: Exclude<SelectionMode, "manual">
}

const isSeen = (
  sql: SqlClient.SqlClient,
  { audience, customer_id }: Pick<Ranking, "audience" | "customer_id">
): Statement.Fragment =>
  sql.and([
    sql`i.customer_id = ${customer_id}::uuid AND i.status = 'active' AND i.image_sha IS NOT NULL`,
    ...(audience === null ? [] : [sql`i.audience = ${audience}`]),
    sql`NOT EXISTS (SELECT FROM buddy_profiles AS p WHERE p.customer_id = i.customer_id AND p.buddy_id = i.buddy_id
      AND p.profile @> '{"is_private": true}')`
  ])

/** The first of them, for showrooms of every size. */
export const ranked = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, ranking: Ranking) {
  const { mode } = ranking
  const where = isSeen(sql, ranking)
  const found = yield* rows(IdRow)(
    mode === "newest"
      ? sql`SELECT i.buddy_id FROM buddy_identities AS i WHERE ${where}
          ORDER BY i.created_at DESC, i.buddy_id DESC LIMIT ${ranked_max}`
      : sql`SELECT i.buddy_id FROM buddy_identities AS i
          JOIN buddy_states AS s ON s.customer_id = i.customer_id AND s.buddy_id = i.buddy_id
          WHERE ${where} ORDER BY ${sql.literal(ranks[mode])} LIMIT ${ranked_max}`
  )
  return found.map(({ buddy_id }) => buddy_id)
})

/** Those of the ids that may be seen here at the moment, in their order. */
export const present = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { content: { audience }, customer_id }: ShowroomRow,
  ids: ReadonlyArray<string>
) {
  const picked = yield* rows(IdRow)(sql`
    SELECT i.buddy_id FROM buddy_identities AS i
    WHERE ${isSeen(sql, { audience, customer_id })} AND i.buddy_id = ANY(${ids}::uuid[])`)
  const seen = new Set(picked.map(({ buddy_id }) => buddy_id))
  return ids.filter((id) => seen.has(id))
})
