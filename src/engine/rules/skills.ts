import type { SkillRule } from "../../wire/content/Skill.ts"
import { boost } from "../campaigns/boosters.ts"
import type { EventCommand } from "../core/Command.ts"
import { type CompiledSkill, levelOf } from "./curves.ts"
import { refresh } from "../growth/decay.ts"
import { type Draft, fired } from "../core/Draft.ts"
import { pointsHeld, setPoints } from "./points.ts"
import { admit, refuse, settle } from "./rules.ts"
import type { CompiledRule } from "../core/Snapshot.ts"
import { own } from "../core/State.ts"
import { balanceMax } from "./wallet.ts"

/** False when the points would leave the range of exact integers: then nothing is given. */
export const addPoints = (draft: Draft, compiled: CompiledSkill, points: number): boolean => {
  const held = pointsHeld(draft, compiled)
  if (held + points > balanceMax) return false
  if (points > 0) {
    for (const decay of draft.snapshot.decays_by_skill.get(compiled.skill.skill_key) ?? [])
      refresh(draft, decay, draft.at)
    setPoints(draft, compiled, held + points)
  }
  return true
}

export const applySkillRule = (draft: Draft, rule: CompiledRule<SkillRule>, event: EventCommand): void => {
  const { rule_key, skill_key } = rule.rule
  const admission = admit(draft, rule, event)
  if (admission === null) return
  const compiled = draft.snapshot.skills.get(skill_key)
  if (compiled === undefined) {
    refuse(draft, rule, "disabled", { unknown_skill: skill_key })
    return
  }
  const { amount, told } = boost(draft, "skills", admission.amount)
  if (!addPoints(draft, compiled, amount)) {
    refuse(draft, rule, "limit_reached", { limit: "max_points", used: pointsHeld(draft, compiled), max: balanceMax })
    return
  }
  settle(draft, rule, event, admission)
  fired(draft, rule.type, rule_key, { skill_key, points: amount, ...told })
}

export interface SkillChange {
  readonly level: number
  readonly previous: number
  readonly change: number
}

/** The levels before and after of every skill whose points this command has moved. */
export const skillChanges = (draft: Draft): Readonly<Record<string, SkillChange>> => {
  const updates: Record<string, SkillChange> = {}
  if (!draft.copied.has("skills")) return updates
  for (const [skill_key, points] of Object.entries(draft.state.skills)) {
    const compiled = draft.snapshot.skills.get(skill_key)
    const before = own(draft.before.skills, skill_key) ?? compiled?.start_points
    if (compiled === undefined || before === undefined || before === points) continue
    const previous = levelOf(compiled.thresholds, before)
    const level = levelOf(compiled.thresholds, points)
    updates[skill_key] = { level, previous, change: level - previous }
  }
  return updates
}

/**
 * One `skill.updated` for all skills whose level this command changed, and one `skill.level_up` for each that rose.
 * Told last: a prestige takes levels back that came with the same command.
 */
export const announceSkills = (draft: Draft): void => {
  const { buddy_id } = draft.context.buddy
  const moved = Object.entries(skillChanges(draft)).filter(([, { change }]) => change !== 0)
  if (moved.length === 0) return
  draft.outbound.push({ event: "skill.updated", body: { buddy_id, updates: Object.fromEntries(moved) } })
  for (const [skill_key, change] of moved) {
    if (change.change > 0) draft.outbound.push({ event: "skill.level_up", body: { buddy_id, skill_key, ...change } })
  }
}
