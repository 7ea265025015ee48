/** Tiers that go while a season runs by the rules it began with. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { at, begin, bronze, close, played, root, score, silver, standings } from "../../kit/players/Leagues.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const risers = { ...bronze, promote: { mode: "count", value: 2 }, rewards: [] }
const middle = { ...silver, promote: { mode: "count", value: 1 }, demote: { mode: "count", value: 0 } }
const gold = { tier_key: "gold", name: "Gold", order: 3 }

layer(TestApp.shared, { excludeTestServices: true })("a tier", (it) => {
  it.effect("that goes while players rise to it leaves them in the one below, and not in the lowest", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b", "c", "d"], {
        cohort_size: 4,
        finalize_delay_hours: 0
      })
      const tiers = [risers, middle, gold]
      assert.strictEqual((yield* call("PUT", `${root}/tiers`, { tiers })).status, 200)
      const first = yield* begin(tenant)
      for (const [user, amount] of Object.entries({ a: 40, b: 30, c: 20, d: 10 })) yield* score(tenant, user, amount)
      yield* close(tenant, first.season_id)
      const second = yield* begin(tenant, { starts_at: at(0) })
      yield* score(tenant, "a", 20)
      yield* score(tenant, "b", 10)
      const gone = yield* call("PUT", `${root}/tiers`, { tiers: [risers, middle] })
      assert.strictEqual(gone.status, 200, gone.text)
      yield* close(tenant, second.season_id)
      const [best] = yield* standings(tenant, second.season_id)
      assert.deepInclude(best, { buddy_id: buddies[0]!, tier_key: "silver", to_tier: "gold" })
      const third = yield* begin(tenant, { starts_at: at(0) })
      for (const user of ["a", "b"]) yield* score(tenant, user, 10)
      const rows = yield* standings(tenant, third.season_id)
      assert.deepStrictEqual(
        rows.map(({ tier_key }) => tier_key),
        ["silver", "silver"]
      )
    })
  )

  it.effect("that takes the place of another while a season runs is played in by whoever stood in that one", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b"], { finalize_delay_hours: 0, demote_idle: false })
      const first = yield* begin(tenant)
      for (const [user, amount] of Object.entries({ a: 20, b: 10 })) yield* score(tenant, user, amount)
      yield* close(tenant, first.season_id)
      const second = yield* begin(tenant, { starts_at: at(0) })
      const platinum = { ...silver, tier_key: "platinum", name: "Platinum" }
      const renamed = yield* call("PUT", `${root}/tiers`, { tiers: [bronze, platinum], moves: { silver: "platinum" } })
      assert.strictEqual(renamed.status, 200, renamed.text)
      for (const user of ["a", "b"]) yield* score(tenant, user, 10)
      const tiers = Effect.map(standings(tenant, second.season_id), (rows) =>
        buddies.map((buddy_id) => rows.find((row) => row.buddy_id === buddy_id)?.tier_key)
      )
      assert.deepStrictEqual(yield* tiers, ["silver", "bronze"])
      yield* close(tenant, second.season_id)
      assert.deepStrictEqual(yield* tiers, ["silver", "bronze"])
      const third = yield* begin(tenant, { starts_at: at(0) })
      yield* score(tenant, "a", 10)
      const [best] = yield* standings(tenant, third.season_id)
      assert.deepInclude(best, { buddy_id: buddies[0]!, tier_key: "platinum" })
    })
  )

  it.effect("that takes the place of another is fallen from as that one by who stands there and does not play", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b"], { finalize_delay_hours: 0 })
      const first = yield* begin(tenant)
      for (const [user, amount] of Object.entries({ a: 20, b: 10 })) yield* score(tenant, user, amount)
      yield* close(tenant, first.season_id)
      const second = yield* begin(tenant, { starts_at: at(0) })
      const platinum = { ...silver, tier_key: "platinum", name: "Platinum" }
      const renamed = yield* call("PUT", `${root}/tiers`, { tiers: [bronze, platinum], moves: { silver: "platinum" } })
      assert.strictEqual(renamed.status, 200, renamed.text)
      yield* score(tenant, "b", 10)
      yield* close(tenant, second.season_id)
      const idle = (yield* standings(tenant, second.season_id)).find(({ buddy_id }) => buddy_id === buddies[0])
      assert.deepInclude(idle, { tier_key: "silver", rank: 0, zone: "demote", to_tier: "bronze" })
      const third = yield* begin(tenant, { starts_at: at(0) })
      yield* score(tenant, "a", 10)
      const rows = yield* standings(tenant, third.season_id)
      assert.strictEqual(rows.find(({ buddy_id }) => buddy_id === buddies[0])?.tier_key, "bronze")
    })
  )
})
