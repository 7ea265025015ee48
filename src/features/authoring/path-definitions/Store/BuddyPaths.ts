/** What of a buddy decides on its paths, and which path is the active one. */
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { standings } from "../../../../buddy/Standings.ts"
import { row } from "../../../../platform/postgres/Sql.ts"

const KeyRow = Schema.Struct({ path_key: Schema.String })

export const pathReads = (sql: SqlClient.SqlClient) => ({
  held: standings(sql).of,
  activeKey: (customer_id: string, audience: string) =>
    row(KeyRow)(sql`
      SELECT path_key FROM path_definitions
      WHERE customer_id = ${customer_id}::uuid AND audience = ${audience} AND is_active`)
})
