/**
 * One config version, compiled once: rules indexed by the event type that triggers them and sorted, filters turned
 * into closures, curves into threshold lists, and badges indexed by what can make their criteria change. An event then
 * touches only what concerns it, however many rules a tenant has.
 */
import type { BadgeDefinition } from "../../wire/content/BadgeDefinition.ts"
import type { CoinRule } from "../../wire/content/CoinRule.ts"
import type { ConfigContent } from "../../wire/content/ConfigContent.ts"
import type { EvolutionRules, Stage } from "../../wire/content/EvolutionRules.ts"
import type { Condition, Group } from "../../wire/content/Shared.ts"
import type { SkillDecayRule, SkillRule } from "../../wire/content/Skill.ts"
import type { StreakRule } from "../../wire/content/StreakRule.ts"
import type { TokenRule, TokenType } from "../../wire/content/Token.ts"
import { compileCurve, type CompiledSkill } from "../rules/curves.ts"
import { compileFilters, type CompiledFilters } from "../rules/filters.ts"
import { checksum } from "../rules/uniques.ts"
import { namesImplicit } from "./Audiences.ts"
import { alwaysInput, coinsInput, inputOf, prestigeInput, stageInput } from "./inputs.ts"

export interface Snapshot {
  readonly config_version_id: string
  readonly content: ConfigContent
  readonly tokens: ReadonlyMap<string, TokenType>
  readonly skills: ReadonlyMap<string, CompiledSkill>
  readonly streaks: ReadonlyMap<string, CompiledStreak>
  readonly badges: ReadonlyMap<string, CompiledBadge>
  /** in order of evaluation */
  readonly badge_list: ReadonlyArray<CompiledBadge>
  /** by input (`inputOf`): the badges whose criteria read it */
  readonly badges_by_input: ReadonlyMap<string, ReadonlyArray<CompiledBadge>>
  readonly triggers: ReadonlyMap<string, Triggered>
  readonly evolution: EvolutionRules | null
  /** by rule_id */
  readonly decays: ReadonlyMap<string, CompiledDecay>
  /** by skill_key: rules for which any gain of the skill is practice */
  readonly decays_by_skill: ReadonlyMap<string, ReadonlyArray<CompiledDecay>>
  readonly stages: ReadonlyMap<number, Stage>
  /** event types some condition counts: the longest window in days, 0 for totals only */
  readonly windows: ReadonlyMap<string, number>
  /** some rule is for the implicit audience, which may go on under another name */
  readonly names_implicit: boolean
}

/** Everything one event type sets off. */
export interface Triggered {
  readonly skill_rules: ReadonlyArray<CompiledRule<SkillRule>>
  readonly coin_rules: ReadonlyArray<CompiledRule<CoinRule>>
  readonly token_rules: ReadonlyArray<CompiledRule<TokenRule>>
  readonly streaks: ReadonlyArray<{ readonly streak: CompiledStreak; readonly entries: ReadonlyArray<number> }>
  /** decay rules this event keeps from running */
  readonly refreshes: ReadonlyArray<CompiledDecay>
}

export type AnyRule = CoinRule | TokenRule | SkillRule

/** What is judged of anything an event may set off. */
export type Judgeable = Pick<
  CoinRule,
  "rule_id" | "rule_key" | "enabled" | "audience" | "trigger" | "conditions" | "limits"
>

export interface Judged<R extends Judgeable = Judgeable> {
  /** of its trace rows */
  readonly type: string
  readonly rule: R
  readonly filters: CompiledFilters
  /** any limit that has to be remembered per buddy */
  readonly is_limited: boolean
  readonly is_per_period: boolean
}

export interface CompiledRule<R extends AnyRule = AnyRule> extends Judged<R> {
  readonly type: "coin_rule" | "token_rule" | "skill_rule"
}

export interface CompiledStreak {
  readonly rule: StreakRule
  readonly kind: "day" | "week" | "month"
  readonly filters: ReadonlyArray<CompiledFilters>
  readonly input: string
  /** changes with whatever decides which periods are full */
  readonly terms: string
}

export interface CompiledDecay {
  readonly rule: SkillDecayRule
  readonly skill: CompiledSkill
  /** of `refresh_on` */
  readonly filters: CompiledFilters
}

