/** Which feature of the product somebody uses with what he does, or has used with what he got. */
import type { TraceRow } from "../../engine/core/Decision.ts"
import type { ChangeKind } from "../../wire/Change.ts"

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

const byKind: { readonly [Kind in ChangeKind]?: string } = {
  update_skills: "skills",
  grant_booster: "boosters",
  give_kudos: "kudos",
  open_box: "mystery_boxes",
  join_quest: "group_quests",
  join_team: "teams",
  wear_outfit: "outfits",
  complete_ceremony: "ceremonies",
  restore_streak: "streaks",
  freeze_streak: "streaks"
}

/** Whatever was bought for the price of a sale. */
const saleFeature = "flash_sales"

/** Of each piece that was put on. */
export const equipFeature = "equip"

/** Those that rows tell of which stay: the rest is of what somebody looked at or handed on. */
export const featuresOfRows: ReadonlyArray<string> = [
  ...new Set([
    "badges",
    "evolution",
    saleFeature,
    "gates",
    "gift",
    "paths",
    "purchase",
    "streaks",
    ...Object.values(byStep),
    ...Object.values(bySource),
    ...Object.values(byKind)
  ])
]

/** Steps of the accounts look at every event of theirs; only those that counted one are told as fired. */
export const featuresOfTrace = (trace: ReadonlyArray<TraceRow>): ReadonlyArray<string> => {
  let found: Array<string> | undefined
  for (const { detail, outcome, type } of trace) {
    if (outcome !== "fired") continue
    const feature =
      type === "marketplace_item" && typeof detail["flash_sale_id"] === "string" ? saleFeature : own(byStep, type)
    if (feature === undefined) continue
    found ??= []
    found.push(feature)
  }
  return found ?? none
}

const none: ReadonlyArray<string> = []

const own = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined

/** What is kept of a change that is no event. */
export interface KeptChange {
  readonly kind: ChangeKind
  readonly input: Readonly<Record<string, unknown>>
}

export const featureOf = ({ input, kind }: KeptChange): string | undefined => {
  if (kind === "grant_reward") {
    const source = String(input["source"])
    return own(bySource, source)
  }
  if (kind === "buy_item") return typeof input["gift_to_buddy_id"] === "string" ? "gift" : undefined
  return byKind[kind]
}
