/** An event_id that comes again: what counts as the same event, and what a dry run says of it. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { canonicalOf } from "../../../src/features/players/events/Rules.ts"
import { hashOf, isSameEvent } from "../../../src/features/players/events/Service/Repeats.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

describe("a repeated event is the same", () => {
  const told = { event_id: "e", user_id: "ada", type: "t", occurred_at: "2026-11-20T21:00:00Z", properties: { a: 1 } }

  it("when it names no audience and was hashed under the one it was given", () => {
    const sent = { ...told, audience: "pupils" }
    assert.isTrue(isSameEvent(told, { ...sent, payload_hash: hashOf(canonicalOf(sent)) }))
    assert.isFalse(isSameEvent({ ...told, audience: "staff" }, { ...sent, payload_hash: hashOf(canonicalOf(sent)) }))
  })

  it("in other words only when nothing but the order of its properties differs", () => {
    const properties = { a: 1, list: [{ x: 1, y: [2, 3] }], "": null }
    const sent = { ...told, properties, audience: "default" }
    const stored = { ...sent, payload_hash: hashOf(canonicalOf(sent)) }
    const turned = { "": null, list: [{ y: [2, 3], x: 1 }], a: 1 }
    assert.isTrue(isSameEvent({ ...told, properties: turned }, stored))
    assert.isFalse(isSameEvent({ ...told, properties: turned, user_id: "bob" }, stored))
    for (const other of [
      { ...turned, list: [{ y: [3, 2], x: 1 }] },
      { ...turned, more: 1 },
      { ...turned, a: "1" }
    ])
      assert.isFalse(isSameEvent({ ...told, properties: other }, stored))
  })
})

layer(TestApp.shared, { excludeTestServices: true })("an event_id that comes again", (it) => {
  it.effect("with its properties in another order is no other event, one by one and in a batch", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      yield* hatch(tenant, "ada")
      for (const user_id of ["ada", "nobody"]) {
        const event = lesson(user_id, { properties: { lesson_id: "l-1", score: 95, of: { a: 1, b: [1, 2] } } })
        const turned = { ...event, properties: { of: { b: [1, 2], a: 1 }, score: 95, lesson_id: "l-1" } }
        const other = { ...event, properties: { of: { b: [2, 1], a: 1 }, score: 95, lesson_id: "l-1" } }
        const first = yield* tenant.call("POST", "/events", event)
        const again = yield* tenant.call("POST", "/events", turned)
        assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
        assert.deepStrictEqual([again.status, again.body], [200, first.body])
        const changed = yield* tenant.call("POST", "/events", other)
        assert.deepStrictEqual(changed.body, { ...first.body, payload_mismatch: true })
        const { body } = yield* tenant.call("POST", "/events/batch", { events: [turned, other] })
        assert.deepStrictEqual(
          body.results.map((item: { payload_mismatch?: true }) => item.payload_mismatch),
          [undefined, true]
        )
      }
    })
  )

  it.effect("gets in a dry run what sending it again would answer, and the question what if gets its own", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const event = lesson("ada")
      const rehearse = (body: object, query = "") => tenant.call("POST", `/events?dry_run=true${query}`, body)
      const news = yield* rehearse(event)
      assert.strictEqual(news.headers.get("idempotency-replayed"), null)
      const sent = yield* tenant.call("POST", "/events", event)
      assert.isAbove(sent.body.effects.coins, 0)
      const { body: before } = yield* tenant.call("GET", `/buddies/${buddy_id}`)
      const known = yield* rehearse(event)
      const { trace, ...answer } = known.body
      assert.deepStrictEqual([known.status, answer], [200, sent.body])
      assert.strictEqual(known.headers.get("idempotency-replayed"), "true")
      assert.deepStrictEqual(trace, (yield* tenant.call("GET", `/events/${event.event_id}/trace`)).body.rules)
      assert.isTrue((yield* rehearse({ ...event, properties: { score: 1 } })).body.payload_mismatch)
      // Another audience refuses it as news, but it is none.
      yield* tenant.call("PATCH", "/customers/me/audiences", { audiences: [{ key: "a" }, { key: "b" }] })
      assert.deepStrictEqual((yield* rehearse(event)).body.effects, sent.body.effects)
      yield* tenant.call("PATCH", "/customers/me/audiences", { audiences: [{ key: "a" }] })
      const version = yield* rehearse(event, `&config_version_id=${before.config_version_id}`)
      assert.strictEqual(version.headers.get("idempotency-replayed"), null)
      assert.notDeepEqual(version.body.effects, sent.body.effects)
      assert.deepStrictEqual((yield* tenant.call("GET", `/buddies/${buddy_id}`)).body.coins, before.coins)
    })
  )
})
