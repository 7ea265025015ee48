/** What the wizard asks, what counts as an answer, and what answers mean for a plan. */
import { Schema } from "effect"
import { text } from "../../../../wire/Ids.ts"

export const goals = ["activation", "retention", "revenue", "community"] as const
export const audiences = ["consumers", "employees", "businesses"] as const
export const frequencies = ["daily", "weekly", "monthly"] as const
export const tones = ["playful", "calm", "epic", "professional"] as const
export const avoidances = ["competition", "loss", "randomness", "spending"] as const
export const stacks = [
  "node",
  "nextjs",
  "python",
  "django",
  "rails",
  "laravel",
  "go",
  "java",
  "dotnet",
  "other"
] as const
export const productTypes = [
  "learning",
  "fitness",
  "saas_onboarding",
  "ecommerce",
  "community",
  "productivity",
  "other"
] as const

export type Stack = (typeof stacks)[number]
export type Avoidance = (typeof avoidances)[number]

const actions_max = 10
const ActionText = text({ min: 1, max: 200 })

const distinct = Schema.makeFilter<ReadonlyArray<string>>((list) =>
  new Set(list).size === list.length ? undefined : "must not name one twice"
)

/** null takes an answer back. */
const fields = {
  product_type: Schema.Literals(productTypes),
  goal: Schema.Literals(goals),
  key_actions: Schema.Array(ActionText).check(Schema.isMaxLength(actions_max)),
  users: Schema.Literals(audiences),
  frequency: Schema.Literals(frequencies),
  tone: Schema.Literals(tones),
  avoid: Schema.Array(Schema.Literals(avoidances)).check(Schema.isMaxLength(avoidances.length), distinct),
  stack: Schema.Literals(stacks)
}

export const Answers = Schema.Struct({
  product_type: Schema.optionalKey(fields.product_type),
  goal: Schema.optionalKey(fields.goal),
  key_actions: Schema.optionalKey(fields.key_actions),
  users: Schema.optionalKey(fields.users),
  frequency: Schema.optionalKey(fields.frequency),
  tone: Schema.optionalKey(fields.tone),
  avoid: Schema.optionalKey(fields.avoid),
  stack: Schema.optionalKey(fields.stack)
}).annotate({ identifier: "OnboardingAnswers" })
export type Answers = typeof Answers.Type

const given = <S extends Schema.Constraint>(schema: S) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotate({ description: "null takes the answer back" })

export const AnswersPatch = Schema.Struct({
  product_type: given(fields.product_type),
  goal: given(fields.goal),
  key_actions: given(fields.key_actions),
  users: given(fields.users),
  frequency: given(fields.frequency),
  tone: given(fields.tone),
  avoid: given(fields.avoid),
  stack: given(fields.stack)
}).annotate({ identifier: "OnboardingAnswersPatch" })
export type AnswersPatch = typeof AnswersPatch.Type

/** Answers that are named are replaced, others stay. */
export const answered = (answers: Answers, patch: AnswersPatch): Answers =>
  Object.fromEntries(Object.entries({ ...answers, ...patch }).filter(([, value]) => value !== null)) as Answers

export interface Question {
  readonly key: keyof Answers
  readonly title: string
  readonly type: "choice" | "choices" | "texts"
  readonly options: ReadonlyArray<string>
}

export const questions: ReadonlyArray<Question> = [
  { key: "product_type", title: "Which of these is closest to your product?", type: "choice", options: productTypes },
  { key: "goal", title: "What should get better first?", type: "choice", options: goals },
  { key: "key_actions", title: "What do users do when your product works for them?", type: "texts", options: [] },
  { key: "users", title: "Who uses it?", type: "choice", options: audiences },
  { key: "frequency", title: "How often should they come back?", type: "choice", options: frequencies },
  { key: "tone", title: "How should it sound?", type: "choice", options: tones },
  { key: "avoid", title: "What should it do without?", type: "choices", options: avoidances },
  { key: "stack", title: "What is your backend written in?", type: "choice", options: stacks }
]
