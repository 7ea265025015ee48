import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const players = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const [dan, eve] = [yield* hatch(tenant, "dan"), yield* hatch(tenant, "eve")]
  const trackerOf = Effect.fnUntraced(function* ({ buddy_id }: { readonly buddy_id: string }, user_id: string) {
    const scopes = ["read", "events:track"]
    const key = (yield* tenant.call("POST", "/widget-sessions", { buddy_id, user_id, scopes })).body.token
    return (event_id: string, properties = { lesson_id: event_id, score: 95 }) =>
      tenant.call("POST", "/widget/events", { event_id, type: "lesson.completed", properties }, { key })
  })
  return { tenant, dan, eve, asDan: yield* trackerOf(dan, "dan"), asEve: yield* trackerOf(eve, "eve") }
})

layer(TestApp.shared, { excludeTestServices: true })("event ids that a widget chose", (it) => {
  it.effect("take none from the tenant: its event of the same id pays all the same", () =>
    Effect.gen(function* () {
      const { asDan, tenant } = yield* players
      const squatted = yield* asDan("order-1001")
      assert.strictEqual(squatted.body.event_id, "order-1001")
      const real = yield* tenant.call("POST", "/events", lesson("dan", { event_id: "order-1001" }))
      assert.deepStrictEqual([real.status, real.headers.get("idempotency-replayed")], [200, null])
      assert.isAbove(real.body.effects.coins, 0)
      assert.isUndefined(real.body.payload_mismatch)
    })
  )

  it.effect("tell nothing of what the tenant or another player sent under them", () =>
    Effect.gen(function* () {
      const { asDan, asEve, tenant } = yield* players
      yield* tenant.call("POST", "/events", lesson("eve", { event_id: "order-1002" }))
      const first = yield* asDan("order-1002")
      const second = yield* asEve("order-1002")
      for (const { body, headers } of [first, second]) {
        assert.deepStrictEqual([body.payload_mismatch, headers.get("idempotency-replayed")], [undefined, null])
      }
      const again = yield* asDan("order-1002")
      assert.deepStrictEqual([again.body.event_id, again.headers.get("idempotency-replayed")], ["order-1002", "true"])
      assert.deepStrictEqual(again.body.effects, first.body.effects)
      // It said no time, so the moment of its arrival is no difference.
      assert.isUndefined(again.body.payload_mismatch)
      const other = yield* asDan("order-1002", { lesson_id: "another", score: 95 })
      assert.isTrue(other.body.payload_mismatch)
    })
  )

  it.effect("are read, explained and taken back behind the buddy's id, the tenant's own first", () =>
    Effect.gen(function* () {
      const { asDan, dan, tenant } = yield* players
      const shown = `${dan.buddy_id}:order-1003`
      const tracked = yield* asDan("order-1003")
      const path = `/events/${encodeURIComponent(shown)}`
      const read = yield* tenant.call("GET", path)
      assert.deepInclude(read.body, { event_id: shown, user_id: "dan", effects: tracked.body.effects })
      assert.strictEqual((yield* tenant.call("GET", `${path}/trace`)).body.event_id, shown)
      const listed = yield* tenant.call("GET", "/events?user_id=dan")
      assert.deepStrictEqual(
        listed.body.data.map((event: { event_id: string }) => event.event_id),
        [shown]
      )
      const ledger = yield* tenant.call("GET", `/economy/buddies/${dan.buddy_id}/ledger`)
      const entry = ledger.body.data.find((row: { reference_type: string }) => row.reference_type === "event")
      assert.strictEqual(entry.reference_id, shown)
      const why = yield* tenant.call("GET", `/economy/buddies/${dan.buddy_id}/ledger/${entry.ledger_id}/explain`)
      assert.strictEqual(why.body.cause.event_id, shown)

      const reversed = yield* tenant.call("POST", `${path}/reverse`, {})
      assert.deepInclude(reversed.body, { event_id: shown, already_reversed: false, coins: tracked.body.effects.coins })

      const own = lesson("dan", { event_id: shown })
      assert.isNull((yield* tenant.call("POST", "/events", own)).headers.get("idempotency-replayed"))
      assert.strictEqual((yield* tenant.call("GET", path)).body.occurred_at, own.occurred_at)
      const again = yield* tenant.call("POST", `${path}/reverse`, {})
      assert.deepInclude(again.body, { event_id: shown, already_reversed: false })
    })
  )

  it.effect("cannot be named by a tenant behind the mark they are stored with", () =>
    Effect.gen(function* () {
      const { asDan, dan, tenant } = yield* players
      yield* asDan("order-1004")
      const stored = `\u0001${dan.buddy_id}:order-1004`
      const sent = yield* tenant.call("POST", "/events", lesson("dan", { event_id: stored }))
      assert.deepStrictEqual([sent.status, sent.body.error.code], [422, "validation_failed"])
      assert.strictEqual((yield* tenant.call("GET", `/events/${encodeURIComponent(stored)}`)).status, 404)
    })
  )

  it.effect("reach the tenant's endpoint in the form that can be looked up", () =>
    Effect.gen(function* () {
      const { asDan, dan, tenant } = yield* players
      const url = "https://93.184.215.14/hook"
      const endpoint = yield* tenant.call("POST", "/webhook-configs", { url, events: ["coins.earned"] })
      yield* asDan("order-1005")
      const path = `/webhook-configs/${endpoint.body.webhook_config_id}/deliveries`
      const { body } = yield* tenant.call("GET", path)
      const sent = yield* tenant.call("GET", `/webhook-deliveries/${body.data[0].delivery_id}`)
      assert.strictEqual(sent.body.body.reference_id, `${dan.buddy_id}:order-1005`)
    })
  )
})
