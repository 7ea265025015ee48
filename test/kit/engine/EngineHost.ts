/**
 * The least a host of the engine has to do: keep unique payments, budgets and what every event brought, hand out
 * identifiers, fold commands.
 */
import { withoutCampaigns } from "../../../src/engine/campaigns/Campaigns.ts"
import { asOfState } from "../../../src/engine/reversal/asOf.ts"
import type { Command, EventCommand, ReverseCommand } from "../../../src/engine/core/Command.ts"
import { decide } from "../../../src/engine/core/decide.ts"
import type { Accepted, DecideContext, Decision } from "../../../src/engine/core/Decision.ts"
import { initialState } from "../../../src/engine/core/initialState.ts"
import { compile, type Snapshot } from "../../../src/engine/core/Snapshot.ts"
import type { BuddyState } from "../../../src/engine/core/State.ts"
import type { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import type { Surroundings } from "../auditor/Books.ts"
import { CampaignRows } from "./CampaignRows.ts"

/** Wishes to take an event back; what the event brought is looked up when the wish is granted. */
export interface Undo {
  _tag: "Undo"
  event_id: string
  mode: ReverseCommand["mode"]
}

interface Kept {
  event: EventCommand
  received_at: number
  brought: Accepted
  isReversed: boolean
  /** a new life began since, without the streaks of the old one */
  isPast: boolean
  /** a new life began since, without the points of the old one */
  isForgotten: boolean
  /** what new lives gave up since, to the ledger */
  givenUp: Set<string>
}

export class EngineHost {
  readonly snapshot: Snapshot
  readonly decisions: Decision[] = []
  readonly budgets: Map<string, number>
  readonly rows = new CampaignRows()
  state: BuddyState
  /** what comes next was sent to catch up */
  isBackfill = false
  private readonly uniques = new Set<string>()
  private readonly kept = new Map<string, Kept>()
  private readonly around: Surroundings
  private ids = 0

  constructor(content: ConfigContent, around: Surroundings) {
    this.around = around
    this.budgets = new Map(Object.entries(around.used ?? {}))
    this.snapshot = compile(content, { config_version_id: "v1" })
    this.state = initialState(this.snapshot, { hatched_at: around.hatched_at, timezone: around.timezone })
  }

  contextAt(now: number, command: Command): DecideContext {
    const eventId =
      command._tag === "Event" ? command.event_id : command._tag === "OpenBox" ? command.opening_id : "none"
    return {
      ...withoutCampaigns,
      ...(this.around.campaigns === undefined ? {} : { campaigns: this.around.campaigns }),
      isBackfill: () => this.isBackfill,
      isOnTestClock: this.around.isOnTestClock ?? false,
      now,
      buddy: { buddy_id: "buddy-1", user_id: "user-1", audience: this.around.audience, status: "active" },
      tenant_timezone: this.around.tenant_timezone,
      max_lateness_days: this.around.max_lateness_days,
      path: this.around.path ?? null,
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
    for (const { rule_id, unique_key } of decision.freed) this.uniques.delete(`${rule_id} ${unique_key}`)
    for (const { rule_id, unique_key } of decision.uniques) this.uniques.add(`${rule_id} ${unique_key}`)
    for (const { amount, period_key, rule_id } of decision.budgets) {
      const key = `${rule_id} ${period_key}`
      this.budgets.set(key, (this.budgets.get(key) ?? 0) + amount)
    }
    this.rows.keep(decision.writes)
    if (command._tag === "Event") {
      const { event_id } = command
      const fresh = { isReversed: false, isPast: false, isForgotten: false, givenUp: new Set<string>() }
      this.kept.set(event_id, { event: command, received_at: now, brought: decision, ...fresh })
    }
    if (decision.history.some(({ kind }) => kind === "prestige")) {
      const units = decision.entries.filter(({ reason }) => reason === "prestige").map(({ unit }) => unit)
      for (const { givenUp } of this.kept.values()) for (const unit of units) givenUp.add(unit)
    }
    if (this.startsOver(decision, "streaks")) for (const one of this.kept.values()) one.isPast = true
    if (this.startsOver(decision, "skills")) for (const one of this.kept.values()) one.isForgotten = true
    return decision
  }

  private startsOver({ history }: Accepted, without: "streaks" | "skills"): boolean {
    const keeps = this.snapshot.evolution?.prestige?.keeps ?? []
    return !keeps.includes(without) && history.some(({ kind }) => kind === "prestige")
  }

  live(steps: ReadonlyArray<{ now: number; command: Command | Undo }>): void {
    for (const { command, now } of steps) {
      if (command._tag === "Undo") this.undo(now, command)
      else this.send(now, command)
    }
  }

  private isCounted({ event: { occurred_at }, received_at }: Kept): boolean {
    return occurred_at >= received_at - this.around.max_lateness_days * 86_400_000
  }

  private get streakTypes(): ReadonlyArray<string> {
    const { streak_rules } = this.snapshot.content
    return streak_rules.flatMap(({ qualifying }) => qualifying.events.map(({ event_type }) => event_type))
  }

  /** The command the tables would make of it; null when there is no such event, or none left to take back. */
  reversalOf({ event_id, mode }: Omit<Undo, "_tag">): ReverseCommand | null {
    const found = this.kept.get(event_id)
    if (found === undefined || found.isReversed) return null
    const { brought, event } = found
    const all = [...this.kept.values()].filter((one) => !one.isReversed && !one.isPast && this.isCounted(one))
    return {
      _tag: "Reverse",
      mode,
      reason: null,
      event: {
        event_id,
        type: event.type,
        occurred_at: event.occurred_at,
        received_at: found.received_at,
        properties: event.properties,
        entries: brought.entries
          .filter(({ reason }) => reason !== "prestige" && reason !== "debt_repayment")
          .map((entry) => ({ ...entry, given_up: found.givenUp.has(entry.unit) })),
        points_given_up: found.isForgotten,
        badge_keys: brought.badges.map(({ badge_key }) => badge_key),
        is_counted: this.isCounted(found),
        fired: brought.trace.filter(({ outcome }) => outcome === "fired"),
        others: found.isPast ? null : all.filter((one) => one !== found).map((one) => one.event),
        preceding: Math.max(0, all.indexOf(found)),
        as_of: asOfState(this.snapshot.config_version_id, this.state, this.streakTypes)
      }
    }
  }

  /** Null when there was nothing to take back; once taken back, an event stays so. */
  undo(now: number, wish: Omit<Undo, "_tag">): Decision | null {
    const command = this.reversalOf(wish)
    if (command === null) return null
    const decision = this.send(now, command)
    if (decision._tag === "Accepted") this.kept.get(wish.event_id)!.isReversed = true
    return decision
  }

  get accepted(): Accepted[] {
    return this.decisions.filter((decision) => decision._tag === "Accepted")
  }
}
