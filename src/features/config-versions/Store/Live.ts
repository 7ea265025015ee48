/**
 * What stands beside the versions and concerns them: names they may use, requirements they freeze, buddies that live
 * by them.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { row, rows } from "../../../platform/Sql.ts"
import { Group } from "../../../wire/content/Shared.ts"
import type { LiveNames } from "../Rules/References.ts"

const ItemRow = Schema.Struct({ item_id: Schema.String, requirements: Schema.NullOr(Group) })
const NameRow = Schema.Struct({ name: Schema.String })
const Count = Schema.Struct({ total: Schema.Int })

export const liveReads = (sql: SqlClient.SqlClient) => {
  const names = (statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
    Effect.map(rows(NameRow)(statement), (found) => new Set(found.map(({ name }) => name)))
  return {
    live: Effect.fnUntraced(function* (customer_id: string) {
      const items = yield* rows(ItemRow)(sql`
        SELECT item_id, content -> 'requirements' AS requirements FROM marketplace_items
        WHERE customer_id = ${customer_id}::uuid ORDER BY item_id`)
      const live: LiveNames = {
        gates: yield* names(sql`SELECT gate_key AS name FROM gates WHERE customer_id = ${customer_id}::uuid`),
        event_types: yield* names(
          sql`SELECT event_type AS name FROM event_types WHERE customer_id = ${customer_id}::uuid`
        ),
        items: new Set(items.map((item) => item.item_id))
      }
      const requirements = Object.fromEntries(
        items.flatMap((item) => (item.requirements === null ? [] : [[item.item_id, item.requirements] as const]))
      )
      return { live, requirements }
    }),
    activeBuddies: (customer_id: string) =>
      Effect.map(
        row(Count)(sql`
          SELECT count(*)::int AS total FROM buddies WHERE customer_id = ${customer_id}::uuid AND status = 'active'`),
        (found) => Option.getOrThrow(found).total
      )
  }
}
