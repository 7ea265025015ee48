/** Links of workspaces that let theirs be listed: the only look over many of them. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { entitledTo } from "../../../../platform/auth/Entitled.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { listed_max } from "../Api/Public.ts"

const ListedRow = Schema.Struct({
  customer_id: Schema.String,
  buddy_id: Schema.String,
  code: Schema.String,
  created_at: Schema.Date,
  tenant_name: Schema.NullOr(Schema.String)
})
export type ListedLink = typeof ListedRow.Type

/** Of one workspace: nobody takes all places by making links anew. */
const listed_of_tenant_max = 500

export interface Listing {
  /** those that may be listed, newest first */
  listed: Effect.Effect<ReadonlyArray<ListedLink>>
}

export const listing = (sql: SqlClient.SqlClient): Listing => ({
  // What is certain not to be shown takes no place on a page; who may be seen is judged for each that is left.
  listed: Effect.suspend(() =>
    rows(ListedRow)(sql`
      SELECT own.* FROM share_settings AS s JOIN customers AS c USING (customer_id)
      CROSS JOIN LATERAL (
        SELECT l.customer_id, l.buddy_id, l.code, l.created_at,
          CASE WHEN s.show_tenant_name THEN c.name END AS tenant_name
        FROM share_links AS l
        JOIN buddy_identities AS b ON b.customer_id = l.customer_id AND b.buddy_id = l.buddy_id
        LEFT JOIN buddy_profiles AS p ON p.customer_id = l.customer_id AND p.buddy_id = l.buddy_id
        WHERE l.customer_id = s.customer_id AND l.voided_at IS NULL AND b.status = 'active'
          AND b.image_sha IS NOT NULL AND NOT coalesce((p.profile ->> 'is_private')::boolean, false)
        ORDER BY l.created_at DESC, l.code LIMIT ${listed_of_tenant_max}) AS own
      WHERE s.enabled AND s.listed AND ${entitledTo(sql, "c", "share")}
      ORDER BY own.created_at DESC, own.code LIMIT ${listed_max}`)
  ).pipe(Effect.withSpan("ShareStore.listed"))
})
