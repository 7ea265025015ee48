/** The points of one skill, as the draft has them. */
import type { CompiledSkill } from "./curves.ts"
import { type Draft, read, write } from "../core/Draft.ts"

export const pointsHeld = (draft: Draft, { skill, start_points }: CompiledSkill): number =>
  read(draft, "skills", skill.skill_key) ?? start_points

export const setPoints = (draft: Draft, compiled: CompiledSkill, points: number): void => {
  write(draft, "skills", compiled.skill.skill_key, points)
  draft.changed.add(compiled.input)
}
