/**
 * Skills that are not practised fade. A decay rule runs once per buddy and period; practice (the event named by
 * `refresh_on`, or without one any gain of the skill) starts the idle time anew.
 */
import type { SkillDecayRule } from "../../wire/content/Skill.ts"
import type { Command } from "../core/Command.ts"
import { userZoneAt, zoneFor } from "../calendar/calendar.ts"
import { levelOf, pointsOf } from "../rules/curves.ts"
import type { DecideContext, ManualOutcome, TraceReason } from "../core/Decision.ts"
import { type Draft, fired, openDraft, read, skipped, write } from "../core/Draft.ts"
import { compileFilters } from "../rules/filters.ts"
import { periodKey, periodOf } from "../calendar/periods.ts"
import { pointsHeld, setPoints } from "../rules/points.ts"
import type { CompiledDecay, Snapshot } from "../core/Snapshot.ts"
import type { BuddyState, Vacation } from "../core/State.ts"
import { dayMs, isoTime, localDay } from "../calendar/zones.ts"

/** The period of a rule a moment falls into, in UTC: `2026-11-20`, `2026-W47`, `2026-11`. */
export const decayPeriod = (rule: SkillDecayRule, at: number): string =>
  periodKey(rule.period, periodOf(rule.period, Math.floor(at / dayMs)))

/**
 * Has a rule that ran last in a period run in this one, or in a later one? Keys of days, weeks and months differ in
 * length: one of another kind is from before the rule was edited, and says nothing.
 */
const hasRun = (last: string | null, period_key: string): boolean =>
  last !== null && last.length === period_key.length && last >= period_key

const practisedAt = (draft: Draft, ruleId: string): number =>
  read(draft, "fading", ruleId)?.practised_at ?? draft.state.hatched_at

const restDays = (vacations: ReadonlyArray<Vacation>, from: number, to: number): number =>
  vacations.reduce(
    (sum, { from_day, to_day }) => sum + Math.max(0, Math.min(to_day, to) - Math.max(from_day, from) + 1),
    0
  )

/** Whole days without practice, vacations left out where the rule says so. */
const idleDays = (draft: Draft, rule: SkillDecayRule, at: number): number => {
  const since = practisedAt(draft, rule.rule_id)
  const days = Math.floor((at - since) / dayMs)
  if (!rule.pause_during_vacation || draft.state.vacations === undefined) return days
  const zone = zoneFor("user", { user: draft.zone, tenant: draft.context.tenant_timezone })
  return days - restDays(draft.state.vacations, localDay(zone, since) + 1, localDay(zone, at))
}

export const levelsOfDecay = (draft: Draft, { rule, skill }: CompiledDecay) => {
  const previous_level = levelOf(skill.thresholds, pointsHeld(draft, skill))
  return {
    previous_level,
    new_level: Math.max(Math.min(rule.floor_level, previous_level), previous_level - rule.amount)
  }
}

/** Why a rule takes nothing now, in the words of the trace; null: it does. */
const spared = (
  draft: Draft,
  { rule }: CompiledDecay,
  levels: ReturnType<typeof levelsOfDecay>,
  period_key: string
): { readonly reason: TraceReason; readonly detail: Readonly<Record<string, unknown>> } | null => {
  const { audience, enabled, floor_level, idle_days, rule_id } = rule
  const last = read(draft, "fading", rule_id)?.period_key ?? null
  const { previous_level } = levels
  if (!enabled) return { reason: "disabled", detail: {} }
  if (audience !== null && audience !== draft.context.buddy.audience) {
    return { reason: "audience_mismatch", detail: { expected: audience, actual: draft.context.buddy.audience } }
  }
  if (hasRun(last, period_key)) {
    return { reason: "limit_reached", detail: { limit: "once_per_period", period_key, last_period_key: last } }
  }
  if (levels.new_level >= previous_level) {
    return { reason: "limit_reached", detail: { limit: "floor_level", floor_level, level: previous_level } }
  }
  const actual = idleDays(draft, rule, draft.context.now)
  return actual < idle_days
    ? { reason: "condition_failed", detail: { idle_days: { expected: idle_days, actual } } }
    : null
}

const isDue = (draft: Draft, { rule }: CompiledDecay, now: number): boolean =>
  rule.enabled &&
  (rule.audience === null || rule.audience === draft.context.buddy.audience) &&
  idleDays(draft, rule, now) >= rule.idle_days

