/** Why all this matters: one sentence above the widgets. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, widgetNames } from "../../../wire/Access.ts"
import { Key } from "../../../wire/content/Shared.ts"
import { validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName, text, Timestamp } from "../../../wire/Ids.ts"
import { says } from "../../../wire/Words.ts"

const title = displayName({ max: 60 })
const statement = displayName({ max: 280 })
const cta_label = displayName({ max: 40 })
const cta_url = text({ max: 2_000 }).check(
  Schema.makeFilter<string>((url) =>
    /^https:\/\/[^\s]+$/.test(url) && URL.canParse(url) ? undefined : "must be an https address"
  )
)
const placement = Schema.Literals(widgetNames)
const placements = Schema.Array(placement).check(
  Schema.isMaxLength(widgetNames.length),
  Schema.makeFilter<ReadonlyArray<string>>((given) =>
    new Set(given).size === given.length ? undefined : "every widget may stand once"
  )
)

export const MissionAnchor = Schema.Struct({
  enabled: Schema.Boolean,
  title: Schema.NullOr(Schema.String),
  statement: Schema.NullOr(Schema.String),
  cause_key: Schema.NullOr(Schema.String),
  cta_label: Schema.NullOr(Schema.String),
  cta_url: Schema.NullOr(Schema.String),
  placements: Schema.Array(placement),
  updated_at: Schema.NullOr(Timestamp).annotate({ description: "null: it was never changed" })
}).annotate({ identifier: "MissionAnchor" })
export type MissionAnchor = typeof MissionAnchor.Type

const resettable = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotate({ description })

export const MissionAnchorPatch = Schema.Struct({
  enabled: resettable(Schema.Boolean, "null: false"),
  title: resettable(title, "null: none"),
  statement: resettable(statement, "nothing is shown without one; null: none"),
  cause_key: resettable(Key, "of a cause of yours, whose total is shown while it is active; null: none"),
  cta_label: resettable(cta_label, "together with cta_url or not at all; null: none"),
  cta_url: resettable(cta_url, "https; null: none"),
  placements: resettable(placements, "the widgets it stands above, replaced as a whole; null: buddy")
}).annotate({ identifier: "MissionAnchorPatch" })
export type MissionAnchorPatch = typeof MissionAnchorPatch.Type

const path = "/customers/me/mission-anchor-config"

export class MissionAnchorApi extends tenantGroup(
  HttpApiGroup.make("mission-anchor").add(
    HttpApiEndpoint.get("read", path, { success: MissionAnchor })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show the mission anchor", "Why all this matters, in one sentence, and where it is shown.")),
    HttpApiEndpoint.patch("update", path, {
      payload: MissionAnchorPatch,
      success: MissionAnchor,
      error: validationFailed
    }).annotateMerge(
      says(
        "Change the mission anchor",
        "What is left out stays, null clears. It is shown when it is enabled and has a statement."
      )
    )
  ),
  { access: "config", capability: "buddies", description: "Why all this matters" }
) {}
