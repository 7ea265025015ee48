/** What takes levels from skills that are not practised. Versioned: edits go to the open draft, see config-versions. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { badRequest, notFound, serviceUnavailable } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { Id, Timestamp } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../../wire/Page.ts"
import { SkillDecayRule, SkillDecayRuleInput } from "../../../wire/content/Skill.ts"
import { draftCollection } from "../../../wire/DraftCollection.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { operationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { says } from "../../../wire/Words.ts"

export const DecayPreview = Schema.Struct({
  rule_id: Id,
  as_of: Timestamp,
  affected_buddies: Schema.Int,
  total_delta: Schema.Int,
  is_complete: Schema.Boolean.annotate({ description: "false: there are more buddies than were looked at" }),
  sample: Schema.Array(Schema.Struct({ buddy_id: Id, previous_level: Schema.Int, new_level: Schema.Int })).annotate({
    description: "the first 20"
  })
}).annotate({ identifier: "DecayPreview" })

export const DecayEntry = Schema.Struct({
  buddy_id: Id,
  skill_key: Schema.String,
  period_key: Schema.String,
  previous_level: Schema.Int,
  new_level: Schema.Int,
  delta: Schema.Int,
  occurred_at: Timestamp
}).annotate({ identifier: "DecayEntry" })

export const RunDecay = Schema.Struct({
  rule_id: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64))),
  dry_run: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "RunDecay" })

const params = { id: Schema.String }

export class SkillDecayRulesApi extends tenantGroup(
  HttpApiGroup.make("skill-decay-rules").add(
    ...draftCollection("/skill-decay-rules", {
      noun: "skill decay rule",
      item: SkillDecayRule,
      input: SkillDecayRuleInput
    }),
    HttpApiEndpoint.get("preview", "/skill-decay-rules/:id/preview", {
      params,
      success: DecayPreview,
      error: [notFound, rateLimited, serviceUnavailable]
    }).annotateMerge(
      says(
        "Show what a decay rule would take now",
        "How many of the first 1,000 active buddies by id would lose how much, with the first 20. Writes nothing. A " +
          "run with dry_run looks at all of them."
      )
    ),
    HttpApiEndpoint.get("history", "/skill-decay-rules/:id/history", {
      params,
      query: cursorQuery,
      success: cursorPage(DecayEntry),
      error: [notFound, badRequest]
    }).annotateMerge(says("List what a decay rule took", "Newest first.")),
    HttpApiEndpoint.post("runNow", "/skill-decay-rules/run-now", {
      payload: [RunDecay, Schema.Null],
      success: Accepted.pipe(HttpApiSchema.status(202)),
      error: [notFound, operationLimit]
    })
      .annotate(Access, "override")
      .annotateMerge(
        says(
          "Run skill decay now",
          "Starts the decay that otherwise runs by itself: of one rule, or of all. With `dry_run` it only counts. " +
            "While the same is under way, the answer names that operation."
        )
      )
  ),
  {
    access: "config",
    capability: "none",
    description: "What takes levels from skills that are not practised; edits go to the open draft"
  }
) {}
