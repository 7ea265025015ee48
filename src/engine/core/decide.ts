/**
 * The one place where a buddy's fate is decided: state and command in, new state and everything that follows out. Pure
 * and total; time, identifiers, chance and whatever is known outside the buddy come in through the context.
 */
import { applyBadges } from "../badges/badges.ts"
import { applyAccounts, applyHappenings } from "../campaigns/Campaigns.ts"
import { applyReengagement } from "../campaigns/reengagement.ts"
import { lotteryNow } from "../campaigns/lotteries.ts"
import { announceZone, userZoneAt, zoneFor } from "../calendar/calendar.ts"
import { applyCoinRule } from "../rules/coins.ts"
import type { Command, EventCommand } from "./Command.ts"
import type { Accepted, DecideContext, Decision } from "./Decision.ts"
import type { Reply } from "./Reply.ts"
import { type Draft, openDraft, type Reference, skipped } from "./Draft.ts"
import { countEvent } from "../rules/eventCounts.ts"
import { refresh } from "../growth/decay.ts"
import { applyEvolution } from "../growth/evolution.ts"
import { forgetWhatIsOver } from "./forget.ts"
import { firstFailure } from "../rules/filters.ts"
import { applyManual } from "./manual.ts"
import { applyPath } from "../growth/paths.ts"
import { isReturn } from "../items/items.ts"
import { applyPrestige } from "../growth/prestige.ts"
import { announceSkills, applySkillRule } from "../rules/skills.ts"
import type { Snapshot } from "./Snapshot.ts"
import type { BuddyState } from "./State.ts"
import { applyStreak } from "../streaks/streaks.ts"
import { applyTokenRule } from "../rules/tokens.ts"
import { dayMs, isoTime, localDay } from "../calendar/zones.ts"

export const decide = (snapshot: Snapshot, state: BuddyState, command: Command, context: DecideContext): Decision => {
  if (context.buddy.status === "archived" && !isReturn(command))
    return { _tag: "Rejected", error: { code: "buddy_archived" } }
  return command._tag === "Event"
    ? decideEvent(snapshot, state, command, context)
    : decideManual(snapshot, state, command, context)
}

const decideEvent = (snapshot: Snapshot, state: BuddyState, event: EventCommand, context: DecideContext): Decision => {
  const draft = openDraft(snapshot, state, context, { type: "event", id: event.event_id })
  const triggered = snapshot.triggers.get(event.type)
  if (isOutsideWindow(event, context)) {
    traceOutside(draft, event)
    return accepted(draft, state, { _tag: "Event" }, false)
  }
  forgetWhatIsOver(draft)
  draft.state.timezone = announceZone(state.timezone, event.properties, event.occurred_at, context.now)
  draft.at = event.occurred_at
  draft.zone = userZoneAt(draft.state.timezone, event.occurred_at)
  judgeAsOf(draft, event)
  countEvent(draft, event)
  if (triggered !== undefined) {
    for (const decay of triggered.refreshes) {
      if (firstFailure(decay.filters, event.properties) < 0) refresh(draft, decay, event.occurred_at)
    }
    for (const rule of triggered.skill_rules) applySkillRule(draft, rule, event)
    for (const rule of triggered.coin_rules) applyCoinRule(draft, rule, event)
    for (const rule of triggered.token_rules) applyTokenRule(draft, rule, event)
    for (const streak of triggered.streaks) applyStreak(draft, streak, event)
  }
  applyHappenings(draft, event)
  applyReengagement(draft, event)
  applyBadges(draft)
  applyPath(draft, event)
  const startsEvolution = grow(draft)
  announceSkills(draft)
  applyAccounts(draft, event)
  return accepted(draft, draft.state, { _tag: "Event" }, startsEvolution)
}

/** What an event is judged on does not depend on when it arrives: its own day counts, and what came up to it. */
const judgeAsOf = (draft: Draft, { occurred_at: at, type }: EventCommand): void => {
  draft.judged = { ...draft.facts, as_of: at }
  const { now, tenant_timezone } = draft.context
  const dayAt = (moment: number) =>
    localDay(zoneFor("user", { user: userZoneAt(draft.state.timezone, moment), tenant: tenant_timezone }), moment)
  if (dayAt(at) < dayAt(now)) draft.reached = { ...draft.facts, around: { at, type } }
}

/** Written so that a moment that is no number counts as outside. */
const isOutsideWindow = (event: EventCommand, { max_lateness_days, now }: DecideContext): boolean =>
  !(event.occurred_at >= now - max_lateness_days * dayMs)

