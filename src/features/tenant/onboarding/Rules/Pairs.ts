/**
 * What users of a product do, as event types: "completes a lesson" is `lesson.completed`. Looks for verbs and what they
 * are done to, by rules of thumb for English; names that look like event types are taken as they are.
 */
import { readVerb, verbOf } from "./Verbs.ts"
import { sentencesOf, singularOf, slugOf } from "./Words.ts"

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
const vague = setOf(
  "thing something anything everything everyone someone way time lot bit part kind world life day week month " +
    "year hour " +
    "minute second point coin badge reward level streak app product platform company tool experience access fun " +
    "user customer member place home work"
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

/** The thing that begins at a word: at most its last two words, in the singular. */
const thingAt = (words: ReadonlyArray<string>, start: number): Thing | undefined => {
  let at = start
  while (at < words.length && (openers.has(words[at]!) || /^\d/.test(words[at]!))) at++
  const begin = at
  while (at < words.length && at - begin < 4) {
    const word = words[at]!
    if (closers.has(word)) break
    const verb = verbOf(word)
    if (verb !== undefined && at === begin && verb.form === "gerund" && at === start) return undefined
    if (verb !== undefined && at > begin && verb.form !== "gerund") break
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

/** What else is named in the same breath: "meals, workouts and naps". */
const thingsAt = (words: ReadonlyArray<string>, start: number): ReadonlyArray<Thing> => {
  const first = thingAt(words, start)
  if (first === undefined) return []
  const things = [first]
  let at = first.end
  while (things.length < 4) {
    let next = at
    while (next < words.length && [",", "and", "or"].includes(words[next]!)) next++
    if (next === at || next >= words.length) break
    if (verbOf(words[next]!) !== undefined) break
    const thing = thingAt(words, next)
    if (thing === undefined || !thing.isMany) break
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
    // "Volunteers sign up": who does it, not what is done. "Book club": a thing, and no order to book one.
    if (at === 0 && read.verb.form === "third" && verbOf(words[1] ?? "") !== undefined) continue
    const things = read.participle === undefined ? [] : thingsAt(words, at + read.length)
    if (at === 0 && read.verb.form === "base" && things[0]?.isMany === false) continue
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

/** Names of event types that stand in the text. */
const named = (text: string): ReadonlyArray<Omit<Pair, "count">> =>
  [...text.matchAll(dotted)].flatMap(([event_type, noun = "", verb = ""]) =>
    verbOf(verb)?.form === "past" || /(?:ed|sent|paid|built|bought|sold)$/.test(verb)
      ? [{ event_type, verb: null, noun }]
      : []
  )

/** Each once, those said most often first, else in the order in which they come up. */
export const pairsOf = (text: string): ReadonlyArray<Pair> => {
  const all = [...named(text), ...sentencesOf(text.replaceAll(dotted, " ")).flatMap(inSentence)]
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
