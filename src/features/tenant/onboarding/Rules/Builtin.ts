/**
 * The planner that needs nobody: it reads the text for words that speak for a preset and for what users do, and follows
 * the answers. The same brief gives the same idea, to the byte.
 */
import { events_max, type IdeaEvent, type PlanIdea, type Role } from "./Idea.ts"
import { type Evidence, type PresetKey, presetKeys, scoresOf } from "./Lexicon.ts"
import { actionOf, type Pair, pairsOf } from "./Pairs.ts"
import { beginning } from "../../../../wire/Beginning.ts"
import type { Answers } from "../Api/Questions.ts"
import { coinsOf, perDayOf, propertiesOf, roleOf, spoken, weekly } from "./Roles.ts"
import { pluralOf } from "./Words.ts"

export interface Brief {
  readonly text: string
  /** names of events found in code, to be kept as they are */
  readonly events: ReadonlyArray<string>
  readonly answers: Answers
  /** what a preset would begin with, for who says little: its event types and their names */
  readonly common: (preset: PresetKey) => ReadonlyArray<{ readonly event_type: string; readonly name: string | null }>
}

export interface Reading {
  readonly idea: PlanIdea
  readonly confidence: number
  readonly evidence: ReadonlyArray<Evidence>
  readonly warnings: ReadonlyArray<string>
}

/** What an answer adds to the score of a preset: less than two plain words of the text. */
const leanings: Readonly<Record<string, readonly [PresetKey, number]>> = {
  activation: ["saas_onboarding", 2],
  revenue: ["ecommerce", 2],
  community: ["community", 2],
  employees: ["productivity", 2],
  businesses: ["saas_onboarding", 2]
}

/** Enough weight of words to be sure of a preset, when no other one has any. */
const sure_at = 10

/** `chosen`: by whoever read the brief as well. */
const judge = (brief: Brief, chosen?: PresetKey) => {
  const { answers } = brief
  const read = scoresOf([brief.text, ...(answers.key_actions ?? []), ...brief.events.map(spoken)].join("\n"))
  const scores = new Map(read.scores)
  for (const answer of [answers.goal, answers.users]) {
    const leaning = answer === undefined ? undefined : leanings[answer]
    if (leaning !== undefined) scores.set(leaning[0], (scores.get(leaning[0]) ?? 0) + leaning[1])
  }
  const ranked = presetKeys.toSorted((left, right) => scores.get(right)! - scores.get(left)!)
  const told = answers.product_type
  const isTold = told !== undefined && told !== "other"
  const likely = scores.get(ranked[0]!) === 0 ? ("saas_onboarding" as const) : ranked[0]!
  const preset = chosen ?? (isTold ? told : likely)
  if (isTold && preset === told) return { preset, confidence: 0.95, evidence: read.evidence(preset), isTold }
  const own = scores.get(preset)!
  const other = scores.get(ranked.find((one) => one !== preset)!)!
  const share = own === 0 ? 0 : own / (own + other)
  const confidence = Math.round(share * Math.min(1, own / sure_at) * 100) / 100
  return { preset, confidence, evidence: read.evidence(preset), isTold: false }
}

/** How much of the brief speaks for a preset that somebody else chose. */
export const supportOf = (brief: Brief, preset: PresetKey) => {
  const { confidence, evidence } = judge(brief, preset)
  return { confidence, evidence }
}

const ofPair = ({ count, event_type, noun, verb }: Pair, why: string, answers: Answers): IdeaEvent => {
  const role = roleOf(verb, noun)
  return {
    event_type,
    name: spoken(event_type),
    role,
    per_user_week: weekly(role, answers.frequency ?? "daily", count),
    properties: propertiesOf(noun),
    why
  }
}