/** Too old to be rewarded: stored by the caller, without any effect on the buddy. */
const traceOutside = (draft: Draft, event: EventCommand): void => {
  const triggered = draft.snapshot.triggers.get(event.type)
  if (triggered === undefined) return
  const detail = { occurred_at: isoTime(event.occurred_at), max_lateness_days: draft.context.max_lateness_days }
  for (const { rule, type } of [...triggered.skill_rules, ...triggered.coin_rules, ...triggered.token_rules]) {
    skipped(draft, type, rule.rule_key, "outside_window", detail)
  }
  for (const { streak } of triggered.streaks) {
    skipped(draft, "streak_rule", streak.rule.streak_key, "outside_window", detail)
  }
}

type Manual = Exclude<Command, EventCommand>

/** What the ledger and the webhooks name as the cause of a change nobody sent an event for. */
const referenceOf = (command: Manual, context: DecideContext): Reference => {
  if ("run_id" in command && command.run_id !== undefined) return { type: "recipe", id: command.run_id }
  if (command._tag === "EnterLottery") {
    return { type: "command", id: lotteryNow(command.lottery, context).draw?.draw_id ?? null }
  }
  if (command._tag === "OpenBox") return { type: "command", id: command.opening_id }
  if (command._tag === "GiveKudos") return { type: "command", id: command.kudo_id }
  if (command._tag === "GrantReward") return { type: "command", id: command.campaign_id }
  if (command._tag === "BuyItem" || command._tag === "RefundGift") return { type: "command", id: command.purchase_id }
  return { type: "command", id: "reference_id" in command ? command.reference_id : null }
}

const decideManual = (snapshot: Snapshot, state: BuddyState, command: Manual, context: DecideContext): Decision => {
  const draft = openDraft(snapshot, state, context, referenceOf(command, context))
  forgetWhatIsOver(draft)
  draft.zone = userZoneAt(state.timezone, context.now)
  const outcome = applyManual(draft, command)
  if ("error" in outcome) return { _tag: "Rejected", error: outcome.error }
  if (command._tag === "Rename") return { ...accepted(draft, state, outcome.reply, false), name: command.name }
  if (command._tag === "Archive") return { ...accepted(draft, draft.state, outcome.reply, false), status: "archived" }
  if (draft.changed.size === 0) return accepted(draft, draft.state, outcome.reply, false)
  applyBadges(draft)
  applyPath(draft, null)
  const startsEvolution = grow(draft)
  announceSkills(draft)
  return accepted(draft, draft.state, outcome.reply, startsEvolution)
}

/**
 * Readiness, then prestige; what a new life kept may be all that its next stage asks for. Badges that it concerns are
 * looked at with the next command.
 */
const grow = (draft: Draft): boolean => {
  const startsEvolution = applyEvolution(draft)
  const isReborn = applyPrestige(draft)
  if (draft.changed.size > 0) draft.state.checked_config_version_id = null
  return isReborn ? applyEvolution(draft) : startsEvolution
}

const accepted = (draft: Draft, state: BuddyState, reply: Reply, startsEvolution: boolean): Accepted => {
  const tokens = [...draft.token_gains].map(([token_key, amount]) => ({
    token_key,
    amount,
    balance: draft.state.tokens[token_key]?.balance ?? 0
  }))
  return {
    _tag: "Accepted",
    state,
    entries: draft.entries,
    outbound: draft.outbound,
    badges: draft.badges,
    history: draft.history,
    feed: draft.feed,
    uniques: draft.uniques,
    freed: draft.freed,
    budgets: draft.budgets,
    writes: draft.writes,
    trace: draft.aftermath.length === 0 ? draft.trace : [...draft.trace, ...draft.aftermath],
    effects: {
      coins: draft.coins,
      badges_awarded: draft.badges.map(({ badge_key, coin_reward, label }) => ({ badge_key, label, coin_reward })),
      tokens,
      evolution_ready: state.evolution_ready,
      streak_updates: draft.streak_updates,
      path_updates: draft.path_updates
    },
    reply,
    signals: [
      ...draft.signals,
      ...(startsEvolution ? [{ _tag: "AutoEvolve" as const }] : []),
      ...(draft.granted_items.length > 0 ? [{ _tag: "GrantItems" as const, item_ids: draft.granted_items }] : [])
    ]
  }
}
