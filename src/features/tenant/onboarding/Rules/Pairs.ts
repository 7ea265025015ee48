/**
 * What users of a product do, as event types: "completes a lesson" is `lesson.completed`. Looks for verbs and what they
 * are done to, by rules of thumb for English; names that look like event types are taken as they are.
 */
import { readVerb, type Verb, verbOf } from "./Verbs.ts"
import { languageOf, sentencesOf, singularOf, slugOf } from "./Words.ts"

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "))

/** Stand before a thing and say nothing of it. */
const openers = setOf(
  "a an the their his her my our your its this that these those new first next each every another some more " +
    "all any few " +
    "many several one two three four five ten daily weekly monthly short long small big great favorite " +
    "favourite own same " +
    "other different personal simple quick easy real best top latest online free custom single full whole"
)
/** End what is said of a thing. */
const closers = setOf(
  ", and or but with for in on at by from of to into onto about over under after before during while when where who " +
    "which that as than then so if because every each daily weekly monthly together online everywhere anywhere today " +
    "tomorrow is are was were be been being has have had do does did will would can could should may might " +
    "must not no " +
    "we you they he she it i us them him me get gets getting earn earns keep keeps stay stays see sees make " +
    "makes let " +
    "lets give gives use uses using need needs want wants also just only even still per via through without within " +
    "against between across up down out off again once twice regularly regular easily quickly directly instead " +
    "too very right later always never how what why unlock unlocks win wins gain gains receive receives go goes come " +
    "comes whenever until it's that's you're we're"
)
/** After these a word is a thing, whatever verb it looks like. */
const beforeThings = setOf(
  "a an the their his her my our your its this each every another some of with in on at from into about new " +
    "first any no"
)
/** After these comes who does it. */
const beforePeople = setOf("where when while if as for because let lets help helps")
const beforeGerunds = setOf(", and or by for of start enjoy like love")
const vague = setOf(
  "thing something anything everything everyone someone way time lot bit part kind world life day week month " +
    "year hour " +
    "minute second point coin badge reward level streak app product platform company tool experience access fun " +
    "user customer member person place home work"
)
/** Endings by which a word that describes gives itself away. */
const describing = /(?:ed|ive|ful|ous|able|ible|less|ish|est|ly)$/

export interface Pair {
  readonly event_type: string
  /** null where the name stood there as it is */
  readonly verb: string | null
  readonly noun: string
  readonly count: number
}

interface Thing {
  readonly noun: string
  /** first word after it */
  readonly end: number
  readonly isMany: boolean
}

/**
 * "Work orders", "a pull request": a verb's form that can be none where it stands, after one thing whose verb has
 * another ending, or an article.
 */
const isPartOfThing = (form: Verb["form"], before: string, said: { isOpened: boolean; by: Verb }): boolean =>
  singularOf(before) === before && ((form === "third" && said.by.form === "base") || (form === "base" && said.isOpened))

/** The thing that begins at a word: at most its last two words, in the singular. `by`: its verb. */
const thingAt = (words: ReadonlyArray<string>, start: number, by: Verb): Thing | undefined => {
  let at = start
  while (at < words.length && (openers.has(words[at]!) || /^\d/.test(words[at]!))) at++
  const begin = at
  while (at < words.length && at - begin < 4) {
    const word = words[at]!
    if (closers.has(word)) break
    const verb = verbOf(word)
    // "Starts tracking meals" tracks them, "books driving lessons" drives nothing.
    if (verb?.form === "gerund" && at === start && beginning.has(by.base)) return undefined
    const isOther = verb !== undefined && at > begin && verb.form !== "gerund"
    if (isOther && !isPartOfThing(verb.form, words[at - 1]!, { isOpened: begin > start, by })) break
    at++
  }
  const said = words.slice(begin, at).filter((word, index, all) => index === all.length - 1 || !describing.test(word))
  const last = said.at(-1)
  if (last === undefined || last.length < 2 || last.endsWith("ly")) return undefined
  const head = singularOf(last)
  if (vague.has(head)) return undefined
  const before = said.at(-2)
  const noun = slugOf(before === undefined || openers.has(before) ? head : `${before}_${head}`)
  return noun === "" ? undefined : { noun, end: at, isMany: head !== last || begin > start }
}

/** Verbs by which another one is done. */
const beginning = setOf("start enjoy learn practice practise help")
const isDone = (word: string): boolean => ["base", "third"].includes(verbOf(word)?.form ?? "")
const behindCommas = (words: ReadonlyArray<string>, at: number): number => {
  let next = at
  while (next < words.length && [",", "and", "or"].includes(words[next]!)) next++
  return next
}

