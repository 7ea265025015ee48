/**
 * The only source of variety in the pictures: a hash of the inputs. The same request must give the same bytes on
 * every machine, so nothing here may look at a clock or at a random source.
 */

/** FNV-1a over UTF-16 code units, with a final mix so that near-equal keys land far apart. Unsigned 32-bit integer. */
export const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** A repeatable stream of numbers in [0, 1) for scattering small marks. */
export const sequence = (seed: string): (() => number) => {
  let state = hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

/** One of the options, chosen by the key and by a salt that keeps two choices for one key independent. */
export const choose = <A>(options: readonly [A, ...Array<A>], key: string, salt: string): A =>
  options[hash(`${salt}:${key}`) % options.length] ?? options[0]

/** A whole number inside [low, high]; anything that is not a number becomes `low`. */
export const clampInteger = (value: number, low: number, high: number): number =>
  Number.isNaN(value) ? low : Math.min(high, Math.max(low, Math.trunc(value)))
