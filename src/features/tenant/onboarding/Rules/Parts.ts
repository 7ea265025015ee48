/** The parts of a configuration an idea becomes: rules, skills, badges, streak, stages and shelves. */
import { Schema } from "effect"
import { EventTypeInput as EventTypeSchema } from "../../../../wire/content/EventType.ts"
import { PropertyName } from "../../../../wire/content/Shared.ts"
import type { PresetContent } from "../../../../wire/content/ConfigContent.ts"
import type { IdeaEvent, PlanIdea, Role } from "./Idea.ts"
import { coinsOf, perDayOf } from "./Roles.ts"
import { slugOf } from "./Words.ts"

export type Source = Required<typeof PresetContent.Encoded>
export type Marketplaces = PresetContent["marketplaces"]

const isEventType = Schema.is(EventTypeSchema.fields.event_type)
const isProperty = Schema.is(PropertyName)

/** As it can be stored and shown: a model may say anything. */
export const plain = (text: string, fallback: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{C}+/gu, " ")
    .trim() || fallback

export interface Planned extends IdeaEvent {
  readonly key: string
  readonly reward: PlanIdea["rewards"][number]
}

/** Keys that differ, for names that may not. */
const keys = () => {
  const taken = new Set<string>(["constructor", "prototype"])
  return (text: string, fallback: string): string => {
    const wanted = slugOf(text) || fallback
    let key = wanted
    for (let count = 2; taken.has(key); count++) key = `${wanted}_${count}`
    taken.add(key)
    return key
  }
}

export const plannedOf = ({ event_types, rewards }: PlanIdea): ReadonlyArray<Planned> => {
  const keyOf = keys()
  const seen = new Set<string>()
  return event_types.flatMap((event) => {
    const event_type = event.event_type.trim()
    if (!isEventType(event_type) || seen.has(event_type)) return []
    seen.add(event_type)
    const reward = rewards.find((one) => one.event_type === event.event_type)
    const usual = { event_type, coins: coinsOf[event.role], max_per_day: perDayOf[event.role], is_drawn: false }
    const [name, why] = [plain(event.name, event_type), plain(event.why, event_type)]
    return { ...event, event_type, name, why, key: keyOf(event_type, "event"), reward: reward ?? usual }
  })
}

const on = (event_type: string) => ({ event_type })
const fixed = (value: number) => ({ mode: "fixed" as const, value })
/** Pays about as much as it would without luck. */
const drawn = (coins: number) => ({
  mode: "pool" as const,
  entries: [
    { value: Math.max(1, Math.round(coins * 0.7)), weight: 80 },
    { value: Math.round(coins * 1.6), weight: 17 },
    { value: coins * 4, weight: 3, is_lucky: true }
  ]
})
const all = (...conditions: ReadonlyArray<object>) => ({ match: "all" as const, conditions }) as never
const times = (event_type: string, value: number) => ({ type: "event_count", key: event_type, operator: "gte", value })
const earned = (value: number) => ({ type: "token_lifetime", key: "xp", operator: "gte", value })

const xpOf: Readonly<Record<Role, number>> = { core: 20, social: 10, rare: 60 }
/** What happens rarely is capped by the week: a day's cap would never be met. */
const limitsOf = ({ reward, role }: Planned) =>
  role === "rare"
    ? { max_per_day: Math.min(reward.max_per_day, 10), max_per_week: 10 }
    : { max_per_day: Math.min(reward.max_per_day, 100) }

export const coinRules = (events: ReadonlyArray<Planned>, avoid: ReadonlySet<string>): Source["coin_rules"] =>
  events
    .filter(({ reward }) => reward.coins > 0)
    .map((event) => ({
      rule_key: `coins_${event.key}`,
      name: event.name,
      trigger: on(event.event_type),
      amount: event.reward.is_drawn && !avoid.has("randomness") ? drawn(event.reward.coins) : fixed(event.reward.coins),
      limits: limitsOf(event)
    }))

export const tokenRules = (events: ReadonlyArray<Planned>, hasGems: boolean): Source["token_rules"] => [
  ...events.map((event) => ({
    rule_key: `xp_${event.key}`,
    token_key: "xp",
    trigger: on(event.event_type),
    amount: fixed(xpOf[event.role]),
    limits: limitsOf(event)
  })),
  ...events
    .filter(({ role }) => hasGems && role === "rare")
    .map((event) => ({
      rule_key: `gem_${event.key}`,
      token_key: "gem",
      trigger: on(event.event_type),
      amount: fixed(1),
      limits: limitsOf(event)
    }))
]

const skillNames: Readonly<Record<Role, string>> = { core: "Practice", social: "Team spirit", rare: "Milestones" }
const skillPoints: Readonly<Record<Role, number>> = { core: 10, social: 10, rare: 40 }

