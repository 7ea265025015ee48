/** What a stranger may try at the routes of widgets: tokens of others, of yesterday, of nobody, and too much text. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { publish } from "../../kit/players/players.ts"
import { hatching, mintEmbed, mintSession, widgetOwner, withToken } from "../../kit/players/Widgets.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"

const scopes = ["events:track", "marketplace:purchase", "items:equip"]
const reads = ["config", "buddy", "leaderboard", "marketplace", "path", "path/way"].map((name) => `/widget/${name}`)
const code = ({ body, status }: Answer) => [status, body.error?.code]

const workspace = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
  yield* publish(tenant)
  const { call } = tenant
  yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
  yield* call("POST", "/marketplaces/main/items", { name: "Hat", category: "head", price_coins: 1 })
  const quiz = { sub_step_key: "quiz", title: "Quiz", allow_manual_complete: true }
  const steps = [{ step_key: "one", title: "One", sub_steps: [quiz] }]
  yield* call("POST", "/path-definitions", { path_key: "way", title: "Way", steps })
  yield* call("POST", "/path-definitions/way/activate")
  return tenant
})

layer(TestApp.shared, { excludeTestServices: true })("widgets", (it) => {
  it.effect("tell of nobody but their own buddy, whatever others have given it", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { call } = tenant
      const ada = yield* widgetOwner(tenant, "ada-of-the-lake", scopes)
      const bob = yield* widgetOwner(tenant, "bob-of-the-hill", scopes)
      yield* call("POST", `/buddies/${bob.buddy_id}/coins`, { amount: 100 })
      const gift = { item_id: "hat", gift_to_buddy_id: ada.buddy_id }
      assert.strictEqual((yield* bob.widget("POST", "/widget/purchases", gift)).status, 201)
      const answers = [
        ...(yield* Effect.forEach(reads, (path) => ada.widget("GET", path))),
        yield* ada.widget("POST", "/widget/events", { type: "lesson.completed" }),
        yield* ada.widget("POST", "/widget/ceremonies", hatching),
        yield* ada.widget("POST", "/widget/path/way/sub-steps/quiz/complete"),
        yield* ada.widget("PATCH", "/widget/equipped-items", { equip: [] })
      ]
      for (const { status, text } of answers) {
        assert.isBelow(status, 300, text)
        for (const foreign of [bob.buddy_id, bob.user_id]) assert.notInclude(text, foreign)
      }
    })
  )

  it.effect("open for no token of another workspace, of an archived buddy, revoked, cut short or made up", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { call } = tenant
      const { buddy_id, key } = yield* widgetOwner(tenant, "ada", scopes)
      const revoked = yield* call("POST", "/widget-sessions", { buddy_id, user_id: "ada", scopes })
      yield* call("DELETE", `/widget-sessions/${revoked.body.session_id}`)
      const gone = yield* widgetOwner(tenant, "eve", scopes)
      yield* call("PATCH", `/buddies/${gone.buddy_id}/archive`)
      const [head, payload, signature] = key.split(".")
      const bad = [
        revoked.body.token as string,
        gone.key,
        key.slice(0, -2),
        key.replace("svc_ws_", "svc_et_"),
        [head, payload, signature?.toUpperCase()].join("."),
        `svc_ws_${"a".repeat(4_000)}`
      ]
      for (const stranger of bad) {
        const page = withToken(call, stranger)
        assert.deepStrictEqual(code(yield* page("GET", "/widget/config")), [401, "unauthorized"], stranger.slice(0, 40))
        assert.deepStrictEqual(code(yield* page("POST", "/widget/ceremonies", hatching)), [401, "unauthorized"])
      }
      const elsewhere = yield* workspace
      const foreign = { buddy_id, user_id: "ada", event_types: [], allowed_origins: ["https://a.test"] }
      assert.deepStrictEqual(code(yield* elsewhere.call("POST", "/widget-sessions", foreign)), [404, "not_found"])
      const embed = { buddy_id, widget: "path", allowed_origins: ["https://a.test"] }
      assert.deepStrictEqual(code(yield* elsewhere.call("POST", "/embed-tokens", embed)), [404, "not_found"])
    })
  )

  it.effect("answer texts of ten thousand characters at once, and with no fault of the service", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { buddy_id, key } = yield* widgetOwner(tenant, "ada", scopes)
      const long = "<b>ä".repeat(2_500)
      const bodies: ReadonlyArray<readonly [string, string, unknown]> = [
        ["POST", "/widget/ceremonies", { ceremony: long, evolution_stage: 1 }],
        ["POST", "/widget/ceremonies", { ...hatching, [long]: 1 }],
        ["POST", "/widget/events", { type: long }],
        ["POST", "/widget/purchases", { item_id: long }],
        ["PATCH", "/widget/equipped-items", { equip: [long] }],
        ["POST", `/widget/path/way/sub-steps/${encodeURIComponent(long.slice(0, 900))}/complete`, undefined],
        ["GET", `/widget/path/${encodeURIComponent(long.slice(0, 900))}`, undefined],
        ["GET", `/widget/leaderboard?limit=${encodeURIComponent(long.slice(0, 900))}`, undefined],
        ["GET", `/widget/marketplace?category=${encodeURIComponent(long.slice(0, 900))}`, undefined]
      ]
      const page = withToken(tenant.call, key)
      for (const [method, path, body] of bodies) {
        const { status, text } = yield* page(method, path, body)
        assert.include([404, 422], status, `${method} ${path.slice(0, 60)}: ${text.slice(0, 200)}`)
        assert.isBelow(text.length, 5_000)
      }
      for (const body of [{ allowed_origins: [long] }, { event_types: [long] }, { widget: long }]) {
        const session = { buddy_id, user_id: "ada", ...body }
        assert.strictEqual((yield* tenant.call("POST", "/widget-sessions", session)).status, 422)
      }
    })
  )

  it.effect("take a token for writes as well as reads until it ends, and an embed for reads alone", () =>
    Effect.gen(function* () {
      const tenant = yield* workspace
      const { buddy_id } = yield* widgetOwner(tenant, "ada", scopes)
      const embed = withToken(tenant.call, yield* mintEmbed(tenant.call, { buddy_id }))
      const session = withToken(
        tenant.call,
        yield* mintSession(tenant.call, { buddy_id, user_id: "ada", scopes: ["events:track"], event_types: ["a.b"] })
      )
      const refused = yield* embed("POST", "/widget/ceremonies", hatching)
      assert.deepStrictEqual(code(refused), [403, "insufficient_scope"])
      assert.deepStrictEqual(refused.body.error.details, { required_scope: "events:track" })
      const buying = { item_id: "hat" }
      assert.deepStrictEqual(code(yield* session("POST", "/widget/purchases", buying)), [403, "insufficient_scope"])
      assert.strictEqual((yield* session("POST", "/widget/events", { type: "a.b" })).status, 200)
    })
  )
})
