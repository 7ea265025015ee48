/**
 * Guided journeys. Sub-steps open one after the other, in the order of the path; one that is fulfilled by what the
 * buddy has completes at once when it opens. Paths are live configuration and come in through the context.
 */
import type { CompletionCondition, PathTerms } from "../../wire/content/PathDefinition.ts"
import type { Command, EventCommand, ReverseCommand } from "../core/Command.ts"
import { currentOf } from "../rules/conditions.ts"
import type { Facts } from "../core/Facts.ts"
import { type Draft, fired, read, skipped, write } from "../core/Draft.ts"
import { type CompiledFilters, compileFilters, firstFailure } from "../rules/filters.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { own, type PathState } from "../core/State.ts"
import { isoTime } from "../calendar/zones.ts"

interface SubStep {
  readonly step_key: string
  readonly sub_step_key: string
  readonly allow_manual_complete: boolean
  readonly condition: CompletionCondition | null
  readonly filters: CompiledFilters | null
}

/** Sub-step keys are unique within their step only; the state names both. */
const placeOf = ({ step_key, sub_step_key }: Pick<SubStep, "step_key" | "sub_step_key">): string =>
  `${step_key}/${sub_step_key}`

const compiled = new WeakMap<PathTerms, ReadonlyArray<SubStep>>()

const subStepsOf = (path: PathTerms): ReadonlyArray<SubStep> => {
  const known = compiled.get(path)
  if (known !== undefined) return known
  const list = path.steps.flatMap(({ step_key, sub_steps }) =>
    sub_steps.map(({ allow_manual_complete, completion_condition: condition, sub_step_key }) => ({
      step_key,
      sub_step_key,
      allow_manual_complete,
      condition,
      filters: condition?.type === "event_count" ? compileFilters(condition.filters) : null
    }))
  )
  compiled.set(path, list)
  return list
}

const untouched: PathState = { done: {}, counted: {}, completed_at: null }

const stateOf = (draft: Draft, path: PathTerms): PathState => read(draft, "paths", path.path_key) ?? untouched

const isDone = (state: PathState, subStep: SubStep): boolean => own(state.done, placeOf(subStep)) !== undefined

export type SubStepState = "locked" | "available" | "completed"

/** The runtime state of every sub-step, by `step_key/sub_step_key`. */
export const pathStates = (path: PathTerms, state: PathState = untouched): ReadonlyMap<string, SubStepState> => {
  let isOpen = true
  return new Map(
    subStepsOf(path).map((subStep) => {
      if (isDone(state, subStep)) return [placeOf(subStep), "completed"] as const
      const shown: SubStepState = isOpen ? "available" : "locked"
      isOpen = false
      return [placeOf(subStep), shown] as const
    })
  )
}

/** Events count for the open sub-step, and for later ones that count from ever. */
const countEvent = (draft: Draft, path: PathTerms, event: EventCommand): void => {
  let isOpen = true
  for (const subStep of subStepsOf(path)) {
    const state = stateOf(draft, path)
    if (isDone(state, subStep)) continue
    const { condition, filters } = subStep
    const counts = isOpen || (condition?.type === "event_count" && condition.since === "ever")
    isOpen = false
    if (!counts || condition?.type !== "event_count" || condition.event_type !== event.type) continue
    if (filters !== null && firstFailure(filters, event.properties) >= 0) continue
    const place = placeOf(subStep)
    const counted = (own(state.counted, place) ?? 0) + 1
    write(draft, "paths", path.path_key, { ...state, counted: { ...state.counted, [place]: counted } })
    fired(draft, "path", `${path.path_key}/${place}`, { counted, count: condition.count })
  }
}

