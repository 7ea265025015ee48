/** Flash sales: made, listed, bought in, ended, and never sold beyond their terms. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { granted, hatch, publish } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"

const path = "/customers/me/flash-sales"
const hour = 3_600_000
const moment = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const friday = {
  name: "Friday",
  marketplace_id: "shop",
  item_ids: ["hat"],
  discount: { mode: "percent", value: 30 },
  starts_at: moment(-1),
  ends_at: moment(1)
}

const code = ({ body, status }: Answer) => [status, body?.error?.code]
const issue = ({ body, status }: Answer) => [status, body.error.details.issues[0].path]
const scopes = ["marketplace:purchase"]

/** A shop with a hat for 25 and a scarf for 10, and people with 100 coins. */
const opened = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
  yield* publish(tenant)
  const { call } = tenant
  const shop = yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
  const stock = { total: null, per_buddy: null }
  const things = { hat: { category: "head", price_coins: 25 }, scarf: { category: "neck", price_coins: 10 } }
  const items = yield* Effect.forEach(Object.entries(things), ([name, fields]) =>
    call("POST", "/marketplaces/shop/items", { item_key: name, name, stock, ...fields })
  )
  const customer = Effect.fnUntraced(function* (user_id: string) {
    const { buddy_id } = yield* hatch(tenant, user_id)
    yield* granted(call, buddy_id, 100)
    const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id, scopes }))
    return {
      buddy_id,
      buy: (item_id: string, more: object = {}) =>
        call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id, ...more }),
      widget,
      offer: Effect.map(widget("GET", "/widget/marketplace"), ({ body }) => body.data[0])
    }
  })
  const [hat, scarf] = items.map(({ body }) => body.item_id as string)
  return { ...tenant, customer, marketplace_id: shop.body.marketplace_id, hat: hat!, scarf: scarf! }
})

