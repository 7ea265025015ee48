import type { Condition, Group } from "../wire/content/Shared.ts"
import { levelOf } from "./curves.ts"
import type { Snapshot } from "./Snapshot.ts"
import { type BuddyState, own } from "./State.ts"
import { runningStreak } from "./streakClock.ts"
import { countSince } from "./periods.ts"
import { dayMs } from "./zones.ts"

/** What conditions are judged on: a buddy's state at a moment. */
export interface Facts {
  readonly snapshot: Snapshot
  readonly state: BuddyState
  /** epoch ms */
  readonly now: number
  readonly tenant_timezone: string
}

/** A condition with where the buddy stands; the items of `requirements` in GET /buddies/{id}/evolution. */
export interface Requirement {
  readonly type: Condition["type"]
  readonly key: string | null
  readonly operator: Condition["operator"]
  readonly value: number | boolean
  readonly current: number | boolean
  readonly met: boolean
}

/** Where the buddy stands on what a condition asks about. */
export const currentOf = (condition: Condition, facts: Facts): number | boolean => {
  const { now, snapshot, state } = facts
  const key = condition.key ?? ""
  switch (condition.type) {
    case "evolution_stage":
      return state.evolution_stage
    case "prestige_level":
      return state.prestige_level
    case "coins_balance":
      return state.coins.balance
    case "coins_lifetime":
      return state.coins.earned
    case "token_balance":
      return own(state.tokens, key)?.balance ?? 0
    case "token_lifetime":
      return own(state.tokens, key)?.earned ?? 0
    case "skill_level": {
      const skill = snapshot.skills.get(key)
      return skill === undefined ? 0 : levelOf(skill.thresholds, own(state.skills, key) ?? skill.start_points)
    }
    case "badge_owned":
      return (own(state.badges, key)?.count ?? 0) > 0
    case "item_owned":
      return Object.hasOwn(state.items, key)
    case "gate_unlocked":
      return Object.hasOwn(state.gates, key)
    case "streak_current":
      return runningStreak(facts, key)
    case "streak_longest":
      return own(state.streaks, key)?.longest ?? 0
    case "event_count":
      return countOf(condition, facts)
    case "days_since_hatched":
      return Math.floor((now - state.hatched_at) / dayMs)
  }
}

const countOf = ({ key, window_days }: Condition, { now, state }: Facts): number => {
  const count = own(state.counts, key ?? "")
  if (count === undefined) return 0
  return window_days === null ? count.total : countSince(count.recent, Math.floor(now / dayMs) - window_days + 1)
}

const compare = (operator: Condition["operator"], current: number | boolean, value: number | boolean): boolean => {
  switch (operator) {
    case "eq":
      return current === value
    case "neq":
      return current !== value
    case "gt":
      return current > value
    case "gte":
      return current >= value
    case "lt":
      return current < value
    case "lte":
      return current <= value
  }
}

export const requirementOf = (condition: Condition, facts: Facts): Requirement => {
  const current = currentOf(condition, facts)
  const { key, operator, type, value } = condition
  return { type, key, operator, value, current, met: compare(operator, current, value) }
}

/** An empty group asks for nothing and is met. */
export const groupMet = (group: Group, facts: Facts): boolean => {
  const { conditions, match } = group
  if (conditions.length === 0) return true
  for (const condition of conditions) {
    if (compare(condition.operator, currentOf(condition, facts), condition.value) !== (match === "all")) {
      return match === "any"
    }
  }
  return match === "all"
}

/** Every condition with its present value, for answers such as 409 requirements_not_met. */
export const requirementsOf = (group: Group, facts: Facts): ReadonlyArray<Requirement> =>
  group.conditions.map((condition) => requirementOf(condition, facts))

export const unmetOf = (group: Group, facts: Facts): ReadonlyArray<Requirement> =>
  requirementsOf(group, facts).filter((requirement) => !requirement.met)
