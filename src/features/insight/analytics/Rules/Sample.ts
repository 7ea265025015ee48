/** Of very many users a fixed part is looked at: always the same one, by a number that says nothing else of them. */

/** Users one scan looks at. */
const scanned_max = 1_000_000

/** One of so many users (a power of two); 1: all of them. */
export const stepFor = (users: number, max = scanned_max): number =>
  users <= max ? 1 : 2 ** Math.ceil(Math.log2(users / max))

export const toldSample = (step: number): { readonly sample_rate?: number } =>
  step === 1 ? {} : { sample_rate: 1 / step }
