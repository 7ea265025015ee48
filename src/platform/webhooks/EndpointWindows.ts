/**
 * All windows of a pump: which attempt begins next. Endpoints take turns, so that none with a long backlog goes first.
 */
import { EndpointWindow } from "./EndpointWindow.ts"
import type { OpenEndpoint } from "./WebhookAttempt.ts"
import type { AttemptResult, Lease, LeasedDelivery, LeasedEndpoint, Wants } from "./WebhookQueue.ts"

interface Options {
  /** attempts at a time, at all endpoints together */
  readonly in_flight_max: number
  /** and of these, at those of one tenant while no other has any */
  readonly tenant_in_flight_max: number
  readonly now: () => number
  readonly attempt: (endpoint: OpenEndpoint, delivery: LeasedDelivery, done: (result: AttemptResult) => void) => void
  readonly ended: (result: AttemptResult) => void
  /** of this endpoint something was leased that will not be sent under that lease */
  readonly forgotten: (webhook_config_id: string) => void
}

export class EndpointWindows {
  /** attempts under way */
  underWay = 0
  private isClosed = false
  private readonly options: Options
  private readonly windows = new Map<string, EndpointWindow>()
  /** with a delivery to send and a place to send it, in turn */
  private readonly ready = new Set<EndpointWindow>()
  /** attempts under way, by tenant; and whose turn came while their tenant had no place left */
  private readonly underWayOf = new Map<string, number>()
  private readonly parked = new Map<string, Set<EndpointWindow>>()

  constructor(options: Options) {
    this.options = options
  }

  /** deliveries that wait, are under way, or are not yet written down */
  get count(): number {
    let count = 0
    for (const window of this.windows.values()) count += window.count
    return count
  }

  /** The same of each tenant that has any. */
  get countOf(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { count, endpoint } of this.windows.values()) {
      const { customer_id } = endpoint.leased
      counts.set(customer_id, (counts.get(customer_id) ?? 0) + count)
    }
    return counts
  }

  isAtWork(webhook_config_id: string): boolean {
    return this.windows.get(webhook_config_id)?.isEmpty === false
  }

  hasRoom(webhook_config_id: string): boolean {
    const window = this.windows.get(webhook_config_id)
    return window === undefined || window.wants.wanted > 0
  }

  endpoint(webhook_config_id: string): OpenEndpoint | undefined {
    return this.windows.get(webhook_config_id)?.endpoint
  }

  /** Of these endpoints, or of all. */
  wants(endpoints: ReadonlyArray<string> | null): ReadonlyMap<string, Wants> {
    const wants = new Map<string, Wants>()
    for (const id of endpoints ?? this.windows.keys()) {
      const window = this.windows.get(id)
      if (window !== undefined) wants.set(id, window.wants)
    }
    return wants
  }

  admit(lease: Lease, endpoint: OpenEndpoint, now: number): void {
    const id = lease.endpoint.webhook_config_id
    const window = this.windows.get(id) ?? new EndpointWindow(endpoint, lease.places)
    this.windows.set(id, window)
    window.admit(lease, endpoint, now)
    this.ready.add(window)
  }

  /** Begins what can begin. */
  launch(): void {
    // A window that has begun one attempt goes to the end of the set, where this loop comes to it again.
    for (const window of this.ready) {
      if (this.isClosed || this.underWay >= this.options.in_flight_max) return
      this.ready.delete(window)
      if (!window.hasPlace || this.isParked(window)) continue
      if (this.begin(window)) this.ready.add(window)
    }
  }

  /** What has waited for too long is given back: it would hold room that others need. */
  forgetStale(): void {
    const now = this.options.now()
    for (const window of this.windows.values()) if (window.isStale(now)) this.giveBack(window)
  }

  /** What waits at the endpoints that are meant is given back. */
  forget(isMeant: (endpoint: LeasedEndpoint) => boolean): void {
    for (const window of this.windows.values()) if (isMeant(window.endpoint.leased)) this.giveBack(window)
  }

  written(results: ReadonlyArray<AttemptResult>): void {
    for (const { delivery_id, webhook_config_id } of results) this.windows.get(webhook_config_id)?.written(delivery_id)
  }

  /** Those of these endpoints, or of all, that nothing is left of. */
  drop(endpoints: ReadonlyArray<string> | null): void {
    for (const id of endpoints ?? [...this.windows.keys()]) if (!this.isAtWork(id)) this.windows.delete(id)
  }

  /** Nothing more begins. */
  close(): void {
    this.isClosed = true
  }

  /**
   * A tenant with all the places it may have: its windows wait until one of them is free again. It may have so many
   * times what is free, so that some always are: a fixed number for each would be all of them for a few tenants, and
   * somebody may be several.
   */
  private isParked(window: EndpointWindow): boolean {
    const { customer_id } = window.endpoint.leased
    const { in_flight_max, tenant_in_flight_max } = this.options
    const share = tenant_in_flight_max / (in_flight_max - tenant_in_flight_max)
    if ((this.underWayOf.get(customer_id) ?? 0) < share * (in_flight_max - this.underWay)) return false
    const parked = this.parked.get(customer_id) ?? new Set()
    this.parked.set(customer_id, parked.add(window))
    return true
  }

  private begun(customer_id: string): void {
    this.underWay++
    this.underWayOf.set(customer_id, (this.underWayOf.get(customer_id) ?? 0) + 1)
  }

  private over(customer_id: string): void {
    this.underWay--
    const left = this.underWayOf.get(customer_id)! - 1
    if (left > 0) this.underWayOf.set(customer_id, left)
    else this.underWayOf.delete(customer_id)
    for (const window of this.parked.get(customer_id) ?? []) this.ready.add(window)
    this.parked.delete(customer_id)
  }

  private begin(window: EndpointWindow): boolean {
    const delivery = window.take(this.options.now())
    if (delivery === undefined) {
      this.options.forgotten(window.endpoint.leased.webhook_config_id)
      return false
    }
    const { customer_id } = window.endpoint.leased
    this.begun(customer_id)
    this.options.attempt(window.endpoint, delivery, (result) => {
      this.over(customer_id)
      window.ended()
      // Whether others may be sent to an endpoint that fails is for the database to say.
      if (result.status !== "delivered") this.giveBack(window)
      this.options.ended(result)
      this.ready.add(window)
      this.launch()
    })
    return true
  }

  private giveBack(window: EndpointWindow): void {
    if (window.forget() > 0) this.options.forgotten(window.endpoint.leased.webhook_config_id)
  }
}
