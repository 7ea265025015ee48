/** What a buddy remembers of a streak. */

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
  /** of a rule with a grace, instead of `progress`: its events, as far as they can still decide anything */
  readonly telling?: Telling
  /** the longest run of what is settled or was taken back: `longest` is never less; absent: all of `longest` */
  readonly longest_settled?: number
  /** `[period, length, ...]`: milestones paid at a period whose run has been shorter since; absent: none */
  readonly paid?: ReadonlyArray<number>
  /** `[period, length, ...]`: milestones whose payment was taken back with their period; absent: none */
  readonly due?: ReadonlyArray<number>
  /** missed period numbers given back by a restore, oldest first */
  readonly restored?: ReadonlyArray<number>
  /** period numbers a freeze was spent on by hand, oldest first; `freezes_left` counts them as spent */
  readonly frozen?: ReadonlyArray<number>
  /** for the calendar: what became of the periods up to `base.period`, as `[mark, length, mark, length, ...]` */
  readonly past?: ReadonlyArray<number>
  /** the period number whose end the user was last warned about */
  readonly warned?: number
}

/** By period number; see streakTelling.ts. */
export interface Telling {
  /** of the rule it was kept under */
  readonly terms: string
  /** what stands before this period is taken as it is */
  readonly from: number
  /** by place of the entry in the rule: events after the grace of the period before, up to what is asked for */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** events within that grace, in order: `[at, places, at, places, ...]`, places as bits */
  readonly graced: Readonly<Record<string, ReadonlyArray<number>>>
}

export interface StreakBase {
  readonly period: number | null
  readonly current: number
  readonly freezes_left: number
  readonly since_freeze: number
}
