/** Tokens that lie open in pages: bound to a widget, to types of events, to origins, and each to windows of its own. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { limits } from "../../../src/wire/Limits.ts"
import { publish } from "../../kit/players/players.ts"
import { hatching, mintEmbed, mintSession, widgetOwner, withToken } from "../../kit/players/Widgets.ts"
import { until } from "../../kit/service/time.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"

const refusal = ({ body, status }: Answer) => [status, body.error?.code, body.error?.details]
const shop = "https://shop.example.test"
const from = (origin: string) => ({ headers: { origin } })

const opened = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise", mode: "live" })
  yield* publish(tenant)
  yield* tenant.call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
  yield* tenant.call("POST", "/path-definitions", { path_key: "way", title: "Way" })
  const owner = yield* widgetOwner(tenant, "ada", ["events:track", "items:equip"])
  const { call } = tenant
  const keyFor = (allowed_origins: ReadonlyArray<string> | null) => {
    const asked = { label: "web", permissions: ["embed_tokens:mint"], allowed_origins }
    return Effect.map(call("POST", "/auth/publishable-keys", asked), ({ body }) => body.key as string)
  }
  return { call, tenant, keyFor, ...owner, user: { buddy_id: owner.buddy_id, user_id: "ada" } }
})

/** Everything that being used leaves behind of a buddy and its tokens. */
const traces = (buddy_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql`
      SELECT b.version::text, b.state::text, (SELECT count(*)::int FROM events WHERE buddy_id = b.buddy_id) AS events,
        (SELECT count(*)::int FROM commands WHERE buddy_id = b.buddy_id) AS commands,
        (SELECT count(*)::int FROM buddy_changes WHERE buddy_id = b.buddy_id) AS changes,
        (SELECT count(*)::int FROM widget_tokens WHERE buddy_id = b.buddy_id AND first_used_at IS NOT NULL) AS in_use
      FROM buddies AS b WHERE b.buddy_id = ${buddy_id}::uuid`
    return row
  })

