/** Surprise drops: kept as configuration, won with an event, never beyond what they may cost. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dropsPath, gift, makeDrop, outcomesOf, sent, stepsOf } from "../../kit/campaigns/Drops.ts"
import { coinsOf, refusal, rich, started } from "../../kit/campaigns/Lotteries.ts"
import { lesson } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const type = "gift.opened"

layer(TestApp.shared, { excludeTestServices: true })("surprise drops", (it) => {
  it.effect("are made, changed, listed and removed", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const { surprise_drop_id, ...made } = yield* makeDrop(call)
      assert.deepInclude(made, { drop_key: "gift", enabled: true, priority: 100, pity_after: null, beginner: null })
      assert.deepStrictEqual(made.reward_pool[0].reward.coins, 20)
      assert.deepStrictEqual(refusal(yield* call("POST", dropsPath, gift)), [409, "already_exists", { key: "gift" }])
      const second = yield* makeDrop(call, { drop_key: undefined })
      assert.match(second.drop_key, /^gift-[a-z0-9]{6}$/)
      const changed = yield* call("PATCH", `${dropsPath}/gift`, { enabled: false, pity_after: 3 })
      assert.deepInclude(changed.body, {
        surprise_drop_id,
        enabled: false,
        pity_after: 3,
        probability: 1,
        name: "Gift"
      })
      assert.strictEqual((yield* call("PATCH", `${dropsPath}/gift`, { pity_after: null })).body.pity_after, null)
      assert.strictEqual((yield* call("PATCH", `${dropsPath}/gift`, { drop_key: "other" })).status, 422)
      const listed = yield* call("GET", `${dropsPath}?status=inactive`)
      assert.deepStrictEqual(
        listed.body.data.map(({ drop_key }: { drop_key: string }) => drop_key),
        ["gift"]
      )
      assert.strictEqual((yield* call("GET", dropsPath)).body.data[1].surprise_drop_id, surprise_drop_id)
      assert.strictEqual((yield* call("DELETE", `${dropsPath}/gift`)).status, 204)
      assert.strictEqual((yield* call("PATCH", `${dropsPath}/${surprise_drop_id}`, { name: "x" })).status, 404)
      assert.strictEqual((yield* call("DELETE", `${dropsPath}/gift`)).status, 404)
      yield* makeDrop(call)
    })
  )

  it.effect("are refused where they are wrong", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const pool = (reward: object, weight = 1) => ({ reward_pool: [{ weight, reward }] })
      const bad: ReadonlyArray<readonly [path: ReadonlyArray<unknown>, body: object]> = [
        [["probability"], { probability: 1.01 }],
        [["pity_after"], { pity_after: 0 }],
        [["beginner", "days"], { beginner: { days: 31, probability: 1 } }],
        [["reward_pool"], { reward_pool: [] }],
        [["reward_pool", 0, "weight"], pool({ coins: 1 }, 0)],
        [["reward_pool", 0, "reward", "streak_freezes"], pool({ streak_freezes: 1 })],
        [["reward_pool", 0, "reward", "items", 0], pool({ items: ["unicorn"] })],
        [["audience"], { audience: "nobody" }],
        [["budget", "max_coins"], { budget: { max_coins: 0 } }],
        [["limits", "max_per_day"], { limits: { max_per_day: 0 } }]
      ]
      for (const [at, body] of bad) {
        const refused = yield* call("POST", dropsPath, { ...gift, ...body })
        assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"], refused.text)
        const found = refused.body.error.details.issues.map((issue: { path: unknown }) => JSON.stringify(issue.path))
        assert.include(found, JSON.stringify(at))
      }
      assert.strictEqual((yield* call("GET", dropsPath)).body.meta.total, 0)
      yield* makeDrop(call)
      const taken = yield* call("POST", dropsPath, { ...gift, audience: "nobody" })
      assert.strictEqual(taken.status, 422, "what is wrong in the body comes before a key that is taken")
    })
  )

  it.effect("may be fifty at once, and others once one of them is switched off", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      for (let n = 0; n < 50; n++) yield* makeDrop(call, { drop_key: `d${n}` })
      const refused = yield* call("POST", dropsPath, { ...gift, drop_key: "more" })
      assert.deepStrictEqual(refusal(refused), [409, "campaign_limit", { of: "surprise_drops", max: 50 }])
      yield* makeDrop(call, { drop_key: "more", enabled: false })
      assert.strictEqual((yield* call("PATCH", `${dropsPath}/more`, { enabled: true })).status, 409)
      assert.strictEqual((yield* call("PATCH", `${dropsPath}/d7`, { enabled: false })).status, 200)
      assert.strictEqual((yield* call("PATCH", `${dropsPath}/more`, { enabled: true })).status, 200)
    })
  )

  it.effect("pay with the event, tell why, and go with its reversal", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call, customer_id } = tenant
      const buddy_id = yield* rich(tenant, "ada", 0)
      const { surprise_drop_id } = yield* makeDrop(call, { pity_after: 2, probability: 0 })
      const dry = lesson("ada", { type, properties: {} })
      const answers = []
      for (let n = 0; n < 3; n++) answers.push(yield* sent(call, "ada", type))
      assert.deepStrictEqual(
        answers.map(({ effects }) => effects.coins),
        [0, 0, 20]
      )
      const won = answers[2]!.event_id
      const [step] = yield* stepsOf(call, won, "surprise_drop")
      assert.deepInclude(step, { key: "gift", outcome: "fired" })
      assert.deepInclude(step!.detail, { misses: 2, is_pity: true, prize: 0 })
      const { data } = (yield* call("GET", `/economy/buddies/${buddy_id}/ledger`)).body
      assert.deepInclude(data[0], { amount: 20, reason: "drop", reference_id: won })
      const why = yield* call("GET", `/economy/buddies/${buddy_id}/ledger/${data[0].ledger_id}/explain`)
      assert.strictEqual(why.status, 200, why.text)
      assert.deepStrictEqual(yield* outcomesOf(customer_id, surprise_drop_id), { miss: 2, "pity:0": 1 })
      assert.strictEqual((yield* call("POST", `/events/${won}/reverse`, { mode: "clamp" })).status, 200)
      assert.strictEqual(yield* coinsOf(call, buddy_id), 0)
      assert.deepStrictEqual(yield* outcomesOf(customer_id, surprise_drop_id), { miss: 2, "pity:0": 0 })
      // A dry run shows what the event will bring, and leaves no trace of itself.
      const shown = yield* call("POST", "/events?dry_run=true", dry)
      assert.strictEqual(shown.body.effects.coins, 20)
      assert.strictEqual((yield* call("POST", "/events", dry)).body.effects.coins, 20)
    })
  )

  it.effect("are won no more often in all because they listen to another type of events by now", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      yield* rich(tenant, "ada", 0)
      yield* makeDrop(call, { limits: { max_total: 1 } })
      const won = yield* sent(call, "ada", type)
      assert.strictEqual(won.effects.coins, 20)
      yield* call("PATCH", `${dropsPath}/gift`, { trigger: { event_type: "app.opened" } })
      const { effects, event_id } = yield* sent(call, "ada", "app.opened")
      assert.strictEqual(effects.coins, 0)
      const [step] = yield* stepsOf(call, event_id, "surprise_drop")
      assert.deepStrictEqual(step?.detail, { limit: "max_total", used: 1, max: 1 })
      assert.strictEqual((yield* call("POST", `/events/${won.event_id}/reverse`, { mode: "clamp" })).status, 200)
      assert.strictEqual((yield* sent(call, "ada", "app.opened")).effects.coins, 20)
    })
  )

  it.effect("draw the same for a dry run and the event, and once however often it is sent", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const buddy_id = yield* rich(tenant, "ada", 0)
      const reward_pool = [1, 2, 4, 8].map((coins) => ({ weight: 1, reward: { coins } }))
      yield* makeDrop(call, { probability: 0.5, reward_pool })
      let paid = 0
      for (let n = 0; n < 20; n++) {
        const event = lesson("ada", { type, properties: {} })
        const dry = yield* call("POST", "/events?dry_run=true", event)
        const real = yield* call("POST", "/events", event)
        assert.strictEqual(dry.body.effects.coins, real.body.effects.coins)
        assert.strictEqual((yield* call("POST", "/events", event)).body.effects.coins, real.body.effects.coins)
        paid += real.body.effects.coins
      }
      assert.strictEqual(yield* coinsOf(call, buddy_id), paid)
      assert.isAbove(paid, 0)
    })
  )

  it.effect("pay no more than their budget to fifty buddies at one moment", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call, customer_id } = tenant
      const users = Array.from({ length: 50 }, (_, n) => `user-${n}`)
      const buddies = yield* Effect.forEach(users, (user) => rich(tenant, user, 0), { concurrency: 10 })
      const { surprise_drop_id } = yield* makeDrop(call, { pity_after: 1, budget: { max_coins: 250, period: "total" } })
      const answers = yield* Effect.forEach(users, (user) => sent(call, user, type), { concurrency: 50 })
      const paid = answers.reduce((sum, { effects }) => sum + effects.coins, 0)
      assert.strictEqual(paid, 240)
      const balances = yield* Effect.forEach(buddies, (buddy_id) => coinsOf(call, buddy_id))
      assert.strictEqual(
        balances.reduce((sum, coins) => sum + coins, 0),
        240
      )
      assert.deepStrictEqual(yield* outcomesOf(customer_id, surprise_drop_id), { "0": 12, "unpaid:0": 38 })
      const sql = yield* SqlClient.SqlClient
      const used = yield* sql`SELECT used::int FROM rule_budgets WHERE rule_id = ${surprise_drop_id}::uuid`
      assert.deepStrictEqual(used, [{ used: 240 }])
      // More to spend: what was refused did not count as luck.
      yield* call("PATCH", `${dropsPath}/gift`, { budget: { max_coins: 1_000, period: "total" } })
      const again = yield* sent(call, "user-1", type)
      assert.strictEqual(again.effects.coins, 20)
    })
  )

  it.effect("stop where the capability is switched off, and the misses wait", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call, customer_id } = tenant
      yield* rich(tenant, "ada", 0)
      yield* makeDrop(call, { probability: 0, pity_after: 1 })
      yield* sent(call, "ada", type)
      const sql = yield* SqlClient.SqlClient
      const disable = (names: string) =>
        Effect.andThen(
          sql`UPDATE customers SET disabled_capabilities = ${names}::text[] WHERE customer_id = ${customer_id}::uuid`,
          // Whoever keeps facts of the workspace hears of it.
          call("PATCH", "/customers/me/settings", { timezone: "UTC" })
        )
      yield* disable("{surprise_drops}")
      const { event_id } = yield* sent(call, "ada", type)
      assert.deepStrictEqual(yield* stepsOf(call, event_id, "surprise_drop"), [])
      yield* disable("{}")
      assert.strictEqual((yield* sent(call, "ada", type)).effects.coins, 20)
    })
  )
})