layer(TestApp.shared, { excludeTestServices: true })("flash sales", (it) => {
  it.effect("are made of ids or keys, listed newest first and by status, and removed", () =>
    Effect.gen(function* () {
      const { call, hat, marketplace_id, scarf } = yield* opened
      const made = yield* call("POST", path, { ...friday, item_ids: ["scarf", hat, "hat"] })
      assert.strictEqual(made.status, 201, made.text)
      const { created_at: _, flash_sale_id, updated_at: __, ...told } = made.body
      assert.deepStrictEqual(told, {
        ...friday,
        marketplace_id,
        item_ids: [scarf, hat],
        per_buddy_limit: null,
        stock_total: null,
        status: "running",
        sold: 0
      })
      const later = yield* call("POST", path, { ...friday, starts_at: moment(1), ends_at: moment(2) })
      assert.strictEqual(later.body.status, "scheduled")
      assert.deepStrictEqual((yield* call("GET", path)).body, {
        data: [later.body, made.body],
        meta: { total: 2, page: 1, limit: 20 }
      })
      assert.deepStrictEqual((yield* call("GET", `${path}?status=running`)).body.data, [made.body])
      assert.strictEqual((yield* call("GET", `${path}?status=ended`)).body.meta.total, 0)
      assert.strictEqual((yield* call("GET", `${path}?status=over`)).status, 422)
      const stranger = yield* (yield* TestApp).tenant({ plan: "growth" })
      assert.deepStrictEqual(code(yield* stranger.call("DELETE", `${path}/${flash_sale_id}`)), [404, "not_found"])
      assert.strictEqual((yield* call("DELETE", `${path}/${flash_sale_id}`)).status, 204)
      assert.deepStrictEqual(code(yield* call("DELETE", `${path}/${flash_sale_id}`)), [404, "not_found"])
      assert.deepStrictEqual(code(yield* call("DELETE", `${path}/friday`)), [404, "not_found"])
      assert.strictEqual((yield* call("GET", path)).body.meta.total, 1)
    })
  )

  it.effect("are refused where they make no sense, at the field that is wrong", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const wrong: ReadonlyArray<readonly [object, ReadonlyArray<string | number>]> = [
        [{ marketplace_id: "nowhere" }, ["marketplace_id"]],
        [{ item_ids: ["hat", "crown"] }, ["item_ids", 1]],
        [{ item_ids: [] }, ["item_ids"]],
        [{ ends_at: friday.starts_at }, ["ends_at"]],
        [{ starts_at: moment(-3), ends_at: moment(-2) }, ["ends_at"]],
        [{ ends_at: moment(32 * 24) }, ["ends_at"]],
        [{ per_buddy_limit: 0 }, ["per_buddy_limit"]],
        [{ stock_total: 0 }, ["stock_total"]]
      ]
      for (const [fields, place] of wrong) {
        assert.deepStrictEqual(issue(yield* call("POST", path, { ...friday, ...fields })), [422, place])
      }
      for (const value of [0, 101, 1.5]) {
        const refused = yield* call("POST", path, { ...friday, discount: { mode: "percent", value } })
        assert.strictEqual(refused.status, 422)
      }
      assert.strictEqual((yield* call("GET", path)).body.meta.total, 0)
      const small = yield* (yield* TestApp).tenant({ plan: "free" })
      assert.deepStrictEqual(code(yield* small.call("GET", path)), [402, "plan_feature_locked"])
    })
  )

  it.effect("may be fifty at once, counted while many are made", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      // As a client does whose window is used up: on a quick machine there are more of them than a second allows.
      const make = (index: number) =>
        Effect.repeat(call("POST", path, { ...friday, name: `Sale ${index}` }), {
          while: ({ status }) => status === 429,
          schedule: Schedule.spaced("50 millis")
        })
      const answers = yield* Effect.forEach(
        Array.from({ length: 53 }, (_, index) => index),
        make,
        { concurrency: 5 }
      )
      const refused = answers.filter(({ status }) => status !== 201)
      assert.lengthOf(refused, 3)
      for (const answer of refused) assert.deepStrictEqual(code(answer), [409, "campaign_limit"])
      assert.deepStrictEqual(refused[0]!.body.error.details, { of: "flash_sales", max: 50 })
      const made = answers.find(({ status }) => status === 201)!
      yield* call("DELETE", `${path}/${made.body.flash_sale_id}`)
      assert.strictEqual((yield* make(53)).status, 201)
    })
  )

  it.effect("change what a buddy pays, as its shop shows, until its share is bought or the sale is gone", () =>
    Effect.gen(function* () {
      const { call, customer, hat } = yield* opened
      const ada = yield* customer("ada")
      assert.deepInclude(yield* ada.offer, { price_coins: 25, sale: null })
      const { body } = yield* call("POST", path, { ...friday, per_buddy_limit: 1, stock_total: 3 })
      assert.deepInclude(yield* ada.offer, {
        price_coins: 17,
        sale: {
          flash_sale_id: body.flash_sale_id,
          name: "Friday",
          list_price_coins: 25,
          ends_at: body.ends_at,
          left_for_you: 1,
          stock_left: 3
        }
      })
      const bought = yield* ada.buy("hat", { max_price_coins: 17 })
      assert.deepInclude(bought.body, { price_paid: 17, balance: 83, item_id: hat })
      assert.deepInclude(yield* ada.offer, { price_coins: 25, sale: null })
      const dearer = yield* ada.widget("POST", "/widget/purchases", { item_id: hat, max_price_coins: 17 })
      assert.deepStrictEqual(code(dearer), [409, "price_changed"])
      assert.deepStrictEqual(dearer.body.error.details, { price_coins: 25 })
      assert.strictEqual((yield* ada.buy("hat")).body.price_paid, 25)
      const bea = yield* customer("bea")
      assert.strictEqual((yield* bea.offer).sale.stock_left, 2)
      assert.strictEqual((yield* call("GET", path)).body.data[0].sold, 1)
      yield* call("DELETE", `${path}/${body.flash_sale_id}`)
      assert.strictEqual((yield* bea.buy("hat")).body.price_paid, 25)
      assert.deepInclude(yield* bea.offer, { price_coins: 25, sale: null })
    })
  )

  it.effect("go by the moment a buddy on a test clock lives at", () =>
    Effect.gen(function* () {
      const { call, customer } = yield* opened
      yield* call("POST", path, { ...friday, starts_at: moment(24), ends_at: moment(25) })
      const ada = yield* customer("ada")
      const bea = yield* customer("bea")
      const clock = yield* call("POST", "/test/clocks", { name: "Tomorrow", now: moment(24.5), user_ids: ["ada"] })
      assert.strictEqual(clock.status, 201, clock.text)
      assert.strictEqual((yield* ada.offer).price_coins, 17)
      assert.strictEqual((yield* ada.buy("hat")).body.price_paid, 17)
      assert.strictEqual((yield* bea.buy("hat")).body.price_paid, 25)
      yield* call("POST", `/test/clocks/${clock.body.test_clock_id}/advance`, { by_seconds: 3_600 })
      assert.strictEqual((yield* ada.buy("hat")).body.price_paid, 25)
    })
  )

  it.effect("remember what a buddy has bought in them while it visits a moment after their end", () =>
    Effect.gen(function* () {
      const { call, customer } = yield* opened
      yield* call("POST", path, { ...friday, per_buddy_limit: 1 })
      const ada = yield* customer("ada")
      assert.strictEqual((yield* ada.buy("hat")).body.price_paid, 17)
      const clock = yield* call("POST", "/test/clocks", { name: "Later", now: moment(48), user_ids: ["ada"] })
      assert.strictEqual(clock.status, 201, clock.text)
      yield* granted(call, ada.buddy_id, 1)
      yield* call("DELETE", `/test/clocks/${clock.body.test_clock_id}`)
      assert.strictEqual((yield* ada.offer).price_coins, 25)
      assert.strictEqual((yield* ada.buy("hat")).body.price_paid, 25)
    })
  )

  it.effect("charge gifts their price too, and count them, and no gift costs more than its giver saw", () =>
    Effect.gen(function* () {
      const { call, customer } = yield* opened
      const [ada, bea] = [yield* customer("ada"), yield* customer("bea")]
      yield* call("POST", path, { ...friday, stock_total: 1 })
      const gift = { item_id: "hat", gift_to_buddy_id: bea.buddy_id, max_price_coins: 16 }
      assert.deepStrictEqual(code(yield* call("POST", `/buddies/${ada.buddy_id}/gifts`, gift)), [409, "price_changed"])
      const given = yield* call("POST", `/buddies/${ada.buddy_id}/gifts`, { ...gift, max_price_coins: 17 })
      assert.deepInclude(given.body, { price_paid: 17, balance: 83 })
      assert.strictEqual((yield* call("GET", path)).body.data[0].sold, 1)
    })
  )

  it.effect("sell their last piece once, however many ask, and everybody else pays the list price", () =>
    Effect.gen(function* () {
      const { call, customer } = yield* opened
      yield* call("POST", path, { ...friday, stock_total: 3 })
      const names = Array.from({ length: 10 }, (_, index) => `u${index}`)
      const people = yield* Effect.forEach(names, customer, { concurrency: 4 })
      const asked = Array.from({ length: 50 }, (_, index) => index)
      const limited = (index: number) => (index % 2 === 0 ? {} : { max_price_coins: 17 })
      const answers = yield* Effect.forEach(asked, (index) => people[index % 10]!.buy("hat", limited(index)), {
        concurrency: "unbounded"
      })
      const prices = answers.flatMap(({ body, status }) => (status === 201 ? [body.price_paid as number] : []))
      assert.strictEqual(prices.filter((price) => price === 17).length, 3)
      assert.isTrue(prices.every((price) => price === 17 || price === 25))
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        // The last one: a quick machine asks more often than a second allows.
        assert.include(["409,price_changed", "402,insufficient_coins", "429,rate_limited"], code(answer).join())
      }
      assert.deepInclude((yield* call("GET", path)).body.data[0], { sold: 3, status: "running" })
      let spent = 0
      for (const { buddy_id } of people) {
        spent += 100 - (yield* call("GET", `/buddies/${buddy_id}`)).body.coins
        assert.isTrue((yield* call("GET", `/economy/buddies/${buddy_id}/ledger/verify`)).body.valid)
      }
      assert.strictEqual(
        spent,
        prices.reduce((sum, price) => sum + price, 0)
      )
    })
  )
})
