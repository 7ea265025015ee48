/**
 * Guided journeys: ordered steps with ordered sub-steps. Live configuration, not versioned. Contract part 2, "Path
 * definition".
 */
import { Schema } from "effect"
import {
  absentAs,
  AudienceKey,
  Color,
  EventTypeName,
  Filters,
  Id,
  isReservedName,
  Key,
  Label,
  NewKey,
  LinkUrl,
  orNull,
  whole
} from "./Shared.ts"

export const displayModes = ["straight", "zigzag", "stepper"] as const
/** `path` means no icon. */
export const pathIcons = ["path", "flame", "heart", "bolt", "star", "leaf"] as const

const since = absentAs(Schema.Literals(["available", "ever"]), "available")
const target = whole(1, 1_000_000_000)

/** What completes a sub-step by itself. `since: available` counts events from the moment the sub-step opened. */
export const CompletionCondition = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("event_count"),
    event_type: EventTypeName,
    count: absentAs(whole(1, 1_000_000), 1),
    filters: Filters,
    since
  }),
  Schema.Struct({ type: Schema.Literal("badge_owned"), key: Key }),
  Schema.Struct({ type: Schema.Literal("gate_unlocked"), key: Key }),
  Schema.Struct({ type: Schema.Literal("item_owned"), key: Id }),
  Schema.Struct({ type: Schema.Literal("skill_level"), key: Key, value: target }),
  Schema.Struct({ type: Schema.Literal("token_lifetime"), key: Key, value: target }),
  Schema.Struct({ type: Schema.Literal("evolution_stage"), value: whole(1, 5) })
]).annotate({ identifier: "CompletionCondition" })
export type CompletionCondition = typeof CompletionCondition.Type

export const SubStepInput = Schema.Struct({
  sub_step_key: Key,
  title: Label,
  content_url: orNull(LinkUrl),
  cta_label: absentAs(Label, "Open"),
  allow_manual_complete: absentAs(Schema.Boolean, false),
  completion_condition: orNull(CompletionCondition)
}).annotate({ identifier: "PathSubStepInput" })
export type SubStepInput = typeof SubStepInput.Type

const distinct = <K extends string>(name: K) =>
  Schema.makeFilter<ReadonlyArray<Readonly<Record<K, string>>>>((list) => {
    const keys = list.map((one) => one[name])
    const twice = keys.find((key, index) => keys.indexOf(key) !== index || isReservedName(key))
    return twice === undefined ? undefined : `${name} ${twice} appears twice`
  })

export const subStepsMax = 50
export const stepsMax = 50

export const StepInput = Schema.Struct({
  step_key: Key,
  title: Label,
  sub_steps: absentAs(Schema.Array(SubStepInput).check(Schema.isMaxLength(subStepsMax), distinct("sub_step_key")), [])
}).annotate({ identifier: "PathStepInput" })
export type StepInput = typeof StepInput.Type

export const pathFields = {
  path_key: Key,
  title: Label,
  audience: AudienceKey,
  display_mode: absentAs(Schema.Literals(displayModes), "straight"),
  icon: absentAs(Schema.Literals(pathIcons), "path"),
  accent_color: orNull(Color)
}

export const StepsInput = Schema.Array(StepInput).check(Schema.isMaxLength(stepsMax), distinct("step_key"))

export const PathInput = Schema.Struct({ ...pathFields, path_key: NewKey, steps: absentAs(StepsInput, []) }).annotate({
  identifier: "PathDefinitionInput"
})
export type PathInput = typeof PathInput.Type

/** What the rules need of a path: keys, order and conditions. */
export interface PathTerms {
  readonly path_key: string
  readonly steps: ReadonlyArray<{
    readonly step_key: string
    readonly sub_steps: ReadonlyArray<{
      readonly sub_step_key: string
      readonly allow_manual_complete: boolean
      readonly completion_condition: CompletionCondition | null
    }>
  }>
}
