/**
 * Guided journeys: definitions, their steps and sub-steps, and where a buddy stands. Contract parts 2 and 4. A path, a
 * step and a sub-step are addressed by id or by key. At most one path is active per audience.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, RequiredPermission } from "../../../wire/Access.ts"
import { alreadyExists, failure, notFound, serviceUnavailable } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { PathId, text } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery, wholeList } from "../../../wire/Page.ts"
import { NewKey } from "../../../wire/content/Shared.ts"
import { pathFields, PathInput, StepInput, StepsInput, SubStepInput } from "../../../wire/content/PathDefinition.ts"
import { buddyArchived, subStepAutomatic, subStepLocked } from "../../../wire/refusals/Buddies.ts"
import { missingAudience, unknownAudience } from "../../../wire/refusals/Intake.ts"
import { BuddyPath, pathRecord, PathStep, PathSubStep, SubStepCompleted } from "../../../wire/answers/BuddyPath.ts"
import { says } from "../../../wire/Words.ts"

export const PathDefinition = Schema.Struct({ ...pathRecord, steps: Schema.Array(PathStep) }).annotate({
  identifier: "PathDefinition"
})
export type PathDefinition = typeof PathDefinition.Type

export class PathTooLong extends Schema.TaggedError<PathTooLong>()("PathTooLong", { max: Schema.Int }) {}
export const pathTooLong = failure(PathTooLong, {
  status: 409,
  code: "path_too_long",
  message: (e) => `There is no room for more than ${e.max} here.`,
  details: (e) => ({ max: e.max })
})

/** Every id or key of the list, in the new order; those left out follow as they stood. */
export const Reorder = Schema.Struct({
  ids: Schema.Array(Schema.String.check(Schema.isMaxLength(64))).check(Schema.isBetweenLength(1, 50))
})

/** PUT of a path leaves its steps alone when it does not name them. */
export const PathReplace = Schema.Struct({ ...pathFields, path_key: NewKey, steps: Schema.optionalKey(StepsInput) })

const id = { id: Schema.String }
const step = { ...id, step_id: Schema.String }
const subStep = { ...step, sub_step_id: Schema.String }
const audience = [missingAudience, unknownAudience] as const
const created = HttpApiSchema.status(201)
const buddy = { buddy_id: PathId, path_key: Schema.String }

