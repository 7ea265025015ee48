/** Which drives a workspace speaks to: what is set up against who touched it, out of days that are planted. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Drive, OctalysisState } from "../../../src/features/insight/octalysis/Api.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { caughtUp, plantDelta, today } from "../../kit/insight/analytics.ts"
import { publish, studyContent } from "../../kit/players/players.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

const path = "/customers/me/octalysis-state"

const read = ({ call, customer_id }: TestTenant, query = "") =>
  Effect.gen(function* () {
    yield* caughtUp(customer_id)
    const { body, status, text } = yield* call("GET", path + query)
    assert.strictEqual(status, 200, text)
    return body as OctalysisState
  })

const drive = ({ drives }: OctalysisState, key: string): Drive => drives.find(({ drive_key }) => drive_key === key)!
const mechanic = (state: OctalysisState, of: string, name: string) =>
  drive(state, of).mechanics.find(({ mechanic: own }) => own === name)!

const users = (count: number) => Array.from({ length: count }, (_, place) => `user-${place}`)

layer(TestApp.shared, { excludeTestServices: true })("the drives of a workspace", (it) => {
  it.effect("have nothing to tell of one that is empty, and say where to begin", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const state = yield* read(tenant)
      assert.strictEqual(state.drives.length, 8)
      assert.strictEqual(state.window.days, 30)
      for (const one of state.drives) {
        assert.isNull(one.used, one.drive_key)
        // A buddy can be named by everybody.
        assert.strictEqual(one.configured, one.drive_key === "ownership" ? 25 : 0, one.drive_key)
        if (one.drive_key !== "ownership") assert.isString(one.hint)
      }
      assert.deepStrictEqual(state.balance, { white_hat: null, black_hat: null, left: null, right: null })
      assert.deepStrictEqual(state.warnings, [])
    })
  )

  it.effect("tell what is set up from what is used, by active users alone, each once", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "pro" })
      const { call } = tenant
      yield* publish(tenant, {
        ...studyContent,
        coin_rules: [{ ...studyContent.coin_rules[0], amount: { mode: "pool", entries: [{ value: 1, weight: 1 }] } }]
      })
      const day = today()
      // 40 were active; 20 of them earned badges and kept streaks, 5 more only streaks; one who was not active did too.
      yield* plantDelta(tenant, {
        c: [],
        u: [
          ...users(40).map((user) => ["default", user, "", day] as const),
          ...users(20).map((user) => ["default", user, "badges", day] as const),
          ...users(10).map((user) => ["default", user, "skills", day - 1] as const),
          ...users(25).map((user) => ["default", user, "streaks", day] as const),
          ["default", "stranger", "streaks", day],
          ["default", "stranger", "lotteries", day]
        ]
      })
      const state = yield* read(tenant)
      const accomplishment = drive(state, "accomplishment")
      assert.deepInclude(accomplishment, { side: "white_hat", brain: "left", configured: 75, used: 50 })
      assert.deepStrictEqual(
        accomplishment.mechanics.map(({ configured, mechanic: name, users: who }) => [name, configured, who]),
        [
          ["badges", true, 20],
          ["skills", true, 10],
          ["evolution", true, 0],
          ["paths", false, 0]
        ]
      )
      assert.strictEqual(accomplishment.hint, "Set up, and touched by nobody: evolution.")
      assert.deepInclude(drive(state, "avoidance"), { configured: 50, used: 63 })
      // Who wins from the pool of a rule stands nowhere by name.
      assert.deepInclude(mechanic(state, "unpredictability", "reward_pools"), { configured: true, users: null })
      assert.isNull(drive(state, "unpredictability").used)
      assert.deepInclude(mechanic(state, "unpredictability", "lotteries"), { configured: false, users: 0 })
      assert.deepInclude(mechanic(state, "ownership", "coins"), { configured: true, users: null })
      assert.strictEqual(drive(state, "social").used, 0)
      assert.deepStrictEqual(state.balance, { white_hat: 0.4425, black_hat: 0.5575, left: 1, right: 0 })
      assert.deepStrictEqual(state.warnings, ["unused_mechanic"])

      const made = yield* call("POST", "/customers/me/teams", { name: "Owls" })
      assert.strictEqual(made.status, 201, made.text)
      yield* call("PATCH", "/customers/me/narrative", { intro: "Welcome" })
      const more = yield* read(tenant)
      assert.deepInclude(mechanic(more, "social", "teams"), { configured: true, users: 0 })
      assert.deepInclude(mechanic(more, "meaning", "narrative"), { configured: true, users: 0 })
      yield* call("PATCH", "/customers/me/narrative", { intro: null })
      assert.isFalse(mechanic(yield* read(tenant), "meaning", "narrative").configured)

      const yesterday = yield* read(tenant, "?window_days=1")
      assert.strictEqual(mechanic(yesterday, "accomplishment", "skills").users, 0)
    })
  )

  it.effect("know who bought in a sale, as the report on features does", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
      const { call } = tenant
      const shop = yield* succeeded(call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
      const hat = { name: "Hat", category: "head", price_coins: 10 }
      const { item_id } = (yield* succeeded(call("POST", "/marketplaces/shop/items", hat))).body
      const [starts_at, ends_at] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
      const { marketplace_id } = shop.body
      const discount = { mode: "percent", value: 30 }
      const sale = { name: "Friday", marketplace_id, item_ids: [item_id], discount, starts_at, ends_at }
      yield* succeeded(call("POST", "/customers/me/flash-sales", sale))
      const of = (count: number, feature: string) =>
        users(count).map((user) => ["default", user, feature, today()] as const)
      yield* plantDelta(tenant, { c: [], u: [...of(20, ""), ...of(5, "flash_sales")] })
      const state = yield* read(tenant)
      assert.deepInclude(mechanic(state, "scarcity", "flash_sales"), { configured: true, users: 5 })
      assert.strictEqual(drive(state, "scarcity").used, 25)
      const { features } = (yield* succeeded(call("GET", "/analytics/feature-activity"))).body
      const sales = features.find(({ feature }: { readonly feature: string }) => feature === "flash_sales")
      assert.deepInclude(sales, { users: 5, share: 0.25 })
    })
  )

  it.effect("warn of pressure and of one drive alone, and say nothing of few", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const pressed = yield* app.tenant()
      const rules = { ...studyContent, badge_definitions: [], evolution_rules: null, skill_sets: [], skill_rules: [] }
      yield* publish(pressed, { ...rules, token_rules: [], token_types: [] })
      const day = today()
      const used = (count: number) => ({
        c: [],
        u: users(count).flatMap((user) => [
          ["default", user, "", day] as const,
          ["default", user, "streaks", day] as const
        ])
      })
      yield* plantDelta(pressed, used(20))
      const state = yield* read(pressed)
      assert.strictEqual(drive(state, "avoidance").used, 100)
      assert.deepStrictEqual(state.balance, { white_hat: 0, black_hat: 1, left: null, right: null })
      assert.deepStrictEqual(state.warnings, ["black_hat_heavy", "single_drive"])
      assert.strictEqual(drive(yield* read(pressed, "?audience=default"), "avoidance").used, 100)

      const few = yield* app.tenant()
      yield* publish(few, rules)
      yield* plantDelta(few, used(19))
      const unsaid = yield* read(few)
      assert.isNull(drive(unsaid, "avoidance").used)
      assert.strictEqual(mechanic(unsaid, "avoidance", "streaks").users, 19)
      assert.deepStrictEqual(unsaid.warnings, [])
    })
  )

  it.effect("are asked for of days and audiences there are", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      for (const query of ["window_days=0", "window_days=367", "window_days=x", "from=2026-01-01", "format=csv"])
        assert.strictEqual((yield* call("GET", `${path}?${query}`)).status, 422, query)
      const unknown = yield* call("GET", `${path}?audience=nobody`)
      assert.deepStrictEqual([unknown.status, unknown.body.error.code], [400, "unknown_audience"])
    })
  )
})
