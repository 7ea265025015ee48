/** What runs for all players, as the widget of one of them is told: what is open to that buddy at that moment. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { made } from "../../kit/campaigns/Causes.ts"
import { drawNow, make as makeLottery } from "../../kit/campaigns/Lotteries.ts"
import { does, questOf, quests } from "../../kit/campaigns/Quests.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { makeTeam, join as joinTeam } from "../../kit/players/TeamMates.ts"
import { forStaff } from "../../kit/players/Audiences.ts"
import { mintSession, widgetOwner, withToken } from "../../kit/players/Widgets.ts"
import { type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const path = "/widget/campaigns"
const none = {
  boosters: [],
  sales: [],
  quests: [],
  lotteries: [],
  event_badges: [],
  mystery_boxes: [],
  free_lunches: []
}
const hour = 3_600_000
const moment = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const scopes = ["events:track", "marketplace:purchase"]

const opened = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  return { tenant, call: tenant.call, ...(yield* widgetOwner(tenant, "ada", scopes)) }
})

const read = (widget: Call) => Effect.map(widget("GET", path), (answer) => made(answer, 200))
const section = (widget: Call, name: keyof typeof none) => Effect.map(read(widget), (all) => all[name])

/** A hat for 25 and a scarf only those see who have ten coins. */
const shop = Effect.fnUntraced(function* (call: Call) {
  made(yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
  const rich = { conditions: [{ type: "coins_balance", operator: "gte", value: 10 }] }
  const things = { hat: { category: "head" }, scarf: { category: "neck", visibility: rich } }
  const items = yield* Effect.forEach(Object.entries(things), ([name, fields]) =>
    call("POST", "/marketplaces/shop/items", { item_key: name, name, price_coins: 25, ...fields })
  )
  const [hat, scarf] = items.map((answer) => made(answer).item_id as string)
  return { hat, scarf }
})

const sale = {
  name: "Friday",
  marketplace_id: "shop",
  item_ids: ["hat", "scarf"],
  discount: { mode: "percent", value: 40 },
  starts_at: moment(-1),
  ends_at: moment(1)
}

const box = {
  box_key: "weekly",
  name: "Weekly box",
  price: { mode: "coins", amount: 20 },
  reward_pool: [
    { weight: 3, reward: { kind: "coins", amount: 10 } },
    { weight: 1, reward: { kind: "item", key: "hat" } }
  ],
  stock_total: 5
}

const travel = ({ call }: TestTenant, now: string) =>
  Effect.map(call("POST", "/test/clocks", { name: "Later", now, user_ids: ["ada"] }), (answer) => made(answer))

layer(TestApp.shared, { excludeTestServices: true })("campaigns in widgets", (it) => {
  it.effect("are none where nothing runs, and a read does not change while nothing does", () =>
    Effect.gen(function* () {
      const { call, buddy_id, widget } = yield* opened
      const first = yield* widget("GET", path)
      assert.deepStrictEqual(first.body, none)
      const again = yield* widget("GET", path, undefined, {
        headers: { "if-none-match": first.headers.get("etag") ?? "" }
      })
      assert.strictEqual(again.status, 304)
      assert.strictEqual((yield* call("GET", path)).status, 403)
      const blind = yield* mintSession(call, { buddy_id, user_id: "ada", scopes: ["items:equip"] })
      assert.strictEqual((yield* withToken(call, blind)("GET", path)).status, 200)
    })
  )

  it.effect("name boosters that run, the buddy's own and those of its audience", () =>
    Effect.gen(function* () {
      const { buddy_id, call, widget } = yield* opened
      const grant = (target: object, more: object = {}) =>
        Effect.map(
          call("POST", "/customers/me/boosters/grant", {
            booster_key: "double",
            target,
            applies_to: ["coins"],
            multiplier: 2,
            duration_minutes: 60,
            ...more
          }),
          (answer) => made(answer)
        )
      const own = yield* grant({ buddy_ids: [buddy_id] })
      const shared = yield* grant({ audience: "default" }, { multiplier: 1.5, applies_to: ["coins", "skills"] })
      yield* forStaff(call, grant({ audience: "staff" }))
      yield* grant({ audience: "default" }, { starts_at: moment(2) })
      const shown = yield* section(widget, "boosters")
      const byFactor = new Map(shown.map((one: { multiplier: number }) => [one.multiplier, one]))
      assert.strictEqual(shown.length, 2)
      const [{ booster_id }] = own.granted
      assert.deepInclude(byFactor.get(2), { booster_id, applies_to: ["coins"] })
      assert.deepStrictEqual(byFactor.get(1.5), {
        booster_id: shared.booster_grant_id,
        applies_to: ["coins", "skills"],
        multiplier: 1.5,
        ends_at: shared.ends_at
      })
    })
  )

  it.effect("name sales by which this buddy pays less for what it sees, while they last", () =>
    Effect.gen(function* () {
      const { buddy_id, call, tenant, widget } = yield* opened
      const { hat, scarf } = yield* shop(call)
      const running = made(yield* call("POST", "/customers/me/flash-sales", { ...sale, per_buddy_limit: 1 }))
      yield* call("POST", "/customers/me/flash-sales", { ...sale, name: "Later", starts_at: moment(0.5) })
      const dear = { mode: "fixed_price", value: 25 }
      made(yield* call("POST", "/customers/me/flash-sales", { ...sale, name: "No less", discount: dear }))
      const expected = { flash_sale_id: running.flash_sale_id, name: "Friday", ends_at: running.ends_at }
      assert.deepStrictEqual(yield* section(widget, "sales"), [{ ...expected, item_ids: [hat] }])
      made(yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 100 }), 200)
      assert.deepStrictEqual(yield* section(widget, "sales"), [{ ...expected, item_ids: [hat, scarf] }])
      made(yield* widget("POST", "/widget/purchases", { item_id: hat }))
      assert.deepStrictEqual(yield* section(widget, "sales"), [])
      const other = yield* widgetOwner(tenant, "bob", scopes)
      assert.lengthOf(yield* section(other.widget, "sales"), 1)
      made(yield* call("PUT", "/marketplaces/shop", { marketplace_key: "shop", name: "Shop", is_active: false }), 200)
      assert.deepStrictEqual(yield* section(other.widget, "sales"), [])
    })
  )

  it.effect(
    "tell sales and boxes by the moment a buddy lives at, and what is shared not at all to who lives elsewhere",
    () =>
      Effect.gen(function* () {
        const { call, tenant, widget } = yield* opened
        yield* shop(call)
        const tomorrow = { starts_at: moment(24), ends_at: moment(26) }
        made(yield* call("POST", "/customers/me/flash-sales", { ...sale, ...tomorrow }))
        const dates = { available_from: moment(24), available_until: moment(26) }
        made(yield* call("POST", "/customers/me/mystery-boxes", { ...box, ...dates }))
        yield* questOf(tenant)
        yield* makeLottery(call)
        const now = yield* read(widget)
        assert.deepStrictEqual([now.sales.length, now.mystery_boxes.length], [0, 0])
        assert.deepStrictEqual([now.quests.length, now.lotteries.length], [1, 1])
        yield* travel(tenant, moment(25))
        const then = yield* read(widget)
        assert.deepStrictEqual([then.sales.length, then.mystery_boxes.length], [1, 1])
        assert.deepStrictEqual([then.quests.length, then.lotteries.length], [0, 0])
      })
  )

  it.effect("name quests the buddy may bring something to, with its part and that of all", () =>
    Effect.gen(function* () {
      const { buddy_id, call, tenant, widget } = yield* opened
      yield* hatch(tenant, "bob")
      const ends_at = moment(5)
      const quest_id = yield* questOf(tenant, { ends_at, goal: { event_type: "lesson.completed", target: 9 } })
      made(yield* call("POST", quests, { name: "Draft", goal: { event_type: "lesson.completed", target: 3 } }))
      yield* forStaff(call, questOf(tenant, { quest_key: "staff", audience: "staff" }))
      yield* questOf(tenant, { quest_key: "later", starts_at: moment(1) })
      const { team_id } = yield* makeTeam(call, { name: "Readers" })
      const mates = yield* questOf(tenant, { quest_key: "mates", team_id })
      const part = { quest_id, name: "Read together", target: 9, ends_at }
      const before = { ...part, total: 0, joined: false, my_contribution: 0, participants: 0 }
      assert.deepStrictEqual(yield* section(widget, "quests"), [before])
      made(yield* widget("POST", `/widget/group-quests/${quest_id}/join`), 200)
      yield* does(tenant, "ada")
      const after = { ...part, total: 1, joined: true, my_contribution: 1, participants: 1 }
      assert.deepStrictEqual(yield* section(widget, "quests"), [after])
      made(yield* widget("POST", `/widget/group-quests/${quest_id}/leave`), 200)
      assert.deepStrictEqual(yield* section(widget, "quests"), [{ ...after, joined: false, participants: 0 }])
      made(yield* joinTeam(call, team_id, buddy_id))
      assert.deepStrictEqual(
        (yield* section(widget, "quests")).map((one: { quest_id: string }) => one.quest_id),
        [mates, quest_id]
      )
    })
  )

  it.effect("name lotteries the buddy may enter or has tickets of, and what they are held to", () =>
    Effect.gen(function* () {
      const { buddy_id, call, widget } = yield* opened
      made(yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 100 }), 200)
      const rich = { conditions: [{ type: "coins_balance", operator: "gte", value: 90 }] }
      const { lottery_id, open_draw, entry, prizes } = yield* makeLottery(call, { eligibility: rich })
      yield* forStaff(call, makeLottery(call, { name: "Staff", audience: "staff" }))
      yield* makeLottery(call, { name: "Draft", status: "draft" })
      const first = {
        lottery_id,
        name: "Friday draw",
        draw_at: open_draw.draw_at,
        entry,
        my_tickets: 0,
        entries: 0,
        odds_per_entry: null,
        commit_hash: open_draw.commit_hash,
        prizes,
        last_draw_id: null
      }
      assert.deepStrictEqual(yield* section(widget, "lotteries"), [first])
      made(yield* widget("POST", `/widget/lotteries/${lottery_id}/entries`, { tickets: 5 }))
      const entered = { ...first, my_tickets: 5, entries: 5, odds_per_entry: 0.6 }
      // It has fewer coins than are wanted of whoever enters now.
      assert.deepStrictEqual(yield* section(widget, "lotteries"), [entered])
      yield* drawNow(call, lottery_id)
      made(yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 100 }), 200)
      const [next] = yield* section(widget, "lotteries")
      assert.deepInclude(next, { my_tickets: 0, entries: 0, last_draw_id: open_draw.draw_id })
      assert.notStrictEqual(next.commit_hash, open_draw.commit_hash)
      made(yield* call("PATCH", `/customers/me/lotteries/${lottery_id}`, { status: "paused" }), 200)
      assert.deepStrictEqual(yield* section(widget, "lotteries"), [])
    })
  )

  it.effect("tell the chances of a box as they are for this buddy, before it pays", () =>
    Effect.gen(function* () {
      const { buddy_id, call, widget } = yield* opened
      yield* shop(call)
      const { reward_pool } = made(yield* call("POST", "/customers/me/mystery-boxes", box))
      const rich = { conditions: [{ type: "coins_balance", operator: "gte", value: 1_000 }] }
      made(yield* call("POST", "/customers/me/mystery-boxes", { ...box, box_key: "rich", eligibility: rich }))
      made(yield* call("POST", "/customers/me/mystery-boxes", { ...box, box_key: "off", status: "inactive" }))
      const shown = { box_key: "weekly", name: "Weekly box", left: 5 }
      const [coins, hat] = reward_pool.map(({ reward }: { reward: object }) => reward)
      const [all] = yield* section(widget, "mystery_boxes")
      assert.deepInclude(all, shown)
      assert.deepStrictEqual(all.price, { mode: "coins", token_key: null, amount: 20 })
      assert.deepStrictEqual(all.odds, [
        { reward: coins, chance: 0.75 },
        { reward: hat, chance: 0.25 }
      ])
      made(yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 100 }), 200)
      made(yield* widget("POST", "/widget/purchases", { item_id: "hat" }))
      made(yield* widget("POST", "/widget/mystery-boxes/weekly/open"))
      const [rest] = yield* section(widget, "mystery_boxes")
      assert.deepStrictEqual([rest.left, rest.odds], [4, [{ reward: coins, chance: 1 }]])
    })
  )

  it.effect("are empty where the workspace has switched them off, and widgets know whether there are any", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, tenant, widget } = yield* opened
      const modules = Effect.map(widget("GET", "/widget/config"), ({ body }) => body.modules as ReadonlyArray<string>)
      assert.notInclude(yield* modules, "campaigns")
      yield* questOf(tenant)
      assert.deepStrictEqual((yield* modules).at(-1), "campaigns")
      yield* sql`UPDATE customers SET disabled_capabilities = '{group_quests}'
                 WHERE customer_id = ${tenant.customer_id}::uuid`
      // Whoever changes a workspace tells all nodes.
      made(yield* call("PATCH", "/customers/me/settings", { locale: "en" }), 200)
      yield* until(
        "the quest is gone",
        Effect.map(read(widget), (all) => all.quests.length === 0)
      )
      assert.deepStrictEqual(yield* read(widget), none)
      assert.notInclude(yield* modules, "campaigns")
    })
  )
})
