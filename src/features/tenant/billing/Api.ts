/**
 * The plan and how to change it. Money belongs to a person: only a dashboard session may start or finish a checkout.
 * Contract part 4.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, Lengthy } from "../../../wire/Access.ts"
import { failure, notFound, serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { Amount, Id, Timestamp } from "../../../wire/Ids.ts"
import { Interval, PlanName } from "../../../wire/Plans.ts"
import { billingStates } from "../../../wire/Subscriptions.ts"
import { says } from "../../../wire/Words.ts"

/** Nobody takes money here; the operator has to set up a provider. */
export class CheckoutUnavailable extends Schema.TaggedError<CheckoutUnavailable>()("CheckoutUnavailable", {}) {}
const checkoutUnavailable = failure(CheckoutUnavailable, {
  status: 503,
  code: "service_unavailable",
  message: () => "No billing provider is set up here. Ask the operator to change the plan.",
  details: () => ({ reason: "no_provider" })
})

/** The provider is away: nothing is known, nothing has changed. */
export class ProviderDown extends Schema.TaggedError<ProviderDown>()("ProviderDown", {}) {}
const providerDown = failure(ProviderDown, {
  status: 502,
  code: "bad_gateway",
  message: () => "The payment provider does not answer. Try again in a moment."
})

export class PlanUnchanged extends Schema.TaggedError<PlanUnchanged>()("PlanUnchanged", { plan: PlanName }) {}
const planUnchanged = failure(PlanUnchanged, {
  status: 409,
  code: "plan_unchanged",
  message: ({ plan }) => `The plan is ${plan} already, and goes on.`,
  details: ({ plan }) => ({ plan })
})

export class PlanNotSold extends Schema.TaggedError<PlanNotSold>()("PlanNotSold", {
  plan: PlanName,
  interval: Interval
}) {}
const planNotSold = failure(PlanNotSold, {
  status: 409,
  code: "plan_not_sold",
  message: ({ interval, plan }) => `The plan ${plan} is not sold by the ${interval} here.`,
  details: ({ interval, plan }) => ({ plan, interval })
})

export class NoBillingAccount extends Schema.TaggedError<NoBillingAccount>()("NoBillingAccount", {}) {}
const noBillingAccount = failure(NoBillingAccount, {
  status: 409,
  code: "no_billing_account",
  message: () => "Nothing was bought yet: the portal opens after the first checkout."
})

export const CheckoutSession = Schema.Struct({
  session_id: Id,
  provider: Schema.String,
  plan: Schema.NullOr(PlanName),
  interval: Schema.NullOr(Interval),
  credits: Schema.NullOr(Schema.Int).annotate({ description: "of a pack, which changes no plan" }),
  status: Schema.Literals(["open", "complete", "expired"]),
  created_at: Timestamp,
  completed_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "CheckoutSession" })
export type CheckoutSession = typeof CheckoutSession.Type

export const BillingStatus = Schema.Struct({
  plan: PlanName,
  provider: Schema.String.annotate({ description: "`none` where nobody takes payments" }),
  interval: Schema.NullOr(Interval).annotate({ description: "null where the plan was not bought" }),
  plan_since: Timestamp,
  state: Schema.Literals(billingStates).annotate({
    description: "of the subscription; active where there is none"
  }),
  subscription: Schema.NullOr(
    Schema.Struct({
      current_period_end: Schema.NullOr(Timestamp),
      cancel_at_period_end: Schema.Boolean,
      past_due_since: Schema.NullOr(Timestamp),
      grace_ends_at: Schema.NullOr(Timestamp).annotate({ description: "until then the plan stays" }),
      next_plan: Schema.NullOr(PlanName).annotate({ description: "when the period ends, if another one" })
    })
  ),
  capabilities: Schema.Array(Schema.String),
  usage: Schema.Struct({
    events_used: Schema.Int.annotate({ description: "accepted new events of this calendar month (UTC)" }),
    events_per_month: Schema.NullOr(Schema.Int).annotate({ description: "null is unlimited" }),
    resets_at: Timestamp
  })
}).annotate({ identifier: "BillingStatus" })
export type BillingStatus = typeof BillingStatus.Type

export const BillingUsage = Schema.Struct({
  months: Schema.Array(
    Schema.Struct({
      month: Schema.String.annotate({ description: "UTC, as in 2026-11" }),
      events: Schema.Int,
      events_quota: Schema.NullOr(Schema.Int).annotate({ description: "of the present plan; null is unlimited" }),
      active_users: Schema.Int.annotate({
        description: "users with an event in the month of the workspace's time zone; some seconds late"
      }),
      webhooks_delivered: Schema.Int.annotate({ description: "in the same month; some seconds late" }),
      credits_used: Schema.Int
    })
  ).annotate({ description: "the newest first" })
}).annotate({ identifier: "BillingUsage" })

/** A plan or a pack. */
const Wanted = Schema.Struct({
  plan: Schema.optionalKey(PlanName),
  interval: Schema.optionalKey(Interval),
  credits: Schema.optionalKey(Amount).annotate({ description: "of a pack that is sold" })
}).check(
  Schema.makeFilter<{ readonly plan?: PlanName; readonly interval?: Interval; readonly credits?: number }>(
    ({ credits, interval, plan }) => {
      if ((plan === undefined) === (credits === undefined)) return "send exactly one of plan and credits"
      return credits !== undefined && interval !== undefined ? "a pack of credits has no interval" : undefined
    }
  )
)

const months_max = 24
const Months = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: months_max }))

const Url = Schema.String.annotate({ format: "uri" })

export class BillingApi extends tenantGroup(
  HttpApiGroup.make("billing").add(
    HttpApiEndpoint.post("checkout", "/billing/checkout", {
      payload: Wanted,
      success: Schema.Struct({ session_id: Id, url: Url }).pipe(HttpApiSchema.status(201)),
      error: [checkoutUnavailable, providerDown, planUnchanged, planNotSold, validationFailed]
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Start a checkout",
          "For a plan (`interval` is `month` when omitted) or for a pack of credits. Nothing changes before the " +
            "session is complete. Who has a subscription is sent to the provider's portal to agree. Where no " +
            "provider is set up: 503 with the reason `no_provider`; where it does not answer: 502."
        )
      ),
    HttpApiEndpoint.get("session", "/billing/checkout/session/:id", {
      params: { id: Schema.String },
      success: CheckoutSession,
      error: [notFound, providerDown]
    }).annotateMerge(
      says(
        "Look at a checkout",
        "Asks the provider whether the session is paid. The first time it is, the plan changes or the credits are " +
          "there; later, nothing does."
      )
    ),
    HttpApiEndpoint.post("portal", "/billing/portal", {
      success: Schema.Struct({ url: Url }),
      error: [checkoutUnavailable, providerDown, noBillingAccount]
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Open the payment provider's portal",
          "A link where a person changes cards and reads invoices. Before the first checkout: 409. Where no " +
            "provider is set up: 503 with the reason `no_provider`."
        )
      ),
    HttpApiEndpoint.get("status", "/billing/status", { success: BillingStatus })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("Show plan and state", "The plan, what it includes, and how many events of this month are used.")
      ),
    HttpApiEndpoint.get("usage", "/billing/usage", {
      query: { months: Schema.optionalKey(Months) },
      success: BillingUsage,
      error: [rateLimited, serviceUnavailable]
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("Show usage by month", "Events, users, webhooks and credits of the last months, 12 by default.")
      )
  ),
  { access: "dashboard_only", capability: "none", description: "Plans and checkout" }
) {}
