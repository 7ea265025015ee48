/**
 * Writes a preset, or any content of that shape, into a workspace: versioned parts into the draft, live parts by key,
 * all or nothing.
 */
import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../platform/Ids.ts"
import { execute, nowDate, row } from "../../platform/Sql.ts"
import type { PresetContent } from "../../wire/content/ConfigContent.ts"
import type { PresetMarketplace } from "../../wire/content/Marketplace.ts"
import type { ConfigVersion } from "../config-versions/Api.ts"
import { applyPatch } from "../config-versions/Rules/Sections.ts"
import { transactionOf } from "../config-versions/Store/Versions.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { EventTypeStore } from "../event-types/Store.ts"
import { GateStore } from "../gates/Store.ts"
import type { CompletePreset } from "./Rules/Catalogue.ts"

const MarketplaceRow = Schema.Struct({ marketplace_id: Schema.String })
type PresetItem = PresetMarketplace["items"][number]

const marketplaceWrites = (sql: SqlClient.SqlClient) => {
  const putMarketplace = Effect.fnUntraced(function* (customer_id: string, marketplace: PresetMarketplace) {
    const now = yield* nowDate
    const { audience, is_active, marketplace_key, name } = marketplace
    const saved = yield* row(MarketplaceRow)(sql`
      INSERT INTO marketplaces
        (customer_id, marketplace_id, marketplace_key, name, audience, is_active, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${marketplace_key}, ${name}, ${audience}, ${is_active},
              ${now}, ${now})
      ON CONFLICT (customer_id, marketplace_key) DO UPDATE
        SET name = excluded.name, audience = excluded.audience, is_active = excluded.is_active,
            updated_at = excluded.updated_at
      RETURNING marketplace_id`)
    return Option.getOrThrow(saved).marketplace_id
  })
  // Known items keep their identifier and their place; new ones go to the end.
  const putItem = Effect.fnUntraced(function* (customer_id: string, marketplace_id: string, item: PresetItem) {
    const now = yield* nowDate
    const { category, item_key, name, price_coins, status, ...content } = item
    yield* execute(sql`
      INSERT INTO marketplace_items
        (customer_id, marketplace_id, item_id, item_key, name, category, price_coins, position, content, status,
         created_at, updated_at)
      SELECT ${customer_id}::uuid, ${marketplace_id}::uuid, ${yield* uuid}::uuid, ${item_key}, ${name}, ${category},
             ${price_coins}, coalesce(max(position) + 1, 0), ${JSON.stringify(content)}::jsonb, ${status},
             ${now}, ${now}
      FROM marketplace_items WHERE customer_id = ${customer_id}::uuid AND marketplace_id = ${marketplace_id}::uuid
      ON CONFLICT (customer_id, marketplace_id, item_key) DO UPDATE
        SET name = excluded.name, category = excluded.category, price_coins = excluded.price_coins,
            content = excluded.content, status = excluded.status, updated_at = excluded.updated_at
      RETURNING item_id`)
  })
  return { putItem, putMarketplace }
}

export class PresetStore extends Context.Service<
  PresetStore,
  {
    /** answers the draft */
    apply(customer_id: string, preset: CompletePreset): Effect.Effect<ConfigVersion>
  }
>()("hatchery/features/presets/PresetStore") {
  static readonly layer = Layer.effect(
    PresetStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const versions = yield* ConfigVersionStore
      const eventTypes = yield* EventTypeStore
      const gates = yield* GateStore
      const transaction = transactionOf(sql)
      const { putItem, putMarketplace } = marketplaceWrites(sql)

      const putContent = Effect.fnUntraced(function* (customer_id: string, content: PresetContent) {
        yield* versions.edit(customer_id, (draft, nextId) =>
          Result.map(applyPatch(draft, content, nextId), (filled) => ({ content: filled, value: undefined }))
        )
        for (const eventType of content.event_types) yield* eventTypes.put(customer_id, eventType)
        for (const gate of content.gates) yield* gates.put(customer_id, gate)
        for (const marketplace of content.marketplaces) {
          const marketplace_id = yield* putMarketplace(customer_id, marketplace)
          for (const item of marketplace.items) yield* putItem(customer_id, marketplace_id, item)
        }
      })

      return PresetStore.of({
        apply: Effect.fn("PresetStore.apply")(function* (customer_id, preset) {
          return yield* transaction(
            Effect.gen(function* () {
              yield* putContent(customer_id, preset.content)
              // Creatures are drawn in the colours of the preset.
              yield* execute(sql`
            UPDATE customers SET settings = settings || ${JSON.stringify({ preset_key: preset.key })}::jsonb,
              updated_at = ${yield* nowDate}
            WHERE customer_id = ${customer_id}::uuid RETURNING customer_id`)
              return (yield* versions.open(customer_id)).version
            })
          )
        }, Effect.orDie)
      })
    })
  ).pipe(Layer.provide([ConfigVersionStore.layer, EventTypeStore.layer, GateStore.layer]))
}
