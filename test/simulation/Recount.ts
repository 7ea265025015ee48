/**
 * Every buddy once more from its committed history, by the auditor, who shares no code with the rules: what is stored
 * must be what follows from the commands in the order of their commits, whatever went on around them.
 */
import type { BuddyState } from "../../src/engine/core/State.ts"
import { compile } from "../../src/engine/core/Snapshot.ts"
import { runningStreak } from "../../src/engine/streaks/streakClock.ts"
import { skillView } from "../../src/engine/views/views.ts"
import type { ConfigContent } from "../../src/wire/content/ConfigContent.ts"
import { Auditor, type Step } from "../kit/auditor/Auditor.ts"
import type { Operation } from "./Clients.ts"
import { type Buddy, type Scenario, stampType } from "./Scenario.ts"
import type { CommandRow, EventRow, StoredTrace, Tables } from "./Tables.ts"

export type Entry = {
  readonly id: string
  readonly at: number
  readonly commit: number
  readonly trace: StoredTrace
} & ({ readonly kind: "event"; readonly row: EventRow } | { readonly kind: "command"; readonly row: CommandRow })

/** Number of the decision behind an entry; a move to another config is decided by nobody. */
const stampOf = (trace: StoredTrace): number => Number(trace.find(([type]) => type === stampType)?.[1] ?? -1)

/** What was committed for a buddy, in the order in which it was decided; null: the events nobody received. */
export const historyOf = (tables: Tables, customer_id: string, buddy_id: string | null): ReadonlyArray<Entry> => {
  const isOwn = (row: EventRow | CommandRow) => row.customer_id === customer_id && row.buddy_id === buddy_id
  const entries: Array<Entry> = []
  for (const row of tables.events.filter(isOwn))
    entries.push({ kind: "event", id: row.event_id, at: Date.parse(row.received_at), ...common(row), row })
  for (const row of tables.commands.filter(isOwn))
    entries.push({ kind: "command", id: row.command_id, at: Date.parse(row.created_at), ...common(row), row })
  return entries.sort((left, right) => left.commit - right.commit || stampOf(left.trace) - stampOf(right.trace))
}

const common = ({ commit, trace }: EventRow | CommandRow) => ({ commit, trace })

/**
 * Several buddies share a budget, and in which order their claims met shows in none of their histories: there the
 * recount takes the word of the trace, and that the sum is kept is checked by itself.
 */
class TakenFromTrace extends Map<string, number> {
  exhausted = new Set<string>()

  override get(key: string): number {
    return this.exhausted.has(key.split(" ")[0]!) ? Infinity : -Infinity
  }
}

export class Recount {
  readonly found: Array<string> = []
  private readonly buddy: Buddy
  private readonly scenario: Scenario
  private readonly content: ConfigContent
  private readonly auditor: Auditor
  private readonly budgets = new TakenFromTrace()
  private isArchived = false
  private last_at: number

  constructor(buddy: Buddy, scenario: Scenario) {
    this.buddy = buddy
    this.scenario = scenario
    // The auditor keeps what it is given, so a move to another config is a change of that object.
    this.content = { ...scenario.contentOf(buddy.config_version_id) }
    this.auditor = new Auditor(this.content, scenario.aroundOf(buddy))
    this.last_at = buddy.hatched_at
    const isAlone = scenario.buddies.filter(({ customer_id }) => customer_id === buddy.customer_id).length === 1
    if (!isAlone) Object.assign(this.auditor, { budgets: this.budgets })
  }

  replay(history: ReadonlyArray<Entry>, operations: ReadonlyMap<string, Operation>): this {
    for (const entry of history) {
      if (this.isArchived) this.found.push(`${entry.id} was committed after the buddy was archived`)
      if (entry.kind === "event") this.event(entry.row)
      else this.command(entry.row, operations.get(entry.id))
    }
    return this
  }

  private event(row: EventRow): void {
    const { effects, event_id, occurred_at, properties, received_at, trace, type } = row
    const keys = new Set(trace.filter(([, , reason]) => reason === "budget_exhausted").map(([, key]) => key))
    const rules = this.content.coin_rules.filter(({ rule_key }) => keys.has(rule_key))
    this.budgets.exhausted = new Set(rules.map(({ rule_id }) => rule_id))
    const command = { _tag: "Event", event_id, type, occurred_at: Date.parse(occurred_at), properties } as const
    this.step({ now: Date.parse(received_at), command })
    const coins = this.auditor.coinsPerStep.at(-1)!
    if (coins !== effects.coins) this.found.push(`${event_id} paid ${effects.coins} coins, due were ${coins}`)
  }

