/** What is for sale, how a buddy buys it, and that nobody ever gets one piece too many. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Buddies } from "../../../src/buddy/Buddies.ts"
import type { Command } from "../../../src/engine/core/Command.ts"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { granted, hatch, lesson, publish } from "../../kit/players/players.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

type StoredTerms = Extract<Command, { readonly _tag: "BuyItem" }>["item"]
interface LedgerRow {
  readonly ledger_id: string
  readonly amount: number
  readonly reason: string
  readonly reverses_ledger_id: string | null
}

const anybody = { match: "all", conditions: [] } as const
const everyone = { category: "head", is_gift_only: false, per_buddy: 1, visibility: anybody, requirements: anybody }

const hat = { name: "Wizard hat", category: "head", price_coins: 30 }

const shop = Effect.fnUntraced(function* (call: Call, item: unknown = hat) {
  const { body: market } = yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
  const made = yield* call("POST", "/marketplaces/main/items", item)
  assert.strictEqual(made.status, 201, made.text)
  return { market, item: made.body }
})

const rich = Effect.fnUntraced(function* (call: Call, user_id: string, coins = 100) {
  const { buddy_id } = yield* hatch({ customer_id: "", key: "", call }, user_id)
  yield* granted(call, buddy_id, coins)
  return buddy_id
})

const code = ({ body, status }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code
]

layer(TestApp.layer(), { excludeTestServices: true })("marketplaces", (it) => {
  it.effect("hold items that are addressed by id or key, imported, reordered and removed", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const { item, market } = yield* shop(call)
      assert.deepInclude(item, { item_key: "wizard_hat", position: 1, stock_left: null, status: "active" })
      assert.deepStrictEqual(
        code(yield* call("POST", "/marketplaces/main/items", { ...hat, item_key: "wizard_hat" })),
        [409, "already_exists"]
      )
      const twin = yield* call("POST", "/marketplaces/main/items", hat)
      assert.strictEqual(twin.body.item_key, "wizard_hat_2")
      for (const path of [
        `/marketplaces/${market.marketplace_id}/items/wizard_hat`,
        `/marketplaces/main/items/${item.item_id}`
      ]) {
        assert.deepStrictEqual((yield* call("GET", path)).body, item)
      }
      const items = [hat, { ...hat, item_key: "scarf", name: "Scarf", category: "neck" }]
      const given = [{ ...items[0], item_key: "wizard_hat", price_coins: 99 }, items[1]]
      const skipped = yield* call("POST", "/marketplaces/main/items/import", { items: given })
      assert.deepInclude(skipped.body, { created: 1, updated: 0, skipped: 1 })
      const updated = yield* call("POST", "/marketplaces/main/items/import", { items: given, on_conflict: "update" })
      assert.deepInclude(updated.body, { created: 0, updated: 2, skipped: 0 })
      assert.strictEqual((yield* call("GET", "/marketplaces/main/items/wizard_hat")).body.price_coins, 99)
      const order = yield* call("POST", "/marketplaces/main/items/reorder", { item_ids: ["scarf", "wizard_hat_2"] })
      assert.strictEqual(order.status, 200, order.text)
      const listed = yield* call("GET", "/marketplaces/main/items")
      assert.deepStrictEqual(
        listed.body.data.map((one: { item_key: string }) => one.item_key),
        ["scarf", "wizard_hat_2", "wizard_hat"]
      )
      assert.strictEqual((yield* call("POST", "/marketplaces/main/items/reorder", { item_ids: ["none"] })).status, 404)
      assert.strictEqual((yield* call("DELETE", "/marketplaces/main/items/scarf")).status, 204)
      assert.strictEqual((yield* call("GET", "/marketplaces/main/items/scarf")).status, 404)
    })
  )

  it.effect("sell for coins, once per buddy, with the ledger, the webhook and the list telling the same story", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* publish(yield* (yield* TestApp).tenant())
      yield* call("POST", "/webhook-configs", { url: "http://127.0.0.1:9/", events: ["item.*", "coins.spent"] })
      yield* publish({ customer_id: "", key: "", call })
      const { item } = yield* shop(call)
      const buddy_id = yield* rich(call, "ada")
      const bought = yield* call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id: "wizard_hat" })
      assert.strictEqual(bought.status, 201, bought.text)
      assert.deepInclude(bought.body, { item_id: item.item_id, price_paid: 30, balance: 70, count: 1 })
      assert.deepStrictEqual(
        code(yield* call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id: item.item_id })),
        [409, "item_already_owned"]
      )
      const ledger = yield* call("GET", `/economy/buddies/${buddy_id}/ledger`)
      assert.deepInclude(ledger.body.data[0], { amount: 30, direction: "debit", reason: "item_purchase" })
      const owned = yield* call("GET", `/buddies/${buddy_id}/purchased-items`)
      assert.deepInclude(owned.body.data[0], {
        purchase_id: bought.body.purchase_id,
        source: "purchase",
        price_paid: 30
      })
      assert.strictEqual((yield* call("DELETE", `/marketplaces/main/items/${item.item_id}`)).status, 204)
      const kept = yield* call("GET", `/marketplaces/main/items/${item.item_id}`)
      assert.strictEqual(kept.body.status, "archived")
      const sql = yield* SqlClient.SqlClient
      const sent =
        yield* sql`SELECT event, body FROM webhook_deliveries_all WHERE body LIKE ${`%${buddy_id}%`} ORDER BY event`
      assert.deepStrictEqual(
        sent.map((row) => row["event"]),
        ["coins.spent", "item.purchased"]
      )
    })
  )

  it.effect("count days of events for whoever may buy, though no config version asks for them", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const buddy_id = yield* rich(call, "ada")
      const lately = { type: "event_count", key: "quiz.passed", operator: "gte", value: 1, window_days: 7 }
      const { item } = yield* shop(call, { ...hat, requirements: { match: "all", conditions: [lately] } })
      const buy = call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id: item.item_id })
      assert.deepStrictEqual(code(yield* buy), [409, "requirements_not_met"])
      assert.strictEqual((yield* call("POST", "/events", lesson("ada", { type: "quiz.passed" }))).status, 200)
      assert.strictEqual((yield* buy).status, 201)
    })
  )

  it.effect("sell fifty buddies at once no more pieces than there are", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { item } = yield* shop(call, { ...hat, stock: { total: 3, per_buddy: null } })
      const buddies = yield* Effect.forEach(
        Array.from({ length: 10 }, (_, index) => `u${index}`),
        (user) => rich(call, user, 1_000),
        { concurrency: 4 }
      )
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => buddies[index % 10]!),
        (buddy_id) => call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id: item.item_id }),
        { concurrency: 50 }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, 3)
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        assert.deepStrictEqual(code(answer), [409, "out_of_stock"])
      }
      assert.strictEqual((yield* call("GET", `/marketplaces/main/items/${item.item_id}`)).body.stock_left, 0)
      const balances = yield* Effect.forEach(buddies, (id) => call("GET", `/buddies/${id}`))
      assert.strictEqual(
        balances.reduce((sum, { body }) => sum + body.coins, 0),
        10 * 1_000 - 3 * 30
      )
    })
  )

  it.effect("deliver gifts, and refuse what cannot be bought", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { item } = yield* shop(call, { ...hat, is_gift_only: true })
      const giver = yield* rich(call, "giver")
      const receiver = yield* rich(call, "receiver", 1)
      const buy = (buddy_id: string, body: unknown) => call("POST", `/buddies/${buddy_id}/purchase-item`, body)
      assert.deepStrictEqual(code(yield* buy(giver, { item_id: item.item_id })), [409, "item_gift_only"])
      assert.deepStrictEqual(
        code(yield* call("POST", `/buddies/${receiver}/gifts`, { item_id: item.item_id, gift_to_buddy_id: giver })),
        [400, "insufficient_coins"]
      )
      const gift = yield* call("POST", `/buddies/${giver}/gifts`, { item_id: item.item_id, gift_to_buddy_id: receiver })
      assert.strictEqual(gift.status, 201, gift.text)
      const arrived = yield* Effect.repeat(call("GET", `/buddies/${receiver}/purchased-items`), {
        until: ({ body }) => body.meta.total > 0,
        schedule: Schedule.spaced("20 millis")
      }).pipe(Effect.andThen(call("GET", `/buddies/${receiver}/purchased-items`)))
      assert.deepInclude(arrived.body.data[0], { source: "gift", from_buddy_id: giver, price_paid: 0 })
      const before = (yield* call("GET", `/buddies/${giver}`)).body.coins
      yield* call("PATCH", `/buddies/${receiver}/archive`)
      const late = call("POST", `/buddies/${giver}/gifts`, { item_id: item.item_id, gift_to_buddy_id: receiver })
      assert.deepStrictEqual(code(yield* late), [409, "buddy_archived"])
      assert.strictEqual((yield* call("GET", `/buddies/${giver}`)).body.coins, before)
      assert.strictEqual((yield* call("GET", `/buddies/${giver}`)).body.coins, 70)
      yield* call("PUT", `/marketplaces/main/items/${item.item_id}`, {
        ...hat,
        requirements: { conditions: [{ type: "evolution_stage", operator: "gte", value: 2 }] }
      })
      assert.deepStrictEqual(code(yield* buy(giver, { item_id: item.item_id })), [409, "requirements_not_met"])
      yield* call("PUT", `/marketplaces/main/items/${item.item_id}`, {
        ...hat,
        available_until: "2020-01-01T00:00:00Z"
      })
      assert.deepStrictEqual(code(yield* buy(giver, { item_id: item.item_id })), [409, "item_unavailable"])
      const given = yield* call("POST", `/buddies/${giver}/unlock-item`, { item_id: item.item_id, reason: "sorry" })
      assert.deepInclude(given.body, { price_paid: 0, balance: 70 })
    })
  )

  it.effect(
    "take a gift back that nobody can receive: its price was never spent, and its piece is for sale again",
    () =>
      Effect.gen(function* () {
        const tenant = yield* (yield* TestApp).tenant()
        const { call } = tenant
        yield* publish(tenant)
        const customer_id = (yield* call("GET", "/auth/api-keys/whoami")).body.customer_id as string
        const { item } = yield* shop(call, { ...hat, stock: { total: 2, per_buddy: 1 } })
        const free = (yield* call("POST", "/marketplaces/main/items", {
          ...hat,
          name: "Free",
          price_coins: 0,
          stock: { total: 1, per_buddy: 1 }
        })).body
        const giver = yield* rich(call, "giver")
        const [gone, full] = [yield* rich(call, "gone", 1), yield* rich(call, "full", 30)]
        yield* call("POST", `/buddies/${full}/purchase-item`, { item_id: item.item_id })
        yield* call("PATCH", `/buddies/${gone}/archive`)
        const sql = yield* SqlClient.SqlClient
        const coinsOf = (buddy_id: string) =>
          Effect.map(
            sql`SELECT state -> 'coins' AS coins FROM buddies WHERE buddy_id = ${buddy_id}::uuid`,
            ([found]) => (found as { coins: unknown }).coins
          )
        const before = yield* coinsOf(giver)
        const buddies = yield* Buddies
        // As if the receiver had gone, or come by the item, after the gift was asked for.
        const bounce = Effect.fnUntraced(function* (thing: StoredTerms, to: string) {
          const command = { _tag: "BuyItem", item: thing, purchase_id: randomUUID(), gift_to_buddy_id: to } as const
          const request = { command_id: command.purchase_id, command, event: null, webhooks: true }
          yield* buddies.send(customer_id, giver, request)
          yield* Effect.repeat(sql`SELECT FROM commands WHERE command_id = ${`gift-refund:${command.purchase_id}`}`, {
            until: (found) => found.length === 1,
            schedule: Schedule.spaced("20 millis")
          })
        })
        const terms = (body: { item_id: string; name: string; price_coins: number; stock: { total: number } }) => ({
          ...everyone,
          item_id: body.item_id,
          name: body.name,
          price_coins: body.price_coins,
          stock_total: body.stock.total
        })
        yield* bounce(terms(item), gone)
        yield* bounce(terms(item), full)
        yield* bounce(terms(free), gone)
        assert.deepStrictEqual(yield* coinsOf(giver), before)
        const left = (id: string) =>
          Effect.map(call("GET", `/marketplaces/main/items/${id}`), ({ body }) => body.stock_left)
        assert.deepStrictEqual([yield* left(item.item_id), yield* left(free.item_id)], [1, 1])
        const bought = yield* call("POST", `/buddies/${giver}/purchase-item`, { item_id: free.item_id })
        assert.strictEqual(bought.status, 201, bought.text)
        const rows = (yield* call("GET", `/economy/buddies/${giver}/ledger`)).body.data as ReadonlyArray<LedgerRow>
        const refunds = rows.filter(({ reason }) => reason === "gift_refund")
        assert.deepStrictEqual(
          refunds.map(({ amount, reverses_ledger_id }) => [
            amount,
            rows.find(({ ledger_id }) => ledger_id === reverses_ledger_id)?.reason
          ]),
          [
            [30, "gift"],
            [30, "gift"]
          ]
        )
        const broken = (yield* checkInvariants()).filter(({ violations }) => violations !== 0)
        assert.deepStrictEqual(broken, [])
      })
  )

  it.effect("gates open once for tokens, however many ask at the same time", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const buddy_id = yield* rich(call, "walker")
      yield* call("PUT", "/gates/lab", { token_key: "gem", cost: 3 })
      yield* call("PUT", "/gates/xp_gate", { token_key: "xp", cost: 1 })
      const open = (key: string) => call("POST", `/buddies/${buddy_id}/gates/${key}/unlock`)
      assert.deepStrictEqual(code(yield* open("lab")), [402, "insufficient_tokens"])
      yield* call("POST", `/buddies/${buddy_id}/tokens`, { token_key: "gem", operation: "earn", amount: 5 })
      const answers = yield* Effect.forEach([1, 2, 3, 4, 5], () => open("lab"), { concurrency: 5 })
      assert.strictEqual(answers.filter(({ body }) => body.already_unlocked === false).length, 1)
      assert.isTrue(answers.every(({ body, status }) => status === 200 && body.balance === 2))
      yield* call("POST", "/events", lesson("walker"))
      assert.deepStrictEqual(code(yield* open("xp_gate")), [400, "progression_not_spendable"])
      assert.deepStrictEqual(code(yield* open("none")), [404, "not_found"])
      const unlocks = yield* call("GET", `/buddies/${buddy_id}/unlocks`)
      assert.strictEqual(unlocks.body.data[0].gate_key, "lab")
    })
  )
})
