/** Which feature of the product somebody uses with what he does, or has used with what he got. */
import type { Command } from "../../engine/core/Command.ts"
import type { TraceRow } from "../../engine/core/Decision.ts"
import type { Repin } from "../Protocol.ts"

const byStep: Readonly<Record<string, string>> = {
  skill_rule: "skills",
  surprise_drop: "surprise_drops",
  event_badge: "event_badges",
  reengagement: "re_engagement",
  leaderboard: "leaderboards",
  league_season: "leagues",
  group_quest: "group_quests",
  cause: "causes",
  lottery: "lotteries"
}

const bySource: Readonly<Record<string, string>> = {
  league: "leagues",
  lottery: "lotteries",
  lottery_refund: "lotteries",
  quest: "group_quests",
  award: "awards",
  free_lunch: "free_lunches",
  founding_cohort: "founding_cohort",
  kudos: "kudos"
}

const byCommand: { readonly [Tag in Command["_tag"]]?: string } = {
  UpdateSkills: "skills",
  GrantBooster: "boosters",
  GiveKudos: "kudos",
  OpenBox: "mystery_boxes",
  JoinQuest: "group_quests",
  JoinTeam: "teams",
  WearOutfit: "outfits",
  CompleteCeremony: "ceremonies",
  RestoreStreak: "streaks",
  FreezeStreak: "streaks"
}

/** Steps of the accounts look at every event of theirs; only those that counted one are told as fired. */
export const featuresOfTrace = (trace: ReadonlyArray<TraceRow>): ReadonlyArray<string> => {
  let found: Array<string> | undefined
  for (const { outcome, type } of trace) {
    if (outcome !== "fired" || !Object.hasOwn(byStep, type)) continue
    found ??= []
    found.push(byStep[type]!)
  }
  return found ?? none
}

const none: ReadonlyArray<string> = []

export const featureOf = (command: Command | Repin): string | undefined => {
  switch (command._tag) {
    case "Event":
    case "Repin":
      return undefined
    case "GrantReward":
      return Object.hasOwn(bySource, command.source) ? bySource[command.source] : undefined
    case "BuyItem":
      return command.gift_to_buddy_id === null ? undefined : "gift"
    default:
      return byCommand[command._tag]
  }
}
