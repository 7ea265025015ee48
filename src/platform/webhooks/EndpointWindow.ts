/**
 * What a pump has under way at one endpoint. It leases ahead of what it sends, so that a batch of deliveries costs two
 * statements, and ahead only as far as the receiver has lately kept up with: what has waited here for long is given
 * back, because endpoints are changed, disabled and removed meanwhile.
 */
import type { OpenEndpoint } from "./WebhookAttempt.ts"
import type { Lease, LeasedDelivery, Wants } from "./WebhookQueue.ts"

const ahead_max = 100
/** A delivery that has waited this long since it was leased is leased anew, with the endpoint as it is then. */
const stale_after_ms = 1_000

export class EndpointWindow {
  endpoint: OpenEndpoint
  private places: number
  private underWay = 0
  /** how many deliveries may be here at a time */
  private size: number
  /** leased and not over: waiting, under way, or ended and not yet written down */
  private readonly held = new Set<string>()
  private waiting: Array<LeasedDelivery> = []
  private leasedAt = 0

  constructor(endpoint: OpenEndpoint, places: number) {
    this.endpoint = endpoint
    this.places = places
    this.size = places
  }

  get isEmpty(): boolean {
    return this.held.size === 0
  }

  get count(): number {
    return this.held.size
  }

  /** Few enough wait here for another lease to be worth its statement. */
  get wants(): Wants {
    const room = this.waiting.length > this.size / 2 ? 0 : this.size - this.waiting.length - this.underWay
    return { held: this.held, wanted: Math.max(0, room) }
  }

  get hasPlace(): boolean {
    return this.underWay < this.places && this.waiting.length > 0
  }

  /** A window whose places stood empty by the time it was filled as asked may be larger the next time. */
  admit({ deliveries, places }: Lease, endpoint: OpenEndpoint, now: number): void {
    this.endpoint = endpoint
    this.places = places
    const isIdle = this.waiting.length === 0 && this.underWay < this.places
    if (isIdle && deliveries.length >= this.size / 2) this.size = Math.min(ahead_max, this.size * 2)
    if (places === 1) this.size = 1
    this.leasedAt = now
    for (const delivery of deliveries) {
      this.held.add(delivery.delivery_id)
      this.waiting.push(delivery)
    }
  }

  /** Whether what waits here has waited for so long that it is leased anew. */
  isStale(now: number): boolean {
    return this.waiting.length > 0 && now - this.leasedAt >= stale_after_ms
  }

  /** The next delivery to send, if there is one and it is fresh. Its attempt is under way from here on. */
  take(now: number): LeasedDelivery | undefined {
    if (this.isStale(now)) this.forget()
    const delivery = this.waiting.shift()
    if (delivery !== undefined) this.underWay++
    return delivery
  }

  /** What waits is not sent, and the next leases are small again. Answers how many waited. */
  forget(): number {
    const forgotten = this.waiting
    for (const { delivery_id } of forgotten) this.held.delete(delivery_id)
    this.waiting = []
    this.size = this.places
    return forgotten.length
  }

  /** An attempt has ended; its delivery stays here until that is written down. */
  ended(): void {
    this.underWay--
  }

  written(delivery_id: string): void {
    this.held.delete(delivery_id)
  }
}