export interface CompiledBadge {
  readonly badge: BadgeDefinition
  readonly place: number
  readonly input: string
}

/**
 * Which changes can turn this condition. Days and running streaks change with the clock: they are looked at always. A
 * windowed count only sinks with time, which matters where the falling edge is watched.
 */
const inputsOfCondition = (condition: Condition, isEdgeWatched: boolean): ReadonlyArray<string> => {
  const key = condition.key ?? ""
  const onlyRiseCounts = !isEdgeWatched && (condition.operator === "gte" || condition.operator === "gt")
  switch (condition.type) {
    case "evolution_stage":
      return [stageInput]
    case "prestige_level":
      return [prestigeInput]
    case "days_since_hatched":
      return [alwaysInput]
    case "coins_balance":
    case "coins_lifetime":
      return [coinsInput]
    case "token_balance":
    case "token_lifetime":
      return [inputOf.token(key)]
    case "skill_level":
      return [inputOf.skill(key)]
    case "badge_owned":
      return [inputOf.badge(key)]
    case "item_owned":
      return [inputOf.item(key)]
    case "gate_unlocked":
      return [inputOf.gate(key)]
    case "streak_current":
      return [inputOf.streak(key), alwaysInput]
    case "streak_longest":
      return [inputOf.streak(key)]
    case "event_count":
      return condition.window_days === null || onlyRiseCounts ? [inputOf.event(key)] : [inputOf.event(key), alwaysInput]
  }
}

const byPriority = (left: { readonly rule: AnyRule }, right: { readonly rule: AnyRule }): number =>
  left.rule.priority - right.rule.priority || (left.rule.rule_key < right.rule.rule_key ? -1 : 1)

export const compileJudged = <T extends string, R extends Judgeable>(type: T, rule: R) => {
  const { limits } = rule
  const isPerPeriod = limits.max_per_day !== null || limits.max_per_week !== null || limits.max_per_month !== null
  return {
    type,
    rule,
    filters: compileFilters(rule.trigger.filters, rule.trigger.match),
    is_limited: isPerPeriod || limits.max_total !== null || limits.cooldown_seconds > 0,
    is_per_period: isPerPeriod
  }
}

const streakKinds = { daily: "day", weekly: "week", monthly: "month" } as const

const compileStreak = (rule: StreakRule): CompiledStreak => ({
  rule,
  kind: streakKinds[rule.frequency],
  filters: rule.qualifying.events.map((entry) => compileFilters(entry.filters)),
  input: inputOf.streak(rule.streak_key),
  terms: checksum(JSON.stringify([rule.frequency, rule.qualifying, rule.grace_minutes, rule.freezes]))
})

