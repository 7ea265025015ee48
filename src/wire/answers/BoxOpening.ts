/** A mystery box that was opened. Contract part 4 (buddies, widget runtime). */
import { Schema } from "effect"
import { BoxReward } from "../campaigns/MysteryBox.ts"
import { Id } from "../Ids.ts"
import { changeRefusals, insufficientCoins, insufficientTokens, progressionNotSpendable } from "../refusals/Buddies.ts"
import { entryRequirementsNotMet } from "../refusals/Lotteries.ts"
import { boxExhausted, boxLimitReached, boxOutOfStock, boxUnavailable } from "../refusals/MysteryBoxes.ts"
import { says } from "../Words.ts"

export const BoxOpening = Schema.Struct({
  opening_id: Id,
  box_key: Schema.String,
  reward: Schema.toType(BoxReward),
  price_paid: Schema.Int,
  balance: Schema.Int.annotate({ description: "of what was paid with, after the reward" })
}).annotate({ identifier: "MysteryBoxOpening" })

export const openingRefusals = [
  ...changeRefusals,
  insufficientCoins,
  insufficientTokens,
  progressionNotSpendable,
  boxUnavailable,
  boxOutOfStock,
  boxExhausted,
  boxLimitReached,
  entryRequirementsNotMet
] as const

export const boxWords = says(
  "Open a mystery box",
  "Pays, draws and rewards at once. What the buddy cannot take, like a badge it holds, leaves the pool first; when " +
    "nothing is left, nothing is paid."
)
