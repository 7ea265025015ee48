/** What the stand-in of Stripe remembers, and what happens to it when people pay, decline, cancel and want it back. */
import { parseForm, fieldOf, recordOf, type FormValue } from "./Form.ts"

export interface FakeSession {
  readonly id: string
  readonly object: "checkout.session"
  readonly mode: string
  readonly customer: string
  readonly client_reference_id: string
  readonly metadata: Readonly<Record<string, string>>
  readonly price: string
  readonly success_url: string
  readonly cancel_url: string
  readonly url: string
  readonly created: number
  status: "open" | "complete" | "expired"
  payment_status: "unpaid" | "paid"
  payment_intent: string | null
}

export interface FakeSubscription {
  readonly id: string
  readonly object: "subscription"
  readonly customer: string
  readonly metadata: Readonly<Record<string, string>>
  readonly created: number
  status: string
  price: string
  period_end: number
  cancel_at_period_end: boolean
}

/** What a person was sent to the portal for. */
export interface FakePortal {
  readonly customer: string
  readonly return_url: string
  readonly price: string | undefined
  readonly cancels: boolean
}

const month_seconds = 2_678_400

export class FakeBooks {
  readonly #base: () => string
  readonly #now: () => number
  readonly #prefix: string
  #count = 0
  readonly customers = new Map<
    string,
    {
      readonly id: string
      readonly email: string | undefined
      readonly name: string | undefined
      readonly metadata: object
    }
  >()
  readonly sessions = new Map<string, FakeSession>()
  readonly subscriptions = new Map<string, FakeSubscription>()
  readonly portals = new Map<string, FakePortal>()
  /** value by identifier: the same identifier counts once */
  readonly meters = new Map<string, { readonly customer: string; readonly value: number }>()

  /** `now` in seconds; `prefix` keeps ids of two stand-ins apart */
  constructor(options: { readonly base: () => string; readonly now: () => number; readonly prefix: string }) {
    this.#base = options.base
    this.#now = options.now
    this.#prefix = options.prefix
  }

