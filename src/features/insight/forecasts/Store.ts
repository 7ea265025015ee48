/** The record simulated users are modelled on. Nothing of it is written. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Zone } from "../../../engine/calendar/zones.ts"
import type { ItemTerms } from "../../../engine/core/Command.ts"
import { rows } from "../../../platform/postgres/Sql.ts"
import { isUuid } from "../../../wire/Ids.ts"
import { termsOf } from "../../economy/marketplaces/Rules.ts"
import { columns, Row as ItemRow, storedOf } from "../../economy/marketplaces/Store/ItemRow.ts"
import { type Models, modelling } from "./Store/Models.ts"
import type { Plan } from "./Store/Plan.ts"

export interface ShopItem {
  readonly item_key: string
  readonly price: number
  /** null: everybody's */
  readonly audience: string | null
  readonly terms: ItemTerms
  /** pieces sold */
  readonly sold: number
}

interface Service {
  newestEvent(customer_id: string): Effect.Effect<string>
  areItems(customer_id: string, item_ids: ReadonlyArray<string>): Effect.Effect<boolean>
  models(customer_id: string, plan: Plan, zone: Zone): Effect.Effect<Models>
  /** on sale now, cheapest first, or those that are named */
  shop(customer_id: string, item_ids: ReadonlyArray<string> | null): Effect.Effect<ReadonlyArray<ShopItem>>
  /** coins of budgets that are used up, as [rule, period, coins] */
  used(
    customer_id: string,
    rule_ids: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyArray<readonly [string, string, number]>>
}

export class ForecastStore extends Context.Service<ForecastStore, Service>()(
  "hatchery/features/forecasts/ForecastStore"
) {
  static readonly layer = Layer.effect(
    ForecastStore,
    Effect.map(SqlClient.SqlClient, (sql) => ForecastStore.of({ ...looking(sql), models: modelling(sql) }))
  )
}

const NewestRow = Schema.Struct({ newest: Schema.String })
const CountRow = Schema.Struct({ found: Schema.Int })
const UsedRow = Schema.Struct({ rule_id: Schema.String, period_key: Schema.String, used: Schema.NumberFromString })
const SoldRow = Schema.Struct({ ...ItemRow.fields, audience: Schema.NullOr(Schema.String) })

const items_max = 500
const periods_max = 20_000

const looking = (sql: SqlClient.SqlClient): Omit<Service, "models"> => ({
  newestEvent: Effect.fn("ForecastStore.newestEvent")(function* (customer_id) {
    const [found] = yield* rows(NewestRow)(sql`
      SELECT coalesce(max(sequence), 0)::text AS newest FROM events WHERE customer_id = ${customer_id}::uuid`)
    return found!.newest
  }),
  areItems: Effect.fn("ForecastStore.areItems")(function* (customer_id, item_ids) {
    const ids = [...new Set(item_ids.map((id) => id.toLowerCase()))]
    if (!ids.every(isUuid)) return false
    const [counted] = yield* rows(CountRow)(sql`
      SELECT count(*)::int AS found FROM marketplace_items
      WHERE customer_id = ${customer_id}::uuid AND item_id = ANY(${ids}::uuid[])`)
    return counted!.found === ids.length
  }),
  shop: Effect.fn("ForecastStore.shop")(function* (customer_id, item_ids) {
    const found = yield* rows(SoldRow)(sql`
      SELECT ${sql.literal(columns)}, m.audience
      FROM marketplace_items AS i
      JOIN marketplaces AS m ON m.customer_id = i.customer_id AND m.marketplace_id = i.marketplace_id
      WHERE i.customer_id = ${customer_id}::uuid AND ${
        item_ids === null ? sql`i.status = 'active' AND m.is_active` : sql`i.item_id = ANY(${item_ids}::uuid[])`
      }
      ORDER BY i.price_coins, i.item_id LIMIT ${items_max}`)
    return found.map(({ audience, ...item }) => {
      const stored = storedOf(item)
      return {
        item_key: stored.item_key,
        price: stored.price_coins,
        audience,
        terms: termsOf(stored),
        sold: Number(item.sold)
      }
    })
  }),
  used: Effect.fn("ForecastStore.used")(function* (customer_id, rule_ids) {
    const found = yield* rows(UsedRow)(sql`
      SELECT rule_id, period_key, used::text FROM rule_budgets
      WHERE customer_id = ${customer_id}::uuid AND rule_id = ANY(${rule_ids}::uuid[])
      ORDER BY rule_id, period_key LIMIT ${periods_max}`)
    return found.map(({ period_key, rule_id, used }) => [rule_id, period_key, used] as const)
  })
})
