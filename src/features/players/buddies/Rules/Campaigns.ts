/** What campaigns refuse, as errors. */
import type { QuestError } from "../../../../engine/campaigns/questCommands.ts"
import type { KudosError } from "../../../../engine/community/KudosTerms.ts"
import type { LotteryError } from "../../../../engine/campaigns/lotteryTerms.ts"
import type { BoxError } from "../../../../engine/items/boxTerms.ts"
import type { EngineError } from "../../../../engine/core/EngineError.ts"
import { iso } from "../../../../wire/Ids.ts"
import { CampaignLimit, TestClockUser } from "../../../../wire/refusals/Campaigns.ts"
import {
  EntryAutomatic,
  EntryLimitReached,
  EntryRequirementsNotMet,
  LotteryNotOpen
} from "../../../../wire/refusals/Lotteries.ts"
import { KudoLimitReached, KudoNotAllowed } from "../../../../wire/refusals/Kudos.ts"
import { QuestFull, QuestNotJoinable } from "../../../../wire/refusals/Quests.ts"
import { BoxExhausted, BoxLimitReached, BoxOutOfStock } from "../../../../wire/refusals/MysteryBoxes.ts"

type CampaignError =
  | Extract<EngineError, { readonly code: "campaign_limit" | "test_clock_user" }>
  | LotteryError
  | QuestError
  | BoxError
  | KudosError

export const campaignRefusalOf = (error: CampaignError) => {
  switch (error.code) {
    case "campaign_limit":
      return new CampaignLimit({ of: error.of, max: error.max })
    case "test_clock_user":
      return new TestClockUser()
    // Whoever sends the command knows whether it is over or not heard of yet.
    case "unknown_quest":
      return new QuestNotJoinable({ reason: "over" })
    case "quest_not_joinable":
      return new QuestNotJoinable({ reason: error.reason })
    case "quest_full":
      return new QuestFull({ max: error.max })
    case "lottery_not_open":
      return new LotteryNotOpen({ status: error.status })
    case "entry_limit_reached":
      return new EntryLimitReached({ used: error.used, max: error.max })
    case "entry_automatic":
      return new EntryAutomatic()
    case "box_out_of_stock":
      return new BoxOutOfStock({ box_key: error.box_key })
    case "box_exhausted":
      return new BoxExhausted({ box_key: error.box_key })
    case "box_limit_reached":
      return new BoxLimitReached({ limit: error.limit, used: error.used, max: error.max })
    case "kudo_not_allowed":
      return new KudoNotAllowed({ reason: error.reason })
    case "kudo_limit_reached": {
      const { limit, max, resets_at, used } = error
      return new KudoLimitReached({ limit, used, max, resets_at: iso(new Date(resets_at)) })
    }
    case "entry_requirements_not_met":
      return new EntryRequirementsNotMet({ requirements: error.requirements })
  }
}