const grouped = <K, V>(pairs: Iterable<readonly [K, V]>): Map<K, Array<V>> => {
  const groups = new Map<K, Array<V>>()
  for (const [key, value] of pairs) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

/** A rule about a skill the version does not have has nothing to run on. */
const compileDecays = (
  rules: ReadonlyArray<SkillDecayRule>,
  skills: ReadonlyMap<string, CompiledSkill>
): ReadonlyArray<CompiledDecay> =>
  rules.flatMap((rule) => {
    const skill = skills.get(rule.skill_key)
    const { filters = [], match = "all" } = rule.refresh_on ?? {}
    return skill === undefined ? [] : [{ rule, skill, filters: compileFilters(filters, match) }]
  })

const compileTriggers = (
  content: ConfigContent,
  streaks: ReadonlyArray<CompiledStreak>,
  decays: ReadonlyArray<CompiledDecay>
): Map<string, Triggered> => {
  const rulesOf = <R extends AnyRule>(type: CompiledRule["type"], rules: ReadonlyArray<R>) =>
    grouped(
      rules
        .map((rule): CompiledRule<R> => compileJudged(type, rule))
        .sort(byPriority)
        .map((rule) => [rule.rule.trigger.event_type, rule])
    )
  const skillRules = rulesOf("skill_rule", content.skill_rules)
  const coinRules = rulesOf("coin_rule", content.coin_rules)
  const tokenRules = rulesOf("token_rule", content.token_rules)
  const streaksByType = grouped(
    streaks.flatMap((streak) => {
      const entries = grouped(streak.rule.qualifying.events.map((entry, place) => [entry.event_type, place] as const))
      return [...entries].map(([type, places]) => [type, { streak, entries: places }] as const)
    })
  )
  const refreshes = grouped(
    decays.flatMap((decay) =>
      decay.rule.refresh_on === null ? [] : [[decay.rule.refresh_on.event_type, decay] as const]
    )
  )
  const types = new Set([skillRules, coinRules, tokenRules, streaksByType, refreshes].flatMap((map) => [...map.keys()]))
  return new Map(
    [...types].map((type) => [
      type,
      {
        skill_rules: skillRules.get(type) ?? [],
        coin_rules: coinRules.get(type) ?? [],
        token_rules: tokenRules.get(type) ?? [],
        streaks: streaksByType.get(type) ?? [],
        refreshes: refreshes.get(type) ?? []
      }
    ])
  )
}

/**
 * What is lost with a prestige, or refused by a reviewer, comes again once its criteria have been false in between:
 * then the falling edge counts as well.
 */
const indexBadges = (
  badges: ReadonlyArray<CompiledBadge>,
  evolution: EvolutionRules | null
): Map<string, Array<CompiledBadge>> => {
  const areLost = evolution?.prestige?.enabled === true && !evolution.prestige.keeps.includes("badges")
  return grouped(
    badges.flatMap((compiled) => {
      const { award_mode, criteria, repeatable, status } = compiled.badge
      if (status !== "active" || award_mode === "api") return []
      const isEdgeWatched = repeatable || areLost || award_mode === "manual_review"
      const inputs = new Set(criteria.conditions.flatMap((condition) => inputsOfCondition(condition, isEdgeWatched)))
      return [...inputs].map((input) => [input, compiled] as const)
    })
  )
}

const windowsOf = (content: ConfigContent): Map<string, number> =>
  windowsIn([
    ...content.badge_definitions.map((badge) => badge.criteria),
    ...[...content.coin_rules, ...content.token_rules, ...content.skill_rules].map((rule) => rule.conditions),
    ...(content.evolution_rules?.stages ?? []).map((stage) => stage.requirements),
    ...(content.evolution_rules?.prestige ? [content.evolution_rules.prestige.requirements] : []),
    ...Object.values(content.marketplace_requirements)
  ])

/** Event types the conditions count: the longest window in days, 0 for totals only. */
export const windowsIn = (groups: ReadonlyArray<Group>): Map<string, number> => {
  const windows = new Map<string, number>()
  for (const { conditions } of groups) {
    for (const { key, type, window_days } of conditions) {
      if (type === "event_count" && key !== null) windows.set(key, Math.max(windows.get(key) ?? 0, window_days ?? 0))
    }
  }
  return windows
}

/** Compile a config version. Costs about a millisecond; keep the result per `config_version_id`. */
export const compile = (content: ConfigContent, options: { readonly config_version_id: string }): Snapshot => {
  const streaks = content.streak_rules.map(compileStreak)
  const badges = content.badge_definitions.map((badge, place) => ({
    badge,
    place,
    input: inputOf.badge(badge.badge_key)
  }))
  const skills = new Map(
    content.skill_sets.flatMap((set) =>
      set.skills.map((skill) => [skill.skill_key, compileCurve(skill, set.level_curve)] as const)
    )
  )
  const decays = compileDecays(content.skill_decay_rules, skills)
  return {
    config_version_id: options.config_version_id,
    content,
    tokens: new Map(content.token_types.map((token) => [token.token_key, token])),
    skills,
    streaks: new Map(streaks.map((streak) => [streak.rule.streak_key, streak])),
    badges: new Map(badges.map((badge) => [badge.badge.badge_key, badge])),
    badge_list: badges,
    badges_by_input: indexBadges(badges, content.evolution_rules),
    triggers: compileTriggers(content, streaks, decays),
    decays: new Map(decays.map((decay) => [decay.rule.rule_id, decay])),
    decays_by_skill: grouped(
      decays.flatMap((decay) => (decay.rule.refresh_on === null ? [[decay.rule.skill_key, decay] as const] : []))
    ),
    evolution: content.evolution_rules,
    stages: new Map((content.evolution_rules?.stages ?? []).map((stage) => [stage.stage, stage])),
    windows: windowsOf(content),
    names_implicit: namesImplicit(content)
  }
}
