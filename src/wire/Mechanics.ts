/** What moves people in a game, and which parts of this service speak to it: eight drives, each with its mechanics. */
import { Schema } from "effect"

export const mechanics = [
  "narrative",
  "mission_anchor",
  "causes",
  "council",
  "badges",
  "skills",
  "evolution",
  "paths",
  "equip",
  "outfits",
  "boosters",
  "items",
  "tokens",
  "coins",
  "buddy_name",
  "teams",
  "leagues",
  "kudos",
  "group_quests",
  "mentors",
  "share",
  "gates",
  "flash_sales",
  "limited_stock",
  "reward_pools",
  "surprise_drops",
  "lotteries",
  "streaks",
  "decay"
] as const
export const Mechanic = Schema.Literals(mechanics)
export type Mechanic = typeof Mechanic.Type
