/** What is for sale to one buddy, in one read: prices, stock, and whether it may buy. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { groupMet, requirementsOf } from "../../../../engine/rules/conditions.ts"
import type { ItemTerms, SaleTerms } from "../../../../engine/core/Command.ts"
import type { Facts } from "../../../../engine/core/Facts.ts"
import { requirementsFor, saleRefusal } from "../../../../engine/items/items.ts"
import { offerFor, takenOf } from "../../../../engine/items/sales.ts"
import { type BuddyState, own } from "../../../../engine/core/State.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { NotFound } from "../../../../wire/Failure.ts"
import type { Group } from "../../../../wire/content/Shared.ts"
import { type OffsetQuery, slice } from "../../../../wire/Page.ts"
import { BuddyReads } from "../../../players/buddies/Store.ts"
import { isWithin, termsOf } from "../../../economy/marketplaces/Rules.ts"
import {
  columns,
  OfferRow,
  type Row,
  salesAt,
  storedOf,
  type StoredSale,
  toWire
} from "../../../economy/marketplaces/Store/ItemRow.ts"
import type { WidgetItem, WidgetMarketplace, WidgetOwnedItem } from "../Api/Marketplace.ts"

/** As much of an item on sale as tells whether a buddy sees it, and its place in the shop. */
const Candidate = Schema.Struct({
  item_id: Schema.String,
  marketplace_id: Schema.String,
  position: Schema.Int,
  created_at: Schema.String,
  opened_at: Schema.String,
  visibility: Schema.Unknown as unknown as Schema.Codec<Group | null>,
  available_from: Schema.NullOr(Schema.String),
  available_until: Schema.NullOr(Schema.String)
})
type Candidate = typeof Candidate.Type

/** Looked at with one statement. */
const candidatesMax = 500

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

/** The price for this buddy, and the sale it is of, as of what was sold when the shop was read. */
const priceOf = (terms: ItemTerms, sales: ReadonlyArray<StoredSale>, facts: Facts) => {
  const soldOf = ({ flash_sale_id }: SaleTerms) => sales.find((one) => one.flash_sale_id === flash_sale_id)!.sold
  const { price_coins, sale } = offerFor(terms, facts, (one, total) => total - soldOf(one))
  if (sale === null) return { price_coins, sale }
  const { ends_at, flash_sale_id, name, per_buddy_limit, stock_total } = sale
  const shown: NonNullable<WidgetItem["sale"]> = {
    flash_sale_id,
    name,
    list_price_coins: terms.price_coins,
    ends_at: new Date(ends_at).toISOString(),
    left_for_you: per_buddy_limit === null ? null : per_buddy_limit - takenOf(facts, sale),
    stock_left: stock_total === null ? null : stock_total - soldOf(sale)
  }
  return { price_coins, sale: shown }
}

const offerOf = (found: OfferRow, facts: Facts): WidgetItem => {
  const item = toWire(found)
  const { available_until, stock_left } = item
  const sales = found.sales ?? []
  const listed = termsOf(storedOf(found), sales)
  const { price_coins, sale } = priceOf(listed, sales, facts)
  const terms = { ...listed, price_coins }
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
    price_coins,
    sale,
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
const wardrobeOf = (
  { evolution_stage, items }: BuddyState,
  rowsById: ReadonlyMap<string, Row>
): Array<WidgetOwnedItem> =>
  Object.entries(items)
    .sort(([, left], [, right]) => right.acquired_at - left.acquired_at)
    .map(([item_id, { category, count, equipped, name }]) => {
      const found = rowsById.get(item_id)
      const image_url = found === undefined ? null : pictureOf(found, evolution_stage)
      return { item_id, name, category: category as WidgetOwnedItem["category"], image_url, count, equipped }
    })

const reading = (sql: SqlClient.SqlClient) => {
  const shown = sql.literal(columns)
  return {
    /** What stands in the shops of the audience beyond `last`, in the order of the shop. */
    candidates: (customer_id: string, audience: string, category: string | null, last: Candidate | null) => {
      const beyond =
        last === null
          ? sql`true`
          : sql`(m.created_at, m.marketplace_id, i.position, i.created_at, i.item_id) > (${last.opened_at}::timestamptz,
              ${last.marketplace_id}::uuid, ${last.position}::int, ${last.created_at}::timestamptz,
              ${last.item_id}::uuid)`
      return rows(Candidate)(sql`
        SELECT i.item_id, i.marketplace_id, i.position, i.created_at::text AS created_at,
          m.created_at::text AS opened_at, i.content -> 'visibility' AS visibility,
          i.content ->> 'available_from' AS available_from, i.content ->> 'available_until' AS available_until
        FROM marketplaces AS m
        JOIN marketplace_items AS i ON i.customer_id = m.customer_id AND i.marketplace_id = m.marketplace_id
        WHERE m.customer_id = ${customer_id}::uuid AND m.is_active AND i.status = 'active'
          AND (m.audience IS NULL OR m.audience = ${audience})
          AND (${category}::text IS NULL OR i.category = ${category}) AND ${beyond}
        ORDER BY m.created_at, m.marketplace_id, i.position, i.created_at, i.item_id
        LIMIT ${candidatesMax}`)
    },
    /** whole items, by id */
    items: (customer_id: string, item_ids: ReadonlyArray<string>, at: number) =>
      rows(OfferRow)(sql`
        SELECT ${shown}, ${salesAt(sql, at)} AS sales FROM marketplace_items AS i
        WHERE i.customer_id = ${customer_id}::uuid AND i.item_id = ANY(${item_ids}::uuid[])`)
  }
}

const make = Effect.gen(function* () {
  const { candidates, items } = reading(yield* SqlClient.SqlClient)
  const reads = yield* BuddyReads

  /**
   * The page of what this buddy may see, and how much that is in all. What is visible hangs on the buddy, so everything
   * on sale is looked at, one batch at a time: only the names of one page are kept.
   */
  const offered = Effect.fnUntraced(function* (
    customer_id: string,
    { audience, facts }: { readonly audience: string; readonly facts: Facts },
    query: ShopQuery
  ) {
    const { limit, offset, page } = slice(query)
    const item_ids: Array<string> = []
    let total = 0
    let last: Candidate | null = null
    for (;;) {
      const batch: ReadonlyArray<Candidate> = yield* candidates(customer_id, audience, query.category ?? null, last)
      for (const { item_id, visibility, ...dates } of batch) {
        if (!isWithin(dates, facts.now) || (visibility !== null && !groupMet(visibility, facts))) continue
        if (total >= offset && item_ids.length < limit) item_ids.push(item_id)
        total += 1
      }
      if (batch.length < candidatesMax) return { item_ids, meta: { total, page, limit } }
      last = batch.at(-1)!
    }
  })

  return WidgetShop.of({
    show: Effect.fn("WidgetShop.show")(function* (customer_id, buddy_id, query) {
      const { at, buddy, snapshot, state } = yield* reads.standing(customer_id, buddy_id)
      const facts: Facts = { snapshot, state, ...at }
      const { item_ids, meta } = yield* offered(customer_id, { audience: buddy.audience, facts }, query)
      const known = yield* items(customer_id, [...new Set([...item_ids, ...Object.keys(state.items)])], facts.now)
      const rowsById = new Map(known.map((found) => [found.item_id, found]))
      return {
        // One that was removed in between is not shown any more.
        data: item_ids.flatMap((id) => (rowsById.has(id) ? [offerOf(rowsById.get(id)!, facts)] : [])),
        meta,
        balance: state.coins.balance,
        owned_items: wardrobeOf(state, rowsById)
      }
    })
  })
})