/** What else is named in the same breath: "meals, workouts and naps". */
const thingsAt = (
  words: ReadonlyArray<string>,
  start: number,
  by: Verb,
  isAmongOthers: boolean
): ReadonlyArray<Thing> => {
  const first = thingAt(words, start, by)
  if (first === undefined) return []
  const things = [first]
  let at = first.end
  while (things.length < 4) {
    const next = behindCommas(words, at)
    if (next === at || next >= words.length) break
    if (verbOf(words[next]!) !== undefined) break
    const thing = thingAt(words, next, by)
    if (thing === undefined || !thing.isMany) break
    // "Water plants, identify weeds, log harvests": among others that do something, two words are a verb of no list.
    const isVerb = thing.end - next > 1 && !openers.has(words[next]!)
    if (isVerb && (isAmongOthers || isDone(words[behindCommas(words, thing.end)] ?? ""))) break
    things.push(thing)
    at = thing.end
  }
  return things
}

const inSentence = (words: ReadonlyArray<string>): ReadonlyArray<Omit<Pair, "count">> => {
  const found: Array<Omit<Pair, "count">> = []
  for (let at = 0; at < words.length; at++) {
    const read = readVerb(words, at)
    if (read === undefined) continue
    const before = words[at - 1]
    if (before !== undefined && beforeThings.has(before) && read.verb.form !== "gerund") continue
    // "Volunteers sign up", "where cooks save recipes": who does it, not what is done.
    const isWho = at === 0 || (before !== undefined && beforePeople.has(before))
    if (isWho && read.verb.form === "third" && verbOf(words[at + 1] ?? "") !== undefined) continue
    const things = read.participle === undefined ? [] : thingsAt(words, at + read.length, read.verb, found.length > 0)
    // "A store selling jewelry": what it does, and none of its users.
    if (read.verb.base === "sell" && read.verb.form === "gerund" && !beforeGerunds.has(before ?? ",")) continue
    // "Book club", "A reading school": a thing, and no order to book one.
    const mayBeThing = at === 0 || (before !== undefined && beforeThings.has(before))
    if (mayBeThing && /base|gerund/.test(read.verb.form) && things[0]?.isMany === false) continue
    // "Code review training": one word beside the other, and nobody who reviews.
    const isBesideOne = before !== undefined && !closers.has(before) && singularOf(before) === before
    if (isBesideOne && read.verb.form === "base" && things[0]?.isMany === false) continue
    for (const { noun } of things) {
      found.push({ event_type: `${noun}.${read.participle}`, verb: read.verb.base, noun })
    }
    if (things.length === 0 && read.alone !== undefined) {
      found.push({ event_type: read.alone, verb: read.verb.base, noun: read.alone.split(".")[0]! })
    }
    // The things are no verbs: "books" in "reads books" books nothing.
    if (things.length > 0) at = Math.max(at, things.at(-1)!.end - 1)
  }
  return found
}

const dotted = /(?<![\w./@-])([a-z][a-z0-9_]{1,30})\.([a-z][a-z0-9_]{2,30})(?![\w/@-]|\.\w)/g

/** "A peer's", "users'": whose a thing is says nothing of it. */
const possessive =
  /(?<![\p{L}\p{N}-])(?!(?:it|that|he|she|what|here|there|who|let)['’])[\p{L}\p{N}-]{1,40}(?:['’]s|s['’])(?=\s)/giu

/** Names of event types that stand in the text. */
const named = (text: string): ReadonlyArray<Omit<Pair, "count">> =>
  [...text.matchAll(dotted)].flatMap(([event_type, noun = "", verb = ""]) =>
    verbOf(verb)?.form === "past" || /(?:ed|sent|paid|built|bought|sold)$/.test(verb)
      ? [{ event_type, verb: null, noun }]
      : []
  )

/** Each once, those said most often first, else in the order in which they come up. */
export const pairsOf = (text: string): ReadonlyArray<Pair> => {
  // Read by rules for English, another language would seem to say what it does not.
  const isRead = [null, "en"].includes(languageOf(text))
  const prose = text.replaceAll(dotted, " ").replaceAll(possessive, " their ")
  const all = [...named(text), ...(isRead ? sentencesOf(prose).flatMap(inSentence) : [])]
  const counts = new Map<string, Pair>()
  for (const pair of all) {
    const known = counts.get(pair.event_type)
    counts.set(pair.event_type, { ...(known ?? pair), count: (known?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((left, right) => right.count - left.count)
}

/** An action somebody named for us is an event, whether or not a verb of ours is in it. */
export const actionOf = (text: string): Pair | undefined => {
  const [first] = pairsOf(text)
  if (first !== undefined) return first
  const noun = slugOf(text)
  return noun === "" ? undefined : { event_type: `${noun}.done`, verb: null, noun, count: 1 }
}
