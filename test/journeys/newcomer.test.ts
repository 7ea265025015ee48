/** Everything a newcomer does on the first day, over HTTP and with nothing but what each answer says. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { caughtUp } from "../kit/insight/analytics.ts"
import { dayIn, textOf } from "../kit/insight/recount.ts"
import { type Answer, request, TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"
import { lingo, sessions } from "../kit/tenant/Onboarding.ts"

const fine = (answer: Answer) => {
  assert.isBelow(answer.status, 300, answer.text)
  return answer.body
}

layer(TestApp.shared, { excludeTestServices: true })("a newcomer", (it) => {
  it.effect("goes from register over onboarding to a published configuration, a hatched buddy and a chart", () =>
    Effect.gen(function* () {
      const { baseUrl, call } = yield* TestApp
      const account = { email: "newcomer@lingo.example", password: "correct horse battery", company_name: "Lingo" }
      const { access_token, customer } = fine(yield* call("POST", "/auth/register", account))
      const dashboard = request(baseUrl, access_token)
      // Plans are made on a paid plan: the manual provider takes no money.
      const checkout = fine(yield* dashboard("POST", "/billing/checkout", { plan: "pro", interval: "month" }))
      assert.strictEqual(
        fine(yield* dashboard("GET", `/billing/checkout/session/${checkout.session_id}`)).status,
        "complete"
      )

      const { onboarding_session_id: id } = fine(yield* dashboard("POST", sessions, { description: lingo }))
      fine(yield* dashboard("PUT", `${sessions}/${id}/answers`, { answers: { goal: "retention", stack: "node" } }))
      const { plan } = fine(yield* dashboard("POST", `${sessions}/${id}/generate-plan`))
      const { config_version_id } = fine(yield* dashboard("POST", `${sessions}/${id}/apply`))
      const { guide } = fine(yield* dashboard("POST", `${sessions}/${id}/generate-guide`))
      assert.include(JSON.stringify(guide.steps), "lesson.completed", "the guide names what the plan pays for")
      fine(yield* dashboard("POST", `/config-versions/${config_version_id}/publish`))

      const { key } = fine(yield* dashboard("POST", "/auth/api-keys", { label: "server", mode: "live" }))
      const server = request(baseUrl, key)
      const { egg_id } = fine(yield* server("POST", "/eggs", { user_id: "mia" }))
      fine(yield* server("PATCH", `/eggs/${egg_id}/status`, { status: "ready" }))
      const { operation_id } = fine(yield* server("POST", `/eggs/${egg_id}/hatch`))
      yield* until(
        "the egg has hatched",
        Effect.map(server("GET", `/operations/${operation_id}`), ({ body }) => body.status === "completed")
      )
      const [type] = plan.content.event_types
      const paid = fine(
        yield* server("POST", "/events", {
          event_id: "first",
          user_id: "mia",
          type: type.event_type,
          occurred_at: new Date().toISOString(),
          properties: { lesson_id: "intro", score: 95 }
        })
      )
      assert.isAbove(paid.effects.coins, 0)
      const { data } = fine(yield* server("GET", "/buddies?user_id=mia"))
      assert.strictEqual(data[0].coins, paid.effects.coins)

      yield* caughtUp(customer.customer_id)
      const chart = fine(yield* dashboard("GET", "/analytics/activity-summary?window_days=7&granularity=day"))
      assert.deepInclude(chart.totals, { active: 1, new: 1, events: 1 })
      const today = chart.series.at(-1)
      assert.deepInclude(today, { period: textOf(dayIn("UTC", Date.now())), active: 1, events: 1 })
      const money = fine(yield* dashboard("GET", "/analytics/economy-summary?window_days=7"))
      assert.deepInclude(money.coins, { issued: paid.effects.coins, outstanding: paid.effects.coins })
    })
  )
})