export const skills = (events: ReadonlyArray<Planned>, avoid: ReadonlySet<string>) => {
  const present = (["core", "social", "rare"] as const).filter((role) => events.some((event) => event.role === role))
  const skillOf = (role: Role) => slugOf(skillNames[role])
  const first = events.find(({ role }) => role === present[0])
  return {
    skill_sets: [
      {
        skill_set_key: "growth",
        name: "Growth",
        skills: present.map((role) => ({ skill_key: skillOf(role), name: skillNames[role], max_level: 20 })),
        level_curve: { mode: "quadratic" as const, base: 40 }
      }
    ],
    skill_rules: events.map((event) => ({
      rule_key: `skill_${event.key}`,
      skill_key: skillOf(event.role),
      trigger: on(event.event_type),
      amount: fixed(skillPoints[event.role]),
      limits: limitsOf(event)
    })),
    skill_decay_rules:
      avoid.has("loss") || first === undefined
        ? []
        : [
            {
              rule_key: "skill_fades",
              skill_key: skillOf(first.role),
              idle_days: 30,
              period: "month" as const,
              floor_level: 2,
              refresh_on: on(first.event_type)
            }
          ]
  }
}

const tierCoins = { bronze: 10, silver: 50, gold: 120, platinum: 300 } as const

export const badges = (idea: PlanIdea, events: ReadonlyArray<Planned>): Source["badge_definitions"] => {
  const keyOf = keys()
  const known = new Set(events.map(({ event_type }) => event_type))
  return idea.badges
    .filter(({ event_type }) => known.has(event_type.trim()))
    .map(({ count, description, event_type, label, tier }) => ({
      badge_key: keyOf(label, "badge"),
      label: plain(label, event_type.trim()),
      description: plain(description, ""),
      tier,
      coin_reward: tierCoins[tier],
      criteria: all(times(event_type.trim(), count))
    }))
}

/** A week, three weeks, a season of it. */
const lengths = { daily: [7, 21, 60], weekly: [4, 12, 26], monthly: [3, 6, 12] } as const

export const streaks = (
  idea: PlanIdea,
  events: ReadonlyArray<Planned>,
  avoid: ReadonlySet<string>
): Source["streak_rules"] => {
  const { streak } = idea
  const known = new Set(events.map(({ event_type }) => event_type))
  const counted = [...new Set((streak?.event_types ?? []).map((name) => name.trim()))].filter((name) => known.has(name))
  if (streak === null || counted.length === 0) return []
  return [
    {
      streak_key: "rhythm",
      name: plain(streak.name, "Rhythm"),
      frequency: streak.frequency,
      qualifying: { events: counted.slice(0, 5).map((event_type) => ({ event_type })) },
      freezes: avoid.has("loss")
        ? { initial: 3, max: 5, earn_every_days: 3 }
        : { initial: 1, max: 3, earn_every_days: 7 },
      vacation: { max_days: 30, max_per_year: 2 },
      restore_window_days: avoid.has("loss") ? 14 : 3,
      milestones: lengths[streak.frequency].map((length, index) => ({
        length,
        reward: { coins: [30, 80, 250][index]! }
      }))
    }
  ]
}

/** Rounded to what people would write. */
const neat = (value: number): number => {
  const step = value < 200 ? 10 : value < 2_000 ? 50 : 100
  return Math.max(20, Math.round(value / step) * step)
}

/** Weeks of an active user until the second stage, the third and so on. */
const weeksTo = [1, 4, 12, 26] as const

export const evolution = (idea: PlanIdea, events: ReadonlyArray<Planned>): Source["evolution_rules"] => {
  const names = idea.evolution.stage_names.map((name, index) => plain(name, `Stage ${index + 1}`))
  const perWeek = events.reduce((sum, event) => {
    const { max_per_day } = limitsOf(event)
    return sum + Math.min(event.per_user_week, 7 * max_per_day) * xpOf[event.role]
  }, 0)
  let before = 0
  return {
    max_stage: names.length,
    auto_evolve: true,
    stages: names.map((name, index) => {
      if (index === 0) return { stage: 1, name }
      before = Math.max(before + 20, neat(perWeek * weeksTo[index - 1]!))
      return { stage: index + 1, name, requirements: all(earned(before)), reward: { coins: 50 * index } }
    })
  }
}

const items_max = 8

/** The shelves of the preset, without what hangs on badges and skills that are not there. */
export const shops = (marketplaces: Marketplaces, avoid: ReadonlySet<string>) => {
  if (avoid.has("spending")) return { marketplaces: [], gates: [] }
  const open = marketplaces.slice(0, 1).map((marketplace) => ({
    ...marketplace,
    items: marketplace.items
      .filter(
        ({ is_gift_only, requirements, visibility }) =>
          !is_gift_only && requirements.conditions.length === 0 && visibility.conditions.length === 0
      )
      .slice(0, items_max)
  }))
  return {
    marketplaces: open as Source["marketplaces"],
    gates: [{ gate_key: "inner_circle", token_key: "gem", cost: 3, metadata: { title: "Inner circle" } }]
  }
}

export const eventTypes = (events: ReadonlyArray<Planned>): ReadonlyArray<typeof EventTypeSchema.Encoded> =>
  events.map(({ event_type, name, properties }) => {
    const seen = new Set<string>()
    const told = properties.filter((one) => isProperty(one.name) && !seen.has(one.name) && seen.add(one.name))
    return { event_type, name, properties: told }
  })
