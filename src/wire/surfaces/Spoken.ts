/** What our pages say by themselves is said in the languages widgets speak, English first. */
import type { CoinName } from "../answers/Customer.ts"

export interface Spoken<Words> {
  /** as it is spoken here */
  readonly language: string
  readonly words: Words
}

/** So many coins, `count` in figures, by the name a workspace gave them; undefined: it gave none. */
export const ownCoins = (name: typeof CoinName.Type | null, coins: number, count: string): string | undefined =>
  name === null ? undefined : `${count} ${coins === 1 ? name.singular : name.plural}`

/** In a BCP 47 language; English where nobody speaks it. */
export const spokenIn = <Words>(
  known: Readonly<Record<string, Words>> & { readonly en: Words },
  language: string
): Spoken<Words> => {
  const base = language.split("-")[0]!.toLowerCase()
  return Object.hasOwn(known, base) ? { language, words: known[base]! } : { language: "en", words: known.en }
}
