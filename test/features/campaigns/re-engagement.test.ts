/** Users who come back, as their workspace sees it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { made, refused } from "../../kit/campaigns/Causes.ts"
import { club, coinsOf } from "../../kit/campaigns/Quests.ts"
import { lesson } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

const config = "/customers/me/reengagement-config"
const settings = "/customers/me/settings"
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()

layer(TestApp.shared, { excludeTestServices: true })("coming back", (it) => {
  it.effect("is told with its days, rewarded once, and taken back with its event", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { buddies, call } = tenant
      const buddy_id = buddies[0]!
      const { bodies, heard } = yield* listening(tenant)
      made(yield* call("PATCH", settings, { max_lateness_days: 30, lapsed_after_days: 3 }), 200)
      const reward = { coins: 40 }
      assert.deepInclude(made(yield* call("PATCH", config, { reward }), 200).reward, reward)
      const last_active_at = daysAgo(5)
      made(yield* call("POST", "/events", lesson("u0", { occurred_at: last_active_at })), 200)
      const preview = made(yield* call("POST", "/events?dry_run=true", lesson("u0")), 200)
      assert.strictEqual(preview.effects.coins, 40)
      const back = lesson("u0")
      assert.strictEqual(made(yield* call("POST", "/events", back), 200).effects.coins, 40)
      const told = yield* heard("user.reengaged")
      assert.deepInclude(told, { user_id: "u0", buddy_id, days_away: 5, last_active_at })
      const row = preview.trace.find(({ type }: { type: string }) => type === "reengagement")
      assert.deepInclude(row, { outcome: "fired" })
      assert.strictEqual(made(yield* call("POST", "/events", lesson("u0")), 200).effects.coins, 0)
      made(yield* call("POST", `/events/${back.event_id}/reverse`, {}), 200)
      assert.strictEqual(yield* coinsOf(call, buddy_id), 0)
      made(yield* call("POST", "/events", lesson("u0")), 200)
      assert.lengthOf(bodies("user.reengaged"), 1)
    })
  )

  it.effect("is judged by the workspace's own lapse, live events and rewards as they are now", () =>
    Effect.gen(function* () {
      const { call } = yield* club(2)
      made(yield* call("PATCH", settings, { max_lateness_days: 30 }), 200)
      made(yield* call("PATCH", config, { reward: { coins: 5 } }), 200)
      const come = (user: string, days: number, mode = "live") => {
        const events = [lesson(user, { occurred_at: daysAgo(days) })]
        return Effect.map(call("POST", "/events/batch", { events, mode }), (answer) => made(answer, 200).results[0])
      }
      yield* come("u0", 20)
      assert.strictEqual((yield* come("u0", 8)).effects.coins, 0)
      made(yield* call("PATCH", settings, { lapsed_after_days: 7 }), 200)
      assert.strictEqual((yield* come("u0", 0)).effects.coins, 5)
      yield* come("u1", 20)
      assert.strictEqual((yield* come("u1", 10, "backfill")).effects.coins, 0)
      made(yield* call("PATCH", config, { reward: null }), 200)
      assert.strictEqual((yield* come("u1", 0)).effects.coins, 0)
    })
  )

  it.effect("takes settings that make sense, of its own workspace", () =>
    Effect.gen(function* () {
      const { call } = yield* club(1)
      const { call: stranger } = yield* (yield* TestApp).tenant()
      for (const lapsed_after_days of [2, 366, 3.5, "7"]) {
        refused(yield* call("PATCH", settings, { lapsed_after_days }), 422, "validation_failed")
      }
      assert.strictEqual((yield* call("GET", "/customers/me")).body.settings.lapsed_after_days, 14)
      for (const reward of [{ streak_freezes: 1 }, { items: ["no-such-item"] }, { coins: -1 }]) {
        refused(yield* call("PATCH", config, { reward }), 422, "validation_failed")
      }
      made(yield* call("PATCH", config, { reward: { coins: 5 } }), 200)
      made(yield* call("PATCH", config, {}), 200)
      assert.strictEqual((yield* call("GET", config)).body.reward.coins, 5)
      assert.strictEqual((yield* stranger("GET", config)).body.reward.coins, 0)
    })
  )
})
