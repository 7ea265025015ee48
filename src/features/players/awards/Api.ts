/** Awards: what people of a workspace give a buddy by hand, under a name of their own. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { Origin } from "../../../wire/Change.ts"
import {
  absentAs,
  GivenReward,
  Key,
  LongText,
  noReward,
  orNull,
  ResourceUrl,
  Reward,
  Text
} from "../../../wire/content/Shared.ts"
import { notFound, serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName, Id, PathId, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { buddyArchived } from "../../../wire/refusals/Buddies.ts"
import { says } from "../../../wire/Words.ts"

export const AwardInput = Schema.Struct({
  award_key: Key,
  label: displayName({ max: 200 }),
  description: absentAs(LongText, ""),
  icon_url: orNull(ResourceUrl),
  reward: absentAs(GivenReward, noReward),
  reason: orNull(Text),
  repeatable: absentAs(Schema.Boolean, false).annotate({ description: "false: a buddy has it once" })
}).annotate({ identifier: "AwardInput" })
export type AwardInput = typeof AwardInput.Type

const award = {
  award_id: Id,
  award_key: Schema.String,
  label: Schema.String,
  description: Schema.String,
  icon_url: Schema.NullOr(Schema.String),
  buddy_id: Id,
  reward: Reward,
  reason: Schema.NullOr(Schema.String),
  ledger_ids: Schema.Array(Id),
  awarded_by: Origin,
  awarded_at: Timestamp
}

export const Award = Schema.Struct(award).annotate({ identifier: "Award" })
export type Award = typeof Award.Type
const AwardGiven = Schema.Struct({ ...award, already_awarded: Schema.Literal(false) }).annotate({
  identifier: "AwardGiven"
})
const AwardHeld = Schema.Struct({ ...award, already_awarded: Schema.Literal(true) }).annotate({
  identifier: "AwardHeld"
})
export type AwardAnswer = typeof AwardGiven.Type | typeof AwardHeld.Type

const params = { buddyId: PathId }
const query = { ...offsetQuery, award_key: Schema.optionalKey(Schema.String) }

export class AwardsApi extends tenantGroup(
  HttpApiGroup.make("awards").add(
    HttpApiEndpoint.post("give", "/customers/me/players/:buddyId/award", {
      params,
      payload: AwardInput,
      success: [AwardGiven.pipe(HttpApiSchema.status(201)), AwardHeld],
      error: [notFound, buddyArchived, validationFailed, serviceUnavailable]
    })
      .annotate(Access, "override")
      .annotateMerge(
        says(
          "Give an award",
          "201 when it is new. 200 with `already_awarded` and the first one when the buddy has an award of this key " +
            "and it is not repeatable."
        )
      ),
    HttpApiEndpoint.get("listOfBuddy", "/customers/me/players/:buddyId/awards", {
      params,
      query,
      success: offsetPage(Award),
      error: notFound
    }).annotateMerge(says("List awards of a buddy", "Newest first. Narrow them down by key.")),
    HttpApiEndpoint.get("list", "/customers/me/awards", {
      query: { ...query, buddy_id: Schema.optionalKey(Schema.String) },
      success: offsetPage(Award)
    }).annotateMerge(says("List awards", "Newest first. Narrow them down by key or buddy."))
  ),
  { access: "tenant_read", capability: "buddies", description: "What people of a workspace give by hand" }
) {}
