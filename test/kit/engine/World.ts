/** A small world for example tests: content as a tenant writes it, one buddy, events sent by their local words. */
import { Schema } from "effect"
import type { Command } from "../../../src/engine/core/Command.ts"
import type { Accepted, Rejected } from "../../../src/engine/core/Decision.ts"
import { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import type { WebhookBody, WebhookName } from "../../../src/wire/Webhook.ts"
import type { Surroundings } from "../auditor/Books.ts"
import { EngineHost } from "./EngineHost.ts"

type Written = typeof ConfigContent.Encoded

const surroundings: Surroundings = {
  audience: "default",
  tenant_timezone: "UTC",
  max_lateness_days: 7,
  hatched_at: Date.parse("2026-11-01T00:00:00Z"),
  timezone: null,
  draw: () => 0
}

export const lesson = "lesson.completed"

export const contentOf = (written: Written): ConfigContent => Schema.decodeUnknownSync(ConfigContent)(written)

/** A coin rule for lessons that pays 10, with whatever the test is about. */
export const coinRule = (extra: object = {}) => ({
  rule_id: "rule-1",
  rule_key: "lesson_coins",
  trigger: { event_type: lesson },
  amount: { mode: "fixed" as const, value: 10 },
  ...extra
})

export const xp = { token_type_id: "type-xp", token_key: "xp", name: "XP", kind: "progression" as const }
export const gem = { token_type_id: "type-gem", token_key: "gem", name: "Gem", kind: "primary" as const }

export class World {
  readonly host: EngineHost
  private events = 0

  constructor(written: Written, around: Partial<Surroundings> = {}) {
    this.host = new EngineHost(contentOf(written), { ...surroundings, ...around })
  }

  get state() {
    return this.host.state
  }

  /** An event that arrives when it happens, unless `now` says it is late. */
  event(at: string, properties: Record<string, unknown> = {}, options: { now?: string; type?: string } = {}): Accepted {
    const event_id = `event-${++this.events}`
    return this.accept(options.now ?? at, {
      _tag: "Event",
      event_id,
      type: options.type ?? lesson,
      occurred_at: Date.parse(at),
      properties
    })
  }

  accept(at: string, command: Command): Accepted {
    const decision = this.host.send(Date.parse(at), command)
    if (decision._tag === "Rejected") throw new Error(`refused: ${decision.error.code}`)
    return decision
  }

  refuse(at: string, command: Command): Rejected["error"] {
    const decision = this.host.send(Date.parse(at), command)
    if (decision._tag === "Accepted") throw new Error("accepted")
    return decision.error
  }
}

/** Outcome, reason and detail of the first trace row of that type. */
export const row = (decision: Accepted, type: string) => {
  const found = decision.trace.find((candidate) => candidate.type === type)
  if (found === undefined) throw new Error(`no ${type} in the trace`)
  return found
}

export const bodies = <Name extends WebhookName>(decision: Accepted, event: Name): ReadonlyArray<WebhookBody<Name>> =>
  decision.outbound.flatMap((outbound) => (outbound.event === event ? [outbound.body as WebhookBody<Name>] : []))
