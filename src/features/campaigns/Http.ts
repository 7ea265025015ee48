/** The handlers of campaigns, one line per group. */
import { Layer } from "effect"
import { CausesHttp } from "./causes/Http.ts"
import { FoundingCohortHttp } from "./founding-cohort/Http.ts"
import { GroupQuestsHttp } from "./group-quests/Http.ts"
import { LeaderboardsHttp } from "./leaderboards/Http.ts"
import { LeaguesHttp } from "./leagues/Http.ts"
import { LotteriesHttp } from "./lotteries/Http.ts"
import { LotteryEntriesHttp } from "./lotteries/Http/Entries.ts"
import { ReengagementHttp } from "./re-engagement/Http.ts"
import { PublicDrawsHttp } from "./lotteries/Http/Public.ts"
import { EventBadgesHttp } from "./event-badges/Http.ts"
import { BeginnersLuckHttp, FairnessHttp } from "./fairness/Http.ts"
import { SurpriseDropsHttp } from "./surprise-drops/Http.ts"

export const CampaignsHandlers = Layer.mergeAll(
  LeaderboardsHttp,
  LeaguesHttp,
  LotteriesHttp,
  LotteryEntriesHttp,
  PublicDrawsHttp,
  GroupQuestsHttp,
  CausesHttp,
  SurpriseDropsHttp,
  EventBadgesHttp,
  BeginnersLuckHttp,
  FairnessHttp,
  ReengagementHttp,
  FoundingCohortHttp
)
