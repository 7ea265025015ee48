/**
 * Users who come back. A buddy remembers when the newest of its events occurred; a later one that comes long enough
 * after it ends an absence, which is told once and may be rewarded.
 */
import { limits } from "../../wire/Limits.ts"
import { lapsedAfterDays, type ReengagementTerms } from "../../wire/campaigns/Reengagement.ts"
import { dayMs, isoTime } from "../calendar/zones.ts"
import type { EventCommand, ReverseCommand } from "../core/Command.ts"
import { type Draft, fired, skipped } from "../core/Draft.ts"
import { takePointsOf } from "../reversal/remains.ts"
import { payReward } from "../rules/rewards.ts"

const usual: ReengagementTerms = { lapsed_after_days: lapsedAfterDays.default, reward: null }
const key = "absence"
const ahead_ms = limits.clock_ahead_minutes_max * 60_000

export const applyReengagement = (draft: Draft, { occurred_at: at }: EventCommand): void => {
  const last = draft.state.active_at
  // What lies further ahead was told by a test clock that is gone, and stands in the way of no absence to come.
  const isPossible = last !== undefined && last <= draft.context.now + ahead_ms
  if (isPossible && at <= last) return
  draft.state.active_at = at
  if (last === undefined || at - last < lapsedAfterDays.minimum * dayMs) return
  const { lapsed_after_days, reward } = draft.context.campaigns.reengagement?.[0] ?? usual
  const days_away = Math.floor((at - last) / dayMs)
  if (days_away < lapsed_after_days) return
  const detail = { days_away, lapsed_after_days, last_active_at: isoTime(last) }
  if (draft.context.isBackfill()) return skipped(draft, "reengagement", key, "backfill", detail)
  const { buddy_id, user_id } = draft.context.buddy
  const told = { user_id, buddy_id, days_away, last_active_at: isoTime(last), occurred_at: isoTime(at) }
  draft.outbound.push({ event: "user.reengaged", body: told })
  if (reward === null) return fired(draft, "reengagement", key, detail)
  const points = reward.skills.filter(({ skill_key }) => draft.snapshot.skills.has(skill_key))
  const ledgerIds = payReward(draft, reward, { reason: "reengagement", rule_id: null })
  fired(draft, "reengagement", key, { ...detail, points }, ledgerIds)
}

/**
 * The points of a reversed event's reward; coins, tokens and badges go with the event's own. The absence stays told: it
 * ended once.
 */
export const takeWelcome = (
  draft: Draft,
  { detail: { points } }: ReverseCommand["event"]["fired"][number],
  event: ReverseCommand["event"]
): void => {
  if (Array.isArray(points)) takePointsOf(draft, event, points)
}
