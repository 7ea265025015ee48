/** What a rebuild finds again when the tables it counts are empty: all of it that stands anywhere else. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { recountedActionsWithWear } from "../../../src/buddy/journal/Recount.ts"
import { RebuildStore } from "../../../src/features/insight/analytics/Store/Rebuild.ts"
import { forgetFeatures, placesOf } from "../../../src/features/insight/analytics/Store/UserYears.ts"
import { folder } from "../../../src/platform/postgres/Migrations.ts"
import { splitStatements } from "../../../src/platform/postgres/SqlText.ts"
import { caughtUp, neverWalked, tablesOf } from "../../kit/insight/analytics.ts"
import { dataOf, ended, erased } from "../../kit/players/Erasing.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { until } from "../../kit/service/time.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

const done = Effect.fnUntraced(function* (answer: ReturnType<TestTenant["call"]>) {
  const { body, status, text } = yield* answer
  assert.isBelow(status, 300, text)
  return body
})

/** Everything that stands nowhere else is as it was before they were emptied. */
const emptied = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM analytics_users WHERE customer_id = ${customer_id}::uuid RETURNING 1`
  yield* sql`DELETE FROM analytics_cells WHERE customer_id = ${customer_id}::uuid RETURNING 1`
  const places = yield* placesOf(sql, customer_id)
  yield* forgetFeatures(sql, customer_id, [...places.keys()])
  yield* sql`DELETE FROM analytics_counters
    WHERE customer_id = ${customer_id}::uuid AND metric NOT IN ('erased', 'feature_actions')
    RETURNING 1`
  yield* sql`DELETE FROM analytics_counters
    WHERE customer_id = ${customer_id}::uuid AND metric = 'feature_actions'
      AND key = ANY(${recountedActionsWithWear}::text[])
    RETURNING 1`
})

const foundAgain = Effect.fnUntraced(function* (customer_id: string) {
  const { rebuild } = yield* RebuildStore
  yield* caughtUp(customer_id)
  const added = yield* tablesOf(customer_id)
  assert.deepInclude(yield* rebuild(customer_id), { _tag: "Rebuilt", isChanged: false })
  yield* emptied(customer_id)
  assert.deepInclude(yield* rebuild(customer_id), { _tag: "Rebuilt", isChanged: true })
  assert.deepStrictEqual(yield* tablesOf(customer_id), added)
  return added
})

const growing = Effect.fnUntraced(function* (tenant: TestTenant, user: string, wand: string) {
  const { call } = tenant
  const { buddy_id } = yield* hatch(tenant, user)
  for (let sent = 0; sent < 3; sent++) yield* done(call("POST", "/events", lesson(user)))
  yield* done(call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id: wand }))
  yield* done(call("PATCH", `/buddies/${buddy_id}/equipped-items`, { equip: [wand] }))
  yield* done(call("POST", `/buddies/${buddy_id}/evolve`))
  const buddy = call("GET", `/buddies/${buddy_id}`)
  yield* until(
    "the buddy to evolve",
    Effect.map(buddy, ({ body }) => body.evolution_stage === 2)
  )
  yield* done(call("PUT", "/gates/lab", { token_key: "gem", cost: 3 }))
  yield* done(call("POST", `/buddies/${buddy_id}/tokens`, { operation: "earn", token_key: "gem", amount: 5 }))
  yield* done(call("POST", `/buddies/${buddy_id}/gates/lab/unlock`))
  return buddy_id
})

layer(TestApp.shared, { excludeTestServices: true })("a rebuild of empty figures", (it) => {
  it.effect("finds eggs, archived buddies, ages, streaks and features again, those of erased users too", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* neverWalked(customer_id)
      yield* publish(tenant, studyContent)
      yield* done(call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
      const item = { item_key: "wand", name: "Wand", category: "hand", price_coins: 20 }
      const { item_id: wand } = yield* done(call("POST", "/marketplaces/shop/items", item))
      const buddies = yield* Effect.forEach(["ada", "bob", "cyd"], (user) => growing(tenant, user, wand))
      yield* done(call("PATCH", `/buddies/${buddies[1]}/archive`))
      yield* done(call("PATCH", `/buddies/${buddies[2]}/archive`))
      for (const user of ["dan", "cyd"]) {
        const egg = yield* done(call("POST", "/eggs", { user_id: user }))
        yield* done(call("PATCH", `/eggs/${egg.egg_id}/status`, { status: "cancelled" }))
        yield* done(call("POST", "/eggs", { user_id: user }))
      }
      const { analytics_counters: counted } = yield* foundAgain(customer_id)
      for (const metric of [
        "eggs_cancelled",
        "archived",
        "equips",
        "evolution_days",
        "streak_milestone",
        "feature_actions"
      ])
        assert.isTrue(
          counted.some((line) => line.includes(`"${metric}"`)),
          metric
        )
      const holders = Effect.gen(function* () {
        const { badges } = yield* done(call("GET", "/analytics/popular-badges"))
        const { tokens } = yield* done(call("GET", "/analytics/tokens"))
        const { balances } = yield* done(call("GET", "/analytics/economy-health"))
        const first = [badges, tokens].map((all: ReadonlyArray<{ readonly holders: number }>) => all[0]!.holders)
        return [...first, balances.holders]
      })
      assert.deepStrictEqual(yield* holders, [1, 1, 1], "archived ones hold nothing")
      for (const user of ["ada", "cyd"]) yield* erased(call, user)
      yield* foundAgain(customer_id)
      assert.deepStrictEqual(yield* holders, [0, 0, 0])
      const { body } = yield* call("GET", "/analytics/overview")
      assert.deepStrictEqual(body.buddies, { total: 1, active: 0, archived: 1, hatched: 3 })
      assert.deepStrictEqual(body.eggs, { created: 7, hatched: 3, cancelled: 2, open: 1 })
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("finds streaks that were lost, and what was counted on days before that was stored", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant, studyContent)
      const now = Date.now()
      const daysAgo = (days: number) => ({ occurred_at: new Date(now - days * 86_400_000).toISOString() })
      for (const user of ["ada", "bob", "cyd"]) {
        yield* hatch(tenant, user)
        for (const days of [5, 2, 0]) yield* done(call("POST", "/events", lesson(user, daysAgo(days))))
        // One that comes late ends nothing.
        yield* done(call("POST", "/events", lesson(user, daysAgo(6))))
      }
      const lost = Effect.map(
        sql<{ readonly count: number }>`SELECT count::float8 AS count FROM analytics_counters
          WHERE customer_id = ${customer_id}::uuid AND metric = 'streak_lost'`,
        (found) => found.map(({ count }) => count)
      )
      yield* foundAgain(customer_id)
      assert.deepStrictEqual(yield* lost, [6])
      yield* erased(call, "ada")
      yield* foundAgain(customer_id)
      assert.deepStrictEqual(yield* lost, [6])
      // As the release before has stored it: whoever is erased leaves that it is not known.
      yield* sql`UPDATE events SET trace = replace(trace::text, '"lost":true,', '')::json
        WHERE customer_id = ${customer_id}::uuid AND user_id = 'bob' RETURNING 1`
      yield* erased(call, "bob")
      yield* caughtUp(customer_id)
      const { rebuild } = yield* RebuildStore
      assert.deepInclude(yield* rebuild(customer_id), { _tag: "Rebuilt", isChanged: false })
      assert.deepStrictEqual(yield* lost, [6])
      yield* sql`UPDATE analytics_residues SET told = 3 WHERE customer_id = ${customer_id}::uuid RETURNING 1`
      yield* sql`DELETE FROM analytics_residue_counters
        WHERE customer_id = ${customer_id}::uuid AND metric LIKE 'streak_lost%' RETURNING 1`
      assert.deepInclude(yield* rebuild(customer_id), { _tag: "Rebuilt", isChanged: false })
      assert.deepStrictEqual(yield* lost, [6])
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("finds what somebody does with a new buddy while the one before is erased", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, studyContent)
      yield* hatch(tenant, "zoe")
      for (let sent = 0; sent < 2; sent++) yield* done(call("POST", "/events", lesson("zoe")))
      const { operation_id } = yield* done(call("DELETE", dataOf("zoe")))
      yield* hatch(tenant, "zoe")
      for (let sent = 0; sent < 3; sent++) yield* done(call("POST", "/events", lesson("zoe")))
      assert.strictEqual((yield* ended(call, operation_id)).status, "completed")
      // Whoever told a day before the erasure was heard of tells it again with what comes next.
      yield* caughtUp(customer_id)
      yield* done(call("POST", "/events", lesson("zoe")))
      yield* foundAgain(customer_id)
      const { body } = yield* call("GET", "/analytics/overview")
      assert.deepInclude(body.users, { total: 2, new: 2 })
      assert.deepStrictEqual(body.buddies, { total: 1, active: 1, archived: 0, hatched: 2 })
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("counts among everybody who came back from a test clock, as the figures do", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, studyContent)
      const { test_clock_id } = yield* done(call("POST", "/test/clocks", { user_ids: ["ada", "bob"] }))
      yield* done(call("DELETE", `/test/clocks/${test_clock_id}`))
      for (const user of ["ada", "bob"]) {
        yield* hatch(tenant, user)
        yield* done(call("POST", "/events", lesson(user)))
      }
      yield* foundAgain(customer_id)
      yield* erased(call, "ada")
      yield* foundAgain(customer_id)
      const { body } = yield* call("GET", "/analytics/overview")
      assert.deepInclude(body.users, { total: 2, new: 2 })
      assert.deepStrictEqual(body.buddies, { total: 1, active: 1, archived: 0, hatched: 2 })
      assert.deepStrictEqual(body.eggs, { created: 2, hatched: 2, cancelled: 0, open: 0 })
      assert.strictEqual(body.coins.outstanding, 40)
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("leaves alone what was worn where an erasure of the release before kept nothing of it", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant, studyContent)
      yield* done(call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
      const item = { item_key: "wand", name: "Wand", category: "hand", price_coins: 20 }
      const { item_id: wand } = yield* done(call("POST", "/marketplaces/shop/items", item))
      for (const user of ["ada", "bob"]) yield* growing(tenant, user, wand)
      yield* erased(call, "ada")
      yield* caughtUp(customer_id)
      const whose = sql`customer_id = ${customer_id}::uuid`
      yield* sql`UPDATE analytics_residues SET told = 2 WHERE ${whose} RETURNING 1`
      yield* sql`DELETE FROM analytics_residue_counters
        WHERE ${whose} AND (metric = 'equips' OR key = 'equip') RETURNING 1`
      const added = yield* tablesOf(customer_id)
      const told = yield* (yield* RebuildStore).rebuild(customer_id)
      assert.deepInclude(told, { _tag: "Rebuilt", isChanged: false })
      assert.deepStrictEqual(yield* tablesOf(customer_id), added)
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("leaves alone what an erasure of the release before kept nothing of", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant, studyContent)
      for (const user of ["ada", "bob"]) yield* hatch(tenant, user)
      yield* done(call("POST", "/events", lesson("ada")))
      yield* erased(call, "ada")
      yield* caughtUp(customer_id)
      const whose = sql`customer_id = ${customer_id}::uuid`
      yield* sql`UPDATE analytics_residues SET told = 0 WHERE ${whose} RETURNING 1`
      yield* sql`DELETE FROM analytics_residue_counters WHERE ${whose} AND metric IN ('eggs_created', 'eggs_hatched',
        'streak_extended', 'streak_started', 'streak_milestone', 'feature_actions') RETURNING 1`
      const added = yield* tablesOf(customer_id)
      const told = yield* (yield* RebuildStore).rebuild(customer_id)
      assert.deepInclude(told, { _tag: "Rebuilt", isChanged: false })
      assert.deepStrictEqual(yield* tablesOf(customer_id), added)
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("finds no more holders than the schema leaves of those that the release before has counted", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant, studyContent)
      for (const user of ["ada", "bob"]) {
        const { buddy_id } = yield* hatch(tenant, user)
        yield* done(call("POST", "/events", lesson(user)))
        if (user === "bob") yield* done(call("PATCH", `/buddies/${buddy_id}/archive`))
      }
      yield* caughtUp(customer_id)
      const { analytics_counters: counted } = yield* tablesOf(customer_id)
      // It is of all workspaces: nothing of it stays.
      const upgrade = Effect.gen(function* () {
        yield* sql`UPDATE analytics_counters SET count = count + 1
          WHERE customer_id = ${customer_id}::uuid AND metric IN ('badge_holders', 'token_holders') RETURNING 1`
        const file = readdirSync(folder).find((name) => name.endsWith("_holders.sql"))!
        for (const statement of splitStatements(readFileSync(join(folder, file), "utf8"))) yield* sql.unsafe(statement)
        return yield* Effect.fail((yield* tablesOf(customer_id)).analytics_counters)
      })
      assert.deepStrictEqual(yield* Effect.flip(sql.withTransaction(upgrade)), counted)
    }).pipe(Effect.provide(RebuildStore.layer))
  )
})
