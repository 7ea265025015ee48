import { type Draft, leftOut, read, write } from "../core/Draft.ts"
import type { CompiledBadge } from "../core/Snapshot.ts"
import type { BadgeState } from "../core/State.ts"
import { capOf, creditCoins } from "../rules/wallet.ts"
import { isoTime } from "../calendar/zones.ts"

const unseen: BadgeState = { count: 0, awarded_at: null, satisfied: false, ready: false }

export const badgeStateOf = (draft: Draft, { badge }: CompiledBadge): BadgeState =>
  read(draft, "badges", badge.badge_key) ?? unseen

export const setBadge = (draft: Draft, { badge }: CompiledBadge, change: Partial<BadgeState>): void => {
  write(draft, "badges", badge.badge_key, { ...(read(draft, "badges", badge.badge_key) ?? unseen), ...change })
}

/** Attach a badge and pay its coins. Returns the ledger id, or null when it pays none or a cap stands against it. */
export const awardBadge = (draft: Draft, compiled: CompiledBadge, reason: string | null): string | null => {
  const { badge, input } = compiled
  const { buddy, now } = draft.context
  const held = badgeStateOf(draft, compiled)
  setBadge(draft, compiled, {
    count: held.count + 1,
    awarded_at: now,
    ready: false,
    ...(held.rejected ? { rejected: false } : {})
  })
  if (held.ready) draft.history.push({ kind: "review", key: badge.badge_key, body: { type: "approved", reason } })
  draft.changed.add(input)
  const ledgerId =
    badge.coin_reward === 0
      ? null
      : creditCoins(draft, badge.coin_reward, { reason: "badge", rule_id: badge.badge_definition_id })
  const { badge_key, label } = badge
  if (ledgerId === null && badge.coin_reward > 0) {
    leftOut(draft, badge_key, "limit_reached", capOf(draft, "coin", badge.coin_reward))
  }
  const coin_reward = ledgerId === null ? 0 : badge.coin_reward
  draft.badges.push({ badge_key, label, awarded_at: now, coin_reward, reason })
  draft.outbound.push({
    event: "badge.awarded",
    body: { buddy_id: buddy.buddy_id, badge_key, label, awarded_at: isoTime(now), coin_reward, reason }
  })
  return ledgerId
}
