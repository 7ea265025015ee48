/**
 * Items in Postgres. An item that somebody owns is archived when it is removed, so that its name and picture stay; one
 * that nobody has is deleted. How many pieces of a limited item are sold stands in rule_budgets, where purchases of all
 * buddies meet (see engine/items/items).
 */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import { offsetList, type OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { namedBy } from "../../../../platform/postgres/References.ts"
import { nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import { type AlreadyExists, NotFound } from "../../../../wire/Failure.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import type { MarketplaceItemInput } from "../../../../wire/content/Marketplace.ts"
import type { Imported, Item } from "../Api.ts"
import { itemKeyOf, type StoredItem } from "../Rules.ts"
import { itemNaming } from "./ItemNames.ts"
import { statements } from "./ItemWrites.ts"
import { columns, Row, SaleRow, salesAt, storedOf, type StoredSale, toWire } from "./ItemRow.ts"

export interface ItemQuery extends OffsetQuery {
  readonly category?: string
  readonly status?: string
}

/** An item with what its marketplace says of it. */
export interface ItemOnSale {
  readonly item: StoredItem
  /** those not over */
  readonly sales: ReadonlyArray<StoredSale>
  readonly marketplace_id: string
  readonly audience: string | null
  readonly is_active: boolean
}

interface Service {
  list(customer_id: string, marketplace_id: string, query: ItemQuery): Effect.Effect<OffsetPage<Item>>
  /** by id or key, within one marketplace */
  read(customer_id: string, marketplace_id: string, id: string): Effect.Effect<Item, NotFound>
  /**
   * by id or key, wherever they stand: marketplaces may share keys; the oldest first, at least one. With their sales as
   * of `at`, epoch ms
   */
  named(
    customer_id: string,
    id: string,
    at: number
  ): Effect.Effect<readonly [ItemOnSale, ...Array<ItemOnSale>], NotFound>
  create(customer_id: string, marketplace_id: string, input: MarketplaceItemInput): Effect.Effect<Item, AlreadyExists>
  replace(
    customer_id: string,
    marketplace_id: string,
    id: string,
    input: MarketplaceItemInput
  ): Effect.Effect<Item, NotFound | AlreadyExists>
  /** gives it another picture and leaves the rest as it is by now */
  picture(customer_id: string, marketplace_id: string, id: string, image_url: string): Effect.Effect<Item, NotFound>
  remove(customer_id: string, marketplace_id: string, id: string): Effect.Effect<void, NotFound>
  import(
    customer_id: string,
    marketplace_id: string,
    items: ReadonlyArray<MarketplaceItemInput>,
    on_conflict: "skip" | "update"
  ): Effect.Effect<typeof Imported.Type>
  /** answers all items in their new order; an unknown one is NotFound and nothing moves */
  reorder(
    customer_id: string,
    marketplace_id: string,
    item_ids: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyArray<string>, NotFound>
}

export class ItemStore extends Context.Service<ItemStore, Service>()("hatchery/features/marketplaces/ItemStore") {
  static readonly layer = Layer.effect(
    ItemStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      return ItemStore.of({ ...reading(sql), ...writing(sql, changes), ...arranging(sql, changes) })
    })
  )
}

const unknown = () => new NotFound({ resource: "item" })

const onSale = (found: typeof SaleRow.Type): ItemOnSale => ({
  item: storedOf(found),
  sales: found.sales ?? [],
  marketplace_id: found.marketplace_id,
  audience: found.marketplace_audience,
  is_active: found.marketplace_active
})

const reading = (sql: SqlClient.SqlClient): Pick<Service, "list" | "read" | "named"> => {
  const shown = sql.literal(columns)
  const named = namedBy(sql, { id: "i.item_id", key: "i.item_key" })
  return {
    list: Effect.fn("ItemStore.list")(function* (customer_id, marketplace_id, query) {
      const where = sql.and([
        sql`i.customer_id = ${customer_id}::uuid AND i.marketplace_id = ${marketplace_id}::uuid`,
        query.status === undefined ? sql`i.status <> 'archived'` : sql`i.status = ${query.status}`,
        ...(query.category === undefined ? [] : [sql`i.category = ${query.category}`])
      ])
      const page = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM marketplace_items AS i WHERE ${where}`,
        read: (limit, offset) =>
          rows(Row)(sql`
            SELECT ${shown} FROM marketplace_items AS i WHERE ${where}
            ORDER BY i.position, i.created_at, i.item_id LIMIT ${limit} OFFSET ${offset}`)
      })
      return { ...page, data: page.data.map(toWire) }
    }),
    read: Effect.fn("ItemStore.read")(function* (customer_id, marketplace_id, id) {
      const found = yield* row(Row)(sql`
        SELECT ${shown} FROM marketplace_items AS i
        WHERE i.customer_id = ${customer_id}::uuid AND i.marketplace_id = ${marketplace_id}::uuid AND ${named(id)}`)
      return Option.isNone(found) ? yield* unknown() : toWire(found.value)
    }),
    named: Effect.fn("ItemStore.named")(function* (customer_id, id, at) {
      const found = yield* rows(SaleRow)(sql`
        SELECT ${shown}, ${salesAt(sql, at)} AS sales, m.audience AS marketplace_audience,
          m.is_active AS marketplace_active
        FROM marketplace_items AS i
        JOIN marketplaces AS m ON m.customer_id = i.customer_id AND m.marketplace_id = i.marketplace_id
        WHERE i.customer_id = ${customer_id}::uuid AND ${named(id)}
        ORDER BY i.created_at, i.item_id`)
      const [first, ...others] = found.map(onSale)
      return first === undefined ? yield* unknown() : ([first, ...others] as const)
    })
  }
}

const writing = (
  sql: SqlClient.SqlClient,
  changes: CacheInvalidation["Service"]
): Pick<Service, "create" | "replace" | "picture" | "remove"> => {
  const { read } = reading(sql)
  const { alone, insert, keysOf, taken, update } = statements(sql, changes)
  const naming = itemNaming(sql)
  return {
    create: Effect.fn("ItemStore.create")(function* (customer_id, marketplace_id, given) {
      const input = (yield* naming(customer_id, given, marketplace_id))(given)
      const item_id = yield* taken(
        input.item_key,
        alone(
          customer_id,
          marketplace_id,
          Effect.gen(function* () {
            const keys = new Set((yield* keysOf(customer_id, marketplace_id)).map(({ item_key }) => item_key))
            const item_key = input.item_key ?? itemKeyOf(input.name, keys)
            return yield* insert(customer_id, marketplace_id, { ...input, item_key })
          })
        )
      )
      return yield* Effect.orDie(read(customer_id, marketplace_id, item_id))
    }),
    replace: Effect.fn("ItemStore.replace")(function* (customer_id, marketplace_id, id, input) {
      const { item_id } = yield* read(customer_id, marketplace_id, id)
      const resolve = yield* naming(customer_id, input, marketplace_id)
      yield* taken(input.item_key, update(customer_id, item_id, resolve(input)))
      return yield* read(customer_id, marketplace_id, item_id)
    }),
    picture: Effect.fn("ItemStore.picture")(function* (customer_id, marketplace_id, id, image_url) {
      const { item_id } = yield* read(customer_id, marketplace_id, id)
      yield* Effect.orDie(sql`
        UPDATE marketplace_items SET content = jsonb_set(content, '{image_url}', to_jsonb(${image_url}::text)),
          updated_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND item_id = ${item_id}::uuid`)
      return yield* read(customer_id, marketplace_id, item_id)
    }),
    remove: Effect.fn("ItemStore.remove")(function* (customer_id, marketplace_id, id) {
      const { item_id } = yield* read(customer_id, marketplace_id, id)
      yield* Effect.orDie(sql`
        WITH owned AS (
          SELECT 1 FROM buddy_history WHERE customer_id = ${customer_id}::uuid AND kind = 'item' AND key = ${item_id}
          UNION ALL
          -- A gift that is paid, and under way: who gets it has it then.
          SELECT 1 FROM buddy_signals WHERE customer_id = ${customer_id}::uuid AND body ->> '_tag' = 'DeliverGift'
            AND body #>> '{item,item_id}' = ${item_id}
          LIMIT 1
        ), archived AS (
          UPDATE marketplace_items SET status = 'archived', updated_at = ${yield* nowDate}
          WHERE customer_id = ${customer_id}::uuid AND item_id = ${item_id}::uuid AND EXISTS (SELECT FROM owned)
        )
        DELETE FROM marketplace_items
        WHERE customer_id = ${customer_id}::uuid AND item_id = ${item_id}::uuid AND NOT EXISTS (SELECT FROM owned)`)
    })
  }
}

/** Changes of many items at once. */
const arranging = (
  sql: SqlClient.SqlClient,
  changes: CacheInvalidation["Service"]
): Pick<Service, "import" | "reorder"> => {
  const { alone, insert, keysOf, update } = statements(sql, changes)
  const naming = itemNaming(sql)
  return {
    import: Effect.fn("ItemStore.import")(function* (customer_id, marketplace_id, items, on_conflict) {
      const results = yield* alone(
        customer_id,
        marketplace_id,
        Effect.gen(function* () {
          const known = new Map((yield* keysOf(customer_id, marketplace_id)).map((one) => [one.item_key, one.item_id]))
          const results: Array<(typeof Imported.Type)["results"][number]> = []
          for (const [index, input] of items.entries()) {
            const item_key = input.item_key ?? itemKeyOf(input.name, new Set(known.keys()))
            const before = known.get(item_key)
            if (before === undefined) {
              const item_id = yield* insert(customer_id, marketplace_id, { ...input, item_key })
              known.set(item_key, item_id)
              results.push({ index, item_key, item_id, status: "created" })
            } else {
              if (on_conflict === "update") yield* update(customer_id, before, input)
              const status = on_conflict === "update" ? "updated" : "skipped"
              results.push({ index, item_key, item_id: before, status })
            }
          }
          // What an item asks for may be one that came after it.
          const resolve = yield* naming(customer_id, items, marketplace_id)
          // Of rows with one key the last is how the item stands.
          const last = new Map(results.flatMap((one) => (one.status === "skipped" ? [] : [[one.item_id, one.index]])))
          for (const { index, item_id, status } of results) {
            if (last.get(item_id) !== index) continue
            const [input, resolved] = [items[index]!, resolve(items[index]!)]
            const isOther = JSON.stringify(resolved) !== JSON.stringify(input)
            if (status !== "skipped" && isOther) yield* update(customer_id, item_id, resolved)
          }
          return results
        })
      )
      const count = (status: string) => results.filter((one) => one.status === status).length
      return { created: count("created"), updated: count("updated"), skipped: count("skipped"), results }
    }),
    reorder: Effect.fn("ItemStore.reorder")(function* (customer_id, marketplace_id, item_ids) {
      return yield* alone(
        customer_id,
        marketplace_id,
        Effect.gen(function* () {
          const all = yield* keysOf(customer_id, marketplace_id)
          const byId = new Map(all.map((one) => [one.item_id, one]))
          const byKey = new Map(all.map((one) => [one.item_key, one]))
          const first = item_ids.map((id) => (isUuid(id) ? byId.get(id.toLowerCase()) : byKey.get(id)))
          if (first.includes(undefined)) return yield* unknown()
          const order = [...new Set([...first, ...all].map((one) => one!.item_id))]
          yield* Effect.orDie(sql`
            UPDATE marketplace_items AS i SET position = o.position
            FROM unnest(${order}::uuid[]) WITH ORDINALITY AS o (item_id, position)
            WHERE i.customer_id = ${customer_id}::uuid AND i.item_id = o.item_id`)
          return order
        })
      )
    })
  }
}
