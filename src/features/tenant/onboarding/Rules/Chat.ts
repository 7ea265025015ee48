/** What is replied to a message: reasons, what it changed, and what one would like to know. */
import { Schema } from "effect"
import {
  type Answers,
  type AnswersPatch,
  audiences,
  avoidances,
  frequencies,
  goals,
  productTypes,
  questions,
  tones
} from "../Api/Questions.ts"
import type { Plan } from "../Api/Session.ts"
import type { Intent } from "./Intents.ts"

const texts_max = 10
const unchanged = <S extends Schema.Constraint>(schema: S) => Schema.NullOr(schema)
const few = (maximum: number) => Schema.String.check(Schema.isBetweenLength(1, maximum))

/** What a model has to say: words, and answers it understood to be meant; null: that one stays as it is. */
export const ChatReply = Schema.Struct({
  reply: few(4_000),
  answers: Schema.Struct({
    product_type: unchanged(Schema.Literals(productTypes)),
    goal: unchanged(Schema.Literals(goals)),
    key_actions: unchanged(Schema.Array(few(200)).check(Schema.isMaxLength(texts_max))),
    users: unchanged(Schema.Literals(audiences)),
    frequency: unchanged(Schema.Literals(frequencies)),
    tone: unchanged(Schema.Literals(tones)),
    avoid: unchanged(Schema.Array(Schema.Literals(avoidances)).check(Schema.isMaxLength(avoidances.length)))
  })
})
export type ChatReply = typeof ChatReply.Type

const storable = (text: string): string => text.replaceAll("\u0000", "").toWellFormed()

export const patchOf = ({ answers }: ChatReply): AnswersPatch => {
  const { avoid, key_actions, ...plain } = answers
  const lists = {
    key_actions: key_actions === null ? null : [...new Set(key_actions.map(storable).filter((text) => text !== ""))],
    avoid: avoid === null ? null : [...new Set(avoid)].toSorted()
  }
  return Object.fromEntries(Object.entries({ ...plain, ...lists }).filter(([, value]) => value !== null))
}

const reasons_max = 5

const why = (plan: Plan | null): string => {
  if (plan === null) return "There is no plan yet: POST generate-plan makes one, and says why each part is there."
  const found = plan.evidence.slice(0, 4).map(({ count, term }) => `${term} (${count})`)
  const sure = `I took ${plan.preset_key} with a confidence of ${Math.round(plan.confidence * 100)} %`
  const because = found.length === 0 ? "." : `, because I read of ${found.join(", ")}.`
  const reasons = plan.reasons.slice(1, 1 + reasons_max).map(({ path, why }) => `${path}: ${why}`)
  return [sure + because, ...reasons].join("\n")
}

const next = (answers: Answers): string => {
  const open = questions.find(({ key }) => answers[key] === undefined)
  if (open === undefined) return "All questions are answered."
  return `${open.title}${open.options.length === 0 ? "" : ` (${open.options.join(", ")})`}`
}

const help: Readonly<Record<Intent["wants"], string>> = {
  why: "",
  add: "Say what users do, and I add it: add people who write a review.",
  more: "Say what there should be more of: also reward people who invite friends.",
  less: "Say what it should do without: competition, loss, randomness or spending.",
  change: "",
  nothing: "I can say why, add what users do, or leave out competition, loss, randomness and spending."
}

/** `answers`: as they are after the message. */
export const replyOf = (intent: Intent, answers: Answers, plan: Plan | null): string => {
  const isChanged = intent.changes.length > 0
  const noted = isChanged
    ? [`Noted: ${intent.changes.join("; ")}.`]
    : intent.wants === "why"
      ? []
      : [help[intent.wants]]
  const stale =
    isChanged && plan !== null ? ["The plan was made before that: regenerate-plan brings it up to date."] : []
  const reasons = intent.wants === "why" ? [why(plan)] : []
  return [...reasons, ...noted, ...stale, next(answers)].filter((line) => line !== "").join("\n")
}

/** In pieces, as it would be typed: words stay whole, and together the pieces are the text. */
export const piecesOf = (text: string): ReadonlyArray<string> => text.match(/(?:\S+\s*){1,6}/g) ?? [text]
