/** The buddies a migration moves. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"

/** Who is moved where. A null selects everybody who is not there yet. */
export const Migration = Schema.Struct({
  config_version_id: Schema.String,
  from_version_id: Schema.NullOr(Schema.String),
  buddy_ids: Schema.NullOr(Schema.Array(Schema.String))
})
export type Migration = typeof Migration.Type

/** A buddy and the version it is of. */
const Buddy = Schema.Struct({ buddy_id: Schema.String, config_version_id: Schema.String })
export type PinnedBuddy = typeof Buddy.Type

const ByVersion = Schema.Struct({ config_version_id: Schema.String, number: Schema.Int, buddies: Schema.Int })

export const migrationReads = (sql: SqlClient.SqlClient) => {
  const selected = (customer_id: string, { buddy_ids, config_version_id, from_version_id }: Migration) =>
    sql`b.customer_id = ${customer_id}::uuid AND b.status = 'active'
        AND b.config_version_id <> ${config_version_id}::uuid
        AND (${from_version_id}::uuid IS NULL OR b.config_version_id = ${from_version_id}::uuid)
        AND (${buddy_ids}::uuid[] IS NULL OR b.buddy_id = ANY(${buddy_ids}::uuid[]))`

  return {
    /** of which versions those who would be moved are */
    byVersion: (customer_id: string, migration: Migration) =>
      rows(ByVersion)(sql`
        SELECT v.config_version_id, v.number, count(*)::int AS buddies
        FROM buddy_identities AS b
        JOIN config_versions AS v ON v.customer_id = b.customer_id AND v.config_version_id = b.config_version_id
        WHERE ${selected(customer_id, migration)}
        GROUP BY v.config_version_id, v.number ORDER BY v.number`),
    isActive: (customer_id: string, { config_version_id }: Migration) =>
      Effect.map(
        execute(sql`
          SELECT FROM config_versions WHERE customer_id = ${customer_id}::uuid AND status = 'published'
            AND config_version_id = ${config_version_id}::uuid`),
        (count) => count > 0
      ),
    /** the next buddies to be moved, in order of their ids */
    next: (customer_id: string, migration: Migration, after: string | null, count: number) =>
      rows(Buddy)(sql`
        SELECT b.buddy_id, b.config_version_id FROM buddy_identities AS b
        WHERE ${selected(customer_id, migration)} AND (${after}::uuid IS NULL OR b.buddy_id > ${after}::uuid)
        ORDER BY b.buddy_id LIMIT ${count}`)
  }
}
