import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("tokens for widgets", (it) => {
  const owner = Effect.gen(function* () {
    const tenant = yield* (yield* TestApp).tenant()
    yield* publish(tenant)
    const { buddy_id } = yield* hatch(tenant, "ada")
    return { call: tenant.call, buddy_id }
  })

  it.effect("read one buddy, do what they were minted for, and end when they are revoked", () =>
    Effect.gen(function* () {
      const { buddy_id, call } = yield* owner
      const minted = yield* call("POST", "/widget-sessions", { buddy_id, user_id: "ada", scopes: ["events:track"] })
      assert.strictEqual(minted.status, 201, minted.text)
      assert.deepStrictEqual(minted.body.scopes, ["read", "events:track"])
      const key: string = minted.body.token
      assert.strictEqual((yield* call("GET", "/widget/buddy", undefined, { key })).status, 200)

      const at = `/widget-sessions/${minted.body.session_id}`
      const stranger = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* stranger.call("DELETE", at)).status, 404)
      assert.strictEqual((yield* call("DELETE", at)).status, 204)
      assert.strictEqual((yield* call("GET", "/widget/buddy", undefined, { key })).status, 401)
      for (const gone of [at, "/widget-sessions/nothing"]) assert.strictEqual((yield* call("DELETE", gone)).status, 404)
    })
  )

  it.effect("belong to the user who owns the buddy", () =>
    Effect.gen(function* () {
      const { buddy_id, call } = yield* owner
      const stranger = yield* call("POST", "/widget-sessions", { buddy_id, user_id: "eve" })
      assert.deepStrictEqual([stranger.status, stranger.body.error.code], [404, "not_found"])
      const nobody = yield* call("POST", "/embed-tokens", { buddy_id: "nobody" })
      assert.deepStrictEqual([nobody.status, nobody.body.error.code], [404, "not_found"])
    })
  )

  it.effect.each([
    ["/widget-sessions", 900, 3_600],
    ["/embed-tokens", 86_400, 30 * 86_400]
  ] as const)("of %s last as long as asked, within their bounds", ([path, normal, longest]) =>
    Effect.gen(function* () {
      const { buddy_id, call } = yield* owner
      const mint = (ttl_seconds?: number) =>
        call("POST", path, {
          buddy_id,
          ...(path === "/widget-sessions" ? { user_id: "ada" } : {}),
          ...(ttl_seconds === undefined ? {} : { ttl_seconds })
        })
      for (const [asked, lasts] of [
        [undefined, normal],
        [60, 60],
        [longest, longest]
      ] as const) {
        const before = Date.now()
        const { body, status } = yield* mint(asked)
        assert.strictEqual(status, 201)
        const began = Date.parse(body.expires_at) - lasts * 1_000
        assert.isTrue(before <= began && began <= Date.now(), body.expires_at)
      }
      for (const bad of [59, longest + 1, 60.5]) assert.strictEqual((yield* mint(bad)).status, 422)
    })
  )

  it.effect("an embed reads and nothing else", () =>
    Effect.gen(function* () {
      const { buddy_id, call } = yield* owner
      const { body } = yield* call("POST", "/embed-tokens", { buddy_id })
      assert.deepStrictEqual([body.scopes, "session_id" in body], [["read"], false])
      const options = { key: body.token }
      assert.strictEqual((yield* call("GET", "/widget/buddy", undefined, options)).status, 200)
      const event = { event_id: "e-1", type: "lesson.completed", occurred_at: new Date().toISOString() }
      const sent = yield* call("POST", "/events", { ...event, user_id: "ada" }, options)
      assert.deepStrictEqual([sent.status, sent.body.error.code], [403, "forbidden"])
    })
  )

  it.effect("an embed ends with the publishable key that minted it, and with no other key", () =>
    Effect.gen(function* () {
      const { buddy_id, call } = yield* owner
      const make = () => call("POST", "/auth/publishable-keys", { label: "web", permissions: ["embed_tokens:mint"] })
      const [leaked, kept] = [(yield* make()).body, (yield* make()).body]
      const minted = (key?: string) =>
        Effect.map(
          call("POST", "/embed-tokens", { buddy_id }, key === undefined ? {} : { key }),
          ({ body }) => body.token
        )
      const tokens: ReadonlyArray<string> = [yield* minted(leaked.key), yield* minted(kept.key), yield* minted()]
      const statuses = () =>
        Effect.forEach(tokens, (key) =>
          Effect.map(call("GET", "/widget/buddy", undefined, { key }), ({ status }) => status)
        )
      assert.deepStrictEqual(yield* statuses(), [200, 200, 200])
      assert.strictEqual((yield* call("DELETE", `/auth/api-keys/${leaked.api_key_id}`)).status, 204)
      assert.deepStrictEqual(yield* statuses(), [401, 200, 200])
    })
  )
})
