import type { Stage } from "../../wire/content/EvolutionRules.ts"
import { groupMet, requirementsOf } from "../rules/conditions.ts"
import type { Facts, Requirement } from "../core/Facts.ts"
import type { EvolveCommand } from "../core/Command.ts"
import type { EngineError } from "../core/EngineError.ts"
import type { Reply } from "../core/Reply.ts"
import { type Draft, fired } from "../core/Draft.ts"
import { stageInput } from "../core/inputs.ts"
import { tellTeams } from "../community/feed.ts"
import { reach } from "./ceremonies.ts"
import { payReward } from "../rules/rewards.ts"

/** The next stage of a buddy, or null at the last one. */
export const nextStageOf = ({ snapshot, state }: Facts): Stage | null => {
  const { evolution, stages } = snapshot
  if (evolution === null || state.evolution_stage >= evolution.max_stage) return null
  return stages.get(state.evolution_stage + 1) ?? null
}

/** How near a requirement is, 0..1; only a met one is 1. */
const nearness = ({ current, met, operator, value }: Requirement): number => {
  if (met) return 1
  if (typeof current !== "number" || typeof value !== "number" || value <= 0) return 0
  if (operator !== "gte" && operator !== "gt" && operator !== "eq") return 0
  return Math.min(Math.max(current / value, 0), 0.99)
}

/** The mean of the capped ratios, rounded to four digits; 1 exactly when ready. */
export const progressOf = (requirements: ReadonlyArray<Requirement>, isReady: boolean): number => {
  if (isReady || requirements.length === 0) return 1
  const sum = requirements.reduce((total, requirement) => total + nearness(requirement), 0)
  return Math.min(Math.round((sum / requirements.length) * 10_000) / 10_000, 0.9999)
}

/** Windows and runs fall with time, when nothing looks: a buddy known as ready may not have been until this command. */
const fellMeanwhile = ({ before, facts, state }: Draft, { requirements }: Stage): boolean =>
  before.evolution_ready &&
  before.evolution_stage === state.evolution_stage &&
  before.prestige_level === state.prestige_level &&
  !groupMet(requirements, { ...facts, state: before })

/**
 * Readiness for the next stage; the rising edge announces it and, where the tenant wants that, starts the evolution. So
 * does the first command under rules that want it, for a buddy which was ready under those before.
 */
export const applyEvolution = (draft: Draft): boolean => {
  const { facts } = draft
  const stage = nextStageOf(facts)
  const isReady = stage !== null && groupMet(stage.requirements, facts)
  const isRising = isReady && (!draft.state.evolution_ready || fellMeanwhile(draft, stage))
  draft.state.evolution_ready = isReady
  const auto_evolve = draft.snapshot.evolution?.auto_evolve ?? false
  const isNewHere = draft.before.checked_config_version_id !== draft.snapshot.config_version_id
  if (!isRising || stage === null) return isReady && isNewHere && auto_evolve
  const body = {
    buddy_id: draft.context.buddy.buddy_id,
    current_stage: draft.state.evolution_stage,
    next_stage: stage.stage,
    progress: progressOf(requirementsOf(stage.requirements, facts), true),
    auto_evolve
  }
  draft.outbound.push({ event: "evolution.ready", body })
  fired(draft, "evolution_rules", `stage_${stage.stage}`, {
    current_stage: body.current_stage,
    next_stage: stage.stage
  })
  return auto_evolve
}

/** One stage up, with its reward. Refused where the buddy has moved on from the stage the caller saw. */
export const evolve = (
  draft: Draft,
  command: EvolveCommand
): { readonly reply: Reply } | { readonly error: EngineError } => {
  const { facts, state } = draft
  const previous_stage = state.evolution_stage
  const stage = nextStageOf(facts)
  if (stage === null) return { error: { code: "evolution_max_stage", stage: previous_stage } }
  if (previous_stage !== command.from_stage || !groupMet(stage.requirements, facts)) {
    return { error: { code: "evolution_not_ready", requirements: requirementsOf(stage.requirements, facts) } }
  }
  const new_stage = stage.stage
  // As they stood: the reward below changes what they ask about.
  const requirements = requirementsOf(stage.requirements, facts)
  state.evolution_stage = new_stage
  state.evolution_ready = false
  draft.changed.add(stageInput)
  reach(draft, "evolution")
  const ledgerIds = payReward(draft, stage.reward, { reason: "evolution", rule_id: null })
  const { buddy_id } = draft.context.buddy
  const { image_url } = command
  draft.outbound.push({ event: "buddy.evolved", body: { buddy_id, previous_stage, new_stage, image_url } })
  tellTeams(draft, "evolved", { previous_stage, new_stage })
  draft.history.push({
    kind: "evolution",
    key: `stage_${new_stage}`,
    body: { previous_stage, new_stage, name: stage.name }
  })
  fired(draft, "evolution_rules", `stage_${new_stage}`, { previous_stage, new_stage, requirements }, ledgerIds)
  return { reply: { _tag: "Evolved", previous_stage, new_stage } }
}
