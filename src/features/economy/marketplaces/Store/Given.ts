/** Items that are given away: many at once, by id, wherever they stand. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { StoredItem } from "../Rules.ts"
import { columns, Row, storedOf } from "./ItemRow.ts"

/** Those that are gone or archived are left out. */
export const givenItems =
  (sql: SqlClient.SqlClient) =>
  (customer_id: string, item_ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<StoredItem>> =>
    item_ids.length === 0
      ? Effect.succeed([])
      : Effect.map(
          rows(Row)(sql`
            SELECT ${sql.literal(columns)} FROM marketplace_items AS i WHERE i.customer_id = ${customer_id}::uuid
              AND i.item_id = ANY(${item_ids}::uuid[]) AND i.status <> 'archived'`),
          (found) => found.map(storedOf)
        )
