/**
 * Takes back what one event brought: a compensating ledger entry for each of its credits, its badges where their
 * criteria no longer hold, its day of a streak where nothing else earned it, its points, counts, limits and unique
 * payments. What a prestige gave up since is not asked for again. Stages, prestige, completed steps of a path and the
 * longest run of a streak stay: they were shown to the user and other things followed from them. What the event brought
 * and something else still earns stays as well, and goes with that (`remains.ts`).
 */
import { asOf, isSame } from "./asOf.ts"
import { userZoneOf, zoneFor } from "../calendar/calendar.ts"
import type { ReverseCommand } from "../core/Command.ts"
import { reverseCampaigns } from "../campaigns/reversal.ts"
import { chargeOf } from "../rules/coins.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import type { EngineError } from "../core/EngineError.ts"
import { type Draft, fired, read, write } from "../core/Draft.ts"
import { inputOf } from "../core/inputs.ts"
import { isLimiting, uncountFiring } from "../rules/limits.ts"
import { countDown } from "../calendar/periods.ts"
import { uncountSteps } from "../growth/paths.ts"
import { isOwed, lostBefore, milestonePoints, settleStreakRemains, takePointsOf } from "./remains.ts"
import { revokeBadges } from "./revoke.ts"
import { shownEventId } from "../../wire/EventIds.ts"
import type { Budget, Limits, Reward } from "../../wire/content/Shared.ts"
import type { AnyRule, CompiledRule } from "../core/Snapshot.ts"
import type { RemainingEntry } from "../core/State.ts"
import { uniqueKey } from "../rules/uniques.ts"
import { unqualify } from "./unqualify.ts"
import { takeBack } from "../rules/wallet.ts"
import { localDay } from "../calendar/zones.ts"

type Fact = ReverseCommand["event"]

export const reverseEvent = (draft: Draft, command: ReverseCommand): ManualOutcome => {
  const { event, mode } = command
  if (event.as_of !== null && !isSame(event.as_of, asOf(draft, event.as_of)))
    return { error: { code: "facts_outdated" } }
  const kept = undo(draft, event)
  const taken: Taken = { missing: 0, ledger_ids: [] }
  const staying = new Set<string | null>([...kept, ...badgeRules(draft, event)])
  // Criteria may ask for coins, so badges are judged once everything else is taken back, and their own coins go last.
  const entries = event.entries.filter(
    (entry) => isOwed(entry) && (entry.rule_id === null || !staying.has(entry.rule_id))
  )
  const left = settleStreakRemains(draft, event, kept)
  const short =
    takeEntries(draft, [...entries, ...left], mode, taken) ??
    takeEntries(draft, revokeBadges(draft, event), mode, taken)
  if (short !== null) return { error: short }
  const { missing, ledger_ids } = taken
  const badges_revoked = draft.revoked_badges
  const coins = -draft.coins
  const event_id = shownEventId(event.event_id)
  draft.state.reversals = (draft.state.reversals ?? 0) + 1
  draft.history.push({
    kind: "reversal",
    key: event.event_id,
    body: { event_id, mode, reason: command.reason, coins, badges_revoked, missing }
  })
  fired(draft, "reversal", event_id, { mode, missing, ...outcomeOf(draft, event) }, ledger_ids)
  return { reply: { _tag: "Reversed", coins, ledger_ids, badges_revoked, missing } }
}

/**
 * All but money and badges, on the calendar of its day. Returns the rule ids of what stays, and whose rewards stay with
 * it.
 */
const undo = (draft: Draft, event: Fact): ReadonlyArray<string> => {
  const { at, zone } = draft
  draft.at = event.occurred_at
  draft.zone = userZoneOf(draft.state.timezone, event)
  if (event.is_counted) uncountEvent(draft, event)
  const unchanged = event.is_counted ? unqualify(draft, event) : []
  const lost = lostBefore(draft, event)
  const streaks = unchanged.filter((rule_id) => !lost.includes(rule_id))
  takePointsOf(draft, event, pointsOf(draft, event, streaks))
  for (const rule of paidRules(draft, event)) giveBack(draft, rule, event)
  uncountSteps(draft, event.fired)
  reverseCampaigns(draft, event)
  draft.at = at
  draft.zone = zone
  return streaks
}

interface Taken {
  missing: number
  readonly ledger_ids: Array<string>
}

const badgeRules = ({ snapshot }: Draft, event: Fact): ReadonlyArray<string> =>
  event.badge_keys.flatMap((key) => snapshot.badges.get(key)?.badge.badge_definition_id ?? [])

