/** What an event is worth to a board or a season: one measure for both. Read after everything the event brought. */
import { isAdding, type Metric } from "../../wire/campaigns/Metric.ts"
import type { Draft } from "../core/Draft.ts"
import { own } from "../core/State.ts"
import { currentOf } from "../rules/conditions.ts"

/** How a measure joins those before it: summed, the highest of all, or instead of them. */
export type Fold = "add" | "max" | "last"

export interface Measured {
  readonly amount: number
  readonly fold: Fold
}

/** The one type of events that can be worth anything; null: what they bring counts, whatever they are. */
export const countedType = ({ key, type }: Metric): string | null => (type === "event_count" ? key : null)

/** Of an event of a counted type. Null: it is worth nothing, and no row is written for it. */
export const measure = (draft: Draft, metric: Metric): Measured | null => {
  const amount = worthOf(draft, metric)
  return amount > 0 || mayHaveFallen(draft, metric) ? { amount, fold: foldOf(metric) } : null
}

/** A level that is nothing any more takes the place of the one before; who never had a point has no row to change. */
const mayHaveFallen = ({ state }: Draft, { key, type }: Metric): boolean =>
  type === "skill_level" && own(state.skills, key ?? "") !== undefined

const foldOf = (metric: Metric): Fold => (isAdding(metric) ? "add" : metric.type === "skill_level" ? "last" : "max")

const worthOf = (draft: Draft, { key, type }: Metric): number => {
  switch (type) {
    case "coins_earned":
      return Math.max(0, draft.coins)
    case "token_earned":
      return Math.max(0, draft.token_gains.get(key ?? "") ?? 0)
    case "event_count":
      return 1
    case "skill_level":
    case "streak_current": {
      // A streak that the event belongs to is as long as it was on the event's day, whenever it arrives.
      const facts = type === "streak_current" ? draft.judged : draft.facts
      return Number(currentOf({ type, key, operator: "gte", value: 0, window_days: null }, facts))
    }
  }
}
