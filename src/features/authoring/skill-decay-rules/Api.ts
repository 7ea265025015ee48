/** What takes levels from skills that are not practised. Versioned: edits go to the open draft, see config-versions. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { badRequest, notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Timestamp } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../../wire/Page.ts"
import { SkillDecayRule, SkillDecayRuleInput } from "../../../wire/content/Skill.ts"
import { draftCollection } from "../../../wire/DraftCollection.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"

export const DecayPreview = Schema.Struct({
  rule_id: Id,
  as_of: Timestamp,
  affected_buddies: Schema.Int,
  total_delta: Schema.Int,
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
    ...draftCollection("/skill-decay-rules", { item: SkillDecayRule, input: SkillDecayRuleInput }),
    HttpApiEndpoint.get("preview", "/skill-decay-rules/:id/preview", {
      params,
      success: DecayPreview,
      error: notFound
    }),
    HttpApiEndpoint.get("history", "/skill-decay-rules/:id/history", {
      params,
      query: cursorQuery,
      success: cursorPage(DecayEntry),
      error: [notFound, badRequest]
    }),
    HttpApiEndpoint.post("runNow", "/skill-decay-rules/run-now", {
      payload: [RunDecay, Schema.Null],
      success: Accepted.pipe(HttpApiSchema.status(202)),
      error: notFound
    }).annotate(Access, "override")
  ),
  { access: "config", description: "What takes levels from skills that are not practised; edits go to the open draft" }
) {}
