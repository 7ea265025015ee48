import type { Condition, Group } from "../../wire/content/Shared.ts"
import { levelOf } from "./curves.ts"
import type { Facts, Requirement } from "../core/Facts.ts"
import { own } from "../core/State.ts"
import { userZoneAt, zoneFor } from "../calendar/calendar.ts"
import { countSince } from "../calendar/periods.ts"
import { runningStreak, standingOf } from "../streaks/streakClock.ts"
import { lengthAround, longestAt, runningAt } from "../streaks/streakReport.ts"
import { dayMs, localDay } from "../calendar/zones.ts"

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
      return streakOf(facts, key)
    case "streak_longest":
      return longestOf(facts, key)
    case "event_count":
      return countOf(condition, facts)
    case "days_since_hatched":
      return Math.floor((now - state.hatched_at) / dayMs)
  }
}

const streakOf = (facts: Facts, key: string): number => {
  const found = facts.as_of === undefined && facts.around === undefined ? null : standingOf(facts, key)
  if (found === null) return runningStreak(facts, key)
  const { standing, streak } = found
  return facts.as_of === undefined
    ? lengthAround(streak, standing, facts.around!.at)
    : runningAt(streak, standing, facts.as_of).current
}

const longestOf = (facts: Facts, key: string): number => {
  const found = facts.as_of === undefined ? null : standingOf(facts, key)
  if (found === null) return own(facts.state.streaks, key)?.longest ?? 0
  return longestAt(found.streak, found.standing, facts.as_of!)
}

/** The user's own day at a moment. */
const dayAt = ({ state, tenant_timezone }: Facts, at: number): number =>
  localDay(zoneFor("user", { user: userZoneAt(state.timezone, at), tenant: tenant_timezone }), at)

const countOf = ({ key, window_days }: Condition, facts: Facts): number => {
  const { around, as_of, now, state } = facts
  const count = own(state.counts, key ?? "")
  if (count === undefined) return 0
  const { recent, total } = count
  const today = dayAt(facts, now)
  if (window_days === null) return as_of === undefined ? total : total - countSince(recent, dayAt(facts, as_of) + 1)
  const until = (day: number) => countSince(recent, day - window_days + 1) - countSince(recent, day + 1)
  if (as_of !== undefined) return until(dayAt(facts, as_of))
  // Tomorrow is of somebody who came from a zone further east; what is later was brought on a test clock.
  if (around === undefined || around.type !== key)
    return countSince(recent, today - window_days + 1) - countSince(recent, today + 2)
  const first = dayAt(facts, around.at)
  // Any window over the day ends with one of the days that have events, or counts no more than one that does.
  const days = recent.filter((day, index) => index % 2 === 0 && day >= first && day < first + window_days)
  return Math.max(until(first), ...days.map(until))
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
