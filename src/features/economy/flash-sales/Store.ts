/** Flash sales in Postgres. Purchases read them with the item (marketplaces); no timer opens or closes one. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { salePeriod } from "../../../engine/items/sales.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { iso, isUuid, parseInstant, refersTo } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { CampaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { MarketplaceStore } from "../marketplaces/Store.ts"
import { Discount, type FlashSale, type FlashSaleInput, liveSales_max } from "./Api.ts"

const Row = Schema.Struct({
  flash_sale_id: Schema.String,
  name: Schema.String,
  marketplace_id: Schema.String,
  item_ids: Schema.Array(Schema.String),
  discount: Discount,
  starts_at: Schema.Date,
  ends_at: Schema.Date,
  per_buddy_limit: Schema.NullOr(Schema.Int),
  stock_total: Schema.NullOr(Schema.BigInt),
  sold: Schema.BigInt,
  created_at: Schema.Date,
  updated_at: Schema.Date
})
const NamedRow = Schema.Struct({ item_id: Schema.String, item_key: Schema.String })

const columns = `s.flash_sale_id, s.name, s.marketplace_id, s.item_ids, s.discount, s.starts_at, s.ends_at,
  s.per_buddy_limit, s.stock_total, s.created_at, s.updated_at,
  coalesce((SELECT b.used FROM rule_budgets AS b WHERE b.customer_id = s.customer_id
    AND b.rule_id = s.flash_sale_id AND b.period_key = '${salePeriod}'), 0) AS sold`

const toWire =
  (now: number) =>
  (found: typeof Row.Type): FlashSale => {
    const [starts, ends] = [found.starts_at.getTime(), found.ends_at.getTime()]
    return {
      ...found,
      starts_at: iso(found.starts_at),
      ends_at: iso(found.ends_at),
      stock_total: found.stock_total === null ? null : Number(found.stock_total),
      status: now < starts ? "scheduled" : now < ends ? "running" : "ended",
      sold: Number(found.sold),
      created_at: iso(found.created_at),
      updated_at: iso(found.updated_at)
    }
  }

interface Service {
  list(
    customer_id: string,
    query: OffsetQuery & { readonly status?: FlashSale["status"] }
  ): Effect.Effect<OffsetPage<FlashSale>>
  create(customer_id: string, input: FlashSaleInput): Effect.Effect<FlashSale, ValidationFailed | CampaignLimit>
  remove(customer_id: string, id: string): Effect.Effect<void, NotFound>
}

export class FlashSaleStore extends Context.Service<FlashSaleStore, Service>()(
  "hatchery/features/flash-sales/FlashSaleStore"
) {
  static readonly layer = Layer.effect(
    FlashSaleStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(MarketplaceStore.layer))
}

/** What a sale is of, by id: in the order in which the items are named, each once. */
const makeNaming = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const marketplaces = yield* MarketplaceStore
  return Effect.fnUntraced(function* (customer_id: string, { item_ids: names, marketplace_id: shop }: FlashSaleInput) {
    const { marketplace_id } = yield* Effect.mapError(marketplaces.read(customer_id, shop), () =>
      ValidationFailed.at(["marketplace_id"], "no marketplace has this id or key")
    )
    const ids = names.map((name) => name.toLowerCase())
    const found = yield* rows(NamedRow)(sql`
      SELECT item_id, item_key FROM marketplace_items
      WHERE customer_id = ${customer_id}::uuid AND marketplace_id = ${marketplace_id}::uuid AND status <> 'archived'
        AND (item_key = ANY(${names}::text[]) OR item_id::text = ANY(${ids}::text[]))`)
    const item_ids = names.map(
      (name) => found.find(({ item_id, item_key }) => refersTo(name, item_id, item_key))?.item_id
    )
    const issues = item_ids.flatMap((item_id, index) =>
      item_id === undefined
        ? [{ path: ["item_ids", index], message: "no item of the marketplace has this id or key" }]
        : []
    )
    if (issues.length > 0) return yield* new ValidationFailed({ issues })
    return { marketplace_id, item_ids: [...new Set(item_ids as ReadonlyArray<string>)] }
  })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const shown = sql.literal(columns)
  const transaction = transactionOf(sql)
  const naming = yield* makeNaming

  /** One writer of a tenant's sales at a time, or two would both be the last that is allowed. */
  const add = Effect.fnUntraced(function* (customer_id: string, input: FlashSaleInput, named: Named, now: number) {
    yield* Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`flash_sales:${customer_id}`}, 0))`)
    const live = yield* execute(sql`
      SELECT 1 FROM flash_sales
      WHERE customer_id = ${customer_id}::uuid AND deleted_at IS NULL AND ends_at > ${new Date(now)}`)
    if (live >= liveSales_max) return yield* new CampaignLimit({ of: "flash_sales", max: liveSales_max })
    const { discount, ends_at, name, per_buddy_limit, starts_at, stock_total } = input
    const [made] = yield* rows(Row)(sql`
      INSERT INTO flash_sales AS s (customer_id, flash_sale_id, name, marketplace_id, item_ids, discount, starts_at,
        ends_at, per_buddy_limit, stock_total, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${name}, ${named.marketplace_id}::uuid,
        ${named.item_ids}::uuid[], ${JSON.stringify(discount)}::jsonb, ${new Date(parseInstant(starts_at))},
        ${new Date(parseInstant(ends_at))}, ${per_buddy_limit}, ${stock_total}, ${new Date(now)}, ${new Date(now)})
      RETURNING ${shown}`)
    return toWire(now)(made!)
  })

  return FlashSaleStore.of({
    list: Effect.fn("FlashSaleStore.list")(function* (customer_id, query) {
      const now = yield* nowDate
      const where = sql.and([
        sql`s.customer_id = ${customer_id}::uuid AND s.deleted_at IS NULL`,
        ...(query.status === "scheduled" ? [sql`s.starts_at > ${now}`] : []),
        ...(query.status === "running" ? [sql`s.starts_at <= ${now} AND s.ends_at > ${now}`] : []),
        ...(query.status === "ended" ? [sql`s.ends_at <= ${now}`] : [])
      ])
      const page = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM flash_sales AS s WHERE ${where}`,
        read: (limit, offset) =>
          rows(Row)(sql`
            SELECT ${shown} FROM flash_sales AS s WHERE ${where}
            ORDER BY s.created_at DESC, s.flash_sale_id DESC LIMIT ${limit} OFFSET ${offset}`)
      })
      return { ...page, data: page.data.map(toWire(now.getTime())) }
    }),
    create: Effect.fn("FlashSaleStore.create")(function* (customer_id, input) {
      const now = yield* Clock.currentTimeMillis
      if (parseInstant(input.ends_at) <= now) return yield* ValidationFailed.at(["ends_at"], "ends_at is not ahead")
      const named = yield* naming(customer_id, input)
      return yield* transaction(add(customer_id, input, named, now))
    }),
    remove: Effect.fn("FlashSaleStore.remove")(function* (customer_id, id) {
      const now = yield* nowDate
      const gone = isUuid(id)
        ? yield* execute(sql`
            UPDATE flash_sales SET deleted_at = ${now}, updated_at = ${now}
            WHERE customer_id = ${customer_id}::uuid AND flash_sale_id = ${id}::uuid AND deleted_at IS NULL
            RETURNING 1`)
        : 0
      if (gone === 0) return yield* new NotFound({ resource: "flash sale" })
    })
  })
})
type Named = Effect.Success<ReturnType<Effect.Success<typeof makeNaming>>>
