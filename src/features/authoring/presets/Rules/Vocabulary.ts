/** Short words for writing presets: each is a literal of the content schema, nothing is computed. */
import type { PresetContent } from "../../../../wire/content/ConfigContent.ts"
import type { ConditionType } from "../../../../wire/content/Shared.ts"

/** As an author would send it: what is left out has its default. */
export type PresetSource = typeof PresetContent.Encoded

export interface PresetDefinition {
  readonly key: string
  readonly name: string
  readonly description: string
  /** raised whenever the content changes */
  readonly version: number
  readonly content: PresetSource
}

type Filter = {
  readonly property: string
  readonly operator: "eq" | "gte" | "lte" | "in"
  readonly value: string | number | boolean | ReadonlyArray<string>
}

export const on = (event_type: string, ...filters: ReadonlyArray<Filter>) => ({ event_type, filters })
export const is = (property: string, value: string | boolean): Filter => ({ property, operator: "eq", value })
export const atLeast = (property: string, value: number): Filter => ({ property, operator: "gte", value })

export const text = (name: string, required = false) => ({ name, type: "string" as const, required })
export const number = (name: string, required = false) => ({ name, type: "number" as const, required })
export const flag = (name: string) => ({ name, type: "boolean" as const })

export const fixed = (value: number) => ({ mode: "fixed" as const, value })
export const perUnit = (property: string, rate: number, max: number) => ({
  mode: "per_property" as const,
  property,
  rate,
  max
})
/** Draws: common, uncommon, and the lucky one. Weights are shares of 100. */
export const draw = (...entries: ReadonlyArray<readonly [value: number, weight: number]>) => ({
  mode: "pool" as const,
  entries: entries.map(([value, weight], index) => ({ value, weight, is_lucky: index === entries.length - 1 }))
})

interface Condition {
  readonly type: ConditionType
  readonly key: string | null
  readonly operator: "gte" | "eq"
  readonly value: number | boolean
  readonly window_days: number | null
}
const reach = (
  type: ConditionType,
  key: string | null,
  value: number,
  window_days: number | null = null
): Condition => ({ type, key, operator: "gte", value, window_days })
const own = (type: ConditionType, key: string): Condition => ({
  type,
  key,
  operator: "eq",
  value: true,
  window_days: null
})

/** `days`: counts the last days only. */
export const times = (event_type: string, value: number, days?: number) => reach("event_count", event_type, value, days)
export const level = (skill_key: string, value: number) => reach("skill_level", skill_key, value)
export const earned = (token_key: string, value: number) => reach("token_lifetime", token_key, value)
export const coinsEarned = (value: number) => reach("coins_lifetime", null, value)
export const streakOf = (streak_key: string, value: number) => reach("streak_longest", streak_key, value)
export const stageOf = (value: number) => reach("evolution_stage", null, value)
export const prestigeOf = (value: number) => reach("prestige_level", null, value)
export const daysTogether = (value: number) => reach("days_since_hatched", null, value)
export const badge = (badge_key: string) => own("badge_owned", badge_key)
export const gate = (gate_key: string) => own("gate_unlocked", gate_key)

export const all = (...conditions: ReadonlyArray<Condition>) => ({ match: "all" as const, conditions })
export const oneOf = (...conditions: ReadonlyArray<Condition>) => ({ match: "any" as const, conditions })

type Item = NonNullable<NonNullable<PresetSource["marketplaces"]>[number]["items"]>[number]

export const item = (
  category: Item["category"],
  item_key: string,
  name: string,
  price_coins: number,
  more: Partial<Pick<Item, "description" | "requirements" | "is_gift_only" | "stock">> = {}
): Item => ({ item_key, name, category, price_coins, ...more })

type Badge = NonNullable<PresetSource["badge_definitions"]>[number]

/** A badge and the coins it pays. */
export const medal = (
  tier: "bronze" | "silver" | "gold" | "platinum",
  coin_reward: number,
  badge_key: string,
  label: string,
  description: string,
  criteria: NonNullable<Badge["criteria"]>,
  more: Partial<Pick<Badge, "award_mode" | "repeatable" | "is_secret">> = {}
): Badge => ({ badge_key, label, description, tier, coin_reward, criteria, ...more })
