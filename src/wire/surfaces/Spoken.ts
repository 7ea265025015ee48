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

/** The old name of a language is that language: some systems still call Hebrew `iw`. */
const canonical = (tag: string): string => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    return tag
  }
}

/** Of a BCP 47 tag. */
export const languageOf = (tag: string): string => canonical(tag).split("-")[0]!.toLowerCase()

/** In a BCP 47 language; English where nobody speaks it. */
export const spokenIn = <Words>(
  known: Readonly<Record<string, Words>> & { readonly en: Words },
  tag: string
): Spoken<Words> => {
  const base = languageOf(tag)
  return Object.hasOwn(known, base)
    ? { language: canonical(tag), words: known[base]! }
    : { language: "en", words: known.en }
}
