/** Guided journeys as they are defined, and as one buddy sees them. Contract part 2. */
import { Schema } from "effect"
import { Id, Timestamp } from "../Ids.ts"
import { pathFields, SubStepInput } from "../content/PathDefinition.ts"

export const PathSubStep = Schema.Struct({ sub_step_id: Id, ...SubStepInput.fields, order: Schema.Int }).annotate({
  identifier: "PathSubStep"
})

export const PathStep = Schema.Struct({
  step_id: Id,
  step_key: Schema.String,
  title: Schema.String,
  order: Schema.Int,
  sub_steps: Schema.Array(PathSubStep)
}).annotate({ identifier: "PathStep" })

export const pathRecord = {
  path_definition_id: Id,
  ...pathFields,
  audience: Schema.String,
  is_active: Schema.Boolean,
  created_at: Timestamp,
  updated_at: Timestamp
}

const state = Schema.Literals(["locked", "available", "completed"])

/** A path as one buddy sees it. */
export const BuddyPath = Schema.Struct({
  buddy_id: Id,
  ...pathRecord,
  progress: Schema.Struct({ completed: Schema.Int, total: Schema.Int }),
  completed_at: Schema.NullOr(Timestamp),
  steps: Schema.Array(
    Schema.Struct({
      ...PathStep.fields,
      state,
      sub_steps: Schema.Array(Schema.Struct({ ...PathSubStep.fields, state, completed_at: Schema.NullOr(Timestamp) }))
    })
  )
}).annotate({ identifier: "BuddyPath" })
export type BuddyPath = typeof BuddyPath.Type

export const SubStepCompleted = Schema.Struct({
  completed: Schema.Literal(true),
  already_completed: Schema.Boolean,
  completed_at: Timestamp,
  path: BuddyPath
}).annotate({ identifier: "SubStepCompleted" })
