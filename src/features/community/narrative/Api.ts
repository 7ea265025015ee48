/** The words widgets say, slot by slot, and who changed them. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { Origin } from "../../../wire/Change.ts"
import { badRequest } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Timestamp } from "../../../wire/Ids.ts"
import { NarrativeText, Tone } from "../../../wire/content/Narrative.ts"
import { cursorPage, cursorQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

const line = Schema.NullOr(Schema.String).annotate({ description: "null: the default of tone and language" })

export const Narrative = Schema.Struct({
  tone: Tone,
  intro: line,
  level_up_copy: Schema.Record(Schema.String, Schema.NullOr(Schema.String)).annotate({
    description: "by the stage that is reached, stage_2 to stage_5"
  }),
  hatch_copy: line,
  streak_copy: Schema.Struct({ milestone: line, at_risk: line, lost: line }),
  badge_copy: line,
  empty_copy: line,
  welcome_back_copy: line
}).annotate({ identifier: "Narrative" })
export type Narrative = typeof Narrative.Type

const change = Schema.optionalKey(Schema.NullOr(NarrativeText)).annotate({ description: "null restores the default" })
const stageNames = ["stage_2", "stage_3", "stage_4", "stage_5"]
const stagesOnly = Schema.makeFilter<Readonly<Record<string, unknown>>>((given) =>
  Object.keys(given).flatMap((name) =>
    stageNames.includes(name) ? [] : [{ path: [name], issue: `property ${name} should not exist` }]
  )
)

export const NarrativePatch = Schema.Struct({
  tone: Schema.optionalKey(Schema.NullOr(Tone)).annotate({ description: "null restores the default" }),
  intro: change,
  level_up_copy: Schema.optionalKey(
    Schema.NullOr(
      Schema.Record(Schema.String, Schema.NullOr(NarrativeText)).check(stagesOnly, Schema.isMaxProperties(4))
    )
  ).annotate({ description: "stage_2 to stage_5; a stage left out stays" }),
  hatch_copy: change,
  streak_copy: Schema.optionalKey(Schema.NullOr(Schema.Struct({ milestone: change, at_risk: change, lost: change }))),
  badge_copy: change,
  empty_copy: change,
  welcome_back_copy: change
}).annotate({ identifier: "NarrativePatch" })
export type NarrativePatch = typeof NarrativePatch.Type

export const NarrativeChange = Schema.Struct({
  audit_id: Id,
  slot: Schema.String.annotate({ description: "the dot path of a text, or `tone`" }),
  previous: Schema.NullOr(Schema.String),
  next: Schema.NullOr(Schema.String),
  actor: Origin,
  source: Schema.Literals(["patch", "council"]),
  created_at: Timestamp
}).annotate({ identifier: "NarrativeChange" })
export type NarrativeChange = typeof NarrativeChange.Type

export class NarrativeApi extends tenantGroup(
  HttpApiGroup.make("narrative").add(
    HttpApiEndpoint.get("read", "/customers/me/narrative", { success: Narrative })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show the narrative", "The texts widgets say instead of their own, as they were written.")),
    HttpApiEndpoint.patch("update", "/customers/me/narrative", {
      payload: NarrativePatch,
      success: Narrative
    }).annotateMerge(
      says(
        "Change the narrative",
        "Text by text: what is left out stays, null restores the default. Widgets say it from their next read on."
      )
    ),
    HttpApiEndpoint.get("audit", "/customers/me/narrative/audit", {
      query: cursorQuery,
      success: cursorPage(NarrativeChange),
      error: badRequest
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("List changes of the narrative", "A row for each text that changed, newest first. They are kept for good.")
      )
  ),
  { access: "config", capability: "buddies", description: "The words widgets say" }
) {}
