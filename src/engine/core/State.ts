import type { BoosterTerms } from "../../wire/campaigns/Boosters.ts"
import type { CeremonyKind } from "../../wire/answers/Buddy.ts"
import type { Membership } from "../community/TeamTerms.ts"
import type { EventBadgeProgress, LotteryTickets, QuestPart, SaleCount } from "./CampaignState.ts"
import type { KudosGiven } from "../community/KudosTerms.ts"
import type { Outfit } from "../community/OutfitTerms.ts"
import type { FreeLunch } from "../campaigns/freeLunchTerms.ts"
import type { StreakState } from "../streaks/StreakState.ts"

export type { StreakBase, StreakState, Telling } from "../streaks/StreakState.ts"

/**
 * What the engine remembers of one buddy between two commands. It is stored as one JSON document in `buddies.state`,
 * so it must stay small and plain: numbers, strings, lists, nested records. Everything that grows without bound
 * (events, ledger, unique payments) lives in tables of its own. Records are read through `own`: keys are just keys.
 */
export interface BuddyState {
  readonly coins: Balance
  /** by token_key */
  readonly tokens: Readonly<Record<string, Balance>>
  /** cumulative points by skill_key; the level is derived through the curve of the pinned config */
  readonly skills: Readonly<Record<string, number>>
  /** by streak_key */
  readonly streaks: Readonly<Record<string, StreakState>>
  /** by badge_key */
  readonly badges: Readonly<Record<string, BadgeState>>
  /**
   * by event type, then rule_id: what limits and cooldowns need; rules without limits leave nothing here. Two steps,
   * so that an event copies the entries of its own type only.
   */
  readonly limits: Readonly<Record<string, Readonly<Record<string, LimitState>>>>
  /** by event type */
  readonly counts: Readonly<Record<string, EventCount>>
  /** by item_id; owned items */
  readonly items: Readonly<Record<string, OwnedItem>>
  /** by flash_sale_id: pieces bought in sales that have a limit for each buddy; absent: none that is not over */
  readonly sales?: Readonly<Record<string, SaleCount>>
  /** by surprise_drop_id: misses in a row; absent: none */
  readonly drops?: Readonly<Record<string, number>>
  /** by event_badge_id; absent: no event has counted for one that may still count */
  readonly event_badges?: Readonly<Record<string, EventBadgeProgress>>
  /** of this buddy alone, also those that are over for events that come late; absent: none */
  readonly boosters?: ReadonlyArray<BoosterTerms>
  /** by outfit_id; absent: none was ever saved */
  readonly outfits?: Readonly<Record<string, Outfit>>
  /** by grant_id: cards of gifts, also those that were dismissed; absent: none */
  readonly lunches?: Readonly<Record<string, FreeLunch>>
  /** by gate_key, unlocked at (epoch ms) */
  readonly gates: Readonly<Record<string, number>>
  /** by unit: what reversals could not take back and later credits of the unit pay first; absent: nothing owed */
  readonly debts?: Readonly<Record<string, number>>
  /** what reversed events brought and something else still earns; absent: nothing */
  readonly remains?: Remains
  /** how many events were taken back, ever; absent: none */
  readonly reversals?: number
  /** by rule_id of a decay rule: when the skill was last practised and the newest period the rule ran for */
  readonly fading?: Readonly<Record<string, FadingState>>
  /** days on which nothing is asked of the user, oldest first */
  readonly vacations?: ReadonlyArray<Vacation>
  /** by path_key */
  readonly paths?: Readonly<Record<string, PathState>>
  /** by team_id, at most five; absent: none */
  readonly teams?: Readonly<Record<string, Membership>>
  /** given on the newest day on which any were; absent: none lately */
  readonly kudos?: KudosGiven
  /** by lottery_id: tickets of its newest draw the buddy took part in */
  readonly lotteries?: Readonly<Record<string, LotteryTickets>>
  /** by quest_id: its part in group quests; absent: none */
  readonly quests?: Readonly<Record<string, QuestPart>>
  /** season_id of the one that ran when it last scored in one; absent: it has not, or that is closed */
  readonly season?: string
  /** what it added to that season, less reversals; absent: not known, or of a metric that does not add up */
  readonly season_score?: number
  /** readiness for the next stage after the last command, so that `evolution.ready` is sent on the rising edge only */
  readonly evolution_ready: boolean
  readonly evolution_stage: number
  /**
   * what was reached to be watched, the newest last, and what was watched of it, in the order of watching; absent:
   * nothing since there are ceremonies
   */
  readonly ceremonies?: ReadonlyArray<Ceremony>
  readonly prestige_level: number
  /** epoch ms */
  readonly hatched_at: number
  /** occurred_at of the newest event (epoch ms); absent: none since this is remembered */
  readonly active_at?: number
  /**
   * IANA zone of the user; from local day `next_from_day` (days since 1970-01-01 in `zone`) on, `next` counts instead
   */
  readonly timezone: UserZone
  /**
   * the config version whose badges were all looked at; another one (hatch, migration) makes the next command look at
   * all
   */
  readonly checked_config_version_id: string | null
}

