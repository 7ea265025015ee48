/** Chance that is the same every time: numbers in [0, 1) that follow from words alone. */

/** Two halves of a hash of text, 32 bits each. Spreads well and is fast; nothing is kept secret by it. */
const halvesOf = (text: string): readonly [number, number] => {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    one = Math.imul(one ^ code, 2_654_435_761)
    other = Math.imul(other ^ code, 1_597_334_677)
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909)
  return [one >>> 0, other >>> 0]
}

const below = (high: number, low: number): number => ((high >>> 6) * 2 ** 27 + (low >>> 5)) / 2 ** 53

export const drawOf = (text: string): number => below(...halvesOf(text))

export type Next = () => number

/** Numbers one after the other; 64 bits of state. */
export const streamOf = (text: string): Next => {
  const [first, second] = halvesOf(text)
  let [a, b, c, count] = [first, second, first ^ 0x9e3779b9, 1]
  const word = (): number => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let warm = 0; warm < 12; warm++) word()
  return () => below(word(), word())
}

/** Beyond it a normal distribution is as good. */
const small = 30

/** How often something happens that happens `mean` times on average. */
export const poisson = (mean: number, next: Next): number => {
  if (mean <= 0) return 0
  if (mean > small) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  const limit = Math.exp(-mean)
  let times = 0
  for (let product = next(); product > limit; product *= next()) times++
  return times
}
