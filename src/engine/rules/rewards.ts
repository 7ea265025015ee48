import type { Reward } from "../../wire/content/Shared.ts"
import { awardBadge } from "../badges/awards.ts"
import { type Draft, leftOut, read } from "../core/Draft.ts"
import { addPoints } from "./skills.ts"
import { capOf, creditCoins, creditToken, type Posting } from "./wallet.ts"

/**
 * Hands out a reward and returns the ledger ids. What does not exist in the pinned config or would cross a cap is left
 * out, the rest is paid. Streak freezes belong to the streak that earned them (streakFold); items are granted by the
 * outside.
 */
export const payReward = (draft: Draft, reward: Reward, posting: Posting): ReadonlyArray<string> => {
  const ledgerIds: Array<string> = []
  if (reward.coins > 0) {
    const ledgerId = creditCoins(draft, reward.coins, posting)
    if (ledgerId !== null) ledgerIds.push(ledgerId)
    else leftOut(draft, posting.reason, "limit_reached", capOf(draft, "coin", reward.coins))
  }
  for (const { amount, token_key } of reward.tokens) {
    if (!draft.snapshot.tokens.has(token_key)) {
      leftOut(draft, posting.reason, "disabled", { unknown_token: token_key })
      continue
    }
    const ledgerId = creditToken(draft, token_key, amount, posting)
    if (ledgerId !== null) ledgerIds.push(ledgerId)
    else leftOut(draft, posting.reason, "limit_reached", capOf(draft, `token:${token_key}`, amount))
  }
  for (const { amount, skill_key } of reward.skills) {
    const skill = draft.snapshot.skills.get(skill_key)
    if (skill === undefined) leftOut(draft, posting.reason, "disabled", { unknown_skill: skill_key })
    else addPoints(draft, skill, amount)
  }
  for (const badgeKey of reward.badges) {
    const compiled = draft.snapshot.badges.get(badgeKey)
    if (compiled === undefined || compiled.badge.status !== "active") {
      leftOut(draft, posting.reason, "disabled", { unknown_badge: badgeKey })
      continue
    }
    const held = read(draft, "badges", badgeKey)
    if (held === undefined || held.count === 0 || compiled.badge.repeatable) {
      const ledgerId = awardBadge(draft, compiled, posting.reason)
      if (ledgerId !== null) ledgerIds.push(ledgerId)
    } else {
      leftOut(draft, posting.reason, "limit_reached", { badge_key: badgeKey, limit: "once", used: held.count, max: 1 })
    }
  }
  draft.granted_items.push(...reward.items)
  return ledgerIds
}
