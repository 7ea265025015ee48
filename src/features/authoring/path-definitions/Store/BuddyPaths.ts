/** What of a buddy decides on its paths, and which path is the active one. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { BuddyState } from "../../../../engine/core/State.ts"
import { row } from "../../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { isUuid } from "../../../../wire/Ids.ts"

const HeldRow = Schema.Struct({
  audience: Schema.String,
  state: Schema.Unknown as unknown as Schema.Codec<BuddyState>
})
const KeyRow = Schema.Struct({ path_key: Schema.String })

export const pathReads = (sql: SqlClient.SqlClient) => {
  const held = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
    if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
    const found = yield* row(HeldRow)(sql`
      SELECT audience, state FROM buddies
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
    return Option.isNone(found) ? yield* new NotFound({ resource: "buddy" }) : found.value
  })
  return {
    held,
    activeKey: (customer_id: string, audience: string) =>
      row(KeyRow)(sql`
        SELECT path_key FROM path_definitions
        WHERE customer_id = ${customer_id}::uuid AND audience = ${audience} AND is_active`)
  }
}