layer(TestApp.shared, { excludeTestServices: true })("a token for one widget", (it) => {
  const routes = {
    "/widget/config": "every",
    "/widget/buddy": "buddy",
    "/widget/leaderboard": "leaderboard",
    "/widget/marketplace": "marketplace",
    "/widget/path": "path",
    "/widget/path/way": "path"
  } as const

  it.effect.each(["buddy", "leaderboard", "marketplace", "path"] as const)("opens %s and the configuration", (widget) =>
    Effect.gen(function* () {
      const { buddy_id, call } = yield* opened
      const page = withToken(call, yield* mintEmbed(call, { buddy_id, widget }))
      for (const [path, of] of Object.entries(routes)) {
        const answer = yield* page("GET", path)
        const isOpen = of === "every" || of === widget
        assert.deepStrictEqual(
          isOpen ? [answer.status] : refusal(answer),
          isOpen ? [200] : [403, "forbidden", { widget }],
          path
        )
      }
    })
  )

  it.effect("that names none opens all of them, and shows nothing a workspace keeps of its user", () =>
    Effect.gen(function* () {
      const { buddy_id, call, widget } = yield* opened
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE buddy_identities SET metadata = '{"email":"ada@example.test"}'
        WHERE buddy_id = ${buddy_id}::uuid`
      const page = withToken(call, yield* mintEmbed(call, { buddy_id }))
      for (const path of Object.keys(routes)) assert.strictEqual((yield* page("GET", path)).status, 200, path)
      assert.deepStrictEqual((yield* page("GET", "/widget/buddy")).body.buddy.metadata, {})
      const { metadata } = (yield* widget("GET", "/widget/buddy")).body.buddy
      assert.deepStrictEqual(metadata, { email: "ada@example.test" })
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("a session for some types of events", (it) => {
  it.effect("gets no answer that another token of its buddy was given, whatever key it names", () =>
    Effect.gen(function* () {
      const { call, user } = yield* opened
      const scopes = ["events:track"]
      const wide = withToken(call, yield* mintSession(call, { ...user, scopes }))
      const narrow = withToken(call, yield* mintSession(call, { ...user, scopes, event_types: ["page.read"] }))
      const again = withToken(call, yield* mintSession(call, { ...user, scopes, event_types: ["page.read"] }))
      const keyed = { headers: { "idempotency-key": "shared" } }
      const lesson = { event_id: "wide-1", type: "lesson.completed" }
      assert.strictEqual((yield* wide("POST", "/widget/events", lesson, keyed)).status, 200)
      const refused = yield* narrow("POST", "/widget/events", lesson, keyed)
      assert.deepStrictEqual([refused.status, refused.body.error?.code], [409, "idempotency_key_conflict"])
      const page = { event_id: "narrow-1", type: "page.read" }
      const own = { headers: { "idempotency-key": "own" } }
      assert.strictEqual((yield* narrow("POST", "/widget/events", page, own)).status, 200)
      const replayed = yield* again("POST", "/widget/events", page, own)
      assert.deepStrictEqual([replayed.status, replayed.headers.get("idempotency-replayed")], [200, "true"])
    })
  )

  it.effect("sends those and no others; what is no event of a type stays open", () =>
    Effect.gen(function* () {
      const { buddy_id, call, user } = yield* opened
      const scopes = ["events:track"]
      const event_types = ["page.read", "page.read", "video.seen"]
      const page = withToken(call, yield* mintSession(call, { ...user, scopes, event_types }))
      assert.strictEqual((yield* page("POST", "/widget/events", { type: "video.seen" })).status, 200)
      const silent = withToken(call, yield* mintSession(call, { ...user, scopes, event_types: [] }))
      yield* silent("GET", "/widget/config")
      yield* until(
        "both tokens are in use",
        Effect.map(traces(buddy_id), (row) => row?.["in_use"] === 2)
      )
      const before = yield* traces(buddy_id)
      const event = { event_id: "e1", type: "lesson.completed" }
      const allowed = ["page.read", "video.seen"]
      const refused = yield* page("POST", "/widget/events", event, { headers: { "idempotency-key": "k1" } })
      assert.deepStrictEqual(refusal(refused), [403, "forbidden", { event_type: "lesson.completed", allowed }])
      const none = yield* silent("POST", "/widget/events", { type: "video.seen" })
      assert.deepStrictEqual(refusal(none), [403, "forbidden", { event_type: "video.seen", allowed: [] }])
      assert.deepStrictEqual(yield* traces(buddy_id), before)
      assert.strictEqual((yield* silent("POST", "/widget/ceremonies", hatching)).status, 200)
    })
  )

  it.effect("names at most twenty, each of a length that types have", () =>
    Effect.gen(function* () {
      const { call, user } = yield* opened
      const types = (count: number) => Array.from({ length: count }, (_, index) => `type.${index}`)
      const mint = (event_types: unknown) => call("POST", "/widget-sessions", { ...user, event_types })
      assert.strictEqual((yield* mint(types(limits.widget_event_types_max))).status, 201)
      for (const odd of [types(21), [""], ["x".repeat(129)], [7], "page.read", ["a\u0000"]]) {
        assert.strictEqual((yield* mint(odd)).status, 422, JSON.stringify(odd))
      }
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("a token for some origins", (it) => {
  it.effect("works on their pages and without any, and tells other pages why it does not", () =>
    Effect.gen(function* () {
      const { buddy_id, call, user } = yield* opened
      const allowed_origins = [shop, "https://app.example.test:8443"]
      const tokens = [
        yield* mintSession(call, { ...user, scopes: ["events:track"], allowed_origins }),
        yield* mintEmbed(call, { buddy_id, allowed_origins })
      ]
      for (const page of tokens.map((key) => withToken(call, key))) {
        for (const origin of allowed_origins) {
          const answer = yield* page("GET", "/widget/buddy", undefined, from(origin))
          assert.deepStrictEqual([answer.status, answer.headers.get("access-control-allow-origin")], [200, origin])
        }
        assert.strictEqual((yield* page("GET", "/widget/buddy")).status, 200)
        for (const origin of ["https://evil.example.test", "null", `${shop}:8443`, "http://shop.example.test"]) {
          const answer = yield* page("GET", "/widget/buddy", undefined, from(origin))
          assert.deepStrictEqual(refusal(answer), [403, "forbidden", { origin }])
          assert.strictEqual(answer.headers.get("access-control-allow-origin"), origin)
        }
      }
    })
  )

  it.effect("that is refused has changed nothing, and is not even a token in use", () =>
    Effect.gen(function* () {
      const { buddy_id, call, user } = yield* opened
      const scopes = ["events:track", "items:equip"]
      const page = withToken(call, yield* mintSession(call, { ...user, scopes, allowed_origins: [shop] }))
      const bound = withToken(call, yield* mintEmbed(call, { buddy_id, widget: "path" }))
      const before = yield* traces(buddy_id)
      const evil = from("https://evil.example.test")
      const answers = [
        yield* page("POST", "/widget/events", { type: "lesson.completed" }, evil),
        yield* page("POST", "/widget/ceremonies", hatching, evil),
        yield* page("PATCH", "/widget/equipped-items", { equip: [] }, evil),
        yield* page("POST", "/widget/purchases", { item_id: "hat" }),
        yield* bound("GET", "/widget/buddy"),
        yield* bound("POST", "/widget/events", { type: "lesson.completed" })
      ]
      for (const { status, text } of answers) assert.strictEqual(status, 403, text)
      assert.deepStrictEqual(yield* traces(buddy_id), before)
    })
  )

  it.effect("has those of the key in the page that minted it, or fewer", () =>
    Effect.gen(function* () {
      const { buddy_id, call, keyFor } = yield* opened
      const page = withToken(call, yield* keyFor([shop, "https://app.example.test"]))
      const reads = (key: string, origin: string) =>
        Effect.map(withToken(call, key)("GET", "/widget/buddy", undefined, from(origin)), ({ status }) => status)
      const inherited = yield* mintEmbed(page, { buddy_id })
      assert.deepStrictEqual([yield* reads(inherited, shop), yield* reads(inherited, "https://else.test")], [200, 403])
      const fewer = yield* mintEmbed(page, { buddy_id, allowed_origins: [shop] })
      assert.deepStrictEqual([yield* reads(fewer, shop), yield* reads(fewer, "https://app.example.test")], [200, 403])
      const more = yield* page("POST", "/embed-tokens", { buddy_id, allowed_origins: [shop, "https://else.test"] })
      assert.deepStrictEqual(refusal(more), [403, "forbidden", { origin: "https://else.test" }])
      const open = withToken(call, yield* keyFor(null))
      assert.strictEqual(yield* reads(yield* mintEmbed(open, { buddy_id }), "https://else.test"), 200)
    })
  )

  it.effect.each(["/widget-sessions", "/embed-tokens"])("of %s names one to ten, as browsers write them", (path) =>
    Effect.gen(function* () {
      const { buddy_id, call, user } = yield* opened
      const mint = (allowed_origins: unknown) =>
        call("POST", path, { ...(path === "/embed-tokens" ? { buddy_id } : user), allowed_origins })
      const many = (count: number) => Array.from({ length: count }, (_, index) => `https://p${index}.example.test`)
      assert.strictEqual((yield* mint(many(10))).status, 201)
      for (const odd of [[], many(11), ["https://a.test/"], ["*"], ["HTTPS://A.TEST"], ["null"], shop, [null]]) {
        assert.strictEqual((yield* mint(odd)).status, 422, JSON.stringify(odd))
      }
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("a page of another origin", (it) => {
  it.effect("asks for leave once in two hours, whoever it is, and may tag what it has", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      for (const path of ["/widget/buddy", "/widget/ceremonies", "/embed-tokens"]) {
        const leave = yield* call("OPTIONS", path, undefined, from("https://anybody.example.test"))
        assert.deepStrictEqual([leave.status, leave.text], [204, ""])
        const header = (name: string) => leave.headers.get(`access-control-${name}`)
        assert.strictEqual(header("max-age"), "7200")
        assert.isNull(header("allow-credentials"))
        assert.include(header("allow-headers"), "if-none-match")
        assert.include(header("expose-headers"), "etag")
        assert.strictEqual(leave.headers.get("vary"), "Origin")
      }
    })
  )
})
