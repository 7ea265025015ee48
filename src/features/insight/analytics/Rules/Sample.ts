/** Of very many users a fixed part is looked at: always the same one, by a number that says nothing else of them. */

/** Users one scan looks at. */
const scanned_max = 1_000_000

/** One of so many users (a power of two); 1: all of them. */
export const stepFor = (users: number, max = scanned_max): number =>
  users <= max ? 1 : 2 ** Math.ceil(Math.log2(users / max))

/** Users whose numbers are these, both included. */
export interface Numbers {
  readonly least: bigint
  readonly most: bigint
}

/**
 * One of so many users. A number is a hash of 64 bits: whoever has one of the lowest is as good as any other, and an
 * index leads to them past all others.
 */
export const numbersOf = (step: number): Numbers => {
  const least = -(2n ** 63n)
  return { least, most: least + 2n ** 64n / BigInt(step) - 1n }
}

/** Events are looked at one by one where there are no more than so many, and else of so many users as have fewer. */
const events_max = 1_000_000
const sampled_events_max = 250_000

/** One of so many users, when their events are looked at. */
export const stepForEvents = (events: number): number =>
  events <= events_max ? 1 : stepFor(events, sampled_events_max)

export const toldSample = (step: number): { readonly sample_rate?: number } =>
  step === 1 ? {} : { sample_rate: 1 / step }
