/** What users do, how they come back, and what it comes to: out of what they did, and of days that are planted. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { caughtUp, neverWalked, plantDelta as plant, today } from "../../kit/insight/analytics.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { until } from "../../kit/service/time.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

const read = ({ call, customer_id }: TestTenant, path: string) =>
  Effect.gen(function* () {
    yield* caughtUp(customer_id)
    const { body, status, text } = yield* call("GET", `/analytics/${path}`)
    assert.strictEqual(status, 200, `${path}: ${text}`)
    return body
  })

/** The Monday so many weeks ago. */
const monday = (weeks: number) => today() - ((((today() + 3) % 7) + 7) % 7) - 7 * weeks

type Row = Readonly<Record<string, unknown>>
const named = (rows: ReadonlyArray<Row>, column: string, name: string) =>
  rows.find((row) => row[column] === name) as Record<string, unknown>

layer(TestApp.shared, { excludeTestServices: true })("analytics of users", (it) => {
  it.effect("follows a buddy from the shop to what it wears, and counts who could not pay", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* neverWalked(customer_id)
      yield* publish(tenant, studyContent)
      yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
      const sell = (body: Row) =>
        Effect.map(call("POST", "/marketplaces/shop/items", { category: "hand", ...body }), (made) => made.body)
      const wand = yield* sell({ item_key: "wand", name: "Wand", price_coins: 20 })
      const crown = yield* sell({ item_key: "crown", name: "Crown", price_coins: 100 })
      const conditions = [{ type: "item_owned", key: "wand", operator: "eq", value: true }]
      const hat = yield* sell({ item_key: "hat", name: "Hat", price_coins: 5, requirements: { conditions } })
      const { body: before } = yield* call("GET", "/analytics/marketplace-funnel?window_days=3")
      assert.deepStrictEqual(
        before.steps.map(({ users }: Row) => users),
        [0, null, 0, 0]
      )
      const [ada, bob] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bob")]
      for (const user of ["ada", "bob", "cyd"]) yield* call("POST", "/events", lesson(user))
      for (const [user_id, { buddy_id }] of Object.entries({ ada, bob })) {
        const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id, scopes: ["events:track"] }))
        assert.strictEqual((yield* widget("GET", "/widget/marketplace")).status, 200)
        assert.strictEqual((yield* widget("GET", "/widget/config")).status, 200)
      }
      const bought = yield* call("POST", `/buddies/${ada.buddy_id}/purchase-item`, { item_id: wand.item_id })
      assert.strictEqual(bought.status, 201, bought.text)
      const dear = yield* call("POST", `/buddies/${ada.buddy_id}/purchase-item`, { item_id: crown.item_id })
      assert.strictEqual(dear.body.error.code, "insufficient_coins", dear.text)
      const barred = yield* call("POST", `/buddies/${bob.buddy_id}/purchase-item`, { item_id: hat.item_id })
      assert.strictEqual(barred.body.error.code, "requirements_not_met", barred.text)
      const equip = yield* call("PATCH", `/buddies/${ada.buddy_id}/equipped-items`, { equip: [wand.item_id] })
      assert.isBelow(equip.status, 300, equip.text)
      // What was looked at is left for the fold once a second, and answers are kept: each look is another question.
      let days = 4
      let told = yield* read(tenant, "marketplace-funnel?window_days=4")
      yield* until(
        "the visits and refusals to be counted",
        Effect.map(
          Effect.suspend(() => read(tenant, `marketplace-funnel?window_days=${++days}`)),
          (funnel) => {
            told = funnel
            // One of three tries was too dear; refusals come one by one.
            return funnel.steps[1].users === 2 && funnel.unaffordable_share === 0.3333
          }
        )
      )
      assert.deepStrictEqual(
        told.steps.map(({ of_previous, step, users }: Row) => [step, users, of_previous]),
        [
          ["active", 3, null],
          ["viewed", 2, 0.6667],
          ["purchased", 1, 0.5],
          ["equipped", 1, 1]
        ]
      )
      assert.deepInclude(named(told.by_item, "item_id", wand.item_id), {
        name: "Wand",
        viewed_users: null,
        purchases: 1,
        equips: 1
      })
      const used = yield* read(tenant, "feature-activity")
      const feature = (name: string) => named(used.features, "feature", name)
      assert.deepInclude(feature("events"), { users: 3, share: 1, actions: 3, entitled: true, enabled: true })
      assert.deepInclude(feature("widget_view"), { users: 2, capability: "widgets" })
      assert.deepInclude(feature("purchase"), { users: 1, actions: 1, share: 0.3333 })
      assert.deepInclude(feature("lotteries"), { users: 0, actions: 0, last_day: null })
      assert.isTrue(used.features.every(({ feature: name }: Row) => !String(name).startsWith("~")))

      const grown = yield* read(tenant, "evolution")
      assert.deepInclude(grown.stages[0], { stage: 1, name: "Hatchling", buddies: 2, share: 1 })
      assert.isString(grown.snapshot_at)
      const { streaks } = yield* read(tenant, "streaks")
      assert.deepInclude(streaks[0], {
        streak_key: "daily",
        running: 2,
        at_least: { "3": 0, "7": 0, "30": 0, "100": 0 },
        mean_current: 1,
        longest: 1,
        lapsed: 0,
        started: 2,
        extended: 2,
        lost: 0,
        loss_rate: 0
      })
      const health = yield* read(tenant, "economy-health")
      assert.deepInclude(health, { findings: [], top_rule: { rule_key: "lesson_coins", share: 0.25 } })
      assert.strictEqual(health.balances.holders, 2)
      assert.strictEqual(health.sink_ratio, 0.25)
      for (const path of ["feature-activity", "retention", "streaks"]) {
        const { headers, status } = yield* call("GET", `/analytics/${path}?format=csv`)
        assert.strictEqual(status, 200)
        assert.include(headers.get("content-disposition") ?? "", "attachment")
      }
    })
  )

  it.effect("counts who only looks as a user of what was looked at, and as no share of those who are active", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const looked = ["ada", "bob", "cyd"].map((user) => ["default", user, "shop_view", today()] as const)
      yield* plant(tenant, { c: [], u: [["default", "ada", "", today()], ["default", "eve", "", today()], ...looked] })
      const { features } = yield* read(tenant, "engagement")
      assert.deepStrictEqual(features, [{ feature: "shop_view", users: 3, share: 0.5 }])
      const used = yield* read(tenant, "feature-activity")
      assert.deepInclude(named(used.features, "feature", "shop_view"), { users: 3, share: 0.5 })
      assert.deepInclude(named(used.features, "feature", "events"), { users: 2, share: 1 })
    })
  )

  it.effect("keeps what it looked at all users for, for a minute, and refuses queries of other reports", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const before = yield* read(tenant, "engagement")
      yield* plant(tenant, { c: [], u: [["default", "ada", "", today()]] })
      assert.deepStrictEqual(yield* read(tenant, "engagement"), before)
      assert.strictEqual((yield* read(tenant, "engagement?window_days=30")).active_users, 1)
      for (const path of [
        "engagement?format=csv",
        "retention?cohorts=27",
        "retention?granularity=day&cohorts=32",
        "retention?granularity=month&cohorts=25",
        "retention?cohorts=2&window_days=9",
        "retention?granularity=day&window_days=32",
        "retention?mode=after",
        "retention?compare=previous",
        "feature-activity?granularity=day",
        "economy-health?compare=previous",
        "roi-metrics?format=csv",
        "evolution?format=csv"
      ]) {
        const { status, text } = yield* call("GET", `/analytics/${path}`)
        assert.strictEqual(status, 422, `${path}: ${text}`)
      }
    })
  )

  it.effect("tells values and costs beyond what numbers hold as the most they hold", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "held" }] })
      const most = 1_000_000_000
      yield* plant(tenant, {
        c: [
          ["events", today(), "default", "order.paid", 10_000_000, 0],
          ["events", today(), "default", "order.sent", 10_000_001, 0],
          ["coins_out", today(), "default", "purchase", 1, 10_000_000]
        ],
        u: []
      })
      const roi = {
        currency: "EUR",
        event_values: ["order.none", "order.sent", "order.paid"].map((event_type) => ({
          event_type,
          value_minor: most
        })),
        coin_value_minor: most,
        monthly_cost_minor: 1_000_000_000_000,
        holdout_audience: "held"
      }
      assert.strictEqual((yield* call("PATCH", "/customers/me/settings", { roi })).status, 200)
      const { cost, value } = yield* read(tenant, "roi-metrics")
      assert.deepStrictEqual(
        value.by_type.map(({ event_type }: Row) => event_type),
        ["order.sent", "order.paid", "order.none"],
        "the most frequent first"
      )
      assert.strictEqual(value.total_minor, Number.MAX_SAFE_INTEGER)
      assert.strictEqual(cost.coins_redeemed_minor, Number.MAX_SAFE_INTEGER)
      assert.strictEqual(cost.coin_liability_minor, Number.MIN_SAFE_INTEGER)
    })
  )

  it.effect("reckons the return with values and costs of the workspace, and claims no cause without chance", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const blank = yield* read(tenant, "roi-metrics")
      assert.deepStrictEqual(blank.unknown, ["revenue_not_sent", "no_holdout", "no_costs", "margin", "cannibalisation"])
      assert.deepStrictEqual([blank.roi, blank.value.total_minor, blank.cost.program_minor], [null, null, null])
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "held" }, { key: "rest" }] })
      const first = monday(6)
      const users = Array.from({ length: 240 }, (_, place) => ({
        user: `u${place}`,
        audience: place < 120 ? "held" : "rest",
        // Of the held every fourth came back, of the others every second.
        isBack: place % (place < 120 ? 4 : 2) === 0
      }))
      yield* plant(tenant, {
        c: [
          ["events", today(), "held", "order.paid", 120, 0],
          ["events", today(), "rest", "order.paid", 241, 0],
          ["events_reversed", today(), "rest", "order.paid", 1, 0],
          ["coins_out", today(), "rest", "purchase", 3, 30]
        ],
        u: users.flatMap(({ audience, isBack, user }, place) => [
          [audience, user, "", first + 1] as const,
          [audience, user, "", today()] as const,
          ...(isBack ? [[audience, user, "", first + 28 + (place % 7)] as const] : []),
          ...(place % 3 === 0 ? [[audience, user, "~rewarded", first + 3] as const] : []),
          ...(place % 3 === 1 ? [[audience, user, "~rewarded", first + 9] as const] : []),
          ...(place % 5 === 0 ? [[audience, user, "~streak_3", first + 20] as const] : [])
        ])
      })
      const roi = {
        currency: "EUR",
        event_values: [{ event_type: "order.paid", value_minor: 500 }],
        coin_value_minor: 2,
        monthly_cost_minor: 36_500,
        holdout_audience: "held"
      }
      assert.strictEqual((yield* call("PATCH", "/customers/me/settings", { roi })).status, 200)
      const told = yield* read(tenant, "roi-metrics?window_days=30")
      assert.deepStrictEqual(told.value, {
        currency: "EUR",
        by_type: [{ event_type: "order.paid", events: 360, value_minor: 180_000 }],
        total_minor: 180_000
      })
      assert.deepStrictEqual(told.cost, {
        program_minor: 36_000,
        coins_redeemed_minor: 60,
        coin_liability_minor: -60
      })
      const [kept, value, early, streak] = told.comparisons
      assert.deepInclude(kept, {
        kind: "holdout",
        a: { users: 120, value: 0.5 },
        b: { users: 120, value: 0.25 },
        difference: 0.25,
        is_causal: false,
        caveat: "not_randomised"
      })
      // Agresti and Caffo: (61/122 - 31/122) -+ 1.96 sqrt(0.25/122 + 0.2541*0.7459/122)
      assert.deepStrictEqual(kept.ci95, [0.1283, 0.3635])
      assert.deepInclude(value, { metric: "value_per_user", difference: 500, ci95: null })
      assert.deepStrictEqual([early.a.users, early.b.users, early.caveat], [80, 160, "self_selection"])
      assert.deepStrictEqual([streak.a.users, streak.b.users, streak.is_causal], [48, 192, false])
      assert.strictEqual(told.roi, null)

      yield* call("PATCH", "/customers/me/settings", { roi: { ...roi, is_randomised: true } })
      const sure = yield* read(tenant, "roi-metrics?window_days=31")
      assert.isTrue(sure.comparisons[0].is_causal)
      assert.deepStrictEqual(sure.unknown, ["margin", "cannibalisation"])
      // 500 more for each of 120, less a program of 31 days and the coins
      assert.strictEqual(sure.roi, Math.round(((60_000 - 37_260) / 37_260) * 10_000) / 10_000)

      // Of one audience there is one side only, in each comparison: nothing is told from the costs of a part alone.
      const [rest, held] = [
        yield* read(tenant, "roi-metrics?window_days=31&audience=rest"),
        yield* read(tenant, "roi-metrics?window_days=31&audience=held")
      ]
      const sides = ({ comparisons }: typeof rest) =>
        comparisons.slice(0, 2).map(({ a, b }: Record<"a" | "b", { users: number }>) => [a.users, b.users])
      assert.deepStrictEqual(sides(rest), [
        [120, 0],
        [120, 0]
      ])
      assert.deepStrictEqual(sides(held), [
        [0, 120],
        [0, 120]
      ])
      for (const one of [rest, held]) {
        assert.strictEqual(one.roi, null)
        assert.deepInclude(one.comparisons[1], { difference: null, is_causal: false, caveat: "too_few_users" })
      }
    })
  )
})
