/** What the service needs of whoever takes the money. */
import { type Effect, Schema } from "effect"
import type { Interval, PlanName } from "../../wire/Plans.ts"
import type { Sold, SubscriptionStatus } from "../../wire/Subscriptions.ts"

export class NoProvider extends Schema.TaggedError<NoProvider>()("NoProvider", {}) {}
/** It did not answer, or not as it should; nothing is known, and asking again may help. */
export class ProviderAway extends Schema.TaggedError<ProviderAway>()("ProviderAway", { detail: Schema.String }) {}
/** No event of the provider: its signature is wrong, missing or too old. */
export class NoEvent extends Schema.TaggedError<NoEvent>()("NoEvent", {}) {}

/** What a checkout is to buy: a plan or a pack. */
export interface Order {
  readonly customer_id: string
  readonly session_id: string
  readonly plan: PlanName | null
  readonly interval: Interval | null
  readonly credits: number | null
}

/** A checkout as the provider has it; whose it is says what was written on it when it was made. */
export interface ProviderSession extends Order {
  readonly provider_session_id: string
  readonly provider_customer_id: string | null
  readonly state: "open" | "paid" | "expired"
}

export interface Subscription {
  readonly subscription_id: string
  readonly item_id: string
  readonly status: SubscriptionStatus
  /** null: a price nobody here knows */
  readonly sold: Sold | null
  /** epoch ms */
  readonly current_period_end: number | null
  readonly cancel_at_period_end: boolean
}

/** A reason to look at a customer. */
export interface ProviderEvent {
  readonly event_id: string
  readonly type: string
  /** null: found out by the payment */
  readonly provider_customer_id: string | null
  readonly provider_session_id: string | null
  /** of money that went back */
  readonly returned_payment: string | null
}

/** How an existing subscription is to change. */
export interface Change {
  readonly provider_customer_id: string
  readonly session_id: string
  readonly subscription: Subscription
  /** free: it is to end */
  readonly plan: PlanName
  readonly interval: Interval
}

export interface Provider {
  readonly name: "manual" | "stripe" | "none"
  /** credits of the packs that are sold */
  readonly packs: ReadonlyArray<number>
  sells(plan: PlanName, interval: Interval): boolean
  /** the provider's name for a tenant, made when there is none; null where it wants no name */
  customer(of: {
    readonly customer_id: string
    readonly name: string
    readonly email: string | null
  }): Effect.Effect<string | null, NoProvider | ProviderAway>
  /** where a person pays */
  checkout(
    order: Order,
    provider_customer_id: string | null
  ): Effect.Effect<{ readonly url: string; readonly provider_session_id: string | null }, NoProvider | ProviderAway>
  /** nobody can pay there any more; false: it is paid, or was over before */
  expire(provider_session_id: string): Effect.Effect<boolean, ProviderAway>
  /** where a person agrees to another plan */
  change(change: Change): Effect.Effect<{ readonly url: string }, NoProvider | ProviderAway>
  /** undefined: it knows no such session */
  session(provider_session_id: string): Effect.Effect<ProviderSession | undefined, ProviderAway>
  /** the one a payment was made in */
  sessionOfPayment(payment: string): Effect.Effect<ProviderSession | undefined, ProviderAway>
  /** the one that runs, else the newest; undefined: there never was one */
  subscription(provider_customer_id: string): Effect.Effect<Subscription | undefined, ProviderAway>
  /** where a person manages payment methods and invoices */
  portal(provider_customer_id: string | null): Effect.Effect<{ readonly url: string }, NoProvider | ProviderAway>
  /** undefined: genuine, and of no concern */
  event(raw: Uint8Array, signature: string): Effect.Effect<ProviderEvent | undefined, NoEvent>
  /** what was used on a day; telling twice counts once */
  meter(used: {
    readonly provider_customer_id: string
    readonly identifier: string
    readonly events: number
    readonly at: Date
  }): Effect.Effect<void, ProviderAway>
}
