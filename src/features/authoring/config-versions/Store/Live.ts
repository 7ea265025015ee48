/**
 * What stands beside the versions and concerns them: names they may use, requirements they freeze, buddies that live
 * by them.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { Group } from "../../../../wire/content/Shared.ts"
import { iso } from "../../../../wire/Ids.ts"
import { Measured } from "../Api.ts"
import type { LiveNames } from "../Rules/References.ts"
import { eventBadgeKeys, names } from "./Names.ts"

const ItemRow = Schema.Struct({ item_id: Schema.String, requirements: Schema.NullOr(Group) })
const Count = Schema.Struct({ total: Schema.Int })
const { compared_with, events, units } = Measured.fields
const MeasuredRow = Schema.Struct({
  operation_id: Schema.String,
  started_at: Schema.Date,
  finished_at: Schema.Date,
  result: Schema.Struct({ compared_with, events, units })
})

export const liveReads = (sql: SqlClient.SqlClient) => {
  return {
    /** null before the first backtest of the version */
    measured: Effect.fnUntraced(function* (customer_id: string, config_version_id: string, edited_at: Date | null) {
      const found = yield* row(MeasuredRow)(sql`
        SELECT operation_id, started_at, finished_at, result FROM operations
        WHERE customer_id = ${customer_id}::uuid AND resource_id = ${config_version_id}
          AND type = 'backtest' AND status = 'completed'
        ORDER BY finished_at DESC LIMIT 1`)
      return Option.match(found, {
        onNone: () => null,
        onSome: ({ finished_at, operation_id, result, started_at }) => ({
          operation_id,
          finished_at: iso(finished_at),
          is_stale: edited_at !== null && edited_at > started_at,
          ...result
        })
      })
    }),
    live: Effect.fnUntraced(function* (customer_id: string) {
      const items = yield* rows(ItemRow)(sql`
        SELECT item_id, content -> 'requirements' AS requirements FROM marketplace_items
        WHERE customer_id = ${customer_id}::uuid ORDER BY item_id`)
      const audiences = yield* names(sql`
        SELECT audience ->> 'key' AS name FROM customers, jsonb_array_elements(audiences) AS audience
        WHERE customer_id = ${customer_id}::uuid
        UNION ALL
        SELECT 'default' FROM customers WHERE customer_id = ${customer_id}::uuid
          AND audiences @> jsonb_build_array(jsonb_build_object('key', implicit_audience))`)
      const live: LiveNames = {
        audiences: audiences.size === 0 ? new Set(["default"]) : audiences,
        event_badges: yield* eventBadgeKeys(sql, customer_id),
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
          SELECT count(*)::int AS total FROM buddy_identities
          WHERE customer_id = ${customer_id}::uuid AND status = 'active'`),
        (found) => Option.getOrThrow(found).total
      )
  }
}
