/** What an event is worth: everyday acts, acts towards others, and what happens rarely. */
import type { Role } from "./Idea.ts"
import type { Answers } from "../Api/Questions.ts"
import { verbOf } from "./Verbs.ts"

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "))

const socialVerbs = setOf(
  "share comment like follow invite refer recommend reply respond message help host mentor welcome chat rate " +
    "vote nominate " +
    "support volunteer rsvp meet bring lend teach"
)
const socialNouns = setOf("friend teammate colleague classmate comment thread mentee neighbour neighbor referral")
const rareVerbs = setOf("publish subscribe upgrade renew deploy launch integrate adopt certify release redeem enroll")
const rareNouns = setOf(
  "course certification certificate project program programme subscription marathon integration exam milestone " +
    "quarter " +
    "novel season degree deal goal challenge race profile account contract house trip"
)

const headOf = (noun: string): string => noun.split("_").at(-1) ?? noun

/** `verb` in any of its forms. */
export const roleOf = (verb: string | null, noun: string): Role => {
  const base = verb === null ? "" : (verbOf(verb)?.base ?? verb)
  const head = headOf(noun)
  if (socialVerbs.has(base) || socialNouns.has(head)) return "social"
  return rareVerbs.has(base) || rareNouns.has(head) ? "rare" : "core"
}

export const coinsOf: Readonly<Record<Role, number>> = { core: 10, social: 5, rare: 25 }
export const perDayOf: Readonly<Record<Role, number>> = { core: 10, social: 5, rare: 2 }

const perWeek: Readonly<Record<NonNullable<Answers["frequency"]>, number>> = { daily: 7, weekly: 2, monthly: 0.5 }
const share: Readonly<Record<Role, number>> = { core: 1, social: 0.5, rare: 0.1 }

/** What is said more often is done more often, up to twice as often. */
export const weekly = (role: Role, frequency: NonNullable<Answers["frequency"]>, count: number): number =>
  Math.round(perWeek[frequency] * share[role] * Math.min(2, 1 + (count - 1) * 0.25) * 100) / 100

/** `lesson.completed`, `Pull request merged`: as people read it. */
export const spoken = (event_type: string): string => {
  const words = event_type
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[._:/-]+/g, " ")
    .trim()
    .toLowerCase()
  return words === "" ? event_type : words[0]!.toUpperCase() + words.slice(1)
}

const measures: Readonly<Record<string, string>> = {
  workout: "minutes",
  meditation: "minutes",
  session: "minutes",
  run: "distance_km",
  race: "distance_km",
  order: "amount",
  purchase: "amount",
  donation: "amount",
  expense: "amount",
  bill: "amount",
  deal: "amount",
  quiz: "score",
  exam: "score",
  lesson: "minutes",
  book: "pages",
  meal: "calories"
}

/** Which one it was, and how much of it. */
export const propertiesOf = (
  noun: string
): ReadonlyArray<{ readonly name: string; readonly type: "string" | "number" }> => {
  const head = headOf(noun)
  const measure = Object.hasOwn(measures, head) ? measures[head] : undefined
  const id = { name: `${noun.replaceAll(/[^a-z0-9_]/g, "_").slice(0, 40)}_id`, type: "string" } as const
  return measure === undefined ? [id] : [id, { name: measure, type: "number" }]
}
