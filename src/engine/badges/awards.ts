import { type Draft, leftOut, read, write } from "../core/Draft.ts"
import { tellTeams } from "../community/feed.ts"
import type { BadgeDefinition } from "../../wire/content/BadgeDefinition.ts"
import type { BadgeState } from "../core/State.ts"
import { capOf, creditCoins } from "../rules/wallet.ts"
import { isoTime } from "../calendar/zones.ts"

const unseen: BadgeState = { count: 0, awarded_at: null, satisfied: false, ready: false }

/** What has a badge_key, whether a config version defines it or not. */
interface Keyed {
  readonly badge: Pick<BadgeDefinition, "badge_key">
}

/** All that is asked of a badge to give it. */
export interface Awardable extends Keyed {
  readonly badge: Pick<BadgeDefinition, "badge_key" | "badge_definition_id" | "label" | "coin_reward" | "is_secret">
  readonly input: string
}

export const badgeStateOf = (draft: Draft, { badge }: Keyed): BadgeState =>
  read(draft, "badges", badge.badge_key) ?? unseen

export const setBadge = (draft: Draft, { badge }: Keyed, change: Partial<BadgeState>): void => {
  write(draft, "badges", badge.badge_key, { ...(read(draft, "badges", badge.badge_key) ?? unseen), ...change })
}

/** Attach a badge and pay its coins. Returns the ledger id, or null when it pays none or a cap stands against it. */
export const awardBadge = (draft: Draft, compiled: Awardable, reason: string | null): string | null => {
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
  if (!badge.is_secret) tellTeams(draft, "badge_awarded", { badge_key, label })
  draft.outbound.push({
    event: "badge.awarded",
    body: { buddy_id: buddy.buddy_id, badge_key, label, awarded_at: isoTime(now), coin_reward, reason }
  })
  return ledgerId
}