/** From what was answered, from code, from the text; when that is little, what products of the kind begin with. */
const eventsOf = (brief: Brief, preset: PresetKey): ReadonlyArray<IdeaEvent> => {
  const { answers } = brief
  const inCode = brief.events.map((event_type): Pair => {
    const [noun = event_type, verb = null] = event_type.split(/[._ ]/).map((part) => part.toLowerCase())
    return { event_type, noun, verb, count: 1 }
  })
  const found = [
    ...(answers.key_actions ?? []).flatMap((action) => {
      const pair = actionOf(action)
      return pair === undefined
        ? []
        : [ofPair(pair, `You named it: ${beginning(action, 200).replace(/[\s.!?]+$/, "")}.`, answers)]
    }),
    ...inCode.map((pair) => ofPair(pair, "Your code sends an event of this name already.", answers)),
    ...pairsOf(brief.text).map((pair) => ofPair(pair, "The text says that users do this.", answers))
  ]
  const few = 3
  const common = brief.common(preset).map(({ event_type, name }) => {
    const pair = { event_type, verb: null, noun: event_type.split(".")[0]!, count: 1 }
    const [, verb = ""] = event_type.split(".")
    const event = ofPair({ ...pair, verb }, `Products of the kind ${preset} live by it.`, answers)
    return { ...event, name: name ?? event.name }
  })
  const all = found.length >= few ? found : [...found, ...common.slice(0, few + 1 - found.length)]
  const seen = new Set<string>()
  return all.filter(({ event_type }) => !seen.has(event_type) && seen.add(event_type)).slice(0, events_max)
}

const stageNames: Readonly<Record<PlanIdea["tone"], ReadonlyArray<string>>> = {
  playful: ["Hatchling", "Sprout", "Explorer", "Star"],
  calm: ["Seed", "Seedling", "Sapling", "Tree"],
  epic: ["Recruit", "Challenger", "Hero", "Legend"],
  professional: ["Starter", "Practitioner", "Expert", "Master"]
}

/** How often a badge of a role wants it: the first time, and two heights. */
const heights: Readonly<Record<Role, readonly [number, number]>> = { core: [25, 100], social: [10, 50], rare: [5, 20] }

const badgesOf = (events: ReadonlyArray<IdeaEvent>, goal: Answers["goal"]): PlanIdea["badges"] =>
  events.slice(0, 5).flatMap(({ event_type, name, role }, index) => {
    const [some, many] = heights[role]
    const what = name.toLowerCase()
    const first = { label: `First: ${what}`, description: `${name}, for the first time.`, tier: "bronze", count: 1 }
    const more = { label: `${some} x ${what}`, description: `${name}, ${some} times.`, tier: "silver", count: some }
    const most = { label: `${many} x ${what}`, description: `${name}, ${many} times.`, tier: "gold", count: many }
    // Whoever is to get going needs early badges, whoever is to stay needs high ones.
    const wanted = goal === "activation" ? [first] : index === 0 ? [first, more, most] : [first, more]
    return wanted.map((badge) => ({ ...badge, event_type }) as PlanIdea["badges"][number])
  })

const streakOf = (
  events: ReadonlyArray<IdeaEvent>,
  frequency: NonNullable<Answers["frequency"]>
): PlanIdea["streak"] => {
  const core = events.filter(({ role }) => role !== "rare")
  const counted = (core.length === 0 ? events : core).slice(0, 5).map(({ event_type }) => event_type)
  const name = { daily: "Day after day", weekly: "Week after week", monthly: "Month after month" }[frequency]
  return { name, frequency, event_types: counted }
}

export const planOf = (brief: Brief): Reading => {
  const { answers } = brief
  const { confidence, evidence, isTold, preset } = judge(brief)
  const events = eventsOf(brief, preset)
  const avoid = answers.avoid ?? []
  const firstRare = events.find(({ role }) => role === "rare")?.event_type
  const isSilent =
    brief.text.trim() === "" && brief.events.length === 0 && (answers.key_actions ?? []).length === 0 && !isTold
  const because = isTold
    ? "You said that it is closest to your product."
    : evidence.length === 0
      ? "Nothing in the text speaks for another one."
      : `The text speaks of ${evidence
          .slice(0, 4)
          .map(({ term }) => pluralOf(term))
          .join(", ")}.`
  const idea: PlanIdea = {
    preset_key: preset,
    tone: answers.tone ?? (answers.users === "businesses" ? "professional" : "playful"),
    event_types: events,
    rewards: events.map(({ event_type, role }) => ({
      event_type,
      coins: coinsOf[role],
      max_per_day: perDayOf[role],
      is_drawn: event_type === firstRare && !avoid.includes("randomness")
    })),
    badges: badgesOf(events, answers.goal),
    streak: streakOf(events, answers.frequency ?? "daily"),
    evolution: {
      stage_names: stageNames[answers.tone ?? (answers.users === "businesses" ? "professional" : "playful")]
    },
    reasons: [{ path: "preset_key", why: because }]
  }
  const warnings = [
    ...(isSilent ? ["nothing_to_read"] : []),
    ...(!isSilent && !isTold && evidence.length === 0 ? ["no_preset_recognized"] : [])
  ]
  return { idea, confidence: isSilent ? 0 : confidence, evidence, warnings }
}
