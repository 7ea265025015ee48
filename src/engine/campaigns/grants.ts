/** Rewards that are decided outside the buddy. */
import type { GrantRewardCommand } from "../core/Command.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired } from "../core/Draft.ts"
import { addCard } from "./freeLunches.ts"
import { payReward } from "../rules/rewards.ts"

/** The receipt makes it once: a second one of the same key is refused by the database. */
export const grantReward = (draft: Draft, command: GrantRewardCommand): ManualOutcome => {
  const { body, campaign_id, card, grant_key, is_refund, outbound, reward, source } = command
  const ledger_ids = payReward(draft, reward, { reason: source, rule_id: null, is_uncapped: is_refund })
  draft.writes.push({ kind: "receipts", row: { campaign_id, grant_key, source, body, ledger_ids } })
  fired(draft, "grant", source, { campaign_id, grant_key }, ledger_ids)
  // A debt that is paid out of a gift makes the gift no smaller.
  if (card !== undefined) addCard(draft, campaign_id, ledger_ids.length === 0 ? 0 : reward.coins, card)
  if (outbound !== null) draft.outbound.push(outbound)
  return { reply: { _tag: "Granted", coins: draft.coins, ledger_ids } }
}
