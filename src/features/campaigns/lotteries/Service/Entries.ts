/** Taking part, for tenants and for widgets: the one way. */
import { Effect } from "effect"
import type { Caller } from "../../../../wire/Principal.ts"
import type {
  InsufficientCoins,
  InsufficientTokens,
  ProgressionNotSpendable
} from "../../../../wire/refusals/Buddies.ts"
import type { CampaignLimit, TestClockUser } from "../../../../wire/refusals/Campaigns.ts"
import type {
  EntryAutomatic,
  EntryLimitReached,
  EntryRequirementsNotMet,
  LotteryNotOpen
} from "../../../../wire/refusals/Lotteries.ts"
import { buddyCommands } from "../../../players/buddies/Service/Commands.ts"
import { liveLottery, LotteryStore } from "../Store.ts"

type Refusals =
  | InsufficientCoins
  | InsufficientTokens
  | ProgressionNotSpendable
  | CampaignLimit
  | TestClockUser
  | EntryAutomatic
  | EntryLimitReached
  | EntryRequirementsNotMet
  | LotteryNotOpen

/** To be yielded while a layer is built. */
export const makeEntering = Effect.gen(function* () {
  const store = yield* LotteryStore
  const change = yield* buddyCommands
  return Effect.fnUntraced(function* (caller: Caller, buddy_id: string, reference: string, tickets: number) {
    const lottery = liveLottery(yield* store.read(caller.customer_id, reference))
    const command = { _tag: "EnterLottery", lottery, tickets } as const
    const { _tag, ...entered } = yield* change<"Entered", Refusals>(caller, buddy_id, command, "Entered")
    return { ...entered, lottery_id: lottery.lottery_id }
  })
})
