/** Texts as words: sentence by sentence, lower case, and each word as the thing it is one of. Pure and offline. */

const words_max = 6_000

/** Sentences of words and commas; a line break, a bullet and a bracket end one as well. */
export const sentencesOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  let left = words_max
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’`]/g, "'")
    .replaceAll(/(\d),(?=\d{3})/g, "$1")
    .split(/[.!?;:\n\r\t()[\]{}|•·–—"“”<>]+/u)
    .flatMap((sentence) => {
      const words = (sentence.match(/,|[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []).map((word) => word.replace(/'s?$/, ""))
      const taken = words.slice(0, left)
      left -= taken.length
      return taken.length === 0 ? [] : [taken]
    })
}

const singulars: Readonly<Record<string, string>> = {
  analyses: "analysis",
  calories: "calorie",
  children: "child",
  cookies: "cookie",
  movies: "movie",
  people: "person",
  quizzes: "quiz",
  selfies: "selfie",
  clothes: "clothes",
  shoes: "shoe",
  miles: "mile"
}
const alike: ReadonlySet<string> = new Set("series species news chess lens bus gas yes business".split(" "))

/** The one of which there are many; other words stay. */
export const singularOf = (word: string): string => {
  const known = Object.hasOwn(singulars, word) ? singulars[word] : undefined
  if (known !== undefined) return known
  if (word.length < 4 || alike.has(word) || /(?:ss|us|is)$/.test(word) || !word.endsWith("s")) return word
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|zz|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

export const pluralOf = (word: string): string => {
  if (word.endsWith("s") && !word.endsWith("ss")) return word
  if (word.endsWith("quiz")) return `${word}zes`
  if (/(?:ss|x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** Letters, digits and underscores of a key; empty when there are none. */
export const slugOf = (text: string, max = 48): string =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    // The letter without its marks, and not a gap in their place.
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, max)
    .replace(/_+$/, "")

const marks: Readonly<Record<string, ReadonlyArray<string>>> = {
  en: ["the", "and", "of", "to", "with", "for", "their", "is", "are", "a"],
  de: ["der", "die", "das", "und", "mit", "für", "ist", "ein", "eine", "nicht", "sie", "ihre", "ihren", "von", "auf"],
  fr: ["le", "les", "et", "des", "pour", "avec", "est", "un", "une", "vous", "dans", "leurs", "sur"],
  es: ["el", "los", "las", "para", "con", "una", "es", "tus", "por", "y", "sus", "del", "que"]
}

/** As an ISO 639 code; null when too little of any is in it. */
export const languageOf = (text: string): string | null => {
  const words = sentencesOf(text).flat()
  const counts = Object.entries(marks).map(
    ([code, own]) => [code, words.filter((word) => own.includes(word)).length] as const
  )
  const [code, count] = counts.reduce((best, one) => (one[1] > best[1] ? one : best), ["", 0] as const)
  return count >= 2 ? code : null
}
