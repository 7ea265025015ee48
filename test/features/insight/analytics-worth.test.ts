/** What a workspace says of money counts in the report on the return at once, whenever users were looked at. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { caughtUp } from "../../kit/insight/analytics.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("the report on the return", (it) => {
  it.effect("goes by the values and costs that are set, not by those of a minute ago", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, studyContent)
      yield* succeeded(call("POST", "/events", lesson("ada")))
      yield* caughtUp(customer_id)
      const read = Effect.map(succeeded(call("GET", "/analytics/roi-metrics")), ({ body }) => body)
      assert.strictEqual((yield* read).value.total_minor, null)
      for (const value_minor of [5, 7]) {
        const roi = { currency: "EUR", event_values: [{ event_type: "lesson.completed", value_minor }] }
        yield* succeeded(call("PATCH", "/customers/me/settings", { roi }))
        assert.deepInclude((yield* read).value, { currency: "EUR", total_minor: value_minor })
      }
      const { as_of } = yield* read
      assert.strictEqual((yield* read).as_of, as_of, "the look at users is kept")
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("the report on the health of an economy", (it) => {
  it.effect("knows what came on a day that is still ahead in the zone a workspace has moved to", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const moveTo = (timezone: string) => succeeded(call("PATCH", "/customers/me/settings", { timezone }))
      yield* publish(tenant, studyContent)
      yield* hatch(tenant, "ada")
      // 25 hours from one to the other: what is today here is tomorrow, or the day after, there.
      yield* moveTo("Pacific/Kiritimati")
      yield* succeeded(call("POST", "/events", lesson("ada")))
      yield* caughtUp(customer_id)
      yield* moveTo("Pacific/Pago_Pago")
      const { body: summary } = yield* succeeded(call("GET", "/analytics/economy-summary"))
      assert.isAbove(summary.coins.outstanding, 0)
      assert.strictEqual(summary.series.at(-1).outstanding, 0)
      const { body: health } = yield* succeeded(call("GET", "/analytics/economy-health"))
      assert.strictEqual(health.inflation_30d, null, "a month ago nobody held anything")
      assert.strictEqual(health.velocity, null, "nor on any day of the window")
    })
  )
})
