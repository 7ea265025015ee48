/**
 * Takes back what one event brought: a compensating ledger entry for each of its credits, its badges where their
 * criteria no longer hold, its day of a streak where nothing else earned it, its points, counts, limits and unique
 * payments. Stages, prestige and steps of a path stay: they were shown to the user and other things followed from them.
 */
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
import type { AnyRule, CompiledRule } from "./Snapshot.ts"
import { uniqueKey } from "./uniques.ts"
import { unqualify } from "./unqualify.ts"
import { takeBack } from "./wallet.ts"
import { dayMs } from "./zones.ts"

type Fact = ReverseCommand["event"]

export const reverseEvent = (draft: Draft, command: ReverseCommand): ManualOutcome => {
  const { event, mode } = command
  draft.at = event.occurred_at
  uncountEvent(draft, event)
  takePoints(draft, event)
  for (const streakKey of event.streak_keys) unqualify(draft, streakKey, event)
  for (const rule of firedRules(draft, event)) giveBack(draft, rule, event)
  const keptRewards = revokeBadges(draft, event)
  const posting = { reason: "reversal", rule_id: null }
  let missing = 0
  const ledgerIds: Array<string> = []
  for (const entry of event.entries) {
    if (entry.amount <= 0 || (entry.rule_id !== null && keptRewards.has(entry.rule_id))) continue
    const taken = takeBack(draft, entry, posting, mode)
    if (taken === null) return { error: shortOf(draft, entry) }
    missing += taken.missing
    if (taken.ledger_id !== null) ledgerIds.push(taken.ledger_id)
  }
  const badges_revoked = draft.revoked_badges
  const coins = -draft.coins
  draft.history.push({
    kind: "reversal",
    key: event.event_id,
    body: { event_id: event.event_id, mode, reason: command.reason, coins, badges_revoked, missing }
  })
  fired(draft, "reversal", event.event_id, { mode, missing, badges_revoked }, ledgerIds)
  return { reply: { _tag: "Reversed", coins, ledger_ids: ledgerIds, badges_revoked, missing } }
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

const takePoints = (draft: Draft, event: Fact): void => {
  for (const { detail, type } of event.fired) {
    const { points, skill_key } = detail as { readonly points?: unknown; readonly skill_key?: unknown }
    if (type !== "skill_rule" || typeof points !== "number" || typeof skill_key !== "string") continue
    const compiled = draft.snapshot.skills.get(skill_key)
    if (compiled !== undefined && points > 0)
      setPoints(draft, compiled, Math.max(0, pointsHeld(draft, compiled) - points))
  }
}

/** Badges the event brought go where their criteria no longer hold. Returns the rule ids of those that stay. */
const revokeBadges = (draft: Draft, event: Fact): ReadonlySet<string> => {
  const kept = new Set<string>()
  for (const badgeKey of event.badge_keys) {
    const compiled = draft.snapshot.badges.get(badgeKey)
    if (compiled === undefined) continue
    const held = badgeStateOf(draft, compiled)
    if (held.count === 0) continue
    const { award_mode, badge_definition_id, criteria } = compiled.badge
    if (award_mode === "auto" && groupMet(criteria, draft.facts)) {
      kept.add(badge_definition_id)
      continue
    }
    setBadge(draft, compiled, { count: held.count - 1, past: (held.past ?? 0) + 1, satisfied: false, ready: false })
    draft.changed.add(compiled.input)
    draft.revoked_badges.push(badgeKey)
  }
  return kept
}

/** What the rule had used up: its limits, its unique key, its share of a budget. */
const giveBack = (draft: Draft, compiled: CompiledRule, event: Fact): void => {
  const { limits, rule_id } = compiled.rule
  uncountFiring(draft, compiled, event)
  if (limits.unique_by.length > 0) {
    draft.freed.push({ rule_id, unique_key: uniqueKey(limits.unique_by, event.properties) })
  }
  const budget = "budget" in compiled.rule ? compiled.rule.budget : null
  if (budget === null) return
  const paid = event.entries.reduce((sum, entry) => sum + (entry.rule_id === rule_id ? entry.amount : 0), 0)
  if (paid > 0) draft.budgets.push({ rule_id, amount: -paid, ...chargeOf(draft, budget, event.occurred_at) })
}
