/**
 * A streak as the fold of its qualified periods in calendar order. A late event that fills a gap therefore leaves the
 * streak as it would have been had everything arrived in time: runs grow together and a freeze spent on the gap comes
 * back.
 */
import type { StreakRule } from "../../wire/content/StreakRule.ts"
import { frozenBetween, openBetween, type Pardons } from "./pardons.ts"
import type { StreakBase } from "../core/State.ts"

export interface Cursor {
  period: number | null
  current: number
  freezes_left: number
  since_freeze: number
  /** the last step was bridged by freezes */
  is_bridged: boolean
}

export const cursorOf = (base: StreakBase): Cursor => ({ ...base, is_bridged: false })

/** Milestones a run reaches exactly at this length, in the order of the rule. */
export const milestonesAt = (rule: Pick<StreakRule, "milestones">, length: number) =>
  rule.milestones.filter((milestone) =>
    "length" in milestone ? milestone.length === length : length % milestone.every === 0
  )

/** Freezes are capped by the rule, but what a buddy already holds is never taken away. */
export const withFreezes = (rule: StreakRule, held: number, more: number): number =>
  Math.max(held, Math.min(held + more, rule.freezes.max))

/**
 * Count one more qualified period. A gap is bridged only when the freezes at hand cover all of it that is not pardoned.
 */
export const step = (rule: StreakRule, cursor: Cursor, period: number, pardons: Pardons): void => {
  const { auto_consume, earn_every_days } = rule.freezes
  const gap = cursor.period === null ? Infinity : openBetween(pardons, cursor.period, period)
  if (cursor.period !== null && pardons.frozen.length > 0) {
    cursor.freezes_left = Math.max(0, cursor.freezes_left - frozenBetween(pardons, cursor.period, period))
  }
  cursor.is_bridged = gap > 0 && gap <= cursor.freezes_left && auto_consume
  if (cursor.is_bridged) cursor.freezes_left -= gap
  cursor.current = gap === 0 || cursor.is_bridged ? cursor.current + 1 : 1
  cursor.since_freeze += 1
  if (earn_every_days !== null && cursor.since_freeze >= earn_every_days) {
    cursor.since_freeze = 0
    cursor.freezes_left = withFreezes(rule, cursor.freezes_left, 1)
  }
  for (const { reward } of milestonesAt(rule, cursor.current)) {
    cursor.freezes_left = withFreezes(rule, cursor.freezes_left, reward.streak_freezes)
  }
  cursor.period = period
}

/** Freezes spent by hand on periods no qualified one has followed yet. */
export const pendingFreezes = (pardons: Pardons, newest: number | null): number =>
  pardons.frozen.length === 0 || newest === null ? 0 : frozenBetween(pardons, newest, Infinity)

export interface Run {
  readonly periods: Array<number>
  length: number
}

export interface Folded {
  readonly cursor: Cursor
  /** the base's run first, when it has one */
  readonly runs: ReadonlyArray<Run>
  /** the first of them is the base's, of whose periods only the last is known */
  readonly isBased: boolean
  /** was the step to this period bridged by freezes? */
  readonly bridged: ReadonlySet<number>
}

export const foldPeriods = (
  rule: StreakRule,
  base: StreakBase,
  periods: ReadonlyArray<number>,
  pardons: Pardons
): Folded => {
  const cursor = cursorOf(base)
  const runs: Array<Run> = []
  const bridged = new Set<number>()
  if (base.period !== null) runs.push({ periods: [base.period], length: base.current })
  for (const period of periods) {
    step(rule, cursor, period, pardons)
    if (cursor.is_bridged) bridged.add(period)
    const run = runs[runs.length - 1]
    if (run === undefined || cursor.current === 1) runs.push({ periods: [period], length: 1 })
    else {
      run.periods.push(period)
      run.length = cursor.current
    }
  }
  return { cursor, runs, bridged, isBased: base.period !== null }
}

export const longestOf = ({ runs }: Folded): number => runs.reduce((most, { length }) => Math.max(most, length), 0)

/** The lengths that each run has reached now and no part of it had reached before, shortest first. */
export const newLengths = (
  before: Folded,
  after: Folded
): ReadonlyArray<{ readonly run: Run; readonly lengths: ReadonlyArray<number> }> => {
  const reached = new Map<number, number>()
  for (const { length, periods } of before.runs) {
    for (const period of periods) reached.set(period, length)
  }
  return after.runs.map((run) => {
    const known = run.periods.reduce((most, period) => Math.max(most, reached.get(period) ?? 0), 0)
    return { run, lengths: Array.from({ length: Math.max(0, run.length - known) }, (_, index) => known + index + 1) }
  })
}
