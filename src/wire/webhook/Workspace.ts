/** Outbound events about the workspace itself: its plan, its payments and its credits. */
import { Schema } from "effect"
import { PlanName } from "../Plans.ts"
import { severities } from "../Notification.ts"
import { event, int, text, time } from "./Event.ts"
import { webhookExamples as given } from "./Examples.ts"

const alert = {
  alert_id: text,
  kind: text,
  severity: Schema.Literals(severities),
  subject: Schema.Struct({ type: text, id: text, key: text })
}

export const workspaceEvents = {
  "plan.changed": event(
    "The workspace has another plan; reason is what the subscription came to, or what ended.",
    { previous_plan: PlanName, plan: PlanName, reason: text, occurred_at: time },
    given["plan.changed"]
  ),
  "billing.past_due": event(
    "A payment has failed; told at once, and seven days and one day before the plan ends for it.",
    { plan: PlanName, past_due_since: time, grace_ends_at: time, occurred_at: time },
    given["billing.past_due"]
  ),
  "economy.alert_opened": event(
    "Something looks wrong with the economy; told once for as long as it lasts.",
    { ...alert, observed: Schema.Finite, expected: Schema.NullOr(Schema.Finite), occurred_at: time },
    given["economy.alert_opened"]
  ),
  "economy.alert_resolved": event(
    "What an alert told of has not been seen for a day.",
    { ...alert, occurred_at: time },
    given["economy.alert_resolved"]
  ),
  "credits.low": event(
    "Less than a tenth of the month's credits is left; told once a month.",
    { balance: int, monthly_allowance: int, resets_at: time, occurred_at: time },
    given["credits.low"]
  )
}
