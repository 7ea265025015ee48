/** Tickets of a lottery that were bought. Contract part 4 (buddies, widget runtime). */
import { Schema } from "effect"
import { tickets_max } from "../campaigns/Lottery.ts"
import { whole } from "../content/Shared.ts"
import { Id, Timestamp } from "../Ids.ts"
import { changeRefusals, insufficientCoins, insufficientTokens, progressionNotSpendable } from "../refusals/Buddies.ts"
import { campaignLimit, testClockUser } from "../refusals/Campaigns.ts"
import { entryAutomatic, entryLimitReached, entryRequirementsNotMet, lotteryNotOpen } from "../refusals/Lotteries.ts"
import { says } from "../Words.ts"

export const LotteryEntry = Schema.Struct({
  entry_id: Id.annotate({ description: "of the buddy in this draw; it stands in the published list" }),
  lottery_id: Id,
  draw_id: Id,
  tickets: Schema.Int,
  tickets_total: Schema.Int.annotate({ description: "tickets of the buddy in this draw" }),
  price_paid: Schema.Int,
  balance: Schema.Int,
  draw_at: Timestamp,
  commit_hash: Schema.String
}).annotate({ identifier: "LotteryEntry" })
export type LotteryEntry = typeof LotteryEntry.Type

export const EnterLottery = Schema.Struct({ tickets: Schema.optionalKey(whole(1, tickets_max)) }).annotate({
  identifier: "EnterLottery"
})
export const entryRefusals = [
  ...changeRefusals,
  insufficientCoins,
  insufficientTokens,
  progressionNotSpendable,
  lotteryNotOpen,
  entryLimitReached,
  entryAutomatic,
  entryRequirementsNotMet,
  campaignLimit,
  testClockUser
] as const

export const entryWords = says(
  "Enter a lottery",
  "Buys tickets of the open draw. When that draw is being drawn they are for the next one: the answer says which."
)
