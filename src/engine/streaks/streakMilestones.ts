/**
 * Which milestones a streak owes. A length a run has reached was paid, and stays paid: should the run become shorter
 * (a day is taken back, a late event costs it its freezes), the length is written down at the day it was reached on,
 * and no run over that day is paid it again. A payment that was taken back is owed once more to the run over its day.
 */
import type { StreakRule } from "../../wire/content/StreakRule.ts"
import type { StreakState } from "../core/State.ts"
import { type Folded, milestonesAt, newLengths, type Run } from "./streakFold.ts"

/** As in `StreakState`: `[period, length, period, length, ...]` */
type Marks = ReadonlyArray<number>
export type Books = Pick<StreakState, "paid" | "due">

type Mark = readonly [period: number, length: number]
const marksOf = (flat: Marks = []): ReadonlyArray<Mark> =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2]!, flat[index * 2 + 1]!])

/** Neither list stands in a state that has nothing to remember. */
const booksOf = (paid: ReadonlyArray<Mark>, due: ReadonlyArray<Mark>): Books => ({
  ...(paid.length === 0 ? {} : { paid: paid.flat() }),
  ...(due.length === 0 ? {} : { due: due.flat() })
})

const isOver = (folded: Folded, run: Run, period: number): boolean =>
  period <= run.periods.at(-1)! && (run.periods[0]! <= period || (folded.isBased && run === folded.runs[0]))

const lengthAt = (folded: Folded, period: number): number =>
  folded.runs.find((run) => isOver(folded, run, period))?.length ?? 0

/** The days on which this run reached the lengths that pay. */
const reachedBy = (rule: StreakRule, folded: Folded, run: Run): ReadonlyArray<Mark> => {
  const first = run.length - run.periods.length + 1
  const isBase = folded.isBased && run === folded.runs[0]
  return run.periods.flatMap((period, index) =>
    (isBase && index === 0) || milestonesAt(rule, first + index).length === 0 ? [] : [[period, first + index] as const]
  )
}

/** What is owed now that the periods of `before` have become those of `after`, shortest first per run. */
export const owed = (
  rule: StreakRule,
  books: Books,
  before: Folded,
  after: Folded
): Books & { readonly lengths: ReadonlyArray<number> } => {
  const due = marksOf(books.due)
  const isDue = (run: Run, length: number) =>
    due.some(([period, other]) => other === length && isOver(before, run, period))
  const lost = before.runs.flatMap((run) =>
    reachedBy(rule, before, run).filter(([period, length]) => lengthAt(after, period) < length && !isDue(run, length))
  )
  const known = marksOf(books.paid)
  const isKnown = ([period, length]: Mark) => known.some((one) => one[0] === period && one[1] === length)
  const paid = [...known, ...lost.filter((one) => !isKnown(one))]
  const settled = new Set<Mark>()
  const lengths = newLengths(before, after).flatMap(({ lengths, run }) => {
    const isHere = ([period]: Mark) => isOver(after, run, period)
    const isPaid = (length: number) => paid.some((one) => one[1] === length && isHere(one))
    const again = due.filter((one) => isHere(one) && one[1] <= run.length)
    for (const one of again) settled.add(one)
    const all = new Set([...lengths.filter((length) => !isPaid(length)), ...again.map(([, length]) => length)])
    return [...all].sort((a, b) => a - b)
  })
  const left = paid.filter(([period, length]) => lengthAt(after, period) < length)
  return {
    lengths,
    ...booksOf(
      left,
      due.filter((one) => !settled.has(one))
    )
  }
}

/** The payments of these lengths, made on that day, were taken back. */
export const owedAgain = (books: Books, period: number, lengths: ReadonlyArray<number>): Books => {
  let paid = marksOf(books.paid)
  for (const length of lengths) {
    const same = paid.filter((one) => one[1] === length)
    const nearest = same.sort((a, b) => Math.abs(a[0] - period) - Math.abs(b[0] - period))[0]
    paid = paid.filter((one) => one !== nearest)
  }
  return booksOf(paid, [...marksOf(books.due), ...lengths.map((length): Mark => [period, length])])
}

/**
 * Once periods are folded into the base: nothing is owed for them any more, and what was paid of a run that has ended
 * does not matter. `since`: where the run of the base began, as far as it is known.
 */
export const settledBooks = (
  books: Books,
  base: { readonly period: number; readonly current: number },
  since: number
): Books =>
  booksOf(
    marksOf(books.paid).filter(
      ([period, length]) => period > base.period || (period >= since && length > base.current)
    ),
    marksOf(books.due).filter(([period]) => period > base.period)
  )
