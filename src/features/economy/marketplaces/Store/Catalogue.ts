/** Everything a workspace has for sale, as one file holds it: read whole, written by key. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { windowsIn } from "../../../../engine/core/Snapshot.ts"
import { announce } from "../../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import { itemCategories, type PresetMarketplace } from "../../../../wire/content/Marketplace.ts"
import { type ItemPlace, itemNames, placesIn, renameItems } from "../Rules/ItemNames.ts"
import { fullContent, type ItemContent } from "../Rules.ts"
import { soldBefore } from "./ItemRow.ts"

type FileItem = PresetMarketplace["items"][number]

const MarketplaceRow = Schema.Struct({
  marketplace_id: Schema.String,
  marketplace_key: Schema.String,
  name: Schema.String,
  audience: Schema.NullOr(Schema.String),
  is_active: Schema.Boolean
})
const IdRow = Schema.Struct({ marketplace_id: Schema.String })
const ItemRow = Schema.Struct({
  item_id: Schema.String,
  item_key: Schema.String,
  marketplace_id: Schema.String,
  marketplace_key: Schema.String,
  name: Schema.String,
  category: Schema.Literals(itemCategories),
  price_coins: Schema.BigInt,
  content: Schema.Unknown as unknown as Schema.Codec<Partial<ItemContent>>,
  status: Schema.Literals(["active", "inactive", "archived"])
})
const NameRow = Schema.Struct({ item_id: Schema.String, item_key: Schema.String, marketplace_key: Schema.String })

const fileItem = ({ category, content, item_key, name, price_coins, status }: typeof ItemRow.Type): FileItem => ({
  item_key,
  name,
  category,
  price_coins: Number(price_coins),
  status,
  ...fullContent(content)
})

export const catalogueReads = (sql: SqlClient.SqlClient) => {
  const itemsOf = (customer_id: string, own: string | null = null) =>
    rows(NameRow)(sql`
      SELECT i.item_id, i.item_key, m.marketplace_key FROM marketplace_items AS i
      JOIN marketplaces AS m ON m.customer_id = i.customer_id AND m.marketplace_id = i.marketplace_id
      WHERE i.customer_id = ${customer_id}::uuid ORDER BY i.status = 'archived',
        i.marketplace_id IS DISTINCT FROM ${own}::uuid, i.created_at, i.item_id`)

  return {
    /**
     * Every item, as a key means them: of the marketplace `own` first, the oldest first, and archived ones last, for
     * nobody means those who has one that is for sale.
     */
    itemsOf,
    namesOf: (customer_id: string, own: string | null) =>
      Effect.map(itemsOf(customer_id, own), (items) => itemNames(items)),
    /** without archived items */
    marketplacesOf: Effect.fnUntraced(function* (customer_id: string) {
      const marketplaces = yield* rows(MarketplaceRow)(sql`
        SELECT marketplace_id, marketplace_key, name, audience, is_active FROM marketplaces
        WHERE customer_id = ${customer_id}::uuid ORDER BY marketplace_key`)
      const items = yield* rows(ItemRow)(sql`
        SELECT i.item_id, i.item_key, i.marketplace_id, m.marketplace_key, i.name, i.category, i.price_coins, i.content,
          i.status
        FROM marketplace_items AS i
        JOIN marketplaces AS m ON m.customer_id = i.customer_id AND m.marketplace_id = i.marketplace_id
        WHERE i.customer_id = ${customer_id}::uuid AND i.status <> 'archived'
        ORDER BY i.position, i.created_at, i.item_id`)
      return marketplaces.map(({ marketplace_id, ...marketplace }) => ({
        ...marketplace,
        items: items.filter((item) => item.marketplace_id === marketplace_id).map(fileItem)
      }))
    })
  }
}

