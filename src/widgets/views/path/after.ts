/** A path as it is once an event has completed some of it. */
import type { Effects, Path, PathAnswer, StepState, SubStep } from "../../core/model.ts"

const stateOf = (subSteps: ReadonlyArray<SubStep>): StepState => {
  if (subSteps.every(({ state }) => state === "completed")) return "completed"
  return subSteps.every(({ state }) => state === "locked") ? "locked" : "available"
}

/** The steps in question are done; the first that is not, in the order of the path, is open then. */
const pathAfter = (path: Path, { pathUpdates }: Effects): Path => {
  const updates = pathUpdates.filter(({ pathKey }) => pathKey === path.pathKey)
  const doneAt = new Map(updates.map((update) => [`${update.stepKey}/${update.subStepKey}`, update.completedAt]))
  let isOpen = true
  const steps = path.steps.map((step) => {
    const subSteps = step.subSteps.map((sub) => {
      const completedAt = doneAt.get(`${step.stepKey}/${sub.subStepKey}`) ?? sub.completedAt
      if (sub.state === "completed" || completedAt !== null) return { ...sub, state: "completed" as const, completedAt }
      const state = isOpen || sub.state === "available" ? ("available" as const) : ("locked" as const)
      isOpen = false
      return { ...sub, state }
    })
    return { ...step, subSteps, state: stateOf(subSteps) }
  })
  const all = steps.flatMap(({ subSteps }) => subSteps)
  const completed = all.filter(({ state }) => state === "completed").length
  const completedAt = path.completedAt ?? updates.find(({ pathCompleted }) => pathCompleted)?.completedAt ?? null
  return { ...path, steps, completedAt, progress: { completed, total: all.length } }
}

export const after = (answer: PathAnswer, effects: Effects): PathAnswer =>
  answer.path === null || effects.pathUpdates.length === 0
    ? answer
    : { ...answer, path: pathAfter(answer.path, effects) }
