/** What somebody wants to be different, out of a sentence of theirs: rules of thumb, for when no model reads it. */
import { pairsOf } from "./Pairs.ts"
import { type Answers, type AnswersPatch, type Avoidance, frequencies, goals, tones } from "../Api/Questions.ts"
import { spoken } from "./Roles.ts"

export interface Intent {
  readonly wants: "why" | "add" | "more" | "less" | "change" | "nothing"
  readonly patch: AnswersPatch
  /** what was changed, in words */
  readonly changes: ReadonlyArray<string>
}

const without = /\b(?:no|without|not?\s+any|less|fewer|avoid|remove|drop|skip|stop|don't\s+want|do\s+not\s+want)\b/
const within = /\b(?:allow|bring\s+back|with|enable|again)\b/

const subjects: Readonly<Record<Avoidance, RegExp>> = {
  competition: /\b(?:compet\w*|leaderboards?|rankings?|leagues?|compar\w+)\b/,
  loss: /\b(?:loss(?:es)?|los(?:e|ing)|decay\w*|fad(?:e|es|ing)|punish\w*|penalt\w+)\b/,
  randomness: /\b(?:random\w*|luck\w*|gambl\w*|chances?|pools?|loot\s*box\w*|surprises?|draws?)\b/,
  spending: /\b(?:spend\w*|shops?|stores?|marketplaces?|buying|purchas\w+|gates?)\b/
}

const avoiding = (text: string, answers: Answers) => {
  const before = new Set(answers.avoid ?? [])
  const after = new Set(before)
  for (const clause of text.split(/[,.;!?]|\bbut\b/)) {
    for (const [subject, pattern] of Object.entries(subjects) as ReadonlyArray<[Avoidance, RegExp]>) {
      if (!pattern.test(clause)) continue
      if (without.test(clause)) after.add(subject)
      else if (within.test(clause)) after.delete(subject)
    }
  }
  const changes = [
    ...[...after].filter((one) => !before.has(one)).map((one) => `no ${one}`),
    ...[...before].filter((one) => !after.has(one)).map((one) => `${one} is allowed again`)
  ]
  return changes.length === 0 ? undefined : { patch: { avoid: [...after].toSorted() }, changes }
}

/** A value of a question that is named as a word of its own. */
const named = <V extends string>(text: string, values: ReadonlyArray<V>): V | undefined =>
  values.find((value) => new RegExp(`\\b${value}\\b`).test(text))

const actions_max = 10

const acting = (text: string, answers: Answers) => {
  const actions = answers.key_actions ?? []
  const isLess = without.test(text)
  const pairs = pairsOf(text).map(({ event_type }) => spoken(event_type))
  if (isLess) {
    const left = actions.filter((action) => {
      const own = pairsOf(action)[0]?.event_type
      return !pairs.includes(own === undefined ? action : spoken(own)) && !text.includes(action.toLowerCase())
    })
    if (left.length === actions.length) return undefined
    return { patch: { key_actions: left }, changes: [`${actions.length - left.length} action(s) fewer`] }
  }
  if (!/\b(?:add|also|more|too|include|reward|count|as well)\b/.test(text)) return undefined
  const fresh = pairs.filter((pair) => !actions.includes(pair)).slice(0, Math.max(0, actions_max - actions.length))
  if (fresh.length === 0) return undefined
  return { patch: { key_actions: [...actions, ...fresh] }, changes: fresh.map((pair) => `added: ${pair}`) }
}

export const intentOf = (message: string, answers: Answers): Intent => {
  const text = message.toLowerCase().replaceAll(/[’`]/g, "'")
  const avoid = avoiding(text, answers)
  const acted = avoid === undefined ? acting(text, answers) : undefined
  const tone = named(text, tones)
  const goal = named(text, goals)
  const frequency = named(text, frequencies)
  const isNew = <V>(value: V | undefined, before: V | undefined): value is V => value !== undefined && value !== before
  const patch: AnswersPatch = {
    ...avoid?.patch,
    ...acted?.patch,
    ...(isNew(tone, answers.tone) ? { tone } : {}),
    ...(isNew(goal, answers.goal) && /\b(?:goal|focus|want|aim|about|for|improve)\b/.test(text) ? { goal } : {}),
    ...(isNew(frequency, answers.frequency) && acted === undefined ? { frequency } : {})
  }
  const said = [
    ...(avoid?.changes ?? []),
    ...(acted?.changes ?? []),
    ...(patch.tone === undefined ? [] : [`tone: ${patch.tone}`]),
    ...(patch.goal === undefined ? [] : [`goal: ${patch.goal}`]),
    ...(patch.frequency === undefined ? [] : [`rhythm: ${patch.frequency}`])
  ]
  const wants = /\b(?:why|reasons?|explain|how come)\b/.test(text)
    ? "why"
    : /\badd\b/.test(text)
      ? "add"
      : without.test(text)
        ? "less"
        : /\bmore\b/.test(text)
          ? "more"
          : said.length > 0
            ? "change"
            : "nothing"
  return { wants, patch, changes: said }
}
