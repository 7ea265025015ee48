import type { LiveLottery } from "./Lottery.ts"
import type { AudienceBooster } from "./Boosters.ts"
import type { LeaderboardTerms } from "./Leaderboard.ts"
import type { SeasonTerms } from "./League.ts"
import type { CauseTerms } from "./Causes.ts"
import type { ReengagementTerms } from "./Reengagement.ts"
import type { QuestTerms } from "./Quests.ts"
import type { EventBadgeTerms } from "./EventBadges.ts"
import type { DropTerms } from "./SurpriseDrops.ts"
import { type Capability, type Entitled, isActive } from "../Plans.ts"

/**
 * What runs for all buddies of a tenant beside the config versions, as the rules are given it: one list per kind, none
 * when there is nothing of the kind. Read from the families' tables by platform/campaigns/sources.ts.
 */
export interface LiveCampaigns {
  readonly boosters?: ReadonlyArray<AudienceBooster>
  readonly leaderboards?: ReadonlyArray<LeaderboardTerms>
  readonly seasons?: ReadonlyArray<SeasonTerms>
  readonly lotteries?: ReadonlyArray<LiveLottery>
  readonly quests?: ReadonlyArray<QuestTerms>
  readonly causes?: ReadonlyArray<CauseTerms>
  readonly surprise_drops?: ReadonlyArray<DropTerms>
  readonly event_badges?: ReadonlyArray<EventBadgeTerms>
  /** events that items and mystery boxes ask for, whatever config version is pinned */
  readonly counted?: ReadonlyArray<CountedEvents>
  /** one at most; absent: the usual terms */
  readonly reengagement?: ReadonlyArray<ReengagementTerms>
}

/** The longest window some condition looks back, in days; 0: totals only. */
export interface CountedEvents {
  readonly event_type: string
  readonly window_days: number
}

export type CampaignKind = keyof LiveCampaigns

/**
 * What is not handed to the rules once its capability goes. Drops and event badges are, as switched off: what a buddy
 * keeps of them is not forgotten. Everything else that runs ends at its own time; a cause has none, and its partner
 * would go on to be told of what the workspace can neither see nor stop.
 */
export const stopsWith: Readonly<Partial<Record<CampaignKind, Capability>>> = {
  boosters: "buddies",
  causes: "causes"
}

/** Without what has stopped. */
export const withoutStopped = (live: LiveCampaigns, tenant: Entitled): LiveCampaigns => {
  const isStopped = (kind: string) => {
    const capability = stopsWith[kind as CampaignKind]
    return capability !== undefined && !isActive(tenant, capability)
  }
  const kinds = Object.entries(live)
  return kinds.some(([kind]) => isStopped(kind)) ? Object.fromEntries(kinds.filter(([kind]) => !isStopped(kind))) : live
}

/** Of a tenant that uses none of it. */
export const noCampaigns: LiveCampaigns = {}