export interface Ceremony {
  readonly ceremony: CeremonyKind
  /** the stage the buddy came to with it */
  readonly evolution_stage: number
  readonly prestige_level: number
  /** watched to its end */
  readonly recorded: boolean
  /** epoch ms; absent: a release before has kept it */
  readonly at?: number
}

export interface UserZone {
  readonly zone: string | null
  readonly next: string | null
  readonly next_from_day: number | null
  /** epoch ms of the newest event that told a zone: what an older one tells is old news */
  readonly told_at?: number
  /** of the event that told the first zone, epoch ms: what was counted before went by the tenant's; absent: none did */
  readonly first_told?: { readonly occurred_at: number; readonly received_at: number }
  /** zones lived in before, oldest first: each until that moment (epoch ms), for events that arrive late */
  readonly former?: ReadonlyArray<{ readonly zone: string | null; readonly until: number }>
}

/** A reward outlives its event while its badge or its day of a streak is earned without it, and goes with those. */
export interface Remains {
  /** by badge_key */
  readonly badges: Readonly<Record<string, BadgeRemains>>
  readonly streaks: ReadonlyArray<StreakRemains>
}

export interface BadgeRemains {
  readonly awards: number
  readonly entries: ReadonlyArray<RemainingEntry>
  /** epoch ms; events that came later do not hold it */
  readonly judged_at: number
}

export interface StreakRemains {
  readonly streak_key: string
  readonly frequency: StreakState["frequency"]
  /** the period number the event had counted for */
  readonly period: number
  readonly entries: ReadonlyArray<RemainingEntry>
  readonly points: ReadonlyArray<{ readonly skill_key: string; readonly amount: number }>
  /** of the milestones that were paid */
  readonly lengths?: ReadonlyArray<number>
}

/** A credit of the ledger that may still be taken back. */
export interface RemainingEntry {
  readonly ledger_id: string
  readonly unit: string
  readonly amount: number
}

export interface OwnedItem {
  /** epoch ms of the newest acquisition */
  readonly acquired_at: number
  readonly equipped: boolean
  readonly category: string
  readonly name: string
  readonly price_paid: number
  /** null: not bought */
  readonly purchase_id: string | null
  readonly count: number
}

export interface FadingState {
  /** epoch ms */
  readonly practised_at: number
  /** e.g. `2026-W47`; null before the first run */
  readonly period_key: string | null
}

/** Local days (days since 1970-01-01), both included. */
export interface Vacation {
  readonly from_day: number
  readonly to_day: number
}

/** Where a buddy is on a guided journey. Sub-steps not named here are locked or available, which follows from these. */
export interface PathState {
  /** by sub_step_key, completed at (epoch ms) */
  readonly done: Readonly<Record<string, number>>
  /** by sub_step_key: events counted since it became available */
  readonly counted: Readonly<Record<string, number>>
  /** epoch ms; null until every sub-step is completed */
  readonly completed_at: number | null
}

export interface Balance {
  readonly balance: number
  readonly earned: number
  readonly spent: number
}

/**
 * Lists are `PeriodCounts` (periods.ts) and are pruned once a period is older than any event that may still be
 * rewarded.
 */
export interface LimitState {
  readonly total: number
  readonly days: ReadonlyArray<number>
  readonly weeks: ReadonlyArray<number>
  readonly months: ReadonlyArray<number>
  /** epoch ms of the newest occurred_at that fired */
  readonly last_at: number | null
  /** where there is a cooldown: those a late event may still come near, oldest first */
  readonly fired_at?: ReadonlyArray<number>
}

export interface EventCount {
  readonly total: number
  /** `PeriodCounts` of local days of the user, kept as long as any condition of the pinned config may ask for them */
  readonly recent: ReadonlyArray<number>
}

export interface BadgeState {
  /** awards still held */
  readonly count: number
  /** awards lost again (prestige, reversal); awards are numbered through, so `past + count` is the newest number */
  readonly past?: number
  /** epoch ms of the last award; null while it waits for manual review */
  readonly awarded_at: number | null
  /** criteria were true after the last command (repeatable badges fire on the rising edge) */
  readonly satisfied: boolean
  /** a manual_review badge that is ready and not yet approved */
  readonly ready: boolean
  /** refused by a reviewer; it asks again once its criteria have been false in between */
  readonly rejected?: boolean
}

/**
 * A record's own entry. Records here hold data, so a function can only be a member of Object's prototype that happens
 * to be called like the key (`toString`); telling it by its type is cheaper than asking `Object.hasOwn`.
 */
export const own = <V>(record: Readonly<Record<string, V>>, key: string): V | undefined => {
  const value = record[key]
  return typeof value === "function" || key === "__proto__" ? undefined : value
}