  private command(row: CommandRow, operation: Operation | undefined): void {
    if (operation === undefined) return void this.found.push(`${row.command_id} was asked by nobody`)
    const { command } = operation.variants[0]!.request
    if (command._tag === "Repin")
      return void Object.assign(this.content, this.scenario.contentOf(command.config_version_id))
    if (command._tag === "Archive") this.isArchived = true
    this.step({ now: Date.parse(row.created_at), command })
  }

  private step(step: Step): void {
    this.auditor.replay([step])
    this.last_at = step.now
    const refusal = this.auditor.refusals.at(-1)!
    if (refusal !== null && refusal !== "unchanged")
      this.found.push(`a ${step.command._tag} was due to fail: ${refusal}`)
  }

  /** Differences between what is stored and what follows from the history. */
  compare(tables: Tables): ReadonlyArray<string> {
    const stored = this.stored(tables)
    const recounted = this.recounted()
    const differences = Object.keys(stored).flatMap((name) => {
      const [left, right] = [stored, recounted].map((side) => JSON.stringify(side[name as keyof typeof side]))
      return left === right ? [] : [`${name} stored ${left} recounted ${right}`]
    })
    return [...this.found, ...differences]
  }

  private stored(tables: Tables) {
    const { buddy_id, customer_id } = this.buddy
    const row = tables.buddy(`${customer_id}/${buddy_id}`)!
    const state = JSON.parse(row.state) as BuddyState
    const snapshot = compile(this.content, { config_version_id: row.config_version_id })
    const facts = { snapshot, state, now: this.last_at, tenant_timezone: this.scenario.around.tenant_timezone }
    const awarded = [...tables.badges.values()].filter((badge) => badge.buddy_id === buddy_id)
    return {
      coins: state.coins,
      row: [row.coins, row.status],
      tokens: filled(Object.entries(state.tokens)),
      skills: Object.entries(skillView(snapshot, state)).map(([key, { level, points }]) => [key, level, points]),
      badges: this.content.badge_definitions.map(({ badge_key }) => {
        const { count = 0, ready = false } = state.badges[badge_key] ?? {}
        return [badge_key, count, ready, awarded.filter((badge) => badge.badge_key === badge_key).length]
      }),
      streaks: this.content.streak_rules.map(({ freezes, streak_key }) => {
        const { current = 0, freezes_left = freezes.initial, longest = 0 } = state.streaks[streak_key] ?? {}
        return [streak_key, current, longest, freezes_left, runningStreak(facts, streak_key)]
      }),
      debts: sorted(Object.entries(state.debts ?? {}).filter(([, amount]) => amount > 0)),
      ready: state.evolution_ready,
      announced: this.announced(tables)
    }
  }

  /** How often each outbound event of the buddy stands in the outbox. */
  private announced(tables: Tables) {
    const counts: Record<string, number> = {}
    for (const { body, event } of tables.deliveries.values()) {
      // Who takes part in what is held against its own tables.
      if (event.startsWith("group_quest.")) continue
      if (JSON.parse(body).buddy_id === this.buddy.buddy_id) counts[event] = (counts[event] ?? 0) + 1
    }
    return sorted(Object.entries(counts))
  }

  private recounted() {
    const { auditor, content } = this
    return {
      coins: auditor.coins,
      row: [auditor.coins.balance, this.isArchived ? "archived" : "active"],
      tokens: filled(auditor.tokens),
      skills: [...auditor.points].map(([key, points]) => [key, auditor.level(key, points), points]),
      badges: content.badge_definitions.map(({ badge_key }) => {
        const { count, lost, ready } = auditor.badge(badge_key)
        return [badge_key, count, ready, count + lost]
      }),
      streaks: content.streak_rules.map(({ streak_key }) => {
        const recount = auditor.streaks.get(streak_key)!
        const { current, freezes } = recount.count()
        return [streak_key, current, recount.longest, freezes, auditor.runningStreak(streak_key)]
      }),
      debts: sorted([...auditor.debts].filter(([, amount]) => amount > 0)),
      ready: auditor.evolutionReady,
      announced: sorted(Object.entries(auditor.announced))
    }
  }
}

const sorted = <A>(entries: Iterable<readonly [string, A]>) =>
  [...entries].toSorted(([left], [right]) => (left < right ? -1 : 1))

const filled = (purses: Iterable<readonly [string, { balance: number; earned: number; spent: number }]>) =>
  sorted([...purses].filter(([, { earned }]) => earned > 0)).map(([key, purse]) => [
    key,
    purse.balance,
    purse.earned,
    purse.spent
  ])
