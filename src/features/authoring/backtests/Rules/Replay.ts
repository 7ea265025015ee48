/** Recorded events played again under one config version, with everything the rules remember kept in memory. */
import { withoutCampaigns } from "../../../../engine/campaigns/Campaigns.ts"
import type { Command } from "../../../../engine/core/Command.ts"
import type { Accepted, DecideContext } from "../../../../engine/core/Decision.ts"
import { decide } from "../../../../engine/core/decide.ts"
import { initialState } from "../../../../engine/core/initialState.ts"
import type { Snapshot } from "../../../../engine/core/Snapshot.ts"
import type { BuddyState } from "../../../../engine/core/State.ts"
import type { PathTerms } from "../../../../wire/content/PathDefinition.ts"

/** Times are epoch ms. */
export interface RecordedEvent {
  readonly event_id: string
  readonly buddy_id: string
  readonly type: string
  readonly occurred_at: number
  readonly received_at: number
  readonly properties: Readonly<Record<string, unknown>>
}

export interface RecordedBuddy {
  readonly buddy_id: string
  readonly user_id: string
  readonly audience: string
  /** epoch ms */
  readonly hatched_at: number
  /** as the egg named it */
  readonly timezone: string | null
}

/** What is the same for all versions: a draw depends on the event alone, so luck does not blur the comparison. */
export interface World {
  readonly tenant_timezone: string
  readonly max_lateness_days: number
  readonly path: (audience: string) => PathTerms | null
  readonly draw: (event_id: string, label: string) => number
}

interface Life {
  state: BuddyState
  readonly paid: Set<string>
}

export interface Lane {
  readonly snapshot: Snapshot
  /** by buddy_id */
  readonly lives: Map<string, Life>
  /** coins used by rule and period, tenant-wide */
  readonly budgets: Map<string, number>
  ledger_ids: number
}

export const openLane = (snapshot: Snapshot): Lane => ({
  snapshot,
  lives: new Map(),
  budgets: new Map(),
  ledger_ids: 0
})

/** An evolution may make the next one due; there are five stages. */
const evolutions_max = 5

const keyOf = (rule_id: string, key: string): string => `${rule_id}/${key}`

const lifeOf = ({ lives, snapshot }: Lane, buddy: RecordedBuddy): Life => {
  const known = lives.get(buddy.buddy_id)
  if (known !== undefined) return known
  const life = { state: initialState(snapshot, buddy), paid: new Set<string>() }
  lives.set(buddy.buddy_id, life)
  return life
}

const contextOf = (
  lane: Lane,
  world: World,
  buddy: RecordedBuddy,
  life: Life,
  event: RecordedEvent
): DecideContext => ({
  ...withoutCampaigns,
  now: event.received_at,
  buddy: { buddy_id: buddy.buddy_id, user_id: buddy.user_id, audience: buddy.audience, status: "active" },
  tenant_timezone: world.tenant_timezone,
  max_lateness_days: world.max_lateness_days,
  path: world.path(buddy.audience),
  nextId: () => String(++lane.ledger_ids),
  draw: (label) => world.draw(event.event_id, label),
  paid: (rule_id, unique_key) => life.paid.has(keyOf(rule_id, unique_key)),
  budget: (rule_id, period_key, max_coins) =>
    Math.max(0, max_coins - (lane.budgets.get(keyOf(rule_id, period_key)) ?? 0))
})

const keep = ({ budgets }: Lane, life: Life, decision: Accepted): void => {
  life.state = decision.state
  for (const { rule_id, unique_key } of decision.freed) life.paid.delete(keyOf(rule_id, unique_key))
  for (const { rule_id, unique_key } of decision.uniques) life.paid.add(keyOf(rule_id, unique_key))
  for (const { amount, period_key, rule_id } of decision.budgets) {
    const key = keyOf(rule_id, period_key)
    budgets.set(key, (budgets.get(key) ?? 0) + amount)
  }
}

/**
 * Plays one event and the evolutions that follow it by themselves. Events of one tenant are handed in as they arrived,
 * for budgets belong to all buddies together.
 */
export const replay = (
  lane: Lane,
  world: World,
  buddy: RecordedBuddy,
  event: RecordedEvent
): ReadonlyArray<Accepted> => {
  const life = lifeOf(lane, buddy)
  const context = contextOf(lane, world, buddy, life, event)
  const { event_id, occurred_at, properties, type } = event
  const decisions: Array<Accepted> = []
  let command: Command | null = { _tag: "Event", event_id, occurred_at, properties, type }
  while (command !== null && decisions.length <= evolutions_max) {
    const decision = decide(lane.snapshot, life.state, command, context)
    if (decision._tag === "Rejected") break
    keep(lane, life, decision)
    decisions.push(decision)
    const evolves = decision.signals.some((signal) => signal._tag === "AutoEvolve")
    command = evolves ? { _tag: "Evolve", from_stage: life.state.evolution_stage, image_url: null } : null
  }
  return decisions
}
