/**
 * What the engine remembers of one buddy between two commands. It is stored as one JSON document in `buddies.state`,
 * so it must stay small and plain: numbers, strings, lists, nested records. Everything that grows without bound
 * (events, ledger, unique payments) lives in tables of its own. Records are read through `own`, so a key that names a
 * member of Object's prototype is just a key.
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
  readonly items: Readonly<
    Record<string, { readonly acquired_at: number; readonly equipped: boolean; readonly category: string }>
  >
  /** by gate_key, unlocked at (epoch ms) */
  readonly gates: Readonly<Record<string, number>>
  /** readiness for the next stage after the last command, so that `evolution.ready` is sent on the rising edge only */
  readonly evolution_ready: boolean
  readonly evolution_stage: number
  readonly prestige_level: number
  /** epoch ms */
  readonly hatched_at: number
  /**
   * IANA zone of the user; from local day `next_from_day` (days since 1970-01-01 in `zone`) on, `next` counts instead
   */
  readonly timezone: {
    readonly zone: string | null
    readonly next: string | null
    readonly next_from_day: number | null
  }
  /**
   * the config version whose badges were all looked at; another one (hatch, migration) makes the next command look at
   * all
   */
  readonly checked_config_version_id: string | null
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
}

export interface EventCount {
  readonly total: number
  /** `PeriodCounts` of UTC days, kept for the longest window any condition of the pinned config asks for */
  readonly recent: ReadonlyArray<number>
}

export interface BadgeState {
  readonly count: number
  /** epoch ms of the last award; null while it waits for manual review */
  readonly awarded_at: number | null
  /** criteria were true after the last command (repeatable badges fire on the rising edge) */
  readonly satisfied: boolean
  /** a manual_review badge that is ready and not yet approved */
  readonly ready: boolean
}

/**
 * A streak is the fold of its qualified periods in calendar order, whatever order the events arrived in. Periods that
 * a late event can still join are kept one by one in `qualified`; older ones are folded into `base`. The first seven
 * fields are the result of the fold.
 */
export interface StreakState {
  readonly current: number
  readonly longest: number
  /** last period that counted, e.g. `2026-11-20` */
  readonly period_key: string | null
  readonly freezes_left: number
  /** qualifying periods since the last earned freeze */
  readonly since_freeze: number
  /** epoch ms when the streak breaks unless extended or frozen */
  readonly expires_at: number | null
  readonly frequency: "daily" | "weekly" | "monthly"
  readonly base: StreakBase
  /** period numbers (periods.ts) after `base.period`, oldest first */
  readonly qualified: ReadonlyArray<number>
  /**
   * period number -> how often each qualifying entry (by its place in the rule) was seen; only periods not yet
   * qualified
   */
  readonly progress: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export interface StreakBase {
  readonly period: number | null
  readonly current: number
  readonly freezes_left: number
  readonly since_freeze: number
}

/**
 * A record's own entry. Records here hold data, so a function can only be a member of Object's prototype that happens
 * to be called like the key (`toString`); telling it by its type is cheaper than asking `Object.hasOwn`.
 */
export const own = <V>(record: Readonly<Record<string, V>>, key: string): V | undefined => {
  const value = record[key]
  return typeof value === "function" || key === "__proto__" ? undefined : value
}
