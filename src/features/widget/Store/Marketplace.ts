/** What is for sale to one buddy, in one read: prices, stock, and whether it may buy. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Facts, groupMet, requirementsOf } from "../../../engine/conditions.ts"
import { requirementsFor, saleRefusal } from "../../../engine/items.ts"
import { type BuddyState, own } from "../../../engine/State.ts"
import { offsetArray } from "../../../platform/Paging.ts"
import { rows } from "../../../platform/Sql.ts"
import type { NotFound } from "../../../wire/Failure.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { BuddyReads } from "../../buddies/Store.ts"
import { isForSale, termsOf } from "../../marketplaces/Rules.ts"
import { columns, Row, storedOf, toWire } from "../../marketplaces/Store/ItemRow.ts"
import type { WidgetItem, WidgetMarketplace, WidgetOwnedItem } from "../Api/Marketplace.ts"

const OfferRow = Schema.Struct({ ...Row.fields, on_sale: Schema.Boolean })
type OfferRow = typeof OfferRow.Type

interface ShopQuery extends OffsetQuery {
  readonly category?: string
}

export class WidgetShop extends Context.Service<
  WidgetShop,
  {
    /** what the buddy may see, in the order of the marketplaces; hidden items are left out */
    show(
      customer_id: string,
      buddy_id: string,
      query: ShopQuery
    ): Effect.Effect<Omit<typeof WidgetMarketplace.Type, "scopes">, NotFound>
  }
>()("hatchery/features/widget/WidgetShop") {
  static readonly layer = Layer.effect(
    WidgetShop,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(BuddyReads.layer))
}

const pictureOf = (found: Row, stage: number): string | null => {
  const { image_url, stage_images } = storedOf(found).content
  return stage_images[String(stage)] ?? image_url
}

const offerOf = (found: Row, facts: Facts): WidgetItem => {
  const item = toWire(found)
  const { available_until, stock_left } = item
  const terms = termsOf(storedOf(found))
  const held = own(facts.state.items, item.item_id)
  const refusal = saleRefusal(terms, false, facts, () => stock_left ?? 0)
  return {
    item_id: item.item_id,
    item_key: found.item_key,
    marketplace_id: item.marketplace_id,
    name: item.name,
    description: item.description,
    category: item.category,
    image_url: pictureOf(found, facts.state.evolution_stage),
    price_coins: item.price_coins,
    is_gift_only: item.is_gift_only,
    stock_left,
    available_until: available_until === null ? null : new Date(available_until).toISOString(),
    owned: held?.count ?? 0,
    equipped: held?.equipped ?? false,
    requirements: requirementsOf(requirementsFor(facts.snapshot, terms), facts),
    can_buy: refusal === null,
    refusal: refusal === null ? null : (refusal.code as NonNullable<WidgetItem["refusal"]>)
  }
}

/** A piece keeps the name it was acquired under; the picture is today's. */
const wardrobeOf = ({ evolution_stage, items }: BuddyState, known: ReadonlyArray<Row>): Array<WidgetOwnedItem> => {
  const rowsById = new Map(known.map((found) => [found.item_id, found]))
  return Object.entries(items)
    .sort(([, left], [, right]) => right.acquired_at - left.acquired_at)
    .map(([item_id, { category, count, equipped, name }]) => {
      const found = rowsById.get(item_id)
      const image_url = found === undefined ? null : pictureOf(found, evolution_stage)
      return { item_id, name, category: category as WidgetOwnedItem["category"], image_url, count, equipped }
    })
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const reads = yield* BuddyReads
  const shown = sql.literal(columns)

  /** On sale to the audience by the marketplace's word, or owned by the buddy. */
  const readItems = (customer_id: string, audience: string, mine: ReadonlyArray<string>) =>
    rows(OfferRow)(sql`
      SELECT * FROM (
        SELECT ${shown}, m.created_at AS opened_at,
          i.status = 'active' AND m.is_active AND (m.audience IS NULL OR m.audience = ${audience}) AS on_sale
        FROM marketplace_items AS i
        JOIN marketplaces AS m ON m.customer_id = i.customer_id AND m.marketplace_id = i.marketplace_id
        WHERE i.customer_id = ${customer_id}::uuid
      ) AS found
      WHERE on_sale OR item_id = ANY(${mine}::uuid[])
      ORDER BY opened_at, marketplace_id, position, created_at, item_id`)

  return WidgetShop.of({
    show: Effect.fn("WidgetShop.show")(function* (customer_id, buddy_id, query) {
      const { at, buddy, snapshot, state } = yield* reads.standing(customer_id, buddy_id)
      const facts: Facts = { snapshot, state, ...at }
      const now = yield* Clock.currentTimeMillis
      const known = yield* readItems(customer_id, buddy.audience, Object.keys(state.items))
      const isOffered = (found: OfferRow): boolean => {
        const stored = storedOf(found)
        if (!found.on_sale || !isForSale(stored, now)) return false
        if (query.category !== undefined && query.category !== found.category) return false
        return groupMet(stored.content.visibility, facts)
      }
      const offers = known.filter(isOffered).map((found) => offerOf(found, facts))
      return {
        ...offsetArray(query, offers),
        balance: state.coins.balance,
        owned_items: wardrobeOf(state, known)
      }
    })
  })
})
