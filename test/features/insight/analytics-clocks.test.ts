/** What figures say now of buddies whose users go to live on a test clock, and of those that are back. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { RebuildStore } from "../../../src/features/insight/analytics/Store/Rebuild.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { caughtUp } from "../../kit/insight/analytics.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

/** Buddies, active and archived ones, open eggs, coins and the gems that are held, and by how many; as reports say. */
const standing = Effect.fnUntraced(function* ({ call, customer_id }: TestTenant) {
  yield* caughtUp(customer_id)
  const read = (path: string) => Effect.map(succeeded(call("GET", `/analytics/${path}`)), ({ body }) => body)
  const { buddies, coins, eggs } = yield* read("overview")
  const { audiences } = yield* read("audiences")
  assert.deepInclude(audiences[0], { buddies: buddies.total, outstanding: coins.outstanding })
  const { series } = yield* read("economy-summary")
  assert.strictEqual(series.at(-1).outstanding, coins.outstanding)
  const { tokens } = yield* read("tokens")
  const gem = tokens.find(({ token_key }: { readonly token_key: string }) => token_key === "gem")
  const { active, archived, total } = buddies
  return [total, active, archived, eggs.open, coins.outstanding, gem.outstanding, gem.holders]
})

const grown = Effect.fnUntraced(function* (tenant: TestTenant, user: string, coins: number) {
  const { call } = tenant
  const { buddy_id } = yield* hatch(tenant, user)
  yield* succeeded(call("POST", `/buddies/${buddy_id}/coins`, { amount: coins }))
  yield* succeeded(call("POST", `/buddies/${buddy_id}/tokens`, { operation: "earn", token_key: "gem", amount: 2 }))
  const egg = yield* succeeded(call("POST", "/eggs", { user_id: user }))
  return { buddy_id, egg_id: egg.body.egg_id as string }
})

layer(TestApp.shared, { excludeTestServices: true })("figures of users on test clocks", (it) => {
  it.effect("come in with those who are back, and whatever becomes of them then is less than nothing of nobody", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, studyContent)
      const users = ["ada", "bob"]
      const { body: clock } = yield* succeeded(call("POST", "/test/clocks", { user_ids: users }))
      const [ada, bob] = [yield* grown(tenant, "ada", 100), yield* grown(tenant, "bob", 30)]
      assert.deepStrictEqual(yield* standing(tenant), [0, 0, 0, 0, 0, 0, 0])
      yield* succeeded(call("DELETE", `/test/clocks/${clock.test_clock_id}`))
      assert.deepStrictEqual(yield* standing(tenant), [2, 2, 0, 2, 130, 4, 2])
      yield* succeeded(call("POST", `/buddies/${ada.buddy_id}/coins/spend`, { amount: 60 }))
      yield* succeeded(call("PATCH", `/buddies/${bob.buddy_id}/archive`))
      yield* succeeded(call("PATCH", `/eggs/${bob.egg_id}/status`, { status: "cancelled" }))
      const left = [2, 1, 1, 1, 70, 4, 1]
      assert.deepStrictEqual(yield* standing(tenant), left)
      const { rebuild } = yield* RebuildStore
      yield* rebuild(tenant.customer_id)
      assert.deepStrictEqual(yield* standing(tenant), left, "counted again from what is stored")
      yield* erased(call, "bob")
      assert.deepStrictEqual(yield* standing(tenant), [1, 1, 0, 1, 40, 2, 1])
      yield* erased(call, "ada")
      assert.deepStrictEqual(yield* standing(tenant), [0, 0, 0, 0, 0, 0, 0])
      yield* rebuild(tenant.customer_id)
      assert.deepStrictEqual(yield* standing(tenant), [0, 0, 0, 0, 0, 0, 0])
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("go with those who go there, once however often that is said", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, studyContent)
      const ada = yield* grown(tenant, "ada", 100)
      yield* grown(tenant, "bob", 30)
      const before = yield* standing(tenant)
      assert.deepStrictEqual(before, [2, 2, 0, 2, 130, 4, 2])
      const { body: clock } = yield* succeeded(call("POST", "/test/clocks", {}))
      const path = `/test/clocks/${clock.test_clock_id}`
      for (const user_ids of [["ada"], ["ada", "nobody"]]) yield* succeeded(call("POST", `${path}/users`, { user_ids }))
      const without = [1, 1, 0, 1, 30, 2, 1]
      assert.deepStrictEqual(yield* standing(tenant), without)
      const { rebuild } = yield* RebuildStore
      yield* rebuild(tenant.customer_id)
      assert.deepStrictEqual(yield* standing(tenant), without, "counted again from what is stored")
      yield* succeeded(call("POST", "/events", lesson("ada")))
      yield* succeeded(call("POST", `/buddies/${ada.buddy_id}/coins/spend`, { amount: 50 }))
      assert.deepStrictEqual(yield* standing(tenant), without)
      yield* succeeded(call("DELETE", path))
      const coins = (yield* succeeded(call("GET", `/buddies/${ada.buddy_id}`))).body.coins as number
      assert.deepStrictEqual(yield* standing(tenant), [2, 2, 0, 2, 30 + coins, 4, 2])
      const { body: again } = yield* succeeded(call("POST", "/test/clocks", { user_ids: ["ada"] }))
      yield* erased(call, "ada")
      assert.deepStrictEqual(yield* standing(tenant), without)
      yield* succeeded(call("DELETE", `/test/clocks/${again.test_clock_id}`))
      yield* rebuild(tenant.customer_id)
      assert.deepStrictEqual(yield* standing(tenant), without)
    }).pipe(Effect.provide(RebuildStore.layer))
  )
})
