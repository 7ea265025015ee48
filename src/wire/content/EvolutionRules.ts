import { Schema } from "effect"
import { absentAs, Group, LongText, Label, orNull, Reward, whole } from "./Shared.ts"

/** Contract part 1: evolution is capped at 5 stages. */
export const stageMax = 5

export const Stage = Schema.Struct({
  stage: whole(1, stageMax),
  name: Label,
  description: absentAs(LongText, ""),
  requirements: absentAs(Group, {}),
  reward: absentAs(Reward, {})
})
export type Stage = typeof Stage.Type

export const Prestige = Schema.Struct({
  enabled: absentAs(Schema.Boolean, true),
  requirements: absentAs(Group, {}),
  reset_to_stage: absentAs(whole(1, stageMax), 1),
  keeps: absentAs(
    Schema.Array(Schema.Literals(["coins", "tokens", "badges", "items", "skills", "streaks", "gates"])).check(
      Schema.isMaxLength(7)
    ),
    ["coins", "badges", "items"]
  ),
  max_level: absentAs(whole(1, 1_000), 10)
})
export type Prestige = typeof Prestige.Type

interface Stages {
  readonly max_stage: number
  readonly stages: ReadonlyArray<{ readonly stage: number }>
  readonly prestige: { readonly reset_to_stage: number } | null
}

const stagesIssue = Schema.makeFilter<Stages>(({ max_stage, prestige, stages }) => {
  const named = new Set(stages.map((stage) => stage.stage))
  if (named.size !== stages.length) return { path: ["stages"], issue: "a stage appears twice" }
  if (stages.some((stage) => stage.stage > max_stage)) return { path: ["stages"], issue: "a stage is above max_stage" }
  for (let stage = 2; stage <= max_stage; stage += 1) {
    if (!named.has(stage)) return { path: ["stages"], issue: `stage ${stage} is missing` }
  }
  return prestige !== null && prestige.reset_to_stage > max_stage
    ? { path: ["prestige", "reset_to_stage"], issue: "reset_to_stage is above max_stage" }
    : undefined
})

/**
 * How a buddy grows. Stage 1 is the hatchling and may be left out of the list. One object per config version: GET and
 * PUT.
 */
export const EvolutionRules = Schema.Struct({
  max_stage: whole(1, stageMax),
  auto_evolve: absentAs(Schema.Boolean, false),
  stages: Schema.Array(Stage).check(Schema.isMaxLength(stageMax)),
  prestige: orNull(Prestige)
})
  .check(stagesIssue)
  .annotate({ identifier: "EvolutionRules" })
export type EvolutionRules = typeof EvolutionRules.Type
