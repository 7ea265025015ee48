/** What stands beside the versions of a configuration, as a file holds it. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { EventTypeInput } from "../../../../wire/content/EventType.ts"
import { Metadata } from "../../../../wire/content/Gate.ts"
import { itemNames, type ItemNames, type NamedItem } from "../../../economy/marketplaces/Rules/ItemNames.ts"
import { catalogueReads } from "../../../economy/marketplaces/Store/Catalogue.ts"
import type { LiveParts } from "../Rules/Files.ts"
import { eventBadgeKeys } from "./Names.ts"

const TypeRow = Schema.Struct({ ...EventTypeInput.fields, description: Schema.NullOr(Schema.String) })
const GateRow = Schema.Struct({
  gate_key: Schema.String,
  token_key: Schema.String,
  cost: Schema.BigInt,
  metadata: Metadata
})

export interface Live {
  readonly parts: LiveParts
  readonly names: ItemNames
  readonly items: ReadonlyArray<NamedItem>
  readonly event_badges: ReadonlySet<string>
}

export const liveContent = (sql: SqlClient.SqlClient) => {
  const { itemsOf, marketplacesOf } = catalogueReads(sql)
  return {
    read: Effect.fnUntraced(function* (customer_id: string) {
      const types = yield* rows(TypeRow)(sql`
        SELECT event_type, name, description, properties, unknown_properties, status FROM event_types
        WHERE customer_id = ${customer_id}::uuid ORDER BY event_type`)
      const gates = yield* rows(GateRow)(sql`
        SELECT gate_key, token_key, cost, metadata FROM gates
        WHERE customer_id = ${customer_id}::uuid ORDER BY gate_key`)
      const items = yield* itemsOf(customer_id)
      const parts: LiveParts = {
        event_types: types.map((type) => ({ ...type, description: type.description ?? "" })),
        gates: gates.map((gate) => ({ ...gate, cost: Number(gate.cost) })),
        marketplaces: yield* marketplacesOf(customer_id)
      }
      const event_badges = yield* eventBadgeKeys(sql, customer_id)
      return { parts, items, event_badges, names: itemNames(items) }
    })
  }
}
