/**
 * Event badges: badges of what happens once. Enough events within the window, and the buddy has it, for ever and once.
 * A config version that defines a badge of the same key has the say over the key.
 */
import type { EventBadgeTerms, LiveEventBadge } from "../../wire/campaigns/EventBadges.ts"
import type { LiveCampaigns } from "../../wire/campaigns/Live.ts"
import { type Awardable, awardBadge, badgeStateOf, setBadge } from "../badges/awards.ts"
import { isoTime } from "../calendar/zones.ts"
import type { EventCommand, ReverseCommand } from "../core/Command.ts"
import { type Draft, fired, read, skipped } from "../core/Draft.ts"
import { inputOf } from "../core/inputs.ts"
import { compileJudged, type Judgeable, type Judged } from "../core/Snapshot.ts"
import type { EventBadgeProgress } from "../core/CampaignState.ts"
import type { BuddyState } from "../core/State.ts"
import { admissible } from "../rules/rules.ts"
import type { Happening } from "./Account.ts"

const rowType = "event_badge"
/** Awards are a budget all buddies of the tenant draw on, also while it has no end: it may be given one later. */
export const awardsPeriod = "awards"

interface Compiled {
  readonly terms: LiveEventBadge
  readonly rule: Judged
  readonly badge: Awardable
}

const isLive = (terms: EventBadgeTerms): terms is LiveEventBadge => terms.enabled

const unlimited: Judgeable["limits"] = {
  cooldown_seconds: 0,
  max_per_day: null,
  max_per_week: null,
  max_per_month: null,
  max_total: null,
  unique_by: [],
  day_boundary: "user"
}

const compileBadge = (terms: LiveEventBadge): Compiled => {
  const { badge_key, coin_reward, event_badge_id, label } = terms
  const named = { rule_id: event_badge_id, rule_key: badge_key, limits: unlimited }
  const badge = { badge_key, label, coin_reward, badge_definition_id: event_badge_id, is_secret: false }
  return {
    terms,
    rule: compileJudged(rowType, { ...terms, ...named }),
    badge: { badge, input: inputOf.badge(badge_key) }
  }
}

export const badgeHappenings = ({ event_badges = [] }: LiveCampaigns): ReadonlyArray<Happening> =>
  event_badges
    .filter(isLive)
    .toSorted((left, right) => (left.badge_key < right.badge_key ? -1 : 1))
    .map(compileBadge)
    .map((compiled) => ({
      event_type: compiled.terms.trigger.event_type,
      apply: (draft, event) => applyBadge(draft, compiled, event)
    }))

const none: EventBadgeProgress = { count: 0, awarded: false }
const progressOf = (draft: Draft, id: string): EventBadgeProgress => read(draft, "event_badges", id) ?? none

const keep = (draft: Draft, progress: NonNullable<BuddyState["event_badges"]>): void => {
  if (Object.keys(progress).length === 0) delete draft.state.event_badges
  else draft.state.event_badges = progress
}

const remember = (draft: Draft, id: string, progress: EventBadgeProgress): void => {
  const { [id]: _before, ...others } = draft.state.event_badges ?? {}
  keep(draft, progress.count === 0 ? others : { ...others, [id]: progress })
}

/** Progress is remembered for as long as an event of the window may come. */
export const forgetEventBadges = (draft: Draft): void => {
  const held = draft.state.event_badges
  if (held === undefined) return
  const known = new Set((draft.context.campaigns.event_badges ?? []).map(({ event_badge_id }) => event_badge_id))
  const kept = Object.entries(held).filter(([id]) => known.has(id))
  if (kept.length < Object.keys(held).length) keep(draft, Object.fromEntries(kept))
}

const windowOf = ({ ends_at, starts_at }: LiveEventBadge) => ({
  starts_at: starts_at === null ? null : isoTime(starts_at),
  ends_at: ends_at === null ? null : isoTime(ends_at)
})

