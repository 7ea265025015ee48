/**
 * Takes back what one event brought: a compensating ledger entry for each of its credits, its badges where their
 * criteria no longer hold, its day of a streak where nothing else earned it, its points, counts, limits and unique
 * payments. Stages, prestige, steps of a path and the longest run of a streak stay: they were shown to the user and
 * other things followed from them.
 */
import { userZoneAt } from "./calendar.ts"
import { badgeStateOf, setBadge } from "./awards.ts"
import type { ReverseCommand } from "./Command.ts"
import { chargeOf } from "./coins.ts"
import { groupMet } from "./conditions.ts"
import type { EngineError } from "./Decision.ts"
import { type Draft, fired, read, write } from "./Draft.ts"
import { inputOf } from "./inputs.ts"
import { uncountFiring } from "./limits.ts"
import type { ManualOutcome } from "./manual.ts"
import { countDown } from "./periods.ts"
import { pointsHeld, setPoints } from "./points.ts"
import { milestonesAt } from "./streakFold.ts"
import type { Reward } from "../wire/content/Shared.ts"
import type { AnyRule, CompiledBadge, CompiledRule } from "./Snapshot.ts"
import type { BadgeState } from "./State.ts"
import { uniqueKey } from "./uniques.ts"
import { unqualify } from "./unqualify.ts"
import { takeBack } from "./wallet.ts"
import { dayMs } from "./zones.ts"

type Fact = ReverseCommand["event"]

export const reverseEvent = (draft: Draft, command: ReverseCommand): ManualOutcome => {
  const { event, mode } = command
  const kept = new Set(undo(draft, event))
  const taken: Taken = { missing: 0, ledger_ids: [] }
  // Criteria may ask for coins, so badges are judged once everything else is taken back, and their own coins go last.
  const [ofBadges = [], ofOthers = []] = parted(event.entries, badgeRules(draft, event))
  const short = takeEntries(draft, ofOthers, { kept, mode, taken })
  if (short !== null) return { error: short }
  for (const rule_id of revokeBadges(draft, event)) kept.add(rule_id)
  const shortOfReward = takeEntries(draft, ofBadges, { kept, mode, taken })
  if (shortOfReward !== null) return { error: shortOfReward }
  const { missing, ledger_ids } = taken
  const badges_revoked = draft.revoked_badges
  const coins = -draft.coins
  draft.history.push({
    kind: "reversal",
    key: event.event_id,
    body: { event_id: event.event_id, mode, reason: command.reason, coins, badges_revoked, missing }
  })
  fired(draft, "reversal", event.event_id, { mode, missing, ...outcomeOf(draft, event) }, ledger_ids)
  return { reply: { _tag: "Reversed", coins, ledger_ids, badges_revoked, missing } }
}

/**
 * All but money and badges, on the calendar of its day. Returns the rule ids of what stays, and whose rewards stay with
 * it.
 */
const undo = (draft: Draft, event: Fact): ReadonlyArray<string> => {
  const { at, zone } = draft
  draft.at = event.occurred_at
  draft.zone = userZoneAt(draft.state.timezone, event.occurred_at)
  if (event.is_counted) uncountEvent(draft, event)
  const streaks = event.is_counted ? unqualify(draft, event) : []
  for (const { amount, skill_key } of pointsOf(draft, event, streaks)) {
    const compiled = draft.snapshot.skills.get(skill_key)
    if (compiled !== undefined) setPoints(draft, compiled, Math.max(0, pointsHeld(draft, compiled) - amount))
  }
  for (const rule of firedRules(draft, event)) giveBack(draft, rule, event)
  draft.at = at
  draft.zone = zone
  return streaks
}

interface Taken {
  missing: number
  readonly ledger_ids: Array<string>
}

const badgeRules = ({ snapshot }: Draft, event: Fact): ReadonlySet<string | null> =>
  new Set(event.badge_keys.map((key) => snapshot.badges.get(key)?.badge.badge_definition_id ?? null))

const parted = (entries: Fact["entries"], rules: ReadonlySet<string | null>) => {
  const isOf = (entry: Fact["entries"][number]) => entry.rule_id !== null && rules.has(entry.rule_id)
  return [entries.filter(isOf), entries.filter((entry) => !isOf(entry))]
}

/** The refusal, where the mode takes all or nothing. */
const takeEntries = (
  draft: Draft,
  entries: Fact["entries"],
  { kept, mode, taken }: { readonly kept: ReadonlySet<string>; readonly taken: Taken } & Pick<ReverseCommand, "mode">
): EngineError | null => {
  const posting = { reason: "reversal", rule_id: null }
  for (const entry of entries) {
    if (entry.amount <= 0 || (entry.rule_id !== null && kept.has(entry.rule_id))) continue
    const { ledger_id, missing } = takeBack(draft, entry, posting, mode) ?? { ledger_id: null, missing: null }
    if (missing === null) return shortOf(draft, entry)
    taken.missing += missing
    if (ledger_id !== null) taken.ledger_ids.push(ledger_id)
  }
  return null
}

const shortOf = (draft: Draft, { amount, unit }: Fact["entries"][number]): EngineError => {
  if (unit === "coin") return { code: "insufficient_coins", balance: draft.state.coins.balance, required: amount }
  const token_key = unit.slice("token:".length)
  const balance = read(draft, "tokens", token_key)?.balance ?? 0
  return { code: "insufficient_tokens", token_key, balance, required: amount }
}

const uncountEvent = (draft: Draft, { occurred_at, type }: Fact): void => {
  const held = read(draft, "counts", type)
  if (held === undefined) return
  const recent = countDown(held.recent, Math.floor(occurred_at / dayMs))
  write(draft, "counts", type, { total: Math.max(0, held.total - 1), recent })
  draft.changed.add(inputOf.event(type))
}

