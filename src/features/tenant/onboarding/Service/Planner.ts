/** Makes plans of what was read and answered: a model's when one was paid for and it had an idea, else the builtin. */
import { Context, Effect, Layer } from "effect"
import { AiProvider } from "../../../../platform/ai/AiProvider.ts"
import { AiFailed } from "../../../../platform/ai/Port.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { presetOf } from "../../../authoring/presets/Rules/Catalogue.ts"
import type { Plan } from "../Api/Session.ts"
import { type Brief, planOf, supportOf } from "../Rules/Builtin.ts"
import { compile } from "../Rules/Compile.ts"
import { PlanIdea } from "../Rules/Idea.ts"
import { intentOf } from "../Rules/Intents.ts"
import type { PresetKey } from "../Rules/Lexicon.ts"
import { planTurns } from "../Rules/Prompts.ts"
import { answered } from "../Api/Questions.ts"
import { languageOf } from "../Rules/Words.ts"
import type { SessionRow } from "../Store/Rows.ts"

export interface PlanRequest {
  readonly customer_id: string
  readonly session: SessionRow
  readonly instructions: string | null
  /** it was paid for: a model is to write it */
  readonly isPaid: boolean
}

/** A plan without its place in the session. */
export type PlanMade = Omit<Plan, "revision">

const contentOf = (preset: PresetKey) => presetOf(preset)!.content

/** Instructions hold for once, also what they say to the answers. */
const briefOf = ({ instructions, session }: PlanRequest): Brief => ({
  text: session.seed_text,
  events: session.seed_events,
  answers:
    instructions === null ? session.answers : answered(session.answers, intentOf(instructions, session.answers).patch),
  common: (preset) => contentOf(preset).event_types
})

const compiled = (idea: PlanIdea, { answers }: Brief) =>
  compile(idea, { answers, marketplaces: contentOf(idea.preset_key).marketplaces })

/** What is said of a plan beside what is in it. */
type Remarks = Pick<Plan, "provider" | "fallback" | "confidence" | "evidence" | "warnings">

const planWith = Effect.fnUntraced(function* (idea: PlanIdea, made: ReturnType<typeof compile>, remarks: Remarks) {
  const { content, events_per_user_week, reasons } = made
  return {
    plan_id: yield* uuid,
    preset_key: idea.preset_key,
    content,
    reasons,
    assumptions: { events_per_user_week },
    ...remarks
  }
})

const builtin = (request: PlanRequest, brief: Brief, failed: AiFailed | null) => {
  const { confidence, evidence, idea, warnings } = planOf(brief)
  const language = languageOf(request.session.seed_text)
  return planWith(idea, compiled(idea, brief), {
    provider: "builtin",
    fallback: failed !== null,
    confidence,
    evidence,
    warnings: [
      ...warnings,
      ...(language === null || language === "en" ? [] : ["language_not_read"]),
      ...(failed === null ? [] : [`provider_${failed.reason}`])
    ]
  })
}

const unusable = new AiFailed({ reason: "answer_invalid", detail: "the model's idea makes no configuration" })

export class Planner extends Context.Service<Planner, { plan(request: PlanRequest): Effect.Effect<PlanMade> }>()(
  "hatchery/features/onboarding/Planner"
) {
  static readonly layer = Layer.effect(
    Planner,
    Effect.gen(function* () {
      const ai = yield* AiProvider
      const modelled = Effect.fnUntraced(function* (request: PlanRequest, brief: Brief) {
        const turns = planTurns({ ...brief, instructions: request.instructions })
        const { customer_id } = request
        const idea = yield* ai.ask({ customer_id, turns, name: "plan_idea", schema: PlanIdea })
        const made = yield* Effect.try({ try: () => compiled(idea, brief), catch: () => unusable })
        // Names that are no event types are left out; without any there is nothing to plan by.
        if (made.content.event_types.length === 0) return yield* unusable
        const { confidence, evidence } = supportOf(brief, idea.preset_key)
        const { warnings } = planOf(brief)
        return yield* planWith(idea, made, {
          provider: ai.model ?? "model",
          fallback: false,
          confidence,
          evidence,
          warnings: warnings.filter((warning) => warning === "nothing_to_read")
        })
      })
      return Planner.of({
        plan: Effect.fn("Planner.plan")((request) => {
          const brief = briefOf(request)
          return request.isPaid
            ? modelled(request, brief).pipe(Effect.catch((failed) => builtin(request, brief, failed)))
            : builtin(request, brief, null)
        })
      })
    })
  )
}
