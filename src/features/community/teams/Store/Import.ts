/** Rows of files while they are imported, and what they meet. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import { TeamRole } from "../../../../wire/refusals/Teams.ts"
import type { ImportRow } from "../Rules/ImportFile.ts"
import type { PlannedBuddy } from "../Rules/ImportPlan.ts"

const StoredRow = Schema.Struct({
  row: Schema.Int,
  team_key: Schema.NullOr(Schema.String),
  team_name: Schema.NullOr(Schema.String),
  buddy_id: Schema.NullOr(Schema.String),
  user_id: Schema.NullOr(Schema.String),
  role: Schema.String
})
const Count = Schema.Struct({ count: Schema.Int })
const BuddyRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  status: Schema.Literals(["active", "archived"]),
  teams: Schema.Array(Schema.Tuple([Schema.String, TeamRole]))
})

export interface KnownBuddies {
  readonly buddies: ReadonlyMap<string, PlannedBuddy>
  /** active ones, the oldest first */
  readonly ofUser: ReadonlyMap<string, ReadonlyArray<PlannedBuddy>>
}

export const importRows = (sql: SqlClient.SqlClient) => ({
  /** in the caller's transaction */
  keep: Effect.fn("TeamImports.keep")(function* (key: OperationKey, found: ReadonlyArray<ImportRow>) {
    yield* execute(sql`
      INSERT INTO team_import_rows (customer_id, operation_id, row, team_key, team_name, buddy_id, user_id, role,
        created_at)
      SELECT ${key.customer_id}::uuid, ${key.operation_id}::uuid, r.row, r.team_key, r.team_name, r.buddy_id,
        r.user_id, r.role, ${yield* nowDate}
      FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        AS r (row int, team_key text, team_name text, buddy_id text, user_id text, role text)`)
  }),
  /** until the end of the caller's transaction: two that count at once would both find room for themselves */
  oneByOne: (customer_id: string) =>
    execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`team_imports:${customer_id}`}, 0))`),
  /** rows of all imports of the tenant */
  waiting: (customer_id: string) =>
    Effect.map(
      row(Count)(sql`SELECT count(*)::int AS count FROM team_import_rows WHERE customer_id = ${customer_id}::uuid`),
      (found) => Option.getOrThrow(found).count
    ),
  next: ({ customer_id, operation_id }: OperationKey, after: number, count: number) =>
    rows(StoredRow)(sql`
      SELECT row, team_key, team_name, buddy_id, user_id, role FROM team_import_rows
      WHERE customer_id = ${customer_id}::uuid AND operation_id = ${operation_id}::uuid AND row > ${after}
      ORDER BY row LIMIT ${count}`),
  forget: ({ customer_id, operation_id }: OperationKey) =>
    Effect.asVoid(
      execute(sql`
        DELETE FROM team_import_rows
        WHERE customer_id = ${customer_id}::uuid AND operation_id = ${operation_id}::uuid`)
    ),
  /** every buddy the rows may mean, with the teams it is in */
  meant: Effect.fn("TeamImports.meant")(function* (
    customer_id: string,
    given: ReadonlyArray<ImportRow>
  ): Effect.fn.Return<KnownBuddies> {
    const ids = given.flatMap(({ buddy_id }) => (buddy_id !== null && isUuid(buddy_id) ? [buddy_id] : []))
    const users = given.flatMap(({ buddy_id, user_id }) => (buddy_id === null && user_id !== null ? [user_id] : []))
    const found = yield* rows(BuddyRow)(sql`
      SELECT b.buddy_id, b.user_id, b.audience, b.status, coalesce((
        SELECT json_agg(json_build_array(m.team_id, m.role)) FROM team_members AS m
        JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id AND t.deleted_at IS NULL
        WHERE m.customer_id = b.customer_id AND m.buddy_id = b.buddy_id), '[]') AS teams
      FROM buddies AS b
      WHERE b.customer_id = ${customer_id}::uuid AND (b.buddy_id = ANY(${[...new Set(ids)]}::uuid[])
        OR (b.status = 'active' AND b.user_id = ANY(${[...new Set(users)]}::text[])))
      ORDER BY b.created_at, b.buddy_id`)
    const buddies = new Map<string, PlannedBuddy>()
    const ofUser = new Map<string, Array<PlannedBuddy>>()
    for (const { teams, user_id, ...buddy } of found) {
      const known = { ...buddy, teams: new Map(teams) }
      buddies.set(buddy.buddy_id, known)
      if (buddy.status !== "active") continue
      const others = ofUser.get(user_id)
      if (others === undefined) ofUser.set(user_id, [known])
      else others.push(known)
    }
    return { buddies, ofUser }
  })
})