/** Rules of the pinned config that paid for this event. */
const firedRules = (draft: Draft, { fired: paid, type }: Fact): ReadonlyArray<CompiledRule> => {
  const triggered = draft.snapshot.triggers.get(type)
  if (triggered === undefined) return []
  const rules: ReadonlyArray<CompiledRule<AnyRule>> = [
    ...triggered.skill_rules,
    ...triggered.coin_rules,
    ...triggered.token_rules
  ]
  return rules.filter(({ rule, type: kind }) => paid.some((one) => one.type === kind && one.key === rule.rule_key))
}

/** The points rules gave for it, and those that came with milestones of streaks that do not stay. */
const pointsOf = ({ snapshot }: Draft, event: Fact, kept: ReadonlyArray<string>): Reward["skills"] =>
  event.fired.flatMap(({ detail, key, type }) => {
    const { lengths, points, skill_key } = detail
    if (type === "skill_rule" && typeof points === "number" && typeof skill_key === "string" && points > 0) {
      return [{ skill_key, amount: points }]
    }
    const rule = type === "streak_rule" ? snapshot.streaks.get(key)?.rule : undefined
    if (rule === undefined || kept.includes(rule.rule_id) || !Array.isArray(lengths)) return []
    return lengths.flatMap((length) => milestonesAt(rule, length).flatMap(({ reward }) => reward.skills))
  })

/**
 * Badges the event brought go where their criteria do not hold without them, whether by owning them or by their coins.
 * Returns the rule ids of those that stay.
 */
const revokeBadges = (draft: Draft, event: Fact): ReadonlyArray<string> => {
  const { coins } = draft.state
  const open = new Map<string, Award>()
  for (const key of event.badge_keys) {
    const compiled = draft.snapshot.badges.get(key)
    if (compiled === undefined || open.has(key)) continue
    const before = badgeStateOf(draft, compiled)
    const awards = event.badge_keys.filter((one) => one === key).length
    const lost = Math.min(awards, before.count)
    const { badge_definition_id } = compiled.badge
    const paid = sumOf(event.entries.filter(({ rule_id, unit }) => unit === "coin" && rule_id === badge_definition_id))
    if (lost > 0) open.set(key, { compiled, before, lost, paid })
  }
  for (const { before, compiled, lost } of open.values()) {
    setBadge(draft, compiled, { count: before.count - lost, past: (before.past ?? 0) + lost })
  }
  const kept = keepEarned(draft, open)
  draft.state.coins = coins
  // A badge that is lost may be asked for anew, though nothing its criteria read has changed: all are looked at.
  if (open.size > 0) draft.state.checked_config_version_id = null
  for (const [key, { compiled }] of open) {
    setBadge(draft, compiled, { satisfied: false, ready: false })
    draft.changed.add(compiled.input)
    draft.revoked_badges.push(key)
  }
  return kept
}

interface Award {
  readonly compiled: CompiledBadge
  readonly before: BadgeState
  readonly lost: number
  /** coins the badge itself brought */
  readonly paid: number
}

/** Gives back, one by one, what holds without the rest; what remains open is lost. */
const keepEarned = (draft: Draft, open: Map<string, Award>): ReadonlyArray<string> => {
  const kept: Array<string> = []
  const { balance, earned, spent } = draft.state.coins
  let without = [...open.values()].reduce((sum, { paid }) => sum + paid, 0)
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const [key, { before, compiled, paid }] of open) {
      const { award_mode, badge_definition_id, criteria } = compiled.badge
      draft.state.coins = { balance: Math.max(0, balance - without), earned: Math.max(0, earned - without), spent }
      if (award_mode !== "auto" || criteria.conditions.length === 0 || !groupMet(criteria, draft.facts)) continue
      setBadge(draft, compiled, before)
      open.delete(key)
      kept.push(badge_definition_id)
      without -= paid
      isMoving = true
    }
  }
  return kept
}

const sumOf = (entries: Fact["entries"]): number => entries.reduce((sum, { amount }) => sum + amount, 0)

/** What the rule had used up: its limits, its unique key, its share of a budget. */
const giveBack = (draft: Draft, compiled: CompiledRule, event: Fact): void => {
  const { limits, rule_id } = compiled.rule
  uncountFiring(draft, compiled, event)
  if (limits.unique_by.length > 0) {
    draft.freed.push({ rule_id, unique_key: uniqueKey(limits.unique_by, event.properties) })
  }
  const budget = "budget" in compiled.rule ? compiled.rule.budget : null
  if (budget === null) return
  const paid = sumOf(event.entries.filter((entry) => entry.rule_id === rule_id))
  if (paid > 0) draft.budgets.push({ rule_id, amount: -paid, ...chargeOf(draft, budget, event.occurred_at) })
}

/** What became of everything the event brought, for the trace: of each credit, how much of it was taken. */
const outcomeOf = ({ entries, revoked_badges }: Draft, { badge_keys, entries: brought }: Fact) => ({
  badges_revoked: revoked_badges,
  badges_kept: [...new Set(badge_keys)].filter((key) => !revoked_badges.includes(key)),
  entries: brought.flatMap(({ amount, ledger_id, unit }) => {
    const taken = entries.find(({ reverses_ledger_id }) => reverses_ledger_id === ledger_id)?.amount ?? 0
    return amount > 0 ? [{ reverses_ledger_id: ledger_id, unit, credited: amount, taken: Math.abs(taken) }] : []
  })
})
