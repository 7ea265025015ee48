/** What the pump means to look at, and when. Moments are epoch ms; 0 is now. */
export class WebhookAgenda {
  private readonly due = new Map<string, number>()
  /** All their places are taken by this pump: news of more work changes nothing until one of its attempts ends. */
  private readonly full = new Set<string>()
  private sweepAt = 0
  private readonly sweep_ms: number

  constructor(sweep_ms: number) {
    this.sweep_ms = sweep_ms
  }

  /** Undefined comes from whoever does not know the endpoints: then all are looked at. */
  hint(endpoints: ReadonlyArray<string> | undefined): void {
    if (endpoints === undefined) this.sweepAt = 0
    else for (const endpoint of endpoints) if (!this.full.has(endpoint)) this.due.set(endpoint, 0)
  }

  /** Nothing more can be sent to the endpoint for now, whatever the outbox says. */
  fill(endpoint: string): void {
    this.full.add(endpoint)
    this.due.delete(endpoint)
  }

  /** One of this pump's attempts at the endpoint has ended. */
  free(endpoint: string): void {
    this.full.delete(endpoint)
    this.due.set(endpoint, 0)
  }

  /** The endpoints to look at now, null for all; they are off the agenda until somebody puts them back. */
  take(now: number): ReadonlyArray<string> | null {
    if (now >= this.sweepAt) {
      this.sweepAt = now + this.sweep_ms
      this.due.clear()
      return null
    }
    const endpoints = [...this.due].filter(([, at]) => at <= now).map(([endpoint]) => endpoint)
    for (const endpoint of endpoints) this.due.delete(endpoint)
    return endpoints
  }

  lookAgain(endpoint: string, at: number): void {
    this.due.set(endpoint, Math.min(at, this.due.get(endpoint) ?? at))
  }

  sweepAgain(at: number): void {
    this.sweepAt = Math.min(at, this.sweepAt)
  }

  next(): number {
    let next = this.sweepAt
    for (const at of this.due.values()) next = Math.min(next, at)
    return next
  }
}
