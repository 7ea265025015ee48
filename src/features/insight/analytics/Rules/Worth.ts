/** What a comparison of two groups comes to. Pure. */
export interface Share {
  readonly users: number
  readonly came_back: number
}

const fourDecimals = (value: number): number => Math.round(value * 10_000) / 10_000

/**
 * Agresti and Caffo: one more of either outcome on both sides keeps the interval honest where users are few. Of users
 * who were made up to all only one of so many (`step`) was seen, and no more of them makes it narrower.
 */
export const intervalOf = (a: Share, b: Share, step = 1): readonly [number, number] => {
  const [m, n] = [a.users / step + 2, b.users / step + 2]
  const [p, q] = [(a.came_back / step + 1) / m, (b.came_back / step + 1) / n]
  const error = Math.sqrt((p * (1 - p)) / m + (q * (1 - q)) / n)
  return [fourDecimals(p - q - 1.96 * error), fourDecimals(p - q + 1.96 * error)]
}

export const meanOf = (sum: number, users: number): number | null => (users === 0 ? null : fourDecimals(sum / users))

export const differenceOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : fourDecimals(a - b)

/** What runs up in a window of what is paid by the month. */
export const costIn = (monthly: number, days: number): number => Math.round((monthly * 12 * days) / 365)

/** Users on either side below which a difference says nothing. */
export const side_min = 100
