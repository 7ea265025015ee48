/** What reads show of a state: the shapes of GET /buddies/{id}, .../tokens and .../evolution. */
import { requirementsOf } from "../rules/conditions.ts"
import type { Facts, Requirement } from "../core/Facts.ts"
import { levelOf } from "../rules/curves.ts"
import { nextStageOf, progressOf } from "../growth/evolution.ts"
import type { Snapshot } from "../core/Snapshot.ts"
import { type BuddyState, own } from "../core/State.ts"
import { deadlineAt } from "../streaks/streakRisk.ts"
import { nothing } from "../rules/wallet.ts"
import { isoTime } from "../calendar/zones.ts"

export interface SkillView {
  readonly level: number
  readonly points: number
  /** null at the top level */
  readonly next_level_points: number | null
}

/** Every skill of the pinned config, by skill_key. */
export const skillView = (snapshot: Snapshot, state: BuddyState): Readonly<Record<string, SkillView>> =>
  Object.fromEntries(
    [...snapshot.skills].map(([skillKey, { start_points, thresholds }]) => {
      const points = own(state.skills, skillKey) ?? start_points
      const level = levelOf(thresholds, points)
      return [skillKey, { level, points, next_level_points: thresholds[level] ?? null }]
    })
  )

export interface TokenView {
  readonly token_key: string
  readonly balance: number
  readonly lifetime_earned: number
  readonly lifetime_spent: number
}

/** Every token type of the pinned config, by kind. */
export const tokensView = (snapshot: Snapshot, state: BuddyState) => {
  const views = [...snapshot.tokens.values()].map(({ kind, token_key }) => {
    const { balance, earned, spent } = own(state.tokens, token_key) ?? nothing
    return { kind, view: { token_key, balance, lifetime_earned: earned, lifetime_spent: spent } }
  })
  const ofKind = (kind: string): ReadonlyArray<TokenView> =>
    views.filter((entry) => entry.kind === kind).map(({ view }) => view)
  return { primary: ofKind("primary"), progression: ofKind("progression") }
}

export interface EvolutionView {
  readonly current_stage: number
  readonly next_stage: number | null
  readonly ready: boolean
  readonly auto_evolve: boolean
  /** 0..1 towards the next stage; 1 at the last one */
  readonly progress: number
  readonly requirements: ReadonlyArray<Requirement>
}

/** GET /buddies/{id}/evolution without the buddy_id. Ready is judged at `now`, not at the last command. */
export const evolutionView = (
  snapshot: Snapshot,
  state: BuddyState,
  at: { readonly now: number; readonly tenant_timezone: string }
): EvolutionView => {
  const facts: Facts = { snapshot, state, ...at }
  const stage = nextStageOf(facts)
  const auto_evolve = snapshot.evolution?.auto_evolve ?? false
  const current_stage = state.evolution_stage
  if (stage === null) {
    return { current_stage, next_stage: null, ready: false, auto_evolve, progress: 1, requirements: [] }
  }
  const requirements = requirementsOf(stage.requirements, facts)
  const ready =
    stage.requirements.match === "any"
      ? requirements.length === 0 || requirements.some(({ met }) => met)
      : requirements.every(({ met }) => met)
  return {
    current_stage,
    next_stage: stage.stage,
    ready,
    auto_evolve,
    progress: progressOf(requirements, ready),
    requirements
  }
}

/** What people call the stage a buddy is at. */
export const stageName = (snapshot: Snapshot, { evolution_stage }: BuddyState): string =>
  nameOfStage(snapshot, evolution_stage)

/** A stage without a name goes by its number. */
export const nameOfStage = ({ stages }: Snapshot, stage: number): string => stages.get(stage)?.name ?? `Stage ${stage}`

export interface ProgressionView {
  readonly evolution: EvolutionView
  readonly prestige_level: number
  readonly coins: { readonly balance: number; readonly lifetime_earned: number; readonly lifetime_spent: number }
  readonly tokens: { readonly primary: ReadonlyArray<TokenView>; readonly progression: ReadonlyArray<TokenView> }
  readonly skills: Readonly<Record<string, SkillView>>
  readonly streaks: ReadonlyArray<StreakView>
  /** badges of which at least one award is held, and all the pinned config has for this buddy */
  readonly badges: { readonly owned: number; readonly total: number }
  readonly gates: { readonly unlocked: number }
  readonly items: { readonly owned: number; readonly equipped: number }
  /** events counted so far */
  readonly events: number
}

interface Place {
  readonly now: number
  readonly tenant_timezone: string
  /** the buddy's: what is meant for others only is left out; absent: nothing is */
  readonly audience?: string
}

const isMeantFor = (audience: string | undefined, meant: string | null): boolean =>
  audience === undefined || meant === null || meant === audience

/** Where a buddy stands in everything its config has: GET /buddies/{id}/progression-metrics without the buddy_id. */
export const progressionView = (snapshot: Snapshot, state: BuddyState, at: Place): ProgressionView => {
  const items = Object.values(state.items)
  const isOwned = (key: string) => (own(state.badges, key)?.count ?? 0) > 0
  const badges = [...snapshot.badges.values()].map(({ badge }) => badge)
  return {
    evolution: evolutionView(snapshot, state, at),
    prestige_level: state.prestige_level,
    coins: {
      balance: state.coins.balance,
      lifetime_earned: state.coins.earned,
      lifetime_spent: state.coins.spent
    },
    tokens: tokensView(snapshot, state),
    skills: skillView(snapshot, state),
    streaks: streaksView(snapshot, state, at),
    badges: {
      owned: badges.filter(({ badge_key }) => isOwned(badge_key)).length,
      total: badges.filter(({ audience, badge_key }) => isMeantFor(at.audience, audience) || isOwned(badge_key)).length
    },
    gates: { unlocked: Object.keys(state.gates).length },
    items: { owned: items.length, equipped: items.filter(({ equipped }) => equipped).length },
    events: Object.values(state.counts).reduce((sum, { total }) => sum + total, 0)
  }
}

export interface StreakView {
  readonly streak_key: string
  /** 0 once the streak has lapsed */
  readonly current_streak: number
  readonly longest_streak: number
  readonly period_key: string | null
  readonly freezes_left: number
  /** ISO 8601 UTC; null when it does not run */
  readonly expires_at: string | null
}

/** Every streak the pinned config has for this buddy, as it stands at `now`. */
export const streaksView = (snapshot: Snapshot, state: BuddyState, at: Place): ReadonlyArray<StreakView> => {
  const streaks = [...snapshot.streaks.values()].filter(({ rule }) => isMeantFor(at.audience, rule.audience))
  return streaks.map((streak) => {
    const { freezes, frequency, streak_key } = streak.rule
    const held = own(state.streaks, streak_key)
    const deadline = deadlineAt({ snapshot, state, ...at }, streak)
    return {
      streak_key,
      current_streak: deadline === null ? 0 : held!.current,
      longest_streak: held?.longest ?? 0,
      period_key: held?.frequency === frequency ? held.period_key : null,
      freezes_left: held?.freezes_left ?? freezes.initial,
      expires_at: deadline === null ? null : isoTime(deadline.expires_at)
    }
  })
}
