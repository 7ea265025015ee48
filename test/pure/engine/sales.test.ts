/** Flash sales: what an item costs one buddy at one moment. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { ItemTerms, SaleTerms } from "../../../src/engine/core/Command.ts"
import { discounted, offerFor } from "../../../src/engine/items/sales.ts"
import { bodies, row, World } from "../../kit/engine/World.ts"

const noon = "2026-12-04T12:00:00Z"
const sale = (fields: Partial<SaleTerms> = {}): SaleTerms => ({
  flash_sale_id: "s1",
  name: "Friday",
  discount: { mode: "percent", value: 30 },
  starts_at: Date.parse(noon),
  ends_at: Date.parse("2026-12-04T18:00:00Z"),
  per_buddy_limit: null,
  stock_total: null,
  ...fields
})
const everyone = { match: "all", conditions: [] } as const
const hat = (sales: ReadonlyArray<SaleTerms>, fields: Partial<ItemTerms> = {}): ItemTerms => ({
  item_id: "i1",
  name: "Hat",
  category: "head",
  price_coins: 25,
  is_gift_only: false,
  stock_total: null,
  per_buddy: null,
  visibility: everyone,
  requirements: everyone,
  sales,
  ...fields
})
const buy = (item: ItemTerms, more: { gift_to_buddy_id?: string; max_price_coins?: number } = {}) =>
  ({ _tag: "BuyItem", item, purchase_id: "p1", gift_to_buddy_id: null, ...more }) as const

const rich = () => {
  const world = new World({})
  world.accept("2026-12-01T00:00:00Z", { _tag: "EarnCoins", amount: 1_000, reason: null, reference_id: null })
  return world
}
const paid = (world: World, at: string, item: ItemTerms): number => {
  const { reply } = world.accept(at, buy(item))
  return reply._tag === "Item" ? reply.price_paid : Number.NaN
}

describe("a flash sale", () => {
  it("counts from its beginning until before its end, and takes so much off, rounded down", () => {
    const world = rich()
    const times = ["2026-12-04T11:59:59.999Z", noon, "2026-12-04T17:59:59.999Z", "2026-12-04T18:00:00Z"]
    assert.deepStrictEqual(
      times.map((at) => paid(world, at, hat([sale()]))),
      [25, 17, 17, 25]
    )
  })

  it("books the price that was paid, tells it to everybody and names itself in the trace", () => {
    const bought = rich().accept(noon, buy(hat([sale()])))
    assert.deepStrictEqual(
      bought.entries.map(({ amount }) => amount),
      [-17]
    )
    assert.deepInclude(bodies(bought, "item.purchased")[0], { price_paid: 17 })
    assert.deepInclude(bought.history[0]!.body, { price_paid: 17, flash_sale_id: "s1" })
    assert.deepInclude(row(bought, "marketplace_item").detail, {
      price_coins: 17,
      list_price_coins: 25,
      flash_sale_id: "s1"
    })
    assert.deepStrictEqual(bought.budgets, [
      { rule_id: "s1", period_key: "sale", amount: 1, max_coins: Number.MAX_SAFE_INTEGER }
    ])
  })

  it("is over for a buddy after its share, and for all after its stock", () => {
    const world = rich()
    const limited = hat([sale({ per_buddy_limit: 2 })])
    assert.deepStrictEqual(
      [1, 2, 3].map(() => paid(world, noon, limited)),
      [17, 17, 25]
    )
    const scarce = hat([sale({ flash_sale_id: "s2", stock_total: 1 })])
    assert.deepStrictEqual(
      [1, 2].map(() => paid(world, noon, scarce)),
      [17, 25]
    )
    assert.deepStrictEqual(world.state.sales, { s1: { count: 2, ends_at: sale().ends_at } })
    paid(world, "2026-12-04T18:00:00Z", hat([]))
    assert.isUndefined(world.state.sales)
  })

  it("gives way to a better one, and among equals to the one that began first", () => {
    const cheap = sale({ flash_sale_id: "cheap", discount: { mode: "fixed_price", value: 5 } })
    const early = sale({ flash_sale_id: "early", starts_at: Date.parse(noon) - 1 })
    const names = (sales: ReadonlyArray<SaleTerms>) => {
      const { reply } = rich().accept(noon, buy(hat(sales)))
      return reply._tag === "Item" ? reply.flash_sale_id : undefined
    }
    assert.strictEqual(names([sale(), cheap]), "cheap")
    assert.strictEqual(names([sale(), early]), "early")
    assert.isNull(names([sale({ discount: { mode: "fixed_price", value: 25 } })]))
  })

  it("refuses a price above what the buyer saw, before it looks at the coins, and nothing moves", () => {
    const world = rich()
    const refusal = (item: ItemTerms, max: number) => world.refuse(noon, buy(item, { max_price_coins: max }))
    assert.deepStrictEqual(refusal(hat([]), 17), { code: "price_changed", item_id: "i1", price_coins: 25 })
    assert.strictEqual(refusal(hat([], { price_coins: 5_000 }), 17).code, "price_changed")
    assert.strictEqual(refusal(hat([], { price_coins: 5_000 }), 5_000).code, "insufficient_coins")
    assert.strictEqual(refusal(hat([], { is_gift_only: true }), 17).code, "item_gift_only")
    assert.strictEqual(world.state.coins.balance, 1_000)
    world.accept(noon, buy(hat([sale()]), { max_price_coins: 17 }))
  })

  it("takes a gift that nobody could receive back as it was paid: price, share and piece", () => {
    const world = rich()
    const item = hat([sale({ per_buddy_limit: 1, stock_total: 1 })])
    const given = world.accept(noon, buy(item, { gift_to_buddy_id: "b2" }))
    const signal = given.signals.find((one) => one._tag === "DeliverGift")!
    assert.deepInclude(signal.item, { price_coins: 17 })
    assert.strictEqual(world.state.coins.balance, 983)
    const paid_ledger_id = given.entries[0]!.ledger_id
    const back = world.accept(noon, { _tag: "RefundGift", item: signal.item, purchase_id: "p1", paid_ledger_id })
    assert.strictEqual(world.state.coins.balance, 1_000)
    assert.deepInclude(back.budgets, { rule_id: "s1", period_key: "sale", amount: -1, max_coins: 1 })
    assert.strictEqual(world.state.sales?.["s1"]?.count, 0)
    assert.strictEqual(paid(world, noon, item), 17)
  })

  it("gives the piece of such a gift back to a stock that was raised meanwhile", () => {
    const world = rich()
    const given = world.accept(noon, buy(hat([], { stock_total: 2 }), { gift_to_buddy_id: "b2" }))
    const signal = given.signals.find((one) => one._tag === "DeliverGift")!
    const paid_ledger_id = given.entries[0]!.ledger_id
    const back = world.accept(noon, { _tag: "RefundGift", item: signal.item, purchase_id: "p1", paid_ledger_id })
    const stock = back.budgets.find(({ period_key }) => period_key === "stock")!
    assert.deepInclude(stock, { rule_id: "i1", amount: -1 })
    // However many are sold by now, beyond the two there were.
    assert.isAtLeast(stock.max_coins, 1_000_000_000)
  })

  it("never costs more than the list price, nor less than nothing", () => {
    const discount = fc.oneof(
      fc.record({ mode: fc.constant("percent" as const), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ mode: fc.constant("fixed_price" as const), value: fc.integer({ min: 0, max: 1_000_000_000 }) })
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.array(discount, { maxLength: 4 }), (price, all) => {
        const sales = all.map((one, index) => sale({ flash_sale_id: `s${index}`, discount: one }))
        const facts = { now: Date.parse(noon), state: rich().state }
        const offer = offerFor(hat(sales, { price_coins: price }), facts, () => 1)
        const prices = all.map((one) => discounted(price, one))
        assert.strictEqual(offer.price_coins, Math.min(price, ...prices))
        assert.isAtLeast(offer.price_coins, 0)
        assert.strictEqual(offer.sale === null, offer.price_coins === price)
      })
    )
  })
})