/** Known items keep their identifier and their place; new ones go to the end. */
const marketplaceWrites = (sql: SqlClient.SqlClient) => {
  const remembered = sql.literal(soldBefore)
  const putMarketplace = Effect.fnUntraced(function* (customer_id: string, marketplace: PresetMarketplace) {
    const now = yield* nowDate
    const { audience, is_active, marketplace_key, name } = marketplace
    const saved = yield* row(IdRow)(sql`
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
  const putItem = Effect.fnUntraced(function* (customer_id: string, marketplace_id: string, item: FileItem) {
    const now = yield* nowDate
    const { category, item_key, name, price_coins, status, ...content } = item
    yield* execute(sql`
      INSERT INTO marketplace_items AS i
        (customer_id, marketplace_id, item_id, item_key, name, category, price_coins, position, content, status,
         created_at, updated_at)
      SELECT ${customer_id}::uuid, ${marketplace_id}::uuid, ${yield* uuid}::uuid, ${item_key}, ${name}, ${category},
             ${price_coins}, coalesce(max(position) + 1, 0), ${JSON.stringify(content)}::jsonb, ${status},
             ${now}, ${now}
      FROM marketplace_items WHERE customer_id = ${customer_id}::uuid AND marketplace_id = ${marketplace_id}::uuid
      ON CONFLICT (customer_id, marketplace_id, item_key) DO UPDATE
        SET name = excluded.name, category = excluded.category, price_coins = excluded.price_coins,
            content = excluded.content ||
              CASE WHEN excluded.content #>> '{stock,total}' IS NULL THEN '{}' ELSE ${remembered} END,
            status = excluded.status, updated_at = excluded.updated_at
      RETURNING item_id`)
  })
  return { putItem, putMarketplace }
}

/** What items ask for is counted from now on, on all nodes. */
const tell = (sql: SqlClient.SqlClient, customer_id: string, marketplaces: ReadonlyArray<PresetMarketplace>) => {
  const asked = marketplaces.flatMap(({ items }) =>
    items.flatMap(({ requirements, visibility }) => [requirements, visibility])
  )
  return windowsIn(asked).size === 0 ? Effect.void : announce(sql, { _tag: "Tenant", customer_id })
}

export const catalogueWrites = (sql: SqlClient.SqlClient) => {
  const { putItem, putMarketplace } = marketplaceWrites(sql)
  const { itemsOf } = catalogueReads(sql)
  return {
    /** Answers how items are called now, those of the document first; wants a transaction. */
    putMarketplaces: Effect.fnUntraced(function* (
      customer_id: string,
      marketplaces: ReadonlyArray<PresetMarketplace>,
      brought: ReadonlyArray<ItemPlace> = placesIn(marketplaces)
    ) {
      for (const marketplace of marketplaces) {
        const marketplace_id = yield* putMarketplace(customer_id, marketplace)
        for (const item of marketplace.items) yield* putItem(customer_id, marketplace_id, item)
      }
      const names = itemNames(yield* itemsOf(customer_id), brought)
      // What an item requires may be an item that came after it.
      for (const marketplace of marketplaces) {
        const resolved = renameItems(marketplace, names.idOf)
        if (JSON.stringify(resolved) === JSON.stringify(marketplace)) continue
        const marketplace_id = yield* putMarketplace(customer_id, resolved)
        for (const item of resolved.items) yield* putItem(customer_id, marketplace_id, item)
      }
      yield* tell(sql, customer_id, marketplaces)
      return names
    }),
    /** The items named come first, in their order. */
    arrange: Effect.fnUntraced(function* (customer_id: string, { items, marketplace_key }: PresetMarketplace) {
      const keys = items.map(({ item_key }) => item_key)
      if (keys.length === 0) return
      yield* execute(sql`
        UPDATE marketplace_items AS i SET position = o.position
        FROM (
          SELECT k.item_id, row_number() OVER (ORDER BY f.place NULLS LAST, k.position, k.created_at, k.item_id)
            AS position
          FROM marketplace_items AS k
          JOIN marketplaces AS m ON m.customer_id = k.customer_id AND m.marketplace_id = k.marketplace_id
          LEFT JOIN unnest(${keys}::text[]) WITH ORDINALITY AS f (item_key, place) ON f.item_key = k.item_key
          WHERE k.customer_id = ${customer_id}::uuid AND m.marketplace_key = ${marketplace_key}
        ) AS o
        WHERE i.customer_id = ${customer_id}::uuid AND i.item_id = o.item_id RETURNING i.item_id`)
    })
  }
}
