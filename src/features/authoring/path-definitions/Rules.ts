/** Edits of the list of steps, and a path as a buddy sees it. Pure: a list in, a list out. */
import { pathStates, type SubStepState } from "../../../engine/growth/paths.ts"
import type { PathState } from "../../../engine/core/State.ts"
import type { StepInput, SubStepInput } from "../../../wire/content/PathDefinition.ts"
import { refersTo } from "../../../wire/Ids.ts"
import type { PathDefinition } from "./Api.ts"
import type { BuddyPath } from "../../../wire/answers/BuddyPath.ts"

export interface StoredSubStep extends SubStepInput {
  readonly sub_step_id: string
}
export interface StoredStep {
  readonly step_id: string
  readonly step_key: string
  readonly title: string
  readonly sub_steps: ReadonlyArray<StoredSubStep>
}

/** By id or key. */
export const stepAt = (steps: ReadonlyArray<StoredStep>, id: string): number =>
  steps.findIndex(({ step_id, step_key }) => refersTo(id, step_id, step_key))
export const subStepAt = (subSteps: ReadonlyArray<StoredSubStep>, id: string): number =>
  subSteps.findIndex(({ sub_step_id, sub_step_key }) => refersTo(id, sub_step_id, sub_step_key))

export const replaced = <A>(list: ReadonlyArray<A>, place: number, value: A): ReadonlyArray<A> =>
  list.map((one, index) => (index === place ? value : one))
export const without = <A>(list: ReadonlyArray<A>, place: number): ReadonlyArray<A> =>
  list.filter((_, index) => index !== place)

/** Those at the given places first, the others after them. */
export const reordered = <A>(list: ReadonlyArray<A>, places: ReadonlyArray<number>): ReadonlyArray<A> => {
  const first = [...new Set(places)]
  return [...first.map((place) => list[place]!), ...list.filter((_, index) => !first.includes(index))]
}

/** A whole list as sent: what keeps its key keeps its identifier. */
export const merged = (
  before: ReadonlyArray<StoredStep>,
  given: ReadonlyArray<StepInput>,
  nextId: () => string
): ReadonlyArray<StoredStep> =>
  given.map(({ step_key, sub_steps, title }) => {
    const old = before.find((step) => step.step_key === step_key)
    return {
      step_id: old?.step_id ?? nextId(),
      step_key,
      title,
      sub_steps: sub_steps.map((subStep) => ({
        sub_step_id: old?.sub_steps.find((one) => one.sub_step_key === subStep.sub_step_key)?.sub_step_id ?? nextId(),
        ...subStep
      }))
    }
  })

export const subStepsShown = (subSteps: ReadonlyArray<StoredSubStep>) =>
  subSteps.map((subStep, index) => ({ ...subStep, order: index + 1 }))
export const stepsShown = (steps: ReadonlyArray<StoredStep>) =>
  steps.map((step, index) => ({ ...step, order: index + 1, sub_steps: subStepsShown(step.sub_steps) }))

/** A step is completed with its last sub-step, and open as soon as one of them is. */
const stepState = (states: ReadonlyArray<SubStepState>): SubStepState => {
  if (states.every((state) => state === "completed")) return states.length === 0 ? "available" : "completed"
  return states.some((state) => state !== "locked") ? "available" : "locked"
}

export const buddyPathOf = (buddy_id: string, path: PathDefinition, held: PathState | undefined): BuddyPath => {
  const states = pathStates(path, held)
  const at = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())
  const steps = path.steps.map((step) => {
    const sub_steps = step.sub_steps.map((subStep) => {
      const place = `${step.step_key}/${subStep.sub_step_key}`
      return { ...subStep, state: states.get(place) ?? "locked", completed_at: at(held?.done[place]) }
    })
    return { ...step, state: stepState(sub_steps.map(({ state }) => state)), sub_steps }
  })
  const all = [...states.values()]
  const completed = all.filter((state) => state === "completed").length
  // Told by what there is to do now: sub-steps may have come and gone since it was walked to its end.
  const isWhole = all.length > 0 && completed === all.length
  const latest = Math.max(...[...states.keys()].map((place) => held?.done[place] ?? 0))
  return {
    buddy_id,
    ...path,
    progress: { completed, total: all.length },
    completed_at: isWhole ? at(latest) : null,
    steps
  }
}