/** The refusal, where the mode takes all or nothing. */
const takeEntries = (
  draft: Draft,
  entries: ReadonlyArray<RemainingEntry>,
  mode: ReverseCommand["mode"],
  taken: Taken
): EngineError | null => {
  const posting = { reason: "reversal", rule_id: null }
  for (const entry of entries) {
    const { ledger_id, missing } = takeBack(draft, entry, posting, mode) ?? { ledger_id: null, missing: null }
    if (missing === null) return shortOf(draft, entry)
    taken.missing += missing
    if (ledger_id !== null) taken.ledger_ids.push(ledger_id)
  }
  return null
}

const shortOf = (draft: Draft, { amount, unit }: RemainingEntry): EngineError => {
  if (unit === "coin") return { code: "insufficient_coins", balance: draft.state.coins.balance, required: amount }
  const token_key = unit.slice("token:".length)
  const balance = read(draft, "tokens", token_key)?.balance ?? 0
  return { code: "insufficient_tokens", token_key, balance, required: amount }
}

const uncountEvent = (draft: Draft, { occurred_at, type }: Fact): void => {
  const held = read(draft, "counts", type)
  if (held === undefined) return
  const zone = zoneFor("user", { user: draft.zone, tenant: draft.context.tenant_timezone })
  const recent = countDown(held.recent, localDay(zone, occurred_at))
  write(draft, "counts", type, { total: Math.max(0, held.total - 1), recent })
  draft.changed.add(inputOf.event(type))
}

interface PaidRule {
  readonly rule_id: string
  readonly limits: Limits
  readonly budget: Budget | null
}

/**
 * Rules that paid for this event, on the terms they had then: by those it took a place, a share of a budget, a payment.
 * Where that is not told, rules of the pinned config as they are.
 */
const paidRules = (draft: Draft, { fired: paid, type }: Fact): ReadonlyArray<PaidRule> => {
  const told = paid.flatMap(({ rule_id, terms }) =>
    rule_id === undefined || terms === undefined ? [] : [{ rule_id, ...terms }]
  )
  const untold = paid.filter(({ terms }) => terms === undefined)
  if (untold.length === 0) return told
  const rules: ReadonlyArray<CompiledRule<AnyRule>> = [...draft.snapshot.triggers.values()].flatMap((triggered) => [
    ...triggered.skill_rules,
    ...triggered.coin_rules,
    ...triggered.token_rules
  ])
  const isOf = ({ rule, type: kind }: CompiledRule<AnyRule>, row: Fact["fired"][number]) =>
    row.rule_id === undefined
      ? row.type === kind && row.key === rule.rule_key && rule.trigger.event_type === type
      : row.rule_id === rule.rule_id
  const found = rules.filter((rule) => untold.some((row) => isOf(rule, row)))
  return [
    ...told,
    ...found.map(({ rule }) => ({
      rule_id: rule.rule_id,
      limits: rule.limits,
      budget: "budget" in rule ? rule.budget : null
    }))
  ]
}

/** The points rules gave for it, and those that came with milestones of streaks that do not stay. */
const pointsOf = (draft: Draft, event: Fact, kept: ReadonlyArray<string>): Reward["skills"] =>
  event.fired.flatMap((row) => {
    const { points, skill_key } = row.detail
    if (row.type === "skill_rule" && typeof points === "number" && typeof skill_key === "string" && points > 0) {
      return [{ skill_key, amount: points }]
    }
    if (row.type !== "streak_rule") return []
    const rule_id = row.rule_id ?? draft.snapshot.streaks.get(row.key)?.rule.rule_id
    return rule_id === undefined || kept.includes(rule_id) ? [] : milestonePoints(draft, row)
  })

const sumOf = (entries: Fact["entries"]): number => entries.reduce((sum, { amount }) => sum + amount, 0)

/** Whatever a budget may hold since it was lowered, what is given back fits. */
const unlimited = Number.MAX_SAFE_INTEGER

/** What the rule had used up: its limits, its unique key, its share of a budget. */
const giveBack = (draft: Draft, rule: PaidRule, event: Fact): void => {
  const { budget, limits, rule_id } = rule
  if (isLimiting(limits)) uncountFiring(draft, rule, event)
  if (limits.unique_by.length > 0) {
    draft.freed.push({ rule_id, unique_key: uniqueKey(limits.unique_by, event.properties) })
  }
  if (budget === null) return
  const paid = sumOf(event.entries.filter((entry) => entry.rule_id === rule_id))
  if (paid <= 0) return
  const { period_key } = chargeOf(draft, budget, event.occurred_at)
  draft.budgets.push({ rule_id, amount: -paid, period_key, max_coins: unlimited })
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