/** The scheduler asks for a rule and a period; asking again for the same period changes nothing. */
export const decaySkill = (draft: Draft, command: Extract<Command, { readonly _tag: "DecaySkill" }>): ManualOutcome => {
  const { period_key, rule_id } = command
  const { now } = draft.context
  const compiled = draft.snapshot.decays.get(rule_id)
  if (compiled === undefined) return { error: { code: "unknown_rule", rule_id } }
  const levels = levelsOfDecay(draft, compiled)
  const { previous_level, new_level } = levels
  const { amount, floor_level, idle_days: idle_days_min, rule_key, skill_key } = compiled.rule
  const reprieve = spared(draft, compiled, levels, period_key)
  if (reprieve !== null) {
    skipped(draft, "skill_decay_rule", rule_key, reprieve.reason, reprieve.detail)
    return { reply: { _tag: "Decay", previous_level, new_level: previous_level, is_applied: false } }
  }
  const practised_at = isoTime(practisedAt(draft, rule_id))
  const idle = { practised_at, idle_days: idleDays(draft, compiled.rule, now), idle_days_min }
  write(draft, "fading", rule_id, { practised_at: practisedAt(draft, rule_id), period_key })
  setPoints(draft, compiled.skill, pointsOf(compiled.skill.thresholds, new_level))
  announce(draft, compiled, { previous_level, new_level, period_key })
  const change = { previous_level, new_level, amount, floor_level }
  fired(draft, "skill_decay_rule", rule_key, { skill_key, period_key, ...idle, ...change })
  return { reply: { _tag: "Decay", previous_level, new_level, is_applied: true } }
}

/** What a rule would take from a buddy now; null: nothing. The rule need not be part of the buddy's version. */
export const decayOf = (
  snapshot: Snapshot,
  state: BuddyState,
  rule: SkillDecayRule,
  context: DecideContext
): { readonly previous_level: number; readonly new_level: number; readonly period_key: string } | null => {
  const skill = snapshot.skills.get(rule.skill_key)
  if (skill === undefined || context.buddy.status === "archived") return null
  const draft = openDraft(snapshot, state, context, { type: "command", id: null })
  draft.zone = userZoneAt(state.timezone, context.now)
  const compiled: CompiledDecay = { rule, skill, filters: noFilters }
  const period_key = decayPeriod(rule, context.now)
  const held = read(draft, "fading", rule.rule_id)
  if (hasRun(held?.period_key ?? null, period_key)) return null
  const levels = levelsOfDecay(draft, compiled)
  return levels.new_level < levels.previous_level && isDue(draft, compiled, context.now)
    ? { ...levels, period_key }
    : null
}

/** The buddy once a rule has taken its skill down to a level: what the next rule of the skill finds. */
export const fadedTo = (snapshot: Snapshot, state: BuddyState, skill_key: string, level: number): BuddyState => {
  const skill = snapshot.skills.get(skill_key)
  return skill === undefined
    ? state
    : { ...state, skills: { ...state.skills, [skill_key]: pointsOf(skill.thresholds, level) } }
}

const noFilters = compileFilters([])

/** An event or a gain keeps the skill fresh. What ends an idle time long enough to fade is told to the tenant. */
export const refresh = (draft: Draft, compiled: CompiledDecay, at: number): void => {
  const { rule } = compiled
  if (!rule.enabled || at <= practisedAt(draft, rule.rule_id)) return
  const wasFading = isDue(draft, compiled, at)
  const period_key = read(draft, "fading", rule.rule_id)?.period_key ?? null
  write(draft, "fading", rule.rule_id, { practised_at: at, period_key })
  if (!wasFading) return
  const { previous_level } = levelsOfDecay(draft, compiled)
  announce(draft, compiled, { previous_level, new_level: previous_level, period_key: decayPeriod(rule, at) })
}

const announce = (
  draft: Draft,
  { rule }: CompiledDecay,
  change: { readonly previous_level: number; readonly new_level: number; readonly period_key: string }
): void => {
  const { rule_id, skill_key } = rule
  const { buddy_id, user_id } = draft.context.buddy
  const body = { skill_key, ...change, delta: change.new_level - change.previous_level, rule_id }
  draft.outbound.push({ event: "skill.decayed", body: { buddy_id, user_id, ...body } })
  if (body.delta !== 0) draft.history.push({ kind: "decay", key: rule_id, body })
}
