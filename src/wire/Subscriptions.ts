/** Words for how a subscription stands: the provider's, and ours. */
import type { Interval, PlanName } from "./Plans.ts"

export const subscriptionStatuses = [
  "active",
  "trialing",
  "past_due",
  "incomplete",
  "incomplete_expired",
  "unpaid",
  "paused",
  "canceled"
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** What the price of a subscription buys. */
export interface Sold {
  readonly plan: PlanName
  readonly interval: Interval
}

export const billingStates = ["active", "canceling", "past_due", "pending", "suspended", "canceled"] as const
export type BillingState = (typeof billingStates)[number]