/** What a reversed event was counted for and is not completed yet counts one less. */
export const uncountSteps = (draft: Draft, rows: ReverseCommand["event"]["fired"]): void => {
  for (const { detail, key, type } of rows) {
    if (type !== "path" || detail["counted"] === undefined) continue
    const [path_key, ...steps] = key.split("/")
    const place = steps.join("/")
    const state = read(draft, "paths", path_key!)
    const held = state === undefined ? undefined : own(state.counted, place)
    if (state === undefined || held === undefined) continue
    write(draft, "paths", path_key!, { ...state, counted: { ...state.counted, [place]: Math.max(0, held - 1) } })
  }
}

const isFulfilled = (condition: CompletionCondition, place: string, state: PathState, facts: Facts): boolean => {
  if (condition.type === "event_count") return (own(state.counted, place) ?? 0) >= condition.count
  const asked = { operator: "gte" as const, window_days: null, type: condition.type }
  const key = "key" in condition ? condition.key : null
  const current = currentOf({ ...asked, key, value: 0 }, facts)
  return typeof current === "boolean" ? current : "value" in condition && current >= condition.value
}

const complete = (draft: Draft, path: PathTerms, subStep: SubStep, how: "automatic" | "manual"): void => {
  const { now } = draft.context
  const state = stateOf(draft, path)
  const place = placeOf(subStep)
  const { [place]: _counted, ...counted } = state.counted
  const done = { ...state.done, [place]: now }
  const isWhole = subStepsOf(path).every((one) => own(done, placeOf(one)) !== undefined)
  const completed_at = isWhole ? now : null
  write(draft, "paths", path.path_key, { done, counted, completed_at })
  const { path_key } = path
  const { step_key, sub_step_key } = subStep
  draft.path_updates.push({
    path_key,
    step_key,
    sub_step_key,
    state: "completed",
    completed_at: isoTime(now),
    path_completed: isWhole
  })
  draft.history.push({ kind: "path", key: path_key, body: { path_key, step_key, sub_step_key, how } })
  fired(draft, "path", `${path_key}/${place}`, {
    how,
    condition: subStep.condition?.type ?? null,
    path_completed: isWhole
  })
}

/** Completes what is fulfilled, one sub-step opening the next. */
const cascade = (draft: Draft, path: PathTerms): void => {
  for (const subStep of subStepsOf(path)) {
    const state = stateOf(draft, path)
    if (isDone(state, subStep)) continue
    if (subStep.condition === null || !isFulfilled(subStep.condition, placeOf(subStep), state, draft.facts)) return
    complete(draft, path, subStep, "automatic")
  }
}

export const applyPath = (draft: Draft, event: EventCommand | null): void => {
  const { path } = draft.context
  if (path === null) return
  if (event !== null) countEvent(draft, path, event)
  cascade(draft, path)
}

/** By hand, where the sub-step allows it. Completed before: nothing changes. */
export const completeSubStep = (
  draft: Draft,
  { path, step_key, sub_step_key }: Extract<Command, { readonly _tag: "CompleteSubStep" }>
): ManualOutcome => {
  const all = subStepsOf(path)
  const subStep = all.find(
    (one) => one.sub_step_key === sub_step_key && (step_key === null || one.step_key === step_key)
  )
  if (subStep === undefined) return { error: { code: "unknown_sub_step", sub_step_key } }
  const place = placeOf(subStep)
  const before = own(stateOf(draft, path).done, place)
  if (before !== undefined) {
    skipped(draft, "path", `${path.path_key}/${place}`, "limit_reached", {
      limit: "once",
      completed_at: isoTime(before)
    })
    return { reply: { _tag: "SubStep", already_completed: true, completed_at: before } }
  }
  if (!subStep.allow_manual_complete) return { error: { code: "sub_step_automatic", sub_step_key } }
  if (pathStates(path, stateOf(draft, path)).get(place) === "locked")
    return { error: { code: "sub_step_locked", sub_step_key } }
  complete(draft, path, subStep, "manual")
  cascade(draft, path)
  return { reply: { _tag: "SubStep", already_completed: false, completed_at: draft.context.now } }
}
