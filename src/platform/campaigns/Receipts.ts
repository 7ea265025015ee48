/** Receipts of grants, which stay however long ago they were given. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { CommandKey } from "../../wire/CommandKey.ts"
import { uuid } from "../postgres/Ids.ts"
import { row } from "../postgres/Sql.ts"
import { nameOfUse } from "../requests/UsesOfKeys.ts"

const GrantedRow = Schema.Struct({ granted_at: Schema.Date })

export interface Granting {
  readonly customer_id: string
  readonly buddy_id: string
  readonly grant_key: string
  /** the id by the request's key, or by one of its later uses */
  readonly name: (use: string) => string
  /** epoch ms, the moment the buddy lives at: receipts are dated by it */
  readonly now: number
}

/** What a grant is called: one name for each use of the request's key, and a new one where there is none. */
export const grantIds = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* ({ buddy_id, customer_id, grant_key, name, now }: Granting) {
    const key = yield* CommandKey
    if (key === undefined) return yield* uuid
    const madeAt = (campaign_id: string) =>
      Effect.map(
        row(GrantedRow)(sql`
          SELECT granted_at FROM campaign_receipts
          WHERE customer_id = ${customer_id}::uuid AND campaign_id = ${campaign_id}::uuid AND grant_key = ${grant_key}
            AND buddy_id = ${buddy_id}::uuid`),
        Option.map(({ granted_at }) => granted_at)
      )
    return yield* nameOfUse(key, { name, madeAt, now })
  })
