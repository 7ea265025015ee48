/** Events that are given no id by whoever sends them: under an Idempotency-Key a request is one event all the same. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"

/** As after a crash between the event and its answer. */
const forgetAnswers = ({ customer_id }: { readonly customer_id: string }) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`DELETE FROM idempotency_keys WHERE customer_id = ${customer_id}::uuid`
  )

const conflict = [409, "idempotency_key_conflict"]
const refusal = ({ body, status }: Answer) => [status, body.error?.code]

layer(TestApp.shared, { excludeTestServices: true })("a keyed request whose answer was not kept", (it) => {
  it.effect("is the same event when it is triggered again, and pays once", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const { event_id: _, ...event } = lesson("ada")
      const trigger = (key: string, more: object = {}) =>
        tenant.call("POST", "/events/admin-trigger", { ...event, ...more }, { headers: { "idempotency-key": key } })
      const first = yield* trigger("one")
      yield* forgetAnswers(tenant)
      const again = yield* trigger("one")
      assert.deepStrictEqual([again.status, again.body], [200, first.body])
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.deepStrictEqual((yield* tenant.call("GET", `/buddies/${buddy_id}`)).body.tokens, { xp: 10 })
      assert.notStrictEqual((yield* trigger("other")).body.event_id, first.body.event_id)
      yield* forgetAnswers(tenant)
      assert.deepStrictEqual(refusal(yield* trigger("one", { properties: { score: 60 } })), conflict)
    })
  )

  it.effect("is the same event of a widget, each of which has keys of its own", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      const asPlayer = Effect.fnUntraced(function* (user_id: string) {
        const { buddy_id } = yield* hatch(tenant, user_id)
        const session = yield* tenant.call("POST", "/widget-sessions", { buddy_id, user_id, scopes: ["events:track"] })
        const options = { key: session.body.token, headers: { "idempotency-key": "one" } }
        const sent = (properties?: object) =>
          tenant.call("POST", "/widget/events", { type: "lesson.completed", ...properties }, options)
        const [track, another] = [sent(), sent({ properties: { score: 60 } })]
        const xp = Effect.map(tenant.call("GET", `/buddies/${buddy_id}`), ({ body }) => body.tokens.xp as number)
        return { track, another, xp }
      })
      const [ada, bob] = [yield* asPlayer("ada"), yield* asPlayer("bob")]
      const first = yield* ada.track
      yield* forgetAnswers(tenant)
      assert.deepStrictEqual((yield* ada.track).body, first.body)
      yield* forgetAnswers(tenant)
      assert.deepStrictEqual(refusal(yield* ada.another), conflict)
      const other = yield* bob.track
      assert.notStrictEqual(other.body.event_id, first.body.event_id)
      assert.deepStrictEqual([yield* ada.xp, yield* bob.xp], [10, 10])
    })
  )
})
