/** What a subscription is worth: which plan, for how long after a payment has failed, and when to say so. */
import type { Interval, PlanName } from "../../../wire/Plans.ts"
import type { BillingState, Sold, SubscriptionStatus } from "../../../wire/Subscriptions.ts"

const day_ms = 86_400_000
/** Days a plan stays after a payment has failed. */
export const grace_days = 21
/** Days before the end of them at which the tenant hears of it, beside the moment itself. */
const notice_days = [grace_days, 7, 1] as const

export const graceEndsAt = (past_due_since: Date) => new Date(past_due_since.getTime() + grace_days * day_ms)

export interface Standing {
  readonly state: BillingState
  /** null: as before */
  readonly plan: PlanName | null
  readonly past_due_since: Date | null
}

interface Subscribed {
  readonly status: SubscriptionStatus
  /** null: a price nobody here knows */
  readonly sold: Sold | null
  readonly cancel_at_period_end: boolean
}

export const standingOf = (
  { cancel_at_period_end, sold, status }: Subscribed,
  before: { readonly past_due_since: Date | null },
  now: Date
): Standing => {
  const paid = sold?.plan ?? null
  switch (status) {
    case "active":
    case "trialing":
      return { state: cancel_at_period_end ? "canceling" : "active", plan: paid, past_due_since: null }
    case "past_due": {
      const past_due_since = before.past_due_since ?? now
      return { state: "past_due", plan: now < graceEndsAt(past_due_since) ? paid : "free", past_due_since }
    }
    case "incomplete":
      return { state: "pending", plan: null, past_due_since: null }
    case "unpaid":
    case "paused":
      return { state: "suspended", plan: "free", past_due_since: null }
    case "canceled":
    case "incomplete_expired":
      return { state: "canceled", plan: "free", past_due_since: null }
  }
}

export interface Change {
  readonly plan: PlanName
  /** null: any */
  readonly interval: Interval | null
}

/** Of what somebody may have been sent to the provider's portal for: all that has come about. */
export const changesIn = (
  { cancel_at_period_end, sold }: Omit<Subscribed, "status">,
  state: BillingState,
  before: { readonly plan: PlanName | null; readonly interval: Interval | null }
): ReadonlyArray<Change> => {
  const isGiven = sold !== null && (state === "active" || state === "canceling" || state === "past_due")
  // One that will end and keeps its price has not been made to go on.
  const isChanged = sold?.plan !== before.plan || sold?.interval !== before.interval
  return [
    ...(isGiven && (isChanged || !cancel_at_period_end) ? [sold] : []),
    ...(cancel_at_period_end || state === "canceled" ? [{ plan: "free", interval: null } as const] : [])
  ]
}

export interface Dunning {
  /** that were due by now */
  readonly notices: number
  /** there is one to give; of several that were missed, the last */
  readonly isToTell: boolean
  readonly isOver: boolean
  /** when to look again; null: there is nothing more to come */
  readonly next_at: Date | null
}

export const dunningOf = (past_due_since: Date, told: number, now: Date): Dunning => {
  const ends = graceEndsAt(past_due_since).getTime()
  const moments = [...notice_days.map((days) => ends - days * day_ms), ends]
  const isOver = now.getTime() >= ends
  const notices = moments.slice(0, notice_days.length).filter((moment) => moment <= now.getTime()).length
  const next = moments.find((moment) => moment > now.getTime())
  return { notices, isToTell: notices > told && !isOver, isOver, next_at: next === undefined ? null : new Date(next) }
}
