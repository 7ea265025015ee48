/**
 * A stand-in of Stripe for development and tests, at STRIPE_API_URL: the requests this service makes, the pages a
 * person would pay on, and signed events. It declines, is slow, fails, repeats and mixes up as it is told.
 */
import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { FakeBooks, type FakeSession, type FakeSubscription, subscriptionOnWire } from "./Books.ts"

export interface FakeOptions {
  /** what events are signed with */
  readonly secret: string
  /** where events go; none are sent until it is known */
  readonly webhookUrl?: string
  readonly port?: number
  /** epoch ms */
  readonly now?: () => number
  readonly prefix?: string
}

export interface FakeEvent {
  readonly id: string
  readonly type: string
  readonly livemode: boolean
  readonly created: number
  readonly data: { readonly object: object }
}

interface Answer {
  readonly status: number
  readonly body: string
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString("utf8")
}

const failed = (status: number, message: string): Answer => ({
  status,
  body: JSON.stringify({ error: { type: status < 500 ? "invalid_request_error" : "api_error", message } })
})

export class StripeFake {
  readonly books: FakeBooks
  /** every request, as `POST /v1/customers` */
  readonly requests: Array<string> = []
  readonly #options: FakeOptions
  readonly #answers = new Map<string, Answer & { readonly sent: string }>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #now: () => number
  #failures = 0
  #lost = 0
  #events = 0
  #held: { readonly until: Promise<void>; readonly release: () => void } | undefined
  webhookUrl: string | undefined

  private constructor(options: FakeOptions) {
    this.#options = options
    this.webhookUrl = options.webhookUrl
    this.#now = options.now ?? Date.now
    const now = () => Math.floor(this.#now() / 1_000)
    this.books = new FakeBooks({ base: () => this.url, now, prefix: options.prefix ?? "" })
  }

  static async start(options: FakeOptions): Promise<StripeFake> {
    const fake = new StripeFake(options)
    await new Promise<void>((resume) => fake.#server.listen(options.port ?? 0, "127.0.0.1", resume))
    return fake
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The next so many requests are answered 500 and not carried out. */
  failNext(times: number) {
    this.#failures = times
  }

  /** The next so many requests are carried out and their answers lost on the way. */
  loseNext(times: number) {
    this.#lost = times
  }

  /** Requests wait until the answered function is called; then those that came meanwhile are carried out. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = { until: promise, release: resolve }
    return () => {
      this.#held = undefined
      resolve()
    }
  }

  /** An event that nothing has been sent of yet. */
  event(type: string, object: object, of: { readonly livemode?: boolean } = {}): FakeEvent {
    this.#events += 1
    const id = `evt_${this.#options.prefix ?? ""}${this.#events}`
    return { id, type, livemode: of.livemode ?? false, created: Math.floor(this.#now() / 1_000), data: { object } }
  }

  /** The header, as Stripe signs; `at` in epoch ms. */
  signature(body: string, { at = this.#now(), secret = this.#options.secret } = {}): string {
    const time = Math.floor(at / 1_000)
    return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`
  }

  /** Sends an event once and answers the status. */
  async send(event: FakeEvent, given: { readonly signature?: string } = {}): Promise<number> {
    const body = JSON.stringify({ object: "event", api_version: null, ...event })
    const headers = { "content-type": "application/json", "stripe-signature": given.signature ?? this.signature(body) }
    const { status } = await fetch(this.webhookUrl!, { method: "POST", body, headers })
    return status
  }

  /** What Stripe tells when a session was paid; in this order unless they are mixed up. */
  eventsOfPayment(session: FakeSession, subscription: FakeSubscription | undefined): ReadonlyArray<FakeEvent> {
    return [
      this.event("checkout.session.completed", session),
      ...(subscription === undefined ? [] : [this.#told("created", subscription), this.#invoice("paid", subscription)])
    ]
  }

  eventOfSubscription(subscription: FakeSubscription): FakeEvent {
    return this.#told("updated", subscription)
  }

  stop(): Promise<void> {
    this.#held?.release()
    this.#server.closeAllConnections()
    return new Promise((done) => this.#server.close(() => done()))
  }

  #told(what: string, subscription: FakeSubscription) {
    return this.event(`customer.subscription.${what}`, subscriptionOnWire(subscription))
  }

  #invoice(what: string, { customer, id }: FakeSubscription) {
    return this.event(`invoice.${what}`, { object: "invoice", customer, subscription: id })
  }

  async #serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, this.url)
    const body = await bodyOf(request)
    if (!url.pathname.startsWith("/v1/")) return this.#page(url, response)
    this.requests.push(`${request.method} ${url.pathname}`)
    await this.#held?.until
    const { body: sent, status } = this.#answer(request, url, body)
    if (this.#lost > 0) {
      this.#lost -= 1
      return response.destroy()
    }
    response.writeHead(status, { "content-type": "application/json" }).end(sent)
  }

  /** The same answer under the same key and to nothing else, as Stripe does it; failures are not remembered. */
  #answer(request: IncomingMessage, url: URL, body: string): Answer {
    if (this.#failures > 0) {
      this.#failures -= 1
      return failed(500, "told to fail")
    }
    const key = request.headers["idempotency-key"]
    const known = typeof key === "string" ? this.#answers.get(key) : undefined
    if (known !== undefined) return known.sent === body ? known : failed(400, "the key was used for something else")
    const made = this.books.answer(request.method!, url, body)
    const answer = made === undefined ? failed(404, "no such thing") : { status: 200, body: JSON.stringify(made) }
    if (typeof key === "string" && made !== undefined) this.#answers.set(key, { ...answer, sent: body })
    return answer
  }

  /** Where a person is sent: opening the page pays or agrees, and leads back. */
  async #page(url: URL, response: ServerResponse) {
    const [, kind, id = ""] = url.pathname.split("/")
    const session = this.books.sessions.get(id)
    const portal = this.books.portals.get(id)
    if (kind === "pay" && session?.status === "open") {
      const paid = this.books.pay(id)
      await this.#tell(this.eventsOfPayment(paid.session, paid.subscription))
      return response.writeHead(303, { location: session.success_url }).end()
    }
    if (kind === "portal" && portal !== undefined) {
      await this.#tell([this.eventOfSubscription(this.books.agree(id))])
      return response.writeHead(303, { location: portal.return_url }).end()
    }
    return response.writeHead(404).end()
  }

  async #tell(events: ReadonlyArray<FakeEvent>) {
    if (this.webhookUrl === undefined) return
    for (const event of events) await this.send(event).catch(() => 0)
  }
}
