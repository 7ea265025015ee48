/**
 * The plan and how to change it. Money belongs to a person: only a dashboard session may start or finish a checkout.
 * Contract part 4.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { failure, notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Timestamp } from "../../../wire/Ids.ts"
import { PlanName } from "../../../wire/Plans.ts"
import { says } from "../../../wire/Words.ts"

/** Nobody takes money here; the operator has to set up a provider. */
export class CheckoutUnavailable extends Schema.TaggedError<CheckoutUnavailable>()("CheckoutUnavailable", {}) {}
const checkoutUnavailable = failure(CheckoutUnavailable, {
  status: 503,
  code: "service_unavailable",
  message: () => "No billing provider is set up here. Ask the operator to change the plan.",
  details: () => ({ reason: "no_provider" })
})

export const Interval = Schema.Literals(["month", "year"])
export type Interval = typeof Interval.Type

export const CheckoutSession = Schema.Struct({
  session_id: Id,
  provider: Schema.String,
  plan: PlanName,
  interval: Interval,
  status: Schema.Literals(["open", "complete"]),
  created_at: Timestamp,
  completed_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "CheckoutSession" })
export type CheckoutSession = typeof CheckoutSession.Type

export const BillingStatus = Schema.Struct({
  plan: PlanName,
  provider: Schema.String.annotate({ description: "`none` where nobody takes payments" }),
  interval: Schema.NullOr(Interval).annotate({ description: "null until a checkout was completed" }),
  plan_since: Timestamp,
  capabilities: Schema.Array(Schema.String),
  usage: Schema.Struct({
    events_used: Schema.Int.annotate({ description: "accepted new events of this calendar month (UTC)" }),
    events_per_month: Schema.NullOr(Schema.Int).annotate({ description: "null is unlimited" }),
    resets_at: Timestamp
  })
}).annotate({ identifier: "BillingStatus" })
export type BillingStatus = typeof BillingStatus.Type

const Url = Schema.String.annotate({ format: "uri" })

export class BillingApi extends tenantGroup(
  HttpApiGroup.make("billing").add(
    HttpApiEndpoint.post("checkout", "/billing/checkout", {
      payload: Schema.Struct({ plan: PlanName, interval: Schema.optionalKey(Interval) }),
      success: Schema.Struct({ session_id: Id, url: Url }).pipe(HttpApiSchema.status(201)),
      error: checkoutUnavailable
    }).annotateMerge(
      says(
        "Start a change of plan",
        "Starts a change of plan; `interval` is `month` when omitted. Nothing changes before the session is complete." +
          " Where no provider is set up: 503 with the reason `no_provider`."
      )
    ),
    HttpApiEndpoint.get("session", "/billing/checkout/session/:id", {
      params: { id: Schema.String },
      success: CheckoutSession,
      error: notFound
    }).annotateMerge(
      says(
        "Look at a checkout",
        "Asks the provider whether the session is paid. The first time it is, the plan changes; later, nothing does."
      )
    ),
    HttpApiEndpoint.post("portal", "/billing/portal", {
      success: Schema.Struct({ url: Url }),
      error: checkoutUnavailable
    }).annotateMerge(
      says(
        "Open the payment provider's portal",
        "A link where a person changes cards and reads invoices. Where no provider is set up: 503 with the " +
          "reason `no_provider`."
      )
    ),
    HttpApiEndpoint.get("status", "/billing/status", { success: BillingStatus })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("Show plan and usage", "The plan, what it includes, and how many events of this month are used.")
      )
  ),
  { access: "dashboard_only", description: "Plans and checkout" }
) {}
