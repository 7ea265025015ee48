/**
 * Days, ISO weeks (Monday first) and calendar months as plain integers, so that "the period before" is a subtraction.
 * The readable keys are `2026-11-20`, `2026-W47` and `2026-11`.
 */
export type PeriodKind = "day" | "week" | "month"

interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Days since 1970-01-01 to a proleptic Gregorian date (era arithmetic: 400 years are 146,097 days). */
const civilOf = (dayNumber: number): CivilDate => {
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  }
}

const dayNumberOf = (year: number, month: number, day: number): number => {
  const fromMarch = month <= 2 ? year - 1 : year
  const era = Math.floor(fromMarch / 400)
  const yearOfEra = fromMarch - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** The period a local day belongs to. */
export const periodOf = (kind: PeriodKind, day: number): number => {
  if (kind === "day") return day
  if (kind === "week") return Math.floor((day + 3) / 7)
  const { month, year } = civilOf(day)
  return year * 12 + month - 1
}

/** The first local day of a period. */
export const firstDayOf = (kind: PeriodKind, period: number): number => {
  if (kind === "day") return period
  if (kind === "week") return period * 7 - 3
  return dayNumberOf(Math.floor(period / 12), (((period % 12) + 12) % 12) + 1, 1)
}

const two = (value: number): string => String(value).padStart(2, "0")
const four = (value: number): string => String(value).padStart(4, "0")

const keysMax = 10_000
const keys: Record<PeriodKind, Map<number, string>> = { day: new Map(), week: new Map(), month: new Map() }

/** The readable key of a period. */
export const periodKey = (kind: PeriodKind, period: number): string => {
  const known = keys[kind].get(period)
  if (known !== undefined) return known
  const key = writeKey(kind, period)
  if (keys[kind].size >= keysMax) keys[kind].clear()
  keys[kind].set(period, key)
  return key
}

const writeKey = (kind: PeriodKind, period: number): string => {
  if (kind === "month") return `${four(Math.floor(period / 12))}-${two((((period % 12) + 12) % 12) + 1)}`
  if (kind === "day") {
    const { day, month, year } = civilOf(period)
    return `${four(year)}-${two(month)}-${two(day)}`
  }
  // An ISO week belongs to the year of its Thursday.
  const thursday = period * 7
  const { year } = civilOf(thursday)
  return `${four(year)}-W${two(Math.floor((thursday - dayNumberOf(year, 1, 1)) / 7) + 1)}`
}

const dayOfKey = (kind: PeriodKind, key: string): number => {
  const [year = NaN, month = NaN, day = 1] = key.split("-").map(Number)
  if (kind !== "week") return dayNumberOf(year, month, day)
  // The fourth of January lies in the first ISO week.
  return dayNumberOf(Number(key.slice(0, 4)), 1, 4) + (Number(key.slice(6)) - 1) * 7
}

/** The period of a readable key; undefined: it is of another kind. */
export const periodOfKey = (kind: PeriodKind, key: string): number | undefined => {
  const period = periodOf(kind, dayOfKey(kind, key))
  return Number.isSafeInteger(period) && periodKey(kind, period) === key ? period : undefined
}

/**
 * Counts per period as one flat list `[period, count, period, count, ...]`, oldest first: small to store, quick to
 * copy.
 */
export type PeriodCounts = ReadonlyArray<number>

export const countIn = (counts: PeriodCounts, period: number): number => {
  for (let index = counts.length - 2; index >= 0; index -= 2) {
    if (counts[index] === period) return counts[index + 1]!
  }
  return 0
}

/** Everything counted in `oldest` and later. */
export const countSince = (counts: PeriodCounts, oldest: number): number => {
  let sum = 0
  for (let index = counts.length - 2; index >= 0 && counts[index]! >= oldest; index -= 2) sum += counts[index + 1]!
  return sum
}

/** More than any window and lateness take together. Only on a test clock is nothing too old, and time is free there. */
export const periodsMax = 800

/**
 * Of values in order, at most `max` next to one: a clock that is set back, or ended, goes on before most of what it has
 * brought. `width`: how many places of the list a value takes, the first is its own.
 */
export const nearest = (
  ordered: ReadonlyArray<number>,
  value: number,
  { max, width }: { readonly max: number; readonly width: number }
): ReadonlyArray<number> => {
  let [from, to] = [0, ordered.length]
  while (to - from > max * width) {
    if (value - ordered[from]! >= ordered[to - width]! - value) from += width
    else to -= width
  }
  return to - from === ordered.length ? ordered : ordered.slice(from, to)
}

/** One more in `period`; periods before `oldest` are forgotten, and the farthest beyond `periodsMax`. */
export const countUp = (counts: PeriodCounts, period: number, oldest: number): PeriodCounts => {
  const newest = counts.length - 2
  if (newest >= 0 && counts[newest] === period && counts[0]! >= oldest) {
    const next = counts.slice()
    next[newest + 1] = next[newest + 1]! + 1
    return next
  }
  const next: Array<number> = []
  let placed = false
  for (let index = 0; index < counts.length; index += 2) {
    const at = counts[index]!
    if (at < oldest) continue
    if (!placed && at > period) {
      next.push(period, 1)
      placed = true
    }
    next.push(at, at === period ? counts[index + 1]! + 1 : counts[index + 1]!)
    if (at === period) placed = true
  }
  if (!placed) next.push(period, 1)
  return nearest(next, period, { max: periodsMax, width: 2 })
}

/** One less in `period`, where any is counted. */
export const countDown = (counts: PeriodCounts, period: number): PeriodCounts => {
  const place = counts.findIndex((value, index) => index % 2 === 0 && value === period)
  if (place < 0) return counts
  const next = counts.slice()
  if (next[place + 1]! > 1) next[place + 1] = next[place + 1]! - 1
  else next.splice(place, 2)
  return next
}
