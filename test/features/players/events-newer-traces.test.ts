/** While nodes of two releases run, an older one meets traces that a newer one has stored in a form of its own. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const forms: ReadonlyArray<unknown> = [
  [{ rule: "lesson", paid: 10 }],
  [["coin_rule", 7]],
  { version: 9, rows: [] },
  "compressed"
]

layer(TestApp.shared, { excludeTestServices: true })("a trace in a form that is not known", (it) => {
  it.effect("is shown as it stands; what would have to understand it is put off", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant, studyContent)
      const { buddy_id } = yield* hatch(tenant, "ada")
      for (const form of forms) {
        const event = lesson("ada")
        assert.strictEqual((yield* call("POST", "/events", event)).status, 200)
        yield* sql`UPDATE events SET trace = ${JSON.stringify(form)}::jsonb
          WHERE customer_id = ${customer_id}::uuid AND event_id = ${event.event_id}`
        const trace = yield* call("GET", `/events/${event.event_id}/trace`)
        assert.strictEqual(trace.status, 200, trace.text)
        const stored = Array.isArray(form) ? form[0] : form
        assert.deepStrictEqual(trace.body.rules, [
          { type: "unknown", key: "", outcome: "skipped", reason: "unknown_form", detail: { stored }, ledger_ids: [] }
        ])
        const ledger = yield* call("GET", `/economy/buddies/${buddy_id}/ledger?limit=1`)
        const [entry] = ledger.body.data
        const why = yield* call("GET", `/economy/buddies/${buddy_id}/ledger/${entry.ledger_id}/explain`)
        assert.strictEqual(why.status, 200, why.text)
        const reversed = yield* call("POST", `/events/${event.event_id}/reverse`, { reason: "test" })
        assert.deepStrictEqual([reversed.status, reversed.body.error?.code], [503, "service_unavailable"])
        assert.isNotNull(reversed.headers.get("retry-after"))
      }
    })
  )
})
