/** Receipts of grants, which stay however long ago they were given. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { row } from "../postgres/Sql.ts"

const GrantedRow = Schema.Struct({ granted_at: Schema.Date })

export interface ReceiptKey {
  readonly customer_id: string
  readonly buddy_id: string
  readonly campaign_id: string
  readonly grant_key: string
}

/** When it was given, at the moment its buddy lived at. */
export const grantedAt =
  (sql: SqlClient.SqlClient) =>
  ({ buddy_id, campaign_id, customer_id, grant_key }: ReceiptKey): Effect.Effect<Option.Option<Date>> =>
    Effect.map(
      row(GrantedRow)(sql`
        SELECT granted_at FROM campaign_receipts
        WHERE customer_id = ${customer_id}::uuid AND campaign_id = ${campaign_id}::uuid AND grant_key = ${grant_key}
          AND buddy_id = ${buddy_id}::uuid`),
      Option.map(({ granted_at }) => granted_at)
    )