export class PathDefinitionsApi extends tenantGroup(
  HttpApiGroup.make("path-definitions").add(
    HttpApiEndpoint.get("list", "/path-definitions", {
      query: { ...offsetQuery, audience: Schema.optionalKey(text({ max: 64 })) },
      success: offsetPage(PathDefinition)
    })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "paths:read")
      .annotateMerge(says("List paths", "With their steps. Narrow it down by audience.")),
    HttpApiEndpoint.post("create", "/path-definitions", {
      payload: PathInput,
      success: PathDefinition.pipe(created),
      error: [alreadyExists, ...audience]
    }).annotateMerge(says("Create a path", "With its steps, or without. It shows once it is activated.")),
    HttpApiEndpoint.get("buddyPath", "/path-definitions/buddies/:buddy_id/paths/:path_key", {
      params: buddy,
      success: BuddyPath,
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "paths:read")
      .annotateMerge(
        says("Show a path as a buddy sees it", "What is locked, available and completed, and how far the buddy is.")
      ),
    HttpApiEndpoint.post(
      "complete",
      "/path-definitions/buddies/:buddy_id/paths/:path_key/sub-steps/:sub_step_key/complete",
      {
        params: { ...buddy, sub_step_key: Schema.String },
        success: SubStepCompleted,
        error: [notFound, buddyArchived, subStepLocked, subStepAutomatic, serviceUnavailable]
      }
    )
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Complete a sub-step for a buddy",
          "For sub-steps that allow it and are available. Repeating it answers `already_completed`."
        )
      ),
    HttpApiEndpoint.get("read", "/path-definitions/:id", { params: id, success: PathDefinition, error: notFound })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "paths:read")
      .annotateMerge(says("Show a path", "`{id}` is its id or its key.")),
    HttpApiEndpoint.put("replace", "/path-definitions/:id", {
      params: id,
      payload: PathReplace,
      success: PathDefinition,
      error: [notFound, alreadyExists, ...audience]
    }).annotateMerge(says("Replace a path", "Steps stay when the body does not name them.")),
    HttpApiEndpoint.delete("remove", "/path-definitions/:id", {
      params: id,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Delete a path", "With its steps. Nobody sees it any more.")),
    HttpApiEndpoint.post("activate", "/path-definitions/:id/activate", {
      params: id,
      success: PathDefinition,
      error: notFound
    }).annotateMerge(
      says("Activate a path", "Shows it to its audience; the one that was active before is deactivated.")
    ),
    HttpApiEndpoint.post("deactivate", "/path-definitions/:id/deactivate", {
      params: id,
      success: PathDefinition,
      error: notFound
    }).annotateMerge(says("Deactivate a path", "Shows it to nobody. What buddies have done of it stays.")),
    HttpApiEndpoint.get("steps", "/path-definitions/:id/steps", {
      params: id,
      success: wholeList(PathStep),
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "paths:read")
      .annotateMerge(says("List steps of a path", "In order, with their sub-steps.")),
    HttpApiEndpoint.post("createStep", "/path-definitions/:id/steps", {
      params: id,
      payload: StepInput,
      success: PathStep.pipe(created),
      error: [notFound, alreadyExists, pathTooLong]
    }).annotateMerge(says("Create a step", "It stands last. A path has at most 50.")),
    HttpApiEndpoint.put("reorderSteps", "/path-definitions/:id/steps/reorder", {
      params: id,
      payload: Reorder,
      success: wholeList(PathStep),
      error: notFound
    }).annotateMerge(
      says("Reorder steps", "The steps named come first, in this order; the others follow as they stood.")
    ),
    HttpApiEndpoint.put("replaceStep", "/path-definitions/:id/steps/:step_id", {
      params: step,
      payload: Schema.Struct({ step_key: StepInput.fields.step_key, title: StepInput.fields.title }),
      success: PathStep,
      error: [notFound, alreadyExists]
    }).annotateMerge(says("Replace a step", "Its key and title; its sub-steps stay.")),
    HttpApiEndpoint.delete("removeStep", "/path-definitions/:id/steps/:step_id", {
      params: step,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Delete a step", "With its sub-steps.")),
    HttpApiEndpoint.get("subSteps", "/path-definitions/:id/steps/:step_id/sub-steps", {
      params: step,
      success: wholeList(PathSubStep),
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "paths:read")
      .annotateMerge(says("List sub-steps", "In order, as the path shows them.")),
    HttpApiEndpoint.post("createSubStep", "/path-definitions/:id/steps/:step_id/sub-steps", {
      params: step,
      payload: SubStepInput,
      success: PathSubStep.pipe(created),
      error: [notFound, alreadyExists, pathTooLong]
    }).annotateMerge(says("Create a sub-step", "It stands last. A step has at most 50.")),
    HttpApiEndpoint.put("reorderSubSteps", "/path-definitions/:id/steps/:step_id/sub-steps/reorder", {
      params: step,
      payload: Reorder,
      success: wholeList(PathSubStep),
      error: notFound
    }).annotateMerge(
      says("Reorder sub-steps", "The sub-steps named come first, in this order; the others follow as they stood.")
    ),
    HttpApiEndpoint.put("replaceSubStep", "/path-definitions/:id/steps/:step_id/sub-steps/:sub_step_id", {
      params: subStep,
      payload: SubStepInput,
      success: PathSubStep,
      error: [notFound, alreadyExists]
    }).annotateMerge(says("Replace a sub-step", "Fields left out take their defaults.")),
    HttpApiEndpoint.delete("removeSubStep", "/path-definitions/:id/steps/:step_id/sub-steps/:sub_step_id", {
      params: subStep,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Delete a sub-step", "Nobody sees it any more."))
  ),
  { access: "config", capability: "paths", description: "Guided journeys" }
) {}
