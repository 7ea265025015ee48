/**
 * Carries out what the provider says, in one transaction under the lock of the tenant's account: the plan, a paid
 * session, money that went back, and the notices of a debt. Whatever it is told twice, or too late, changes nothing.
 */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AuditLog } from "../../../../platform/auth/AuditLog.ts"
import { Credits } from "../../../../platform/billing/Credits.ts"
import type { ProviderEvent, ProviderSession, Subscription } from "../../../../platform/billing/Port.ts"
import { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import { tellBeside } from "../../../../platform/notifications/Tell.ts"
import { nowDate, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { Outbox } from "../../../../platform/webhooks/Outbox.ts"
import { CurrentRequest } from "../../../../wire/CurrentRequest.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { PlanName } from "../../../../wire/Plans.ts"
import type { BillingState } from "../../../../wire/Subscriptions.ts"
import { assignments } from "../../../../platform/auth/Assignments.ts"
import { ReferralStore } from "../../referral/Store.ts"
import { BillingStore } from "../Store.ts"
import { changesIn, dunningOf, graceEndsAt, standingOf } from "../Rules.ts"
import { type Account, BillingAccounts } from "../Store/Accounts.ts"
import { Meters } from "../Store/Meters.ts"
import { CheckoutSessions } from "../Store/Sessions.ts"

/** What was fetched of a tenant. */
export interface Fetched {
  readonly fetch: number
  readonly subscription: Subscription | undefined
  /** the session this is about, where it is about one */
  readonly session: ProviderSession | undefined
  /** of a pack whose money went back */
  readonly returned: ProviderSession | undefined
  readonly event: ProviderEvent | undefined
}

export type Reason = BillingState | "checkout" | "grace_ended"

/** Plans, and the notices of a debt. */
const giving = Effect.gen(function* () {
  const credits = yield* Credits
  const outbox = yield* Outbox
  const news = yield* CacheInvalidation
  const audit = yield* AuditLog
  const store = yield* BillingStore
  const meters = yield* Meters
  const sql = yield* SqlClient.SqlClient
  const { changePlan } = assignments(sql)

  /** A plan that is the tenant's already changes nothing. */
  const give = Effect.fn("Settlement.give")(function* (customer_id: string, plan: PlanName, reason: Reason) {
    // A month nobody has spent anything of is not written down yet. Accounts of credits are locked before workspaces.
    if ((yield* store.plan(customer_id)) !== plan) yield* credits.settle(customer_id)
    const previous_plan = yield* store.lockPlan(customer_id)
    if (previous_plan === plan) return
    yield* changePlan(customer_id, plan)
    if (previous_plan === "enterprise") yield* meters.end(customer_id)
    if (plan === "enterprise") yield* meters.begin(customer_id)
    yield* credits.wake(customer_id)
    yield* news.publish({ _tag: "Tenant", customer_id })
    const body = { previous_plan, plan, reason, occurred_at: iso(yield* nowDate) }
    yield* outbox.enqueue(customer_id, [{ event: "plan.changed", body }])
    yield* tellBeside(sql, customer_id, {
      kind: "plan_changed",
      subject: body.occurred_at,
      message: `The plan of the workspace is ${plan} now; it was ${previous_plan}.`,
      details: { previous_plan, plan, reason }
    })
    // Whoever's request found it out did not do it: that was a payment.
    const { requestId } = yield* CurrentRequest
    const target = { type: "plan", id: plan }
    const audited = { customer_id, action: "billing.plan_changed", method: null, path: null, target }
    yield* audit.record({ ...audited, actor: { type: "system", id: null } }, null, requestId)
  })

  /** Says what is to be said of a debt by now, and takes the plan when its time is over. */
  const dun = Effect.fnUntraced(function* (account: Account, plan: PlanName | null) {
    const { customer_id, past_due_since } = account
    if (past_due_since === null) return { notices: 0, dunning_at: null }
    const now = yield* nowDate
    const { isOver, isToTell, next_at, notices } = dunningOf(past_due_since, account.notices, now)
    if (isOver) yield* give(customer_id, "free", "grace_ended")
    if (isToTell && plan !== null) {
      const ends = graceEndsAt(past_due_since)
      const body = { plan, past_due_since: iso(past_due_since), grace_ends_at: iso(ends), occurred_at: iso(now) }
      yield* outbox.enqueue(customer_id, [{ event: "billing.past_due", body }])
      yield* tellBeside(sql, customer_id, {
        kind: "billing_past_due",
        subject: iso(past_due_since),
        message: `A payment has failed. Without one the plan ${plan} ends on ${iso(ends).slice(0, 10)}.`,
        details: { plan, past_due_since: iso(past_due_since), grace_ends_at: iso(ends) }
      })
    }
    return { notices, dunning_at: next_at }
  })

  return { give, dun }
})

/** What a subscription changes. */
const subscribing = Effect.gen(function* () {
  const accounts = yield* BillingAccounts
  const sessions = yield* CheckoutSessions
  const { dun, give } = yield* giving

  return Effect.fnUntraced(function* (account: Account, subscription: Subscription, fetch: number) {
    const { customer_id } = account
    const now = yield* nowDate
    const { past_due_since, plan, state } = standingOf(subscription, account, now)
    const sold = subscription.sold ?? account
    const told = past_due_since === null ? 0 : account.notices
    const due = yield* dun({ ...account, past_due_since, notices: told }, sold.plan)
    yield* accounts.write(customer_id, {
      fetch,
      subscription_id: subscription.subscription_id,
      plan: sold.plan,
      interval: sold.interval,
      state,
      current_period_end: subscription.current_period_end === null ? null : new Date(subscription.current_period_end),
      cancel_at_period_end: subscription.cancel_at_period_end,
      past_due_since,
      ...due
    })
    if (plan !== null) yield* give(customer_id, plan, plan === "free" && state === "past_due" ? "grace_ended" : state)
    for (const change of changesIn(subscription, state, account)) yield* sessions.completeChanges(customer_id, change)
  })
})

/** What a session brings. */
const settling = Effect.gen(function* () {
  const sessions = yield* CheckoutSessions
  const credits = yield* Credits
  const referrals = yield* ReferralStore

  /** Paid for: once. */
  const complete = Effect.fn("Settlement.complete")(function* (customer_id: string, session_id: string) {
    const completed = yield* sessions.complete(customer_id, session_id)
    if (Option.isNone(completed)) return undefined
    const { credits: bought, plan } = completed.value
    if (plan !== "free") yield* referrals.paid(customer_id)
    if (bought !== null) yield* credits.addLot(customer_id, { lot_id: session_id, source: "purchase", credits: bought })
    return completed.value
  })

  /** A session of somebody else, whoever asks about it, is none. */
  const settle = Effect.fnUntraced(function* (account: Account, session: ProviderSession) {
    const { customer_id } = account
    if (session.customer_id !== customer_id || session.provider_customer_id !== account.provider_customer_id) return
    // One whose row was lost with the node that had begun it: what was written on it says what it was for.
    if ((session.plan === null) !== (session.credits === null)) yield* sessions.open({ ...session, provider: "stripe" })
    if (session.state === "paid") yield* complete(customer_id, session.session_id)
    if (session.state === "expired") yield* sessions.expire(customer_id, session.session_id)
  })

  /** The money went back: what it brought goes, as far as it is still there. */
  const takeBack = Effect.fnUntraced(function* ({ credits: bought, customer_id, session_id }: ProviderSession) {
    if (customer_id === null) return
    if (bought !== null) yield* credits.chargeBack(customer_id, session_id)
    if (yield* sessions.isFirstPaid(customer_id, session_id)) yield* referrals.returned(customer_id)
  })

  return { complete, settle, takeBack }
})

const make = Effect.gen(function* () {
  const accounts = yield* BillingAccounts
  const sessions = yield* CheckoutSessions
  const { dun, give } = yield* giving
  const subscribe = yield* subscribing
  const { complete, settle, takeBack } = yield* settling
  const inTransaction = transactionOf(yield* SqlClient.SqlClient)

  return Settlement.of({
    apply: (customer_id, { event, fetch, returned, session, subscription }) =>
      inTransaction(
        Effect.gen(function* () {
          const found = yield* accounts.lock(customer_id)
          if (Option.isNone(found)) return
          if (event !== undefined && !(yield* accounts.noteEvent(customer_id, event))) return
          if (fetch > found.value.fetch_written) {
            if (subscription === undefined) yield* accounts.fetchedNothing(customer_id, fetch)
            else yield* subscribe(found.value, subscription, fetch)
            // After what has come about is done.
            yield* sessions.expireChanges(customer_id)
          }
          if (session !== undefined) yield* settle(found.value, session)
          if (returned !== undefined) {
            yield* settle(found.value, returned)
            if (returned.customer_id === customer_id) yield* takeBack(returned)
          }
        })
      ),
    completeManual: (customer_id, session_id) =>
      inTransaction(
        Effect.gen(function* () {
          const completed = yield* complete(customer_id, session_id)
          if (completed !== undefined && completed.plan !== null) yield* give(customer_id, completed.plan, "checkout")
        })
      ),
    remind: (customer_id) =>
      inTransaction(
        Effect.gen(function* () {
          const found = yield* accounts.lock(customer_id)
          if (Option.isNone(found)) return
          yield* accounts.write(customer_id, {
            ...found.value,
            fetch: null,
            ...(yield* dun(found.value, found.value.plan))
          })
        })
      )
  })
})

export class Settlement extends Context.Service<
  Settlement,
  {
    apply(customer_id: string, fetched: Fetched): Effect.Effect<void>
    /** where nobody takes money, looking at a session pays it */
    completeManual(customer_id: string, session_id: string): Effect.Effect<void>
    /** what time alone does to a debt */
    remind(customer_id: string): Effect.Effect<void>
  }
>()("hatchery/features/billing/Settlement") {
  static readonly layer = Layer.effect(Settlement, make).pipe(
    Layer.provideMerge(Layer.mergeAll(BillingAccounts.layer, CheckoutSessions.layer, BillingStore.layer)),
    Layer.provide([Credits.layer, Meters.layer, ReferralStore.layer])
  )
}
