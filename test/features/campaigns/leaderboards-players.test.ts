/** Who is on a board, among whom, and who sees it: audiences, hiding, tokens, many at once. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { opened, rowsOf, rule, score, settings, viewer } from "../../kit/players/Boards.ts"
import { publishableKey } from "../../kit/players/Dashboard.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { mintEmbed, mintSession, withToken } from "../../kit/players/Widgets.ts"
import { ForwardClock, forward } from "../../kit/service/ForwardClock.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("players on a leaderboard", (it) => {
  it.effect("lets a buddy hide, where hiding is allowed: its rank stays, and nobody learns whose it is", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* opened({}, ["ada", "bob"])
      yield* score(tenant, "ada", 10)
      yield* score(tenant, "bob", 20)
      const ada = yield* viewer(tenant, "ada")
      const bob = yield* viewer(tenant, "bob")
      const hide = yield* bob.widget("PATCH", "/widget/leaderboard", { visible: false })
      assert.deepStrictEqual([hide.status, hide.body], [200, { visible: false }])
      const seen = yield* ada.widget("GET", "/widget/leaderboard")
      assert.deepInclude(seen.body.entries[0], { rank: 1, name: null, thumb_url: null, value: 20, is_me: false })
      assert.deepInclude(seen.body.me, { rank: 2, value: 10 })
      const own = yield* bob.widget("GET", "/widget/leaderboard")
      assert.isNull(own.body.me)
      assert.isFalse(own.body.entries.some(({ is_me }: { is_me: boolean }) => is_me))
      const listed = yield* call("GET", "/leaderboard")
      assert.deepInclude(listed.body.data[0], { rank: 1, buddy_id: null, name: null, thumb_url: null, hidden: true })
      assert.isFalse(listed.text.includes(buddies[1]!))
      yield* call("PATCH", settings, { allow_opt_out: false })
      const refused = yield* call("PATCH", `/buddies/${buddies[0]}/leaderboard`, { visible: false })
      assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "opt_out_not_allowed"])
      const back = yield* call("PATCH", `/buddies/${buddies[1]}/leaderboard`, { visible: true })
      assert.strictEqual(back.status, 200, back.text)
      assert.deepInclude((yield* bob.widget("GET", "/widget/leaderboard")).body.me, { rank: 1, value: 20 })
      assert.strictEqual((yield* call("PATCH", "/buddies/nobody/leaderboard", { visible: true })).status, 404)
      yield* call("PATCH", `/buddies/${buddies[1]}/archive`)
      const archived = yield* call("PATCH", `/buddies/${buddies[1]}/leaderboard`, { visible: true })
      assert.strictEqual(archived.body.error.code, "buddy_archived")
    })
  )

  it.effect("ranks an audience, or everybody", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
      const { call } = tenant
      yield* publish(tenant, { coin_rules: [rule(1)] })
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "students" }, { key: "teachers" }] })
      yield* call("PATCH", settings, { enabled: true })
      const ada = (yield* hatch(tenant, "ada", { audience: "students" })).buddy_id
      const bob = (yield* hatch(tenant, "bob", { audience: "teachers" })).buddy_id
      yield* score(tenant, "ada", 1, { audience: "students" })
      yield* score(tenant, "bob", 2, { audience: "teachers" })
      assert.strictEqual((yield* call("GET", "/leaderboard")).body.error.code, "missing_audience")
      const students = yield* call("GET", "/leaderboard?audience=students")
      assert.deepStrictEqual(rowsOf(students), [[1, ada, 1]])
      yield* call("PATCH", settings, { scope: "tenant" })
      yield* score(tenant, "ada", 1, { audience: "students" })
      yield* score(tenant, "bob", 2, { audience: "teachers" })
      assert.deepStrictEqual(rowsOf(yield* call("GET", "/leaderboard")), [
        [1, bob, 2],
        [2, ada, 1]
      ])
      assert.deepStrictEqual(rowsOf(yield* call("GET", "/leaderboard?audience=students")), [[1, ada, 1]])
    })
  )

  it.effect("is exact when a hundred score at once, and shows each its own score at once", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* opened({ metric: { type: "event_count", key: "lesson.completed" } }, [
        "ada",
        "bob"
      ])
      const { widget } = yield* viewer(tenant, "ada")
      const events = Array.from({ length: 50 }, () => [score(tenant, "ada", 1), score(tenant, "bob", 1)]).flat()
      yield* Effect.all(events, { concurrency: 50, discard: true })
      assert.strictEqual((yield* widget("GET", "/widget/leaderboard")).body.me.value, 50)
      yield* score(tenant, "ada", 1)
      const after = yield* widget("GET", "/widget/leaderboard")
      assert.deepInclude(after.body.me, { rank: 1, value: 51 })
      assert.deepInclude(after.body.entries[0], { is_me: true, value: 51 })
      assert.strictEqual((yield* call("GET", "/leaderboard")).body.meta.total, 2)
    })
  )

  it.effect("is read by publishable keys that may, and hidden on by sessions that may write", () =>
    Effect.gen(function* () {
      const { call, tenant, buddies } = yield* opened({}, ["ada"])
      for (const [permission, status] of [
        ["leaderboard:read", 200],
        ["badges:read", 403]
      ] as const) {
        const key = yield* publishableKey(tenant, [permission])
        assert.strictEqual((yield* withToken(call, key)("GET", "/leaderboard")).status, status, permission)
      }
      const embed = withToken(call, yield* mintEmbed(call, { buddy_id: buddies[0], widget: "leaderboard" }))
      assert.strictEqual((yield* embed("GET", "/widget/leaderboard")).status, 200)
      assert.strictEqual((yield* embed("PATCH", "/widget/leaderboard", { visible: false })).status, 403)
      const key2 = yield* mintSession(call, { buddy_id: buddies[0], user_id: "ada", scopes: [] })
      const refused = yield* withToken(call, key2)("PATCH", "/widget/leaderboard", { visible: false })
      assert.strictEqual(refused.body.error.code, "insufficient_scope")
      const sql = yield* SqlClient.SqlClient
      const hidden = yield* sql`SELECT 1 FROM leaderboard_hidden WHERE customer_id = ${tenant.customer_id}::uuid`
      assert.strictEqual(hidden.length, 0)
    })
  )
})

const ahead = TestApp.layer().pipe(Layer.provideMerge(ForwardClock.layer))

layer(ahead, { excludeTestServices: true })("a board that is read anew", (it) => {
  it.effect("ranks nobody who has gone to live on a test clock", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* opened({}, ["ada", "bob"])
      yield* score(tenant, "ada", 10)
      yield* score(tenant, "bob", 20)
      const { widget } = yield* viewer(tenant, "bob")
      assert.deepInclude((yield* widget("GET", "/widget/leaderboard")).body.me, { rank: 1, value: 20 })
      assert.strictEqual((yield* call("POST", "/test/clocks", { user_ids: ["bob"] })).status, 201)
      assert.isNull((yield* widget("GET", "/widget/leaderboard")).body.me)
      // Ranks are kept for some seconds.
      yield* forward("10 seconds")
      assert.deepStrictEqual(rowsOf(yield* call("GET", "/leaderboard")), [[1, buddies[0]!, 10]])
    })
  )
})
