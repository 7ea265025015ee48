import type { Prestige } from "../../wire/content/EvolutionRules.ts"
import { seasonOf } from "../campaigns/league.ts"
import { groupMet, requirementsOf } from "../rules/conditions.ts"
import { type Draft, fired, write } from "../core/Draft.ts"
import { tellTeams } from "../community/feed.ts"
import { reach } from "./ceremonies.ts"
import { takenBy } from "../items/holdings.ts"
import { inputOf, prestigeInput, stageInput } from "../core/inputs.ts"
import { setPoints } from "../rules/points.ts"
import { outlive } from "../reversal/remains.ts"
import { settleCoins, settleToken } from "../rules/wallet.ts"
import { isoTime } from "../calendar/zones.ts"

/**
 * Beyond the last stage: the stage goes back, the counter goes up, and what the rules do not keep is given up. It
 * happens by itself with the command after which the requirements are met (contract part 6, buddy.prestiged). Says
 * whether it did.
 */
export const applyPrestige = (draft: Draft): boolean => {
  const { facts, snapshot, state } = draft
  const prestige = snapshot.evolution?.prestige ?? null
  if (prestige === null || !prestige.enabled || state.prestige_level >= prestige.max_level) return false
  if (state.evolution_stage <= prestige.reset_to_stage || !groupMet(prestige.requirements, facts)) return false
  const from_evolution_stage = state.evolution_stage
  const requirements = requirementsOf(prestige.requirements, facts)
  const given_up = takenBy(prestige, draft)
  const ledgerIds = giveUp(draft, prestige)
  state.prestige_level += 1
  state.evolution_stage = prestige.reset_to_stage
  state.evolution_ready = false
  draft.changed.add(stageInput)
  draft.changed.add(prestigeInput)
  reach(draft, "prestige")
  const { prestige_level } = state
  const { buddy_id } = draft.context.buddy
  const occurred_at = isoTime(draft.context.now)
  const body = { buddy_id, prestige_level, from_evolution_stage, season_id: seasonOf(draft), occurred_at }
  draft.outbound.push({ event: "buddy.prestiged", body })
  tellTeams(draft, "prestiged", { prestige_level, from_evolution_stage })
  draft.history.push({
    kind: "prestige",
    key: `prestige_${prestige_level}`,
    body: {
      prestige_level,
      previous_stage: from_evolution_stage,
      new_stage: prestige.reset_to_stage,
      keeps: prestige.keeps
    }
  })
  draft.signals.push({ _tag: "Repaint" })
  const stages = { from_evolution_stage, to_evolution_stage: prestige.reset_to_stage }
  const detail = { ...stages, max_level: prestige.max_level, keeps: prestige.keeps, given_up, requirements }
  fired(draft, "prestige", `prestige_${prestige_level}`, detail, ledgerIds)
  return true
}

const giveUp = (draft: Draft, { keeps }: Prestige): ReadonlyArray<string> => {
  const { snapshot, state } = draft
  const kept = new Set<string>(keeps)
  const ledgerIds: Array<string> = []
  const units = new Set<string>()
  const settled = (unit: string, ids: ReadonlyArray<string>) => {
    ledgerIds.push(...ids)
    if (ids.length > 0) units.add(unit)
  }
  const posting = { reason: "prestige", rule_id: null }
  if (!kept.has("coins")) settled("coin", settleCoins(draft, posting))
  if (!kept.has("tokens")) {
    for (const tokenKey of Object.keys(state.tokens))
      settled(`token:${tokenKey}`, settleToken(draft, tokenKey, posting))
  }
  if (!kept.has("badges")) {
    for (const [key, held] of Object.entries(state.badges)) {
      const past = (held.past ?? 0) + held.count
      write(draft, "badges", key, { count: 0, past, awarded_at: null, satisfied: held.satisfied, ready: false })
      draft.changed.add(inputOf.badge(key))
    }
  }
  if (!kept.has("skills")) {
    // Of skills of another version nothing is left either, should the buddy come back to it.
    state.skills = {}
    for (const skill of snapshot.skills.values()) setPoints(draft, skill, skill.start_points)
  }
  if (!kept.has("streaks")) {
    for (const key of Object.keys(state.streaks)) draft.changed.add(inputOf.streak(key))
    state.streaks = {}
  }
  outlive(draft, kept, units)
  if (!kept.has("items")) {
    for (const key of Object.keys(state.items)) draft.changed.add(inputOf.item(key))
    state.items = {}
  }
  if (!kept.has("gates")) {
    for (const key of Object.keys(state.gates)) draft.changed.add(inputOf.gate(key))
    state.gates = {}
  }
  return ledgerIds
}
