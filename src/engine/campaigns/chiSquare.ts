/** Pearson's test: how far counts lie from what was expected of them, and how often chance alone goes as far. */

const logGamma = (x: number): number => {
  // Lanczos, g = 5: good for seven digits wherever x > 0.
  const terms = [76.18009173, -86.50532033, 24.01409822, -1.231739516, 0.120858003e-2, -0.536382e-5]
  const sum = terms.reduce((all, term, index) => all + term / (x + index + 1), 1)
  return (x + 0.5) * Math.log(x + 5.5) - (x + 5.5) + Math.log((Math.sqrt(2 * Math.PI) * sum) / x)
}

const precision = 1e-12
/** The more degrees of freedom, the more terms: thousands of them near the middle. */
const termsMax = 100_000

/** The lower regularized gamma function, by its series: quick where x < a + 1. */
const bySeries = (a: number, x: number): number => {
  let [term, sum] = [1 / a, 1 / a]
  for (let n = 1; n < termsMax && Math.abs(term) > Math.abs(sum) * precision; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum * Math.exp(a * Math.log(x) - x - logGamma(a))
}

/** The upper one, by its continued fraction (Lentz): quick where x >= a + 1. */
const byFraction = (a: number, x: number): number => {
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < termsMax; n++) {
    const factor = -n * (n - a)
    b += 2
    d = 1 / (Math.abs(factor * d + b) < tiny ? tiny : factor * d + b)
    c = Math.abs(b + factor / c) < tiny ? tiny : b + factor / c
    fraction *= d * c
    if (Math.abs(d * c - 1) < precision) break
  }
  return fraction * Math.exp(a * Math.log(x) - x - logGamma(a))
}

/** The chance of a statistic of at least `x` at `degrees` of freedom. */
export const chiSquareTail = (x: number, degrees: number): number => {
  if (degrees < 1 || x <= 0) return 1
  const [a, half] = [degrees / 2, x / 2]
  const tail = half < a + 1 ? 1 - bySeries(a, half) : byFraction(a, half)
  return Math.min(1, Math.max(0, tail))
}

export interface Bin {
  readonly observed: number
  readonly expected: number
}

/** Below this the statistic of a bin is not what the test takes it for. */
const expectedMin = 5

/** Neighbours together until each bin is expected often enough; what is left over joins the last one. */
const joined = (bins: ReadonlyArray<Bin>): ReadonlyArray<Bin> => {
  const all: Array<Bin> = []
  let open: Bin = { observed: 0, expected: 0 }
  const plus = (left: Bin, right: Bin) => ({
    observed: left.observed + right.observed,
    expected: left.expected + right.expected
  })
  for (const bin of bins) {
    open = plus(open, bin)
    if (open.expected >= expectedMin) {
      all.push(open)
      open = { observed: 0, expected: 0 }
    }
  }
  const last = all.pop()
  return last === undefined ? [open] : [...all, plus(last, open)]
}

export const chiSquareOf = (bins: ReadonlyArray<Bin>): { readonly chi_square: number; readonly p_value: number } => {
  const judged = joined(bins.filter(({ expected }) => expected > 0))
  const chi_square = judged.reduce(
    (sum, { expected, observed }) => sum + (expected === 0 ? 0 : (observed - expected) ** 2 / expected),
    0
  )
  return { chi_square, p_value: chiSquareTail(chi_square, judged.length - 1) }
}
