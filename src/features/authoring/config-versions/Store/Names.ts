/** Names of what stands beside the versions. */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { rows } from "../../../../platform/postgres/Sql.ts"

const NameRow = Schema.Struct({ name: Schema.String })

/** What a statement gives as `name`. */
export const names = (statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.map(rows(NameRow)(statement), (found) => new Set(found.map(({ name }) => name)))

/** Of removed ones, too: who has such a badge keeps it, and may be asked for it. */
export const eventBadgeKeys = (sql: SqlClient.SqlClient, customer_id: string) =>
  names(sql`SELECT DISTINCT badge_key AS name FROM event_badges WHERE customer_id = ${customer_id}::uuid`)