const isWithin = ({ ends_at, starts_at }: LiveEventBadge, at: number): boolean =>
  (starts_at === null || at >= starts_at) && (ends_at === null || at < ends_at)

/** Whether the event counts for it; else the trace tells why not. */
const counts = (draft: Draft, { badge, rule, terms }: Compiled, event: EventCommand): boolean => {
  const { badge_key, event_badge_id } = terms
  const refuse = (reason: Parameters<typeof skipped>[3], detail: object) => {
    skipped(draft, rowType, badge_key, reason, { ...detail })
    return false
  }
  if (!isWithin(terms, event.occurred_at)) {
    return refuse("outside_window", { occurred_at: isoTime(event.occurred_at), ...windowOf(terms) })
  }
  if (draft.snapshot.badges.has(badge_key)) return refuse("disabled", { defined_in_version: badge_key })
  if (progressOf(draft, event_badge_id).awarded || badgeStateOf(draft, badge).count > 0) {
    return refuse("limit_reached", { limit: "once", used: 1, max: 1 })
  }
  return admissible(draft, rule, event) !== null
}

const applyBadge = (draft: Draft, compiled: Compiled, event: EventCommand): void => {
  if (!counts(draft, compiled, event)) return
  const { badge_key, event_badge_id, max_awards, required_count } = compiled.terms
  const before = progressOf(draft, event_badge_id).count
  const count = Math.min(required_count, before + 1)
  const isEarned = count === required_count
  if (isEarned && max_awards !== null && draft.context.budget(event_badge_id, awardsPeriod, max_awards) < 1) {
    skipped(draft, rowType, badge_key, "budget_exhausted", { limit: "max_awards", max: max_awards, left: 0 })
    return
  }
  remember(draft, event_badge_id, { count, awarded: isEarned })
  const told = { event_badge_id, count, required_count, awarded: isEarned, ...windowOf(compiled.terms) }
  if (!isEarned) return fired(draft, rowType, badge_key, told)
  charge(draft, event_badge_id, 1, max_awards ?? Number.MAX_SAFE_INTEGER)
  tally(draft, event_badge_id, 1)
  const ledgerId = awardBadge(draft, compiled.badge, rowType)
  const charged = { max_awards, charged: awardsPeriod }
  fired(draft, rowType, badge_key, { ...told, ...charged }, ledgerId === null ? [] : [ledgerId])
}

const charge = (draft: Draft, rule_id: string, amount: 1 | -1, max_coins: number): void => {
  draft.budgets.push({ rule_id, period_key: awardsPeriod, amount, max_coins })
}

const tally = (draft: Draft, subject_id: string, amount: 1 | -1): void => {
  draft.writes.push({ kind: "totals", row: { subject_id, bucket: awardsPeriod, amount } })
}

/** What its coins were goes with the event's other rows; here go the badge, its place and what the event counted. */
export const takeEventBadge = (draft: Draft, { detail, key }: ReverseCommand["event"]["fired"][number]): void => {
  const { awarded, charged, event_badge_id, max_awards } = detail
  if (typeof event_badge_id !== "string") return
  const { count, awarded: isHeld } = progressOf(draft, event_badge_id)
  remember(draft, event_badge_id, { count: Math.max(0, count - 1), awarded: isHeld && awarded !== true })
  if (awarded !== true) return
  tally(draft, event_badge_id, -1)
  // Traces of before say it by their end: without one, no place was taken.
  if (charged === awardsPeriod || typeof max_awards === "number")
    charge(draft, event_badge_id, -1, Number.MAX_SAFE_INTEGER)
  const badge = { badge: { badge_key: key } }
  const held = badgeStateOf(draft, badge)
  if (held.count === 0) return
  setBadge(draft, badge, { count: held.count - 1, past: (held.past ?? 0) + 1 })
  draft.changed.add(inputOf.badge(key))
  draft.revoked_badges.push(key)
}
