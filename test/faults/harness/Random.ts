/** Randomness of a run, all of it from one printed seed (mulberry32). */
export interface Random {
  /** 0 <= value < 1 */
  next(): number
  /** a whole number, both ends included */
  between(least: number, most: number): number
  pick<A>(list: ReadonlyArray<A>): A
  /** a stream of its own, so that one consumer's draws do not shift another's */
  fork(label: string): Random
}

const stateOf = (text: string): number => {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0)!, 16_777_619)
  return state >>> 0
}

export const randomFrom = (seed: string): Random => {
  let state = stateOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    fork: (label) => randomFrom(`${seed}/${label}`)
  }
}
