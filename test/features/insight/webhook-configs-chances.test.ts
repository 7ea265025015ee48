/** What tenants are told of chance: each event made to happen by routes, and its body held field by field. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { drawNow, enter, make, path } from "../../kit/campaigns/Lotteries.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { started } from "../../kit/webhooks/ListeningTenant.ts"

layer(TestApp.shared, { excludeTestServices: true })("a tenant hears of", (it) => {
  it.effect("a mystery box that was opened", () =>
    Effect.gen(function* () {
      const world = yield* started
      const { buddy_id, call, heard } = world
      yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 50 })
      const reward = { kind: "coins", amount: 7 }
      const box = { box_key: "weekly", name: "Box", price: { mode: "coins", amount: 20 } }
      const made = yield* call("POST", "/customers/me/mystery-boxes", { ...box, reward_pool: [{ weight: 1, reward }] })
      assert.strictEqual(made.status, 201, made.text)
      const opened = yield* call("POST", `/buddies/${buddy_id}/mystery-boxes/weekly/open`)
      assert.strictEqual(opened.status, 201, opened.text)
      const { occurred_at, ...body } = yield* heard("mystery_box.opened")
      assert.deepStrictEqual(body, { buddy_id, box_key: "weekly", reward: { ...reward, key: null } })
      assert.isFalse(Number.isNaN(Date.parse(String(occurred_at))))
      yield* world.verifyAll
    })
  )

  it.effect("a draw, with what proves its seed", () =>
    Effect.gen(function* () {
      const world = yield* started
      const { buddy_id, call, heard } = world
      yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 500 })
      const { lottery_id, lottery_key } = yield* make(call, { entry: { mode: "coin_cost", amount: 1 } })
      const entered = yield* enter(call, buddy_id, lottery_id)
      assert.strictEqual(entered.status, 201, entered.text)
      yield* drawNow(call, lottery_id)
      const body = yield* heard("lottery.drawn")
      const { draw_id } = entered.body
      const drawn = (yield* call("GET", `${path}/${lottery_id}/draws/${draw_id}`)).body
      const { commit_hash, seed } = drawn
      const counts = { participants: 1, entries: 1, winner_buddy_ids: [buddy_id] }
      const { occurred_at: _at, ...facts } = body
      assert.deepStrictEqual(facts, { lottery_id, lottery_key, draw_id, ...counts, commit_hash, seed })
      assert.strictEqual(createHash("sha256").update(String(body["seed"])).digest("hex"), commit_hash)
      yield* world.verifyAll
    })
  )
})
