/** Reports on luck: what beginners had of it, and whether it was fair. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dropsPath, inHours, makeDrop, outcomesOf, sent } from "../../kit/campaigns/Drops.ts"
import { coinsOf, drawNow, enter, make as makeLottery, rich, started } from "../../kit/campaigns/Lotteries.ts"
import { lesson, publish, studyContent } from "../../kit/players/players.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const luckPath = "/customers/me/beginners-luck/analytics"
const reportPath = "/customers/me/fairness-report"

const pool = {
  rule_key: "wheel",
  name: "Wheel",
  trigger: { event_type: "wheel.spun" },
  amount: {
    mode: "pool",
    entries: [
      { value: 1, weight: 1 },
      { value: 3, weight: 1, is_lucky: true }
    ]
  }
}

const many = (call: Call, user_id: string, type: string, count: number) =>
  call("POST", "/events/batch", {
    events: Array.from({ length: count }, () => lesson(user_id, { type, properties: {} })),
    mode: "backfill"
  })

layer(TestApp.shared, { excludeTestServices: true })("fairness", (it) => {
  it.effect("compares rules, drops and boxes with their weights, and carries draws out again", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, { ...studyContent, coin_rules: [...studyContent.coin_rules, pool] })
      const buddy_id = yield* rich(tenant, "ada", 1_000)
      const reward_pool = [1, 3].map((weight) => ({ weight, reward: { coins: weight } }))
      yield* makeDrop(call, { probability: 0.5, reward_pool })
      yield* many(call, "ada", "wheel.spun", 60)
      yield* many(call, "ada", "gift.opened", 60)
      const price = { mode: "coins", amount: 1 }
      const coins = { kind: "coins", amount: 2 }
      const box = { box_key: "box", name: "Box", price, reward_pool: [{ weight: 1, reward: coins }] }
      yield* call("POST", "/customers/me/mystery-boxes", box)
      for (let n = 0; n < 2; n++) yield* call("POST", `/buddies/${buddy_id}/mystery-boxes/box/open`)
      const { lottery_id, lottery_key, open_draw } = yield* makeLottery(call)
      yield* enter(call, buddy_id, lottery_id)
      yield* drawNow(call, lottery_id)
      const { body, status, text } = yield* call("GET", reportPath)
      assert.strictEqual(status, 200, text)
      assert.deepInclude(body, { window_days: 30, is_complete: true })
      const [wheel] = body.rules
      assert.deepInclude(wheel, { type: "coin_rule", rule_key: "wheel", draws: 60 })
      assert.deepStrictEqual(
        wheel.outcomes.map(({ expected_share, outcome }: Record<string, unknown>) => [outcome, expected_share]),
        [
          ["1", 0.5],
          ["3 lucky", 0.5]
        ]
      )
      const [gift] = body.drops
      assert.deepInclude(gift, { drop_key: "gift", draws: 60 })
      assert.deepStrictEqual(
        gift.outcomes.map(({ expected_share, outcome }: Record<string, unknown>) => [outcome, expected_share]),
        [
          ["miss", 0.5],
          ["0", 0.125],
          ["1", 0.375]
        ]
      )
      for (const { outcomes } of [wheel, gift]) {
        const all = outcomes.reduce((sum: number, { observed }: { observed: number }) => sum + observed, 0)
        assert.strictEqual(all, 60)
      }
      const told = { box_key: "box", draws: 2, verdict: "too_few" }
      assert.deepInclude(body.boxes[0], told)
      assert.deepInclude(body.draws[0], { draw_id: open_draw.draw_id, lottery_key, valid: true })
      // Other chances are counted anew.
      yield* call("PATCH", `${dropsPath}/gift`, { probability: 0.4 })
      assert.deepInclude((yield* call("GET", reportPath)).body.drops[0], { draws: 0, verdict: "too_few" })
    })
  )

  it.effect("notices weights that are not kept", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call, customer_id } = tenant
      yield* rich(tenant, "ada", 0)
      const { surprise_drop_id } = yield* makeDrop(call, { probability: 0.5 })
      yield* many(call, "ada", "gift.opened", 100)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE campaign_totals SET amount = 1000
        WHERE customer_id = ${customer_id}::uuid AND subject_id = ${surprise_drop_id}::uuid AND bucket LIKE '%|miss'`
      assert.strictEqual((yield* call("GET", reportPath)).body.drops[0].verdict, "watch")
    })
  )

  it.effect("keeps what was drawn for events that were taken back, as it keeps what was missed", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const buddy_id = yield* rich(tenant, "ada", 0)
      yield* makeDrop(call, { probability: 0.5 })
      const events = Array.from({ length: 60 }, () => lesson("ada", { type: "gift.opened", properties: {} }))
      yield* call("POST", "/events/batch", { events })
      const [drawn] = (yield* call("GET", reportPath)).body.drops
      assert.strictEqual(drawn.draws, 60)
      const reverse = (id: string) => call("POST", `/events/${id}/reverse`, { mode: "clamp" })
      for (const { event_id } of events) assert.strictEqual((yield* reverse(event_id)).status, 200)
      assert.strictEqual(yield* coinsOf(call, buddy_id), 0)
      assert.deepStrictEqual((yield* call("GET", reportPath)).body.drops, [drawn])
      const [luck] = (yield* call("GET", luckPath)).body.drops
      assert.strictEqual(luck.beginners.hits + luck.others.hits, 0)
    })
  )

  it.effect("counts what was drawn and could not be paid, or the dear prizes would seem to be drawn too seldom", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const values = [1, 60].map((value) => ({ value, weight: 1, is_lucky: value > 1 }))
      const wheel = { trigger: { event_type: "wheel.spun" }, amount: { mode: "pool", entries: values } }
      yield* publish(tenant, {
        ...studyContent,
        token_types: [
          studyContent.token_types[0],
          { token_key: "gem", name: "Gem", kind: "primary", max_balance: 100 }
        ],
        token_rules: [{ rule_key: "gems", token_key: "gem", ...wheel }],
        coin_rules: [{ rule_key: "coins", name: "C", ...wheel, budget: { max_coins: 100, period: "total" } }]
      })
      yield* rich(tenant, "ada", 0)
      const drawn = ({ outcomes }: { outcomes: ReadonlyArray<{ observed: number }> }) =>
        outcomes.map(({ observed }) => observed)
      yield* many(call, "ada", "wheel.spun", 150)
      const { rules } = (yield* call("GET", reportPath)).body
      for (const rule of rules) {
        assert.strictEqual(rule.draws, 150, rule.rule_key)
        // By chance alone once in more than 10^9 times.
        assert.lengthOf(drawn(rule), 2)
        for (const observed of drawn(rule)) assert.isAbove(observed, 37)
      }
      assert.lengthOf(rules, 2)
    })
  )

  it.effect("tells what beginners won, and whether they stayed", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call, customer_id } = tenant
      for (const user of ["new", "lucky", "old"]) yield* rich(tenant, user, 0)
      const sql = yield* SqlClient.SqlClient
      const age = (user: string, days: number) => sql`
        UPDATE buddy_identities SET created_at = created_at - ${`${days} days`}::interval
        WHERE customer_id = ${customer_id}::uuid AND user_id = ${user}`
      yield* makeDrop(call, { probability: 0, beginner: { days: 3, probability: 1 } })
      for (const user of ["new", "lucky"]) yield* sent(call, user, "gift.opened")
      yield* sent(call, "old", "nothing.special")
      yield* age("old", 20)
      yield* sql`UPDATE events SET occurred_at = occurred_at - interval '10 days'
        WHERE customer_id = ${customer_id}::uuid AND user_id = 'lucky'`
      yield* age("lucky", 10)
      yield* sent(call, "lucky", "nothing.special")
      const { body, status, text } = yield* call("GET", `${luckPath}?window_days=30`)
      assert.strictEqual(status, 200, text)
      assert.deepStrictEqual(body, {
        window_days: 30,
        drops: [
          {
            drop_key: "gift",
            beginners: { rolls: 2, hits: 2, hit_share: 1 },
            others: { rolls: 0, hits: 0, hit_share: null }
          }
        ],
        beginners: { buddies: 3, lucky: 2, active_after_7_days: 2, lucky_active_after_7_days: 1 }
      })
      assert.strictEqual((yield* call("GET", `${luckPath}?window_days=5`)).body.beginners.buddies, 1)
      assert.strictEqual((yield* call("GET", `${luckPath}?window_days=91`)).status, 422)
      assert.strictEqual((yield* call("GET", `${reportPath}?window_days=0`)).status, 422)
    })
  )

  it.effect("looks at nothing that came of test clocks, in their own time or once it has come", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, { ...studyContent, coin_rules: [...studyContent.coin_rules, pool] })
      const buddy_id = yield* rich(tenant, "ada", 10)
      yield* rich(tenant, "bob", 0)
      const { surprise_drop_id } = yield* makeDrop(call)
      const coins = { kind: "coins", amount: 2 }
      const free = { price: { mode: "free" }, limits: { max_total: 5 }, reward_pool: [{ weight: 1, reward: coins }] }
      yield* call("POST", "/customers/me/mystery-boxes", { box_key: "box", name: "Box", ...free })
      const roll = Effect.fnUntraced(function* (user_id: string, more: object = {}) {
        for (const type of ["gift.opened", "wheel.spun"]) yield* sent(call, user_id, type, more)
      })
      const now = inHours(72)
      const clock = yield* call("POST", "/test/clocks", { now, user_ids: ["ada"] })
      assert.strictEqual(clock.status, 201, clock.text)
      yield* roll("ada", { occurred_at: now })
      assert.strictEqual((yield* call("POST", `/buddies/${buddy_id}/mystery-boxes/box/open`)).status, 201)
      yield* roll("bob")
      const figures = Effect.gen(function* () {
        const { boxes, drops, rules } = (yield* call("GET", reportPath)).body
        const luck = (yield* call("GET", luckPath)).body
        return [
          rules[0].draws,
          drops[0].draws,
          boxes[0].draws,
          luck.drops[0].beginners.rolls,
          luck.drops[0].others.rolls
        ]
      })
      assert.deepStrictEqual(yield* figures, [1, 1, 0, 0, 1])
      assert.strictEqual((yield* call("GET", luckPath)).body.beginners.buddies, 1)
      // All that was won is counted all the same.
      assert.deepStrictEqual(yield* outcomesOf(customer_id, surprise_drop_id), { "0": 2 })
      assert.strictEqual((yield* call("GET", "/customers/me/mystery-boxes")).body.data[0].opened, 1)
    })
  )
})
