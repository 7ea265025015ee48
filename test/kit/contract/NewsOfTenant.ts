/** What a tenant is told without asking: a notification and an alert. */
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { seeAlert } from "../insight/alerts.ts"
import type { TestTenant } from "../service/TestApp.ts"

export const newsOf = Effect.fnUntraced(function* ({ call, customer_id }: TestTenant) {
  yield* seeAlert(customer_id)
  const { notifications } = (yield* succeeded(call("GET", "/notifications"))).body
  const alerts = (yield* succeeded(call("GET", "/economy/alerts"))).body.data
  return [
    ["/notifications/{id}", notifications[0].notification_id],
    ["/economy/alerts/{alert_id}", alerts[0].alert_id]
  ] as ReadonlyArray<readonly [string, string]>
})
