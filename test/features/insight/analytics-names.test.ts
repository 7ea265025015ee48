/** What reports name: rules, badges and items that are gone keep their keys and say so, badges of happenings do not. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Buddies } from "../../../src/buddy/Buddies.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { RebuildStore } from "../../../src/features/insight/analytics/Store/Rebuild.ts"
import { caughtUp, tablesOf } from "../../kit/insight/analytics.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const anybody = { match: "all", conditions: [] } as const
type Row = Readonly<Record<string, unknown>>

const read = Effect.fnUntraced(function* ({ call, customer_id }: TestTenant, path: string) {
  yield* caughtUp(customer_id)
  return (yield* succeeded(call("GET", `/analytics/${path}`))).body
})

const moment = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const named = (rows: ReadonlyArray<Row>, column: string, name: string) => rows.find((row) => row[column] === name)

layer(TestApp.shared, { excludeTestServices: true })("what reports name", (it) => {
  it.effect("keeps its key when it is deleted, and says that it is", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
      const { call } = tenant
      yield* publish(tenant, studyContent)
      const launch = { badge_key: "launch", label: "Launch day", tier: "gold", coin_reward: 3 }
      const trigger = { event_type: "lesson.completed" }
      yield* succeeded(call("POST", "/customers/me/event-badges", { ...launch, trigger }))
      yield* hatch(tenant, "ada")
      yield* succeeded(call("POST", "/events", lesson("ada")))
      const before = yield* read(tenant, "economy-summary")
      assert.isTrue(before.sources.every((source: Row) => source["deleted"] === undefined))
      const { badges } = yield* read(tenant, "popular-badges")
      assert.deepStrictEqual(named(badges, "badge_key", "launch"), {
        badge_key: "launch",
        label: "Launch day",
        tier: "gold",
        awarded: 1,
        holders: 1,
        rarity: 1,
        coins: 3,
        revoked: 0
      })

      yield* publish(tenant, { ...studyContent, coin_rules: [], token_rules: [], badge_definitions: [] })
      const { sources } = yield* read(tenant, "economy-summary")
      const told = sources.map(({ deleted = false, key }: Row) => [key, deleted])
      assert.sameDeepMembers(told, [
        ["first_lesson", true],
        ["lesson_coins", true],
        ["daily", false],
        ["launch", false]
      ])
      const { tokens } = yield* read(tenant, "tokens")
      assert.deepStrictEqual(tokens[0].sources, [
        { source: "token_rule", key: "xp_per_lesson", amount: 10, deleted: true }
      ])
      const { top_rule } = yield* read(tenant, "economy-health")
      assert.deepInclude(top_rule, { rule_key: "lesson_coins", deleted: true })
      const { text } = yield* succeeded(call("GET", "/analytics/popular-badges?format=csv"))
      assert.include(text, "first_lesson,,,1,1,1,25,0,true")
    })
  )

  it.effect("is no badge where something else brought one: what it pays has no key then, also when counted again", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const api = { badge_key: "steady", label: "Steady", award_mode: "api", coin_reward: 7, criteria: anybody }
      const streak = {
        streak_key: "daily",
        qualifying: { events: [{ event_type: "lesson.completed" }] },
        milestones: [{ length: 1, reward: { coins: 2, badges: ["steady"] } }]
      }
      const badge_definitions = [...studyContent.badge_definitions, api]
      yield* publish(tenant, { ...studyContent, badge_definitions, streak_rules: [streak] })
      yield* hatch(tenant, "ada")
      yield* succeeded(call("POST", "/events", lesson("ada")))
      const { sources } = yield* read(tenant, "economy-summary")
      const told = sources.map(({ coins, deleted = false, key, source }: Row) => [source, key, coins, deleted])
      assert.sameDeepMembers(told, [
        ["badge", "first_lesson", 25, false],
        ["coin_rule", "lesson_coins", 10, false],
        ["badge", null, 7, false],
        ["streak", "daily", 2, false]
      ])
      const { badges } = yield* read(tenant, "popular-badges")
      assert.deepInclude(named(badges, "badge_key", "steady"), { awarded: 1, coins: 7 })
      const counted = yield* tablesOf(customer_id)
      yield* (yield* RebuildStore).rebuild(customer_id)
      assert.deepStrictEqual(yield* tablesOf(customer_id), counted)
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("is a sale where somebody bought in one, again when figures are counted again", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
      const { call, customer_id } = tenant
      yield* publish(tenant, studyContent)
      yield* succeeded(call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
      const sell = (item_key: string, more: object = {}) =>
        succeeded(
          call("POST", "/marketplaces/shop/items", {
            item_key,
            name: item_key,
            category: "head",
            price_coins: 10,
            ...more
          })
        )
      yield* sell("hat")
      yield* sell("scarf")
      // On sale at another time: neither is what anybody can afford now.
      yield* sell("crown", { price_coins: 1_000, available_from: moment(1) })
      yield* sell("wig", { price_coins: 1_000, available_until: moment(-1) })
      const sale = {
        name: "Friday",
        marketplace_id: "shop",
        item_ids: ["hat"],
        discount: { mode: "percent", value: 30 }
      }
      yield* succeeded(
        call("POST", "/customers/me/flash-sales", { ...sale, starts_at: moment(-1), ends_at: moment(1) })
      )
      const [ada, bob] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bob")]
      for (const user of ["ada", "bob"]) yield* succeeded(call("POST", "/events", lesson(user)))
      const buy = (buddy_id: string, item_id: string) =>
        succeeded(call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id }))
      assert.strictEqual((yield* buy(ada.buddy_id, "hat")).body.price_paid, 7)
      yield* buy(bob.buddy_id, "scarf")
      const { features } = yield* read(tenant, "feature-activity")
      assert.deepInclude(named(features, "feature", "flash_sales"), { capability: "flash_sales", users: 1, actions: 1 })
      assert.deepInclude(named(features, "feature", "purchase"), { users: 2, actions: 2 })
      const { days_to_median_item } = yield* read(tenant, "economy-health")
      assert.strictEqual(days_to_median_item, 0.25, "10 coins, of the 40 each of them got in a day")
      const { items } = yield* read(tenant, "popular-items")
      assert.deepInclude(named(items, "item_key", "hat"), { acquired: 1, purchases: 1, gifts: 0, coins: 7, owners: 1 })
      assert.deepInclude(named(items, "item_key", "scarf"), { acquired: 1, purchases: 1, gifts: 0, coins: 10 })
      const added = yield* tablesOf(customer_id)
      yield* (yield* RebuildStore).rebuild(customer_id)
      assert.deepStrictEqual(yield* tablesOf(customer_id), added)
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("costs what was paid for it, also by whoever gave it away", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, studyContent)
      yield* succeeded(call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
      const cape = { item_key: "cape", name: "Cape", category: "body", price_coins: 10, is_gift_only: true }
      yield* succeeded(call("POST", "/marketplaces/shop/items", cape))
      const [ada, bob] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bob")]
      yield* succeeded(call("POST", "/events", lesson("ada")))
      const gift = { item_id: "cape", gift_to_buddy_id: bob.buddy_id }
      yield* succeeded(call("POST", `/buddies/${ada.buddy_id}/gifts`, gift))
      yield* until(
        "the gift to arrive",
        Effect.map(read(tenant, "popular-items"), ({ items }) => items.length === 1)
      )
      const { items } = yield* read(tenant, "popular-items")
      assert.deepInclude(items[0], { item_key: "cape", acquired: 1, purchases: 0, gifts: 1, coins: 10 })
      const { sinks } = yield* read(tenant, "economy-summary")
      assert.strictEqual(sinks[0].coins, 10)

      // As if the receiver had gone after the gift was asked for: nobody gets it, and its price goes back.
      yield* call("PATCH", `/buddies/${bob.buddy_id}/archive`)
      const { item_id } = items[0]
      const terms = { item_id, name: "Cape", category: "body", price_coins: 10, is_gift_only: true } as const
      const item = { ...terms, per_buddy: 1, stock_total: null, visibility: anybody, requirements: anybody }
      const command = { _tag: "BuyItem", item, purchase_id: randomUUID(), gift_to_buddy_id: bob.buddy_id } as const
      const request = { command_id: command.purchase_id, command, event: null, webhooks: true }
      yield* (yield* Buddies).send(tenant.customer_id, ada.buddy_id, request)
      yield* until(
        "the price to go back",
        Effect.map(call("GET", `/economy/buddies/${ada.buddy_id}/ledger`), ({ body }) =>
          body.data.some(({ reason }: Row) => reason === "gift_refund")
        )
      )
      const after = yield* read(tenant, "popular-items")
      assert.deepInclude(after.items[0], { item_key: "cape", acquired: 1, gifts: 1, coins: 10 })
    })
  )

  it.effect("is no type that only people on test clocks have sent, nor the days they sent others on", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
      const { call } = tenant
      const later = moment(24 * 365)
      yield* succeeded(call("POST", "/test/clocks", { now: later, user_ids: ["tim"] }))
      yield* succeeded(call("POST", "/events", lesson("ada", { type: "both.sent" })))
      for (const type of ["both.sent", "test.sent"])
        yield* succeeded(call("POST", "/events", lesson("tim", { type, occurred_at: later })))
      const { types } = yield* read(tenant, "custom-events")
      const [one, ...others] = types
      assert.deepStrictEqual(others, [])
      assert.deepInclude(one, { event_type: "both.sent", events: 1, users: 1, silent_days: 0 })
      assert.strictEqual(one.first_day, one.last_day)
    })
  )
})
