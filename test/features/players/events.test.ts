import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { judgeProperties, resolveAudience } from "../../../src/features/players/events/Rules.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

describe("the rules of intake", () => {
  it("place an event in its audience, or say which ones there are", () => {
    assert.strictEqual(resolveAudience([], undefined), "default")
    assert.strictEqual(resolveAudience([], "default"), "default")
    assert.strictEqual((resolveAudience([], "vip") as { _tag: string })._tag, "UnknownAudience")
    assert.strictEqual(resolveAudience([{ key: "a" }], undefined), "a")
    assert.deepInclude(resolveAudience([{ key: "a" }, { key: "b" }], undefined), {
      _tag: "MissingAudience",
      audiences: ["a", "b"]
    })
  })

  it("let a strict event type name what is unknown, missing or of the wrong type, and nothing else", () => {
    const named = [
      { name: "score", type: "number", required: true },
      { name: "tags", type: "array", required: false }
    ] as const
    assert.isUndefined(judgeProperties(named, { score: 1, tags: [], timezone: "Europe/Rome" }))
    assert.deepStrictEqual(
      judgeProperties(named, { tags: {}, extra: 1 })?.issues.map((issue) => issue.message),
      ["property extra should not exist", "properties.score is required", "properties.tags must be of type array"]
    )
  })
})

layer(TestApp.shared, { excludeTestServices: true })("events", (it) => {
  it.effect("of a strict type are refused when they do not fit, from the next request on", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      yield* hatch(tenant, "ada")
      assert.strictEqual((yield* tenant.call("POST", "/events", lesson("ada"))).status, 200)
      const properties = [{ name: "score", type: "number", required: true }]
      const strict = { event_type: "lesson.completed", name: "Lesson", properties, unknown_properties: "reject" }
      assert.strictEqual((yield* tenant.call("POST", "/event-types", strict)).status, 201)
      const refused = yield* tenant.call("POST", "/events", lesson("ada"))
      assert.deepStrictEqual([refused.status, refused.body.error.message], [422, "property lesson_id should not exist"])
      const fits = yield* tenant.call("POST", "/events", lesson("ada", { properties: { score: 1 } }))
      assert.strictEqual(fits.status, 200)
    })
  )

  it.effect("beyond the plan's quota of the month are refused, repetitions are not", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      const batch = (from: number) =>
        Array.from({ length: 1000 }, (_, index) => lesson("nobody", { event_id: `q-${from + index}` }))
      for (let from = 0; from < 10_000; from += 1000) {
        const events = from === 0 ? [batch(0)[0], ...batch(from).slice(1)] : batch(from)
        const answer = yield* tenant.call("POST", "/events/batch", { events })
        assert.deepStrictEqual([answer.status, answer.body.accepted], [200, 1000])
      }
      const over = yield* tenant.call("POST", "/events", lesson("nobody"))
      assert.deepStrictEqual(
        [over.status, over.body.error.code, over.body.error.details.quota],
        [402, "event_quota_exceeded", 10_000]
      )
      const repeated = yield* tenant.call("POST", "/events", batch(0)[0])
      assert.deepStrictEqual([repeated.status, repeated.headers.get("idempotency-replayed")], [200, "true"])
      const inBatch = yield* tenant.call("POST", "/events/batch", { events: [lesson("nobody")] })
      assert.strictEqual(inBatch.body.results[0].error.code, "event_quota_exceeded")
      const usage = yield* tenant.call("GET", "/billing/status")
      assert.include(JSON.stringify(usage.body), "10000")
    })
  )

  it.effect("sent again with another body are told from those sent again, in a batch too", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      yield* hatch(tenant, "cyd")
      for (const user_id of ["cyd", "nobody"]) {
        const event = lesson(user_id)
        const events = [event, event, { ...event, properties: { score: 1 } }]
        const { body } = yield* tenant.call("POST", "/events/batch", { events })
        assert.deepInclude(body, { accepted: 1, duplicates: 2 })
        assert.deepStrictEqual(
          body.results.map((item: { payload_mismatch?: true }) => item.payload_mismatch),
          [undefined, undefined, true]
        )
        assert.deepStrictEqual(body.results[2].effects, body.results[0].effects)
      }
    })
  )

  it.effect("sent again after the audiences or types have changed are answered as the first time", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      yield* hatch(tenant, "eve")
      const events = [lesson("eve"), lesson("eve", { audience: "default" }), lesson("nobody")]
      const first = yield* Effect.forEach(events, (event) => tenant.call("POST", "/events", event))
      const again = Effect.gen(function* () {
        for (const [index, event] of events.entries()) {
          const { body, headers, status } = yield* tenant.call("POST", "/events", event)
          assert.deepStrictEqual([status, body], [200, first[index]!.body])
          assert.strictEqual(headers.get("idempotency-replayed"), "true")
        }
        const { body } = yield* tenant.call("POST", "/events/batch", { events })
        assert.deepInclude(body, { accepted: 0, duplicates: 3, rejected: 0 })
      })
      const one = [{ key: "pupils" }]
      for (const audiences of [one, [...one, { key: "staff" }]]) {
        yield* tenant.call("PATCH", "/customers/me/audiences", { audiences })
        yield* again
      }
      const strict = { event_type: "lesson.completed", name: "Lesson", properties: [], unknown_properties: "reject" }
      const made = yield* tenant.call("POST", "/event-types", strict)
      assert.strictEqual(made.status, 201, JSON.stringify(made.body))
      yield* again
      const other = { ...events[0], properties: { page: 1 } }
      const { body, status } = yield* tenant.call("POST", "/events", other)
      assert.deepStrictEqual([status, body], [200, { ...first[0]!.body, payload_mismatch: true }])
      const fresh = yield* tenant.call("POST", "/events", lesson("eve"))
      assert.deepStrictEqual([fresh.status, fresh.body.error.code], [400, "missing_audience"])
    })
  )

  it.effect("answer the same from the fast path and from the router", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      yield* hatch(tenant, "bea")
      for (const raw of [
        "{",
        "",
        "[]",
        '{"event_id":1,"extra":{}}',
        JSON.stringify(lesson("bea", { occurred_at: "2026-02-31T00:00:00Z" }))
      ]) {
        const fast = yield* tenant.call("POST", "/events", undefined, { raw })
        const routed = yield* tenant.call("POST", "/events", undefined, {
          raw,
          headers: { "idempotency-key": `k${raw.length}` }
        })
        assert.deepStrictEqual(
          [fast.status, fast.body.error.code, fast.body.error.message, fast.body.error.details],
          [routed.status, routed.body.error.code, routed.body.error.message, routed.body.error.details]
        )
        assert.strictEqual(fast.body.error.requestId, fast.headers.get("x-request-id"))
      }
      const answer = yield* tenant.call("POST", "/events", lesson("bea"))
      assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "20000")
    })
  )
})