  #id(kind: string) {
    this.#count += 1
    return `${kind}_${this.#prefix}${this.#count}`
  }

  createCustomer(form: FormValue) {
    const customer = {
      id: this.#id("cus"),
      object: "customer",
      email: fieldOf(form, "email"),
      name: fieldOf(form, "name"),
      metadata: recordOf((form as { metadata?: FormValue }).metadata)
    }
    this.customers.set(customer.id, customer)
    return customer
  }

  updateCustomer(id: string, form: FormValue) {
    const customer = this.customers.get(id)
    if (customer === undefined) return undefined
    return Object.assign(customer, { email: fieldOf(form, "email"), name: fieldOf(form, "name") })
  }

  createSession(form: FormValue) {
    const id = this.#id("cs")
    const session: FakeSession = {
      id,
      object: "checkout.session",
      mode: fieldOf(form, "mode") ?? "",
      customer: fieldOf(form, "customer") ?? "",
      client_reference_id: fieldOf(form, "client_reference_id") ?? "",
      metadata: recordOf((form as { metadata?: FormValue }).metadata),
      price: fieldOf(form, "line_items", "0", "price") ?? "",
      success_url: fieldOf(form, "success_url") ?? "",
      cancel_url: fieldOf(form, "cancel_url") ?? "",
      url: `${this.#base()}/pay/${id}`,
      created: this.#now(),
      status: "open",
      payment_status: "unpaid",
      payment_intent: null
    }
    this.sessions.set(id, session)
    return session
  }

  /** Nothing where it is paid, or over already. */
  expire(id: string) {
    const session = this.sessions.get(id)
    if (session?.status !== "open") return undefined
    session.status = "expired"
    return session
  }

  createPortal(form: FormValue) {
    const id = this.#id("bps")
    const portal = {
      customer: fieldOf(form, "customer") ?? "",
      return_url: fieldOf(form, "return_url") ?? "",
      price: fieldOf(form, "flow_data", "subscription_update_confirm", "items", "0", "price"),
      cancels: fieldOf(form, "flow_data", "type") === "subscription_cancel"
    }
    this.portals.set(id, portal)
    return { id, object: "billing_portal.session", url: `${this.#base()}/portal/${id}`, customer: portal.customer }
  }

  createMeterEvent(form: FormValue) {
    const identifier = fieldOf(form, "identifier") ?? ""
    const customer = fieldOf(form, "payload", "stripe_customer_id") ?? ""
    if (!this.meters.has(identifier))
      this.meters.set(identifier, { customer, value: Number(fieldOf(form, "payload", "value")) })
    return { object: "billing.meter_event", identifier }
  }

  /** The person at the till pays: the first payment of a subscription, or the pack. */
  pay(session_id: string, how: { readonly status?: string } = {}) {
    const session = this.sessions.get(session_id)!
    session.status = "complete"
    session.payment_status = "paid"
    session.payment_intent = this.#id("pi")
    if (session.mode !== "subscription") return { session, subscription: undefined }
    const subscription = this.subscribe(session.customer, session.price, how.status ?? "active", session.metadata)
    return { session, subscription }
  }

  subscribe(customer: string, price: string, status: string, metadata: Readonly<Record<string, string>> = {}) {
    const subscription: FakeSubscription = {
      id: this.#id("sub"),
      object: "subscription",
      customer,
      metadata,
      created: this.#now(),
      status,
      price,
      period_end: this.#now() + month_seconds,
      cancel_at_period_end: false
    }
    this.subscriptions.set(subscription.id, subscription)
    return subscription
  }

  /** The person in the portal agrees to what it was opened for. */
  agree(portal_id: string) {
    const portal = this.portals.get(portal_id)!
    const subscription = this.of(portal.customer)!
    if (portal.cancels) subscription.cancel_at_period_end = true
    else if (portal.price === undefined) subscription.cancel_at_period_end = false
    else Object.assign(subscription, { price: portal.price, cancel_at_period_end: false })
    return subscription
  }

  /** the newest subscription of a customer */
  of(customer: string) {
    return [...this.subscriptions.values()].findLast((one) => one.customer === customer)
  }

  /** Answers undefined for what it does not know. */
  answer(method: string, url: URL, body: string): object | undefined {
    const [, , kind = "", second = "", third, act] = url.pathname.split("/")
    const form = parseForm(body)
    if (method === "POST" && kind === "customers" && second !== "") return this.updateCustomer(second, form)
    switch (`${method} ${kind}/${second}`) {
      case "POST customers/":
        return this.createCustomer(form)
      case "POST checkout/sessions":
        return act === "expire" ? this.expire(third!) : this.createSession(form)
      case "GET checkout/sessions":
        return third === undefined
          ? listOf(this.#paidBy(url.searchParams.get("payment_intent")))
          : this.sessions.get(third)
      case "GET subscriptions/":
        return listOf(
          [...this.subscriptions.values()]
            .filter(({ customer }) => customer === url.searchParams.get("customer"))
            .map(subscriptionOnWire)
        )
      case "POST billing_portal/sessions":
        return this.createPortal(form)
      case "POST billing/meter_events":
        return this.createMeterEvent(form)
      default:
        return undefined
    }
  }

  #paidBy(payment: string | null) {
    return [...this.sessions.values()].filter(({ payment_intent }) => payment_intent === payment && payment !== null)
  }
}

const listOf = (data: ReadonlyArray<object>) => ({ object: "list", data, has_more: false })

export const subscriptionOnWire = ({ cancel_at_period_end, period_end, price, ...rest }: FakeSubscription) => ({
  ...rest,
  cancel_at_period_end,
  cancel_at: cancel_at_period_end ? period_end : null,
  items: { object: "list", data: [{ id: `si_${rest.id}`, price: { id: price }, current_period_end: period_end }] }
})
