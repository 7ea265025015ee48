import type { Reward } from "../wire/content/Shared.ts"
import { awardBadge } from "./awards.ts"
import { type Draft, read } from "./Draft.ts"
import { addPoints } from "./skills.ts"
import { creditCoins, creditToken, type Posting } from "./wallet.ts"

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
  }
  for (const { amount, token_key } of reward.tokens) {
    if (!draft.snapshot.tokens.has(token_key)) continue
    const ledgerId = creditToken(draft, token_key, amount, posting)
    if (ledgerId !== null) ledgerIds.push(ledgerId)
  }
  for (const { amount, skill_key } of reward.skills) {
    const skill = draft.snapshot.skills.get(skill_key)
    if (skill !== undefined) addPoints(draft, skill, amount)
  }
  for (const badgeKey of reward.badges) {
    const compiled = draft.snapshot.badges.get(badgeKey)
    if (compiled === undefined || compiled.badge.status !== "active") continue
    const held = read(draft, "badges", badgeKey)
    if (held === undefined || held.count === 0 || compiled.badge.repeatable) {
      const ledgerId = awardBadge(draft, compiled, posting.reason)
      if (ledgerId !== null) ledgerIds.push(ledgerId)
    }
  }
  draft.granted_items.push(...reward.items)
  return ledgerIds
}
