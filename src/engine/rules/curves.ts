import type { LevelCurve, Skill } from "../../wire/content/Skill.ts"
import { inputOf } from "../core/inputs.ts"

/** A skill with its curve laid out: `thresholds[n - 1]` are the cumulative points of level n. */
export interface CompiledSkill {
  readonly skill: Skill
  readonly thresholds: ReadonlyArray<number>
  readonly start_points: number
  readonly input: string
}

const thresholdOf = (curve: LevelCurve, level: number): number => {
  const base = curve.base ?? 1
  switch (curve.mode) {
    case "linear":
      return base * level
    case "quadratic":
      return base * level * level
    case "exponential":
      return Math.ceil(base * (curve.factor ?? 1) ** (level - 1))
    case "table":
      return curve.thresholds?.[level - 1] ?? Infinity
  }
}

/** Levels whose threshold no balance can reach are left out, so the top level is `thresholds.length`. */
export const compileCurve = (skill: Skill, curve: LevelCurve): CompiledSkill => {
  const thresholds: Array<number> = []
  for (let level = 1; level <= skill.max_level; level += 1) {
    const threshold = thresholdOf(curve, level)
    if (threshold > Number.MAX_SAFE_INTEGER) break
    thresholds.push(threshold)
  }
  return {
    skill,
    thresholds,
    start_points: pointsOf(thresholds, skill.start_level),
    input: inputOf.skill(skill.skill_key)
  }
}

/** The highest level whose threshold the points reach. */
export const levelOf = (thresholds: ReadonlyArray<number>, points: number): number => {
  let low = 0
  let high = thresholds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (thresholds[middle]! <= points) low = middle + 1
    else high = middle
  }
  return low
}

/** The points a level starts at; beyond the top level, those of the top level. */
export const pointsOf = (thresholds: ReadonlyArray<number>, level: number): number =>
  level <= 0 || thresholds.length === 0 ? 0 : thresholds[Math.min(level, thresholds.length) - 1]!
