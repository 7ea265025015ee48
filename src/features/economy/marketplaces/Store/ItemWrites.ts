/** The statements of whoever changes items. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { windowsIn } from "../../../../engine/core/Snapshot.ts"
import type { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { isUniqueViolation, nowDate, rows } from "../../../../platform/postgres/Sql.ts"
import type { MarketplaceItemInput } from "../../../../wire/content/Marketplace.ts"
import { AlreadyExists } from "../../../../wire/Failure.ts"
import { contentOf } from "../Rules.ts"
import { soldBefore } from "./ItemRow.ts"

const KeyRow = Schema.Struct({ item_id: Schema.String, item_key: Schema.String })

export const statements = (sql: SqlClient.SqlClient, changes: CacheInvalidation["Service"]) => {
  const own = (customer_id: string, marketplace_id: string) =>
    sql`customer_id = ${customer_id}::uuid AND marketplace_id = ${marketplace_id}::uuid`

  const remembered = sql.literal(soldBefore)

  const keysOf = (customer_id: string, marketplace_id: string) =>
    rows(KeyRow)(sql`
      SELECT item_id, item_key FROM marketplace_items WHERE ${own(customer_id, marketplace_id)}
      ORDER BY position, created_at, item_id`)

  /** One writer of a marketplace's items at a time: keys and positions are given out in order. */
  const alone = <A, E>(customer_id: string, marketplace_id: string, effect: Effect.Effect<A, E>) =>
    sql
      .withTransaction(
        Effect.andThen(
          sql`SELECT 1 FROM marketplaces WHERE ${own(customer_id, marketplace_id)} FOR NO KEY UPDATE`,
          effect
        )
      )
      .pipe(Effect.catchTag("SqlError" as never, (error) => Effect.die(error))) as Effect.Effect<A, E>

  /** What an item asks for is counted from now on. */
  const tell = (customer_id: string, { requirements, visibility }: MarketplaceItemInput) =>
    windowsIn([requirements, visibility]).size === 0 ? Effect.void : changes.publish({ _tag: "Tenant", customer_id })

  const insert = Effect.fnUntraced(function* (
    customer_id: string,
    marketplace_id: string,
    item: MarketplaceItemInput & { readonly item_key: string }
  ) {
    const now = yield* nowDate
    const item_id = yield* uuid
    yield* Effect.orDie(sql`
      INSERT INTO marketplace_items (customer_id, marketplace_id, item_id, item_key, name, category, price_coins,
        position, content, status, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${marketplace_id}::uuid, ${item_id}::uuid, ${item.item_key}, ${item.name},
        ${item.category}, ${item.price_coins},
        (SELECT coalesce(max(position), 0) + 1 FROM marketplace_items WHERE ${own(customer_id, marketplace_id)}),
        ${JSON.stringify(contentOf(item))}::jsonb, ${item.status}, ${now}, ${now})`)
    yield* tell(customer_id, item)
    return item_id
  })

  const update = Effect.fnUntraced(function* (customer_id: string, item_id: string, item: MarketplaceItemInput) {
    yield* Effect.orDie(sql`
      UPDATE marketplace_items AS i SET item_key = coalesce(${item.item_key}, item_key), name = ${item.name},
        category = ${item.category}, price_coins = ${item.price_coins},
        content = ${JSON.stringify(contentOf(item))}::jsonb || ${item.stock.total === null ? sql`'{}'` : remembered},
        status = ${item.status}, updated_at = ${yield* nowDate}
      WHERE customer_id = ${customer_id}::uuid AND item_id = ${item_id}::uuid`)
    yield* tell(customer_id, item)
  })

  const taken = <A, E>(key: string | null, effect: Effect.Effect<A, E>) =>
    Effect.catchDefect(effect, (defect) =>
      isUniqueViolation(defect)
        ? Effect.fail(new AlreadyExists({ resource: "item", key: key ?? "" }))
        : Effect.die(defect)
    )

  return { alone, insert, keysOf, taken, update }
}
