/** What a runner does for campaigns. */
import { Layer } from "effect"
import { TeamStore } from "../community/teams/Store.ts"
import { Crossings } from "./causes/Service/Crossings.ts"
import { CrossingStore } from "./causes/Store/Crossings.ts"
import { causeDue, causeWatcher } from "./causes/Workflow.ts"
import { FillCohort, FoundingCohorts } from "./founding-cohort/Service.ts"
import { FillCohortLive, foundingDue } from "./founding-cohort/Workflow.ts"
import { Quests, Resolve } from "./group-quests/Service.ts"
import { QuestStore } from "./group-quests/Store.ts"
import { QuestMembers } from "./group-quests/Store/Members.ts"
import { questDue, questWatcher, ResolveLive } from "./group-quests/Workflow.ts"
import { CloseSeason, SeasonClosings } from "./leagues/Service/Closing.ts"
import { SimulateSeason } from "./leagues/Service/Simulations.ts"
import { SeasonRecord } from "./leagues/Store/Record.ts"
import { SimulateSeasonLive } from "./leagues/Workflow/Simulation.ts"
import { leagueDues } from "./leagues/Service/Due.ts"
import { CloseSeasonLive } from "./leagues/Workflow.ts"
import { DrawJob } from "./lotteries/Service/DrawJob.ts"
import { LotteryDraws } from "./lotteries/Service/Draws.ts"
import { LotteryDrawLive, lotteriesDue } from "./lotteries/Workflow.ts"

/** Which workflow carries on with an operation of a kind. */
export const campaignsJobs = {
  season_close: CloseSeason,
  season_simulation: SimulateSeason,
  lottery_draw: DrawJob,
  quest_resolve: Resolve,
  founding_backfill: FillCohort
}

/** Families that have something to settle in time, in the order in which it is settled. */
export const campaignsDues = [leagueDues, lotteriesDue, questDue, causeDue, foundingDue] as const

/** Families that watch what buddies bring together. */
export const campaignsWatchers = [questWatcher, causeWatcher] as const

/** What they have in common on a runner. */
export const CampaignsServices = Layer.mergeAll(
  LotteryDraws.layer,
  Crossings.layer,
  CrossingStore.layer,
  Quests.layer,
  QuestMembers.layer,
  FoundingCohorts.layer
)

export const CampaignsWorkers = Layer.mergeAll(
  CloseSeasonLive.pipe(Layer.provide(SeasonClosings.layer)),
  SimulateSeasonLive.pipe(Layer.provide(SeasonRecord.layer)),
  LotteryDrawLive,
  FillCohortLive,
  ResolveLive.pipe(Layer.provide([QuestStore.layer, QuestMembers.layer, TeamStore.layer]))
)
