import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("every answer", (it) => {
  it.effect("carries the client's request id, or a new one when it is malformed", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const echoed = yield* app.call("GET", "root:/healthz", undefined, {
        headers: { "x-request-id": "abc.DEF:1-2_3" }
      })
      assert.strictEqual(echoed.headers.get("x-request-id"), "abc.DEF:1-2_3")
      const replaced = yield* app.call("GET", "root:/healthz", undefined, { headers: { "x-request-id": "has spaces" } })
      assert.match(replaced.headers.get("x-request-id")!, /^[0-9a-f-]{36}$/)
    })
  )

  it.effect("of an unknown route is a 404 in the envelope", () =>
    Effect.gen(function* () {
      const answer = yield* (yield* TestApp).call("GET", "/no-such-thing")
      assert.strictEqual(answer.status, 404)
      assert.strictEqual(answer.body.error.code, "not_found")
      assert.strictEqual(answer.body.error.requestId, answer.headers.get("x-request-id"))
      assert.isNotNull(answer.headers.get("x-ratelimit-limit"))
    })
  )

  it.effect("to a known route with another method is a 405 that names the methods", () =>
    Effect.gen(function* () {
      const answer = yield* (yield* TestApp).call("PUT", "/auth/api-keys", {})
      assert.strictEqual(answer.status, 405)
      assert.strictEqual(answer.body.error.code, "method_not_allowed")
      assert.strictEqual(answer.headers.get("allow"), "GET, POST")
    })
  )

  it.effect("without a credential is a 401 that names the scheme", () =>
    Effect.gen(function* () {
      const answer = yield* (yield* TestApp).call("GET", "/auth/api-keys/whoami")
      assert.strictEqual(answer.status, 401)
      assert.strictEqual(answer.body.error.code, "unauthorized")
      assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
    })
  )

  it.effect("to bad JSON, a wrong type, an unknown field, hostile keys and deep nesting names the problem", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const send = (raw: string, type = "application/json") =>
        call("POST", "/auth/api-keys", undefined, { raw, headers: { "content-type": type } })
      const malformed = yield* send('{"label":')
      assert.deepStrictEqual([malformed.status, malformed.body.error.code], [400, "bad_request"])
      const unknown = yield* send('{"label":"a","mode":"test","expiresAt":null,"x":1}')
      assert.strictEqual(unknown.status, 422)
      assert.include(unknown.body.error.message, "property expiresAt should not exist; property x should not exist")
      assert.deepStrictEqual(unknown.body.error.details.issues[0].path, ["expiresAt"])
      const proto = yield* send('{"label":"a","mode":"test","__proto__":{}}')
      assert.deepStrictEqual([proto.status, proto.body.error.code], [422, "validation_failed"])
      const nul = yield* send('{"label":"a\\u0000","mode":"test"}')
      assert.strictEqual(nul.status, 422)
      const surrogate = yield* send('{"label":"\\ud800","mode":"test"}')
      assert.strictEqual(surrogate.status, 422)
      const deep = yield* send("[".repeat(1000) + "]".repeat(1000))
      assert.strictEqual(deep.status, 400)
      const xml = yield* send("<a/>", "application/xml")
      assert.deepStrictEqual([xml.status, xml.body.error.code], [415, "unsupported_media_type"])
      const large = yield* send(JSON.stringify({ label: "a".repeat(1_100_000), mode: "test" }))
      assert.deepStrictEqual([large.status, large.body.error.code], [413, "payload_too_large"])
    })
  )

  it.effect("under an Idempotency-Key is replayed once, and refused to another body", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const headers = { "idempotency-key": "key-1" }
      const [first, second] = yield* Effect.all(
        [
          call("POST", "/auth/api-keys", { label: "a", mode: "test" }, { headers }),
          call("POST", "/auth/api-keys", { label: "a", mode: "test" }, { headers })
        ],
        { concurrency: 2 }
      )
      assert.strictEqual(first.status, 201)
      assert.strictEqual(first.text, second.text)
      assert.strictEqual(
        [first, second].filter((answer) => answer.headers.get("idempotency-replayed") === "true").length,
        1
      )
      assert.strictEqual((yield* call("GET", "/auth/api-keys")).body.data.length, 2)
      const other = yield* call("POST", "/auth/api-keys", { label: "b", mode: "test" }, { headers })
      assert.deepStrictEqual([other.status, other.body.error.code], [409, "idempotency_key_conflict"])
      const malformed = yield* call(
        "POST",
        "/auth/api-keys",
        { label: "b", mode: "test" },
        { headers: { "idempotency-key": "a b" } }
      )
      assert.strictEqual(malformed.status, 422)
    })
  )
})

/** While its clock stands, a window does not move on. */
layer(TestApp.layer())("every request", (it) => {
  it.effect("counts against the customer's window and says when it reopens", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "free" })
      const answers = yield* Effect.all(
        Array.from({ length: 130 }, () => call("POST", "/auth/api-keys", {})),
        { concurrency: 130 }
      )
      const limited = answers.filter((answer) => answer.status === 429)
      assert.strictEqual(limited.length, 70)
      assert.strictEqual(limited[0]!.body.error.code, "rate_limited")
      assert.strictEqual(limited[0]!.headers.get("retry-after"), "1")
      assert.strictEqual(limited[0]!.headers.get("x-ratelimit-limit"), "60")
      assert.strictEqual(limited[0]!.body.error.details.retryAfter, 1)
    })
  )
})
