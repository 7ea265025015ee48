/** The least a host of the engine has to do: keep unique payments and budgets, hand out identifiers, fold commands. */
import type { Command } from "../../src/engine/Command.ts"
import { decide } from "../../src/engine/decide.ts"
import type { Accepted, DecideContext, Decision } from "../../src/engine/Decision.ts"
import { initialState } from "../../src/engine/initialState.ts"
import { compile, type Snapshot } from "../../src/engine/Snapshot.ts"
import type { BuddyState } from "../../src/engine/State.ts"
import type { ConfigContent } from "../../src/wire/content/ConfigContent.ts"
import type { Surroundings } from "./AuditorBooks.ts"

export class EngineHost {
  readonly snapshot: Snapshot
  readonly decisions: Decision[] = []
  readonly budgets = new Map<string, number>()
  state: BuddyState
  private readonly uniques = new Set<string>()
  private readonly around: Surroundings
  private ids = 0

  constructor(content: ConfigContent, around: Surroundings) {
    this.around = around
    this.snapshot = compile(content, { config_version_id: "v1" })
    this.state = initialState(this.snapshot, { hatched_at: around.hatched_at, timezone: around.timezone })
  }

  contextAt(now: number, command: Command): DecideContext {
    const eventId = command._tag === "Event" ? command.event_id : "none"
    return {
      now,
      buddy: { buddy_id: "buddy-1", user_id: "user-1", audience: this.around.audience, status: "active" },
      tenant_timezone: this.around.tenant_timezone,
      max_lateness_days: this.around.max_lateness_days,
      path: null,
      nextId: () => `ledger-${++this.ids}`,
      draw: (label) => this.around.draw(eventId, label),
      paid: (ruleId, uniqueKey) => this.uniques.has(`${ruleId} ${uniqueKey}`),
      budget: (ruleId, periodKey, max) => max - (this.budgets.get(`${ruleId} ${periodKey}`) ?? 0)
    }
  }

  send(now: number, command: Command): Decision {
    const decision = decide(this.snapshot, this.state, command, this.contextAt(now, command))
    this.decisions.push(decision)
    if (decision._tag === "Rejected") return decision
    // As the database would: what is kept is what survives a trip through JSON.
    this.state = JSON.parse(JSON.stringify(decision.state))
    for (const { rule_id, unique_key } of decision.uniques) this.uniques.add(`${rule_id} ${unique_key}`)
    for (const { amount, period_key, rule_id } of decision.budgets) {
      const key = `${rule_id} ${period_key}`
      this.budgets.set(key, (this.budgets.get(key) ?? 0) + amount)
    }
    return decision
  }

  get accepted(): Accepted[] {
    return this.decisions.filter((decision) => decision._tag === "Accepted")
  }
}
