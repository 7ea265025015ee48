/** The contract of campaigns: what runs for all players of a tenant at a time. One line per group. */
import { CausesApi } from "./causes/Api.ts"
import { FoundingCohortApi } from "./founding-cohort/Api.ts"
import { GroupQuestsApi, WidgetQuestsApi } from "./group-quests/Api.ts"
import { LeaderboardsApi } from "./leaderboards/Api.ts"
import { LeaguesApi } from "./leagues/Api.ts"
import { LotteriesApi } from "./lotteries/Api.ts"
import { LotteryEntriesApi } from "./lotteries/Api/Entries.ts"
import { ReengagementApi } from "./re-engagement/Api.ts"
import { PublicDrawsApi } from "./lotteries/Api/Public.ts"
import { EventBadgesApi } from "./event-badges/Api.ts"
import { BeginnersLuckApi, FairnessApi } from "./fairness/Api.ts"
import { SurpriseDropsApi } from "./surprise-drops/Api.ts"

export const campaigns = [
  LeaderboardsApi,
  LeaguesApi,
  LotteriesApi,
  LotteryEntriesApi,
  PublicDrawsApi,
  GroupQuestsApi,
  WidgetQuestsApi,
  CausesApi,
  SurpriseDropsApi,
  EventBadgesApi,
  BeginnersLuckApi,
  FairnessApi,
  ReengagementApi,
  FoundingCohortApi
] as const
