/** What a workspace made for its implicit audience, once it gives that another name. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const audience = "default"
const me = "/customers/me"
const type = "visit"
const won = [{ weight: 1, reward: { coins: 10 } }]
const inBox = [{ weight: 1, reward: { kind: "coins", amount: 1 } }]
const booster = { booster_key: "twice", target: { audience }, applies_to: ["coins"], multiplier: 2 }
const schedule = { frequency: "weekly", weekday: 5, hour: 18, timezone: "UTC" }
const prizes = [{ rank: 1, winners: 1, reward: { coins: 5 } }]
const goal = { event_type: type, metric: "count", target: 100 }
const dates = {
  starts_at: new Date(Date.now() - 60_000).toISOString(),
  ends_at: new Date(Date.now() + 86_400_000).toISOString()
}
const counter = { event_type: type, metric: "count", units_per_event: 1 }
const made: ReadonlyArray<readonly [path: string, body: object]> = [
  ["/marketplaces", { marketplace_key: "shop", name: "Shop" }],
  [`${me}/surprise-drops`, { drop_key: "gift", name: "Gift", trigger: { event_type: type }, probability: 1 }],
  [`${me}/mystery-boxes`, { box_key: "box", name: "Box", status: "active", price: { mode: "free" } }],
  [
    `${me}/lotteries`,
    { lottery_key: "draw", name: "Draw", status: "active", entry: { mode: "event", event_type: type } }
  ],
  [`${me}/group-quests`, { quest_key: "quest", name: "Quest", participants: "all", ...dates }],
  [`${me}/causes`, { cause_key: "trees", name: "Trees", unit_label: "tree", threshold_unit: 100 }],
  [`${me}/hosted-surfaces`, { name: "Lobby" }]
]
const more: Readonly<Record<string, object>> = {
  [`${me}/surprise-drops`]: { reward_pool: won },
  [`${me}/mystery-boxes`]: { reward_pool: inBox, limits: { max_per_day: 5 } },
  [`${me}/lotteries`]: { schedule, prizes },
  [`${me}/group-quests`]: { goal, rewards: [{ min_contribution: 1, reward: { coins: 5 } }] },
  [`${me}/causes`]: { counter, status: "draft" }
}

layer(TestApp.shared, { excludeTestServices: true })("what was made for the implicit audience", (it) => {
  it.effect("goes on for everybody in it under its first name", () =>
    Effect.gen(function* () {
      const { call, ...tenant } = yield* (yield* TestApp).tenant()
      yield* publish({ call, ...tenant }, studyContent)
      const { buddy_id } = yield* hatch({ call, ...tenant }, "ada")
      const done = (...given: Parameters<typeof call>) =>
        Effect.map(call(...given), (answer) => {
          assert.isBelow(answer.status, 300, answer.text)
          return answer.body
        })
      for (const [path, body] of made) yield* done("POST", path, { ...body, ...more[path], audience })
      yield* done("POST", `${me}/boosters/grant`, { ...booster, duration_minutes: 60 })
      const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 0 }
      yield* done("POST", "/marketplaces/shop/items", hat)
      yield* done("POST", `${me}/group-quests/quest/publish`)
      yield* done("PATCH", `${me}/causes/trees`, { status: "active" })
      const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id: "ada" }))
      const look = Effect.gen(function* () {
        const { effects } = yield* done("POST", "/events", { ...lesson("ada"), type, properties: {} })
        const opened = yield* done("POST", `/buddies/${buddy_id}/mystery-boxes/box/open`)
        const { total } = (yield* widget("GET", "/widget/marketplace")).body.meta
        const { boosters, lotteries, mystery_boxes, quests } = (yield* widget("GET", "/widget/campaigns")).body
        const shown = [boosters, lotteries, mystery_boxes, quests].map((list) => list.length)
        return { coins: effects.coins, reward: opened.reward, total, shown }
      })
      const before = yield* look
      assert.deepInclude(before, { coins: 10, total: 1, shown: [1, 1, 1, 1] })
      yield* done("PATCH", `${me}/audiences`, { audiences: [{ key: "students" }] })
      assert.strictEqual((yield* done("GET", `/buddies/${buddy_id}`)).audience, "students")
      assert.deepStrictEqual(yield* look, before)
      for (const [path] of made) {
        const { data } = yield* done("GET", path)
        assert.deepStrictEqual([path, ...data.map((one: { audience: string }) => one.audience)], [path, "students"])
      }
      const [{ target }] = (yield* done("GET", `${me}/boosters`)).data
      assert.deepInclude(target, { audience: "students" })
      const sums = yield* Effect.all([done("GET", `${me}/causes/trees`), done("GET", `${me}/group-quests/quest`)])
      assert.deepStrictEqual([sums[0].total_units, sums[1].total], [2, 2])
    })
  )

  it.effect("is given by rules and event badges under its first name, teams stay joinable", () =>
    Effect.gen(function* () {
      const { call, ...tenant } = yield* (yield* TestApp).tenant()
      const done = (...given: Parameters<typeof call>) =>
        Effect.map(call(...given), (answer) => {
          assert.isBelow(answer.status, 300, answer.text)
          return answer.body
        })
      const trigger = { event_type: type }
      // What is published never changes, and the buddies stay on it.
      yield* publish(
        { call, ...tenant },
        {
          ...studyContent,
          coin_rules: [{ rule_key: "visits", name: "Visits", trigger, amount: { mode: "fixed", value: 7 }, audience }],
          streak_rules: [
            {
              streak_key: "daily",
              frequency: "daily",
              audience,
              qualifying: { match: "any", events: [{ event_type: type }] }
            }
          ]
        }
      )
      const { buddy_id } = yield* hatch({ call, ...tenant }, "ada")
      const badge = { label: "Regular", audience, trigger: { event_type: type }, required_count: 3 }
      yield* done("POST", `${me}/event-badges`, badge)
      const team = yield* done("POST", `${me}/teams`, { name: "Ours", audience })
      const look = Effect.map(done("POST", "/events", { ...lesson("ada"), type, properties: {} }), ({ effects }) => ({
        coins: effects.coins,
        streaks: effects.streak_updates.length
      }))
      assert.deepStrictEqual(yield* look, { coins: 7, streaks: 1 })
      yield* done("PATCH", `${me}/audiences`, { audiences: [{ key: "students" }, { key: "others" }] })
      const event = { ...lesson("ada"), type, properties: {}, audience: "students" }
      assert.strictEqual((yield* done("POST", "/events", event)).effects.coins, 7)
      assert.deepStrictEqual(
        (yield* done("GET", `${me}/event-badges`)).data.map((one: { audience: string }) => one.audience),
        ["students"]
      )
      assert.strictEqual((yield* done("GET", `${me}/teams/${team.team_id}`)).audience, "students")
      yield* done("POST", `${me}/teams/${team.team_id}/members`, { buddy_id })
      // `others` are strangers to it, whatever the order of the list becomes; a `default` of its own has its own rules.
      const named = (...keys: ReadonlyArray<string>) =>
        done("PATCH", `${me}/audiences`, { audiences: keys.map((key) => ({ key })) })
      yield* named("others", "students")
      const again = { ...lesson("ada"), type, properties: {}, audience: "students" }
      assert.strictEqual((yield* done("POST", "/events", again)).effects.coins, 7)
      yield* named("students", "default")
      const last = { ...lesson("ada"), type, properties: {}, audience: "students" }
      assert.strictEqual((yield* done("POST", "/events", last)).effects.coins, 0)
    })
  )
})
