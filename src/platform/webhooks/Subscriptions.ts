/**
 * Which endpoints hear of which event, decided without I/O so that the journal and the stores share one fan-out.
 * Patterns are a name (`coins.earned`), a family (`badge.*`: every name that starts with `badge.`) or `*`.
 */

export interface Subscription {
  readonly webhook_config_id: string
  readonly matches: (event: string) => boolean
}

/** An event that has happened; the body is complete as the contract's part 6 shows it. */
export interface OutboundEvent {
  readonly event: string
  readonly body: Readonly<Record<string, unknown>>
}

/** One row of webhook_deliveries. The body is text: these very bytes are signed and sent, at every attempt. */
export interface DeliveryRow {
  readonly delivery_id: string
  readonly webhook_config_id: string
  readonly event: string
  readonly body: string
}

/** Compiled once per endpoint, asked once per event: a set for the names, a few prefixes for the families. */
export const compilePatterns = (patterns: ReadonlyArray<string>): ((event: string) => boolean) => {
  if (patterns.includes("*")) return () => true
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith(".*")))
  const prefixes = patterns.filter((pattern) => pattern.endsWith(".*")).map((pattern) => pattern.slice(0, -1))
  return (event) => names.has(event) || prefixes.some((prefix) => event.startsWith(prefix))
}

/**
 * The delivery rows of some events: one per event and matching endpoint, in the order of the events. `nextId` is handed
 * the moment of the change, so that ids sort by it. Each body is written down once, however many endpoints hear of it.
 */
export const deliveriesFor = (
  subscriptions: ReadonlyArray<Subscription>,
  outbound: ReadonlyArray<OutboundEvent>,
  nowMs: number,
  nextId: (nowMs: number) => string
): ReadonlyArray<DeliveryRow> => {
  if (subscriptions.length === 0 || outbound.length === 0) return []
  const deliveries: Array<DeliveryRow> = []
  for (const { event, body } of outbound) {
    let text: string | undefined
    for (const { webhook_config_id, matches } of subscriptions) {
      if (!matches(event)) continue
      text ??= JSON.stringify(body)
      deliveries.push({ delivery_id: nextId(nowMs), webhook_config_id, event, body: text })
    }
  }
  return deliveries
}
