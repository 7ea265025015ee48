/** How one buddy presents itself: what its tenant writes, and what its widget shows. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const byDefault = {
  tagline: null,
  accent_color: null,
  is_private: false,
  show: { badges: true, skills: false, streak: false, coins: false },
  profile_template_id: null,
  updated_at: null
}

const withBuddy = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, studyContent)
  const { buddy_id } = yield* hatch(tenant, "ada")
  return { ...tenant, buddy_id, path: `/buddies/${buddy_id}/profile` }
})

layer(TestApp.layer(), { excludeTestServices: true })("a buddy's profile", (it) => {
  it.effect("is the default until it is changed, field by field, and null takes a field back", () =>
    Effect.gen(function* () {
      const { call, path } = yield* withBuddy
      assert.deepStrictEqual((yield* call("GET", path)).body, byDefault)
      const show = { skills: true, coins: true }
      const changed = yield* call("PATCH", path, { tagline: "Hi!", accent_color: "#ff0000", is_private: true, show })
      assert.strictEqual(changed.status, 200, changed.text)
      const { updated_at, ...profile } = changed.body
      assert.isString(updated_at)
      assert.deepStrictEqual(profile, {
        tagline: "Hi!",
        accent_color: "#ff0000",
        is_private: true,
        show: { badges: true, skills: true, streak: false, coins: true },
        profile_template_id: null
      })
      assert.deepStrictEqual((yield* call("GET", path)).body, changed.body)
      const one = yield* call("PATCH", path, { tagline: "Ho!" })
      assert.deepStrictEqual({ ...one.body, updated_at }, { ...changed.body, tagline: "Ho!" })
      const back = yield* call("PATCH", path, { tagline: null, accent_color: null, is_private: null, show: null })
      assert.deepStrictEqual({ ...back.body, updated_at: null }, byDefault)
      const none = yield* call("PATCH", path, {})
      assert.deepStrictEqual({ ...none.body, updated_at: null }, byDefault)
    })
  )

  it.effect("is told in the widget with the name and the stage of the moment", () =>
    Effect.gen(function* () {
      const { buddy_id, call, path } = yield* withBuddy
      yield* call("PATCH", path, { tagline: "{name}, {stage_name} of {places}" })
      assert.strictEqual((yield* call("GET", path)).body.tagline, "{name}, {stage_name} of {places}")
      const session = yield* call("POST", "/widget-sessions", { buddy_id, user_id: "ada" })
      const looked = () => call("GET", "/widget/buddy", undefined, { key: session.body.token })
      yield* call("PATCH", `/buddies/${buddy_id}`, { name: "Pip" })
      assert.deepInclude((yield* looked()).body.profile, { tagline: "Pip, Hatchling of {places}", is_private: false })
      yield* call("PATCH", `/buddies/${buddy_id}`, { name: "$& Pop" })
      assert.strictEqual((yield* looked()).body.profile.tagline, "$& Pop, Hatchling of {places}")
      for (const tagline of ["", "  ", "\u200b\u2800"]) {
        assert.strictEqual((yield* call("PATCH", path, { tagline })).status, 200)
        assert.isNull((yield* looked()).body.profile.tagline, JSON.stringify(tagline))
      }
    })
  )

  it.effect("moves neither the buddy's version nor its ledger", () =>
    Effect.gen(function* () {
      const { buddy_id, call, path } = yield* withBuddy
      const sql = yield* SqlClient.SqlClient
      const books = () => sql`
        SELECT (SELECT jsonb_agg(to_jsonb(b) ORDER BY b.buddy_id) FROM buddies AS b WHERE buddy_id = ${buddy_id}::uuid),
          (SELECT count(*)::int FROM ledger WHERE buddy_id = ${buddy_id}::uuid) AS entries`
      const before = yield* books()
      assert.strictEqual((yield* call("PATCH", path, { tagline: "Hi!" })).status, 200)
      assert.deepStrictEqual(yield* books(), before)
    })
  )

  it.effect("is refused where it is wrong, unknown or archived", () =>
    Effect.gen(function* () {
      const { buddy_id, call, path } = yield* withBuddy
      const bad = [{ tagline: "x".repeat(81) }, { accent_color: "red" }, { show: { hats: true } }, { title: "x" }]
      for (const body of bad) assert.strictEqual((yield* call("PATCH", path, body)).status, 422, JSON.stringify(body))
      const other = yield* (yield* TestApp).tenant()
      for (const nobody of [path, "/buddies/nobody/profile"]) {
        assert.strictEqual((yield* other.call("GET", nobody)).status, 404)
        assert.strictEqual((yield* other.call("PATCH", nobody, { tagline: "x" })).status, 404)
      }
      yield* call("PATCH", `/buddies/${buddy_id}/archive`)
      const late = yield* call("PATCH", path, { tagline: "x" })
      assert.deepStrictEqual([late.status, late.body.error.code], [409, "buddy_archived"])
      assert.deepStrictEqual((yield* call("GET", path)).body, byDefault)
    })
  )

  it.effect("goes with its buddy", () =>
    Effect.gen(function* () {
      const { buddy_id, call, path } = yield* withBuddy
      yield* call("PATCH", path, { tagline: "Hi!" })
      const sql = yield* SqlClient.SqlClient
      const kept = () => sql`SELECT buddy_id FROM buddy_profiles WHERE buddy_id = ${buddy_id}::uuid`
      assert.strictEqual((yield* kept()).length, 1)
      yield* sql`DELETE FROM buddies WHERE buddy_id = ${buddy_id}::uuid`
      assert.strictEqual((yield* kept()).length, 0)
    })
  )
})
