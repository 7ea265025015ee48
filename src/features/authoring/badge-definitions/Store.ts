/** Whom a backfill has sent its command already. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { rows } from "../../../platform/postgres/Sql.ts"

/** The command that gives a badge, once per operation. */
export const commandId = ({ operation_id }: OperationKey, buddy_id: string): string =>
  `backfill:${operation_id}:${buddy_id}`

const AskedRow = Schema.Struct({ buddy_id: Schema.String })

export const askedOf = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (key: OperationKey, buddy_ids: ReadonlyArray<string>) {
    const command_ids = buddy_ids.map((buddy_id) => commandId(key, buddy_id))
    const found = yield* rows(AskedRow)(sql`
      SELECT buddy_id FROM commands
      WHERE customer_id = ${key.customer_id}::uuid AND command_id = ANY(${command_ids}::text[])`)
    return new Set(found.map(({ buddy_id }) => buddy_id))
  })
