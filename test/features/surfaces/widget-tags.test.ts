/** Widgets that poll: the same state has the same tag, and whoever has it is sent nothing again. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { publish } from "../../kit/players/players.ts"
import { type withToken, widgetOwner } from "../../kit/players/Widgets.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { ForwardClock, forward } from "../../kit/service/ForwardClock.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const reads = ["/widget/config", "/widget/buddy", "/widget/marketplace", "/widget/path", "/widget/path/way"]

const opened = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
  yield* publish(tenant)
  yield* tenant.call("PATCH", "/customers/me/leaderboard-config", { enabled: true })
  yield* tenant.call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
  yield* tenant.call("POST", "/path-definitions", { path_key: "way", title: "Way" })
  yield* tenant.call("POST", "/path-definitions/way/activate")
  return { tenant, ...(yield* widgetOwner(tenant, "ada")) }
})
const tagOf = (call: ReturnType<typeof withToken>, path: string) =>
  Effect.map(call("GET", path), ({ headers, status, text }) => {
    assert.strictEqual(status, 200, text)
    const tag = headers.get("etag")!
    assert.match(tag, /^"[0-9a-f]{32}"$/, path)
    return tag
  })

layer(TestApp.shared, { excludeTestServices: true })("answers of widgets", (it) => {
  it.effect("have a tag that stays as long as what they show, and are not sent again to who has it", () =>
    Effect.gen(function* () {
      const { widget } = yield* opened
      for (const path of reads) {
        const tag = yield* tagOf(widget, path)
        assert.strictEqual(yield* tagOf(widget, path), tag, path)
        for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
          const answer = yield* widget("GET", path, undefined, { headers: { "if-none-match": known } })
          assert.deepStrictEqual([answer.status, answer.text], [304, ""], `${path} ${known}`)
          assert.strictEqual(answer.headers.get("etag"), tag)
          assert.strictEqual(answer.headers.get("cache-control"), "no-store")
          assert.isNotNull(answer.headers.get("x-ratelimit-remaining"))
          assert.isNull(answer.headers.get("content-type"))
        }
        const other = yield* widget("GET", path, undefined, { headers: { "if-none-match": '"other"' } })
        assert.deepStrictEqual([other.status, other.headers.get("cache-control")], [200, "no-store"], path)
      }
    })
  )

  it.effect("have another tag once something has changed", () =>
    Effect.gen(function* () {
      const { tenant, widget } = yield* opened
      const before = yield* tagOf(widget, "/widget/buddy")
      yield* widget("POST", "/widget/events", { type: "lesson.completed" })
      const answer = yield* widget("GET", "/widget/buddy", undefined, { headers: { "if-none-match": before } })
      assert.strictEqual(answer.status, 200)
      assert.notStrictEqual(answer.headers.get("etag"), before)
      const looks = yield* tagOf(widget, "/widget/config")
      yield* tenant.call("PATCH", "/customers/me/settings", { locale: "de" })
      assert.notStrictEqual(yield* tagOf(widget, "/widget/config"), looks)
      const week = (yield* widget("GET", "/widget/leaderboard")).body.leaderboard.starts_at
      yield* tenant.call("PATCH", "/customers/me/settings", { timezone: "Asia/Kathmandu" })
      assert.notStrictEqual((yield* widget("GET", "/widget/leaderboard")).body.leaderboard.starts_at, week)
    })
  )

  it.effect("have none when they refuse or change something", () =>
    Effect.gen(function* () {
      const { widget } = yield* opened
      const known = { headers: { "if-none-match": "*" } }
      const missing = yield* widget("GET", "/widget/path/nowhere", undefined, known)
      assert.deepStrictEqual([missing.status, missing.headers.get("etag")], [404, null])
      const sent = yield* widget("POST", "/widget/events", { type: "lesson.completed" }, known)
      assert.deepStrictEqual([sent.status, sent.headers.get("etag")], [200, null])
    })
  )
})

const ahead = TestApp.layer().pipe(Layer.provideMerge(ForwardClock.layer))

layer(ahead, { excludeTestServices: true })("answers of widgets, later", (it) => {
  it.effect("are not sent again of a board because they were read anew", () =>
    Effect.gen(function* () {
      const { widget } = yield* opened
      const known = { headers: { "if-none-match": yield* tagOf(widget, "/widget/leaderboard") } }
      const first = (yield* widget("GET", "/widget/leaderboard")).body.leaderboard.as_of
      // Every ten seconds there is another moment to show.
      yield* forward("10 seconds")
      const another = (yield* succeeded(widget("GET", "/widget/leaderboard"))).body.leaderboard.as_of
      assert.notStrictEqual(another, first)
      assert.strictEqual((yield* widget("GET", "/widget/leaderboard", undefined, known)).status, 304)
    })
  )
})
