/** Mystery boxes: a price, a limit, and a reward by chance whose odds are told. Live, by id or key. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { patchable } from "../../../resource/Api.ts"
import { Access } from "../../../wire/Access.ts"
import { BoxOpening, boxWords, openingRefusals } from "../../../wire/answers/BoxOpening.ts"
import { boxFields, BoxReward } from "../../../wire/campaigns/MysteryBox.ts"
import { NewKey, orNull } from "../../../wire/content/Shared.ts"
import { alreadyExists, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName, Id, PathId, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { campaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { says } from "../../../wire/Words.ts"

/** Of what is sent: somebody has to see its name. */
const sentFields = { ...boxFields, name: displayName({ max: 200 }) }

export const MysteryBoxInput = Schema.Struct({
  box_key: orNull(NewKey).annotate({ description: "absent: made of the name; stays for ever" }),
  ...sentFields
}).annotate({ identifier: "MysteryBoxInput" })
export type MysteryBoxInput = typeof MysteryBoxInput.Type

export const boxPatch = patchable(Schema.Struct(sentFields))
export type BoxPatch = typeof boxPatch.patch.Type

export const MysteryBox = Schema.Struct({
  mystery_box_id: Id,
  box_key: Schema.String,
  ...boxFields,
  odds: Schema.Array(Schema.Struct({ reward: Schema.toType(BoxReward), chance: Schema.Finite })).annotate({
    description: "for a buddy that can take all of it; what it cannot take leaves the pool before it is drawn"
  }),
  opened: Schema.Int.annotate({ description: "by all buddies" }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "MysteryBox" })
export type MysteryBox = typeof MysteryBox.Type

const params = { id: Schema.String }
const path = "/customers/me/mystery-boxes"
const one = `${path}/:id` as const

export class MysteryBoxesApi extends tenantGroup(
  HttpApiGroup.make("mystery-boxes").add(
    HttpApiEndpoint.get("list", path, {
      query: { ...offsetQuery, status: Schema.optionalKey(Schema.Literals(["active", "inactive"])) },
      success: offsetPage(MysteryBox)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List mystery boxes", "Newest first. Narrow it down by status.")),
    HttpApiEndpoint.post("create", path, {
      payload: MysteryBoxInput,
      success: MysteryBox.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, alreadyExists, campaignLimit]
    }).annotateMerge(says("Create a mystery box", "Live at once. One that costs nothing needs a limit.")),
    HttpApiEndpoint.patch("update", one, {
      params,
      payload: boxPatch.patch,
      success: MysteryBox,
      error: [validationFailed, notFound, campaignLimit]
    }).annotateMerge(
      says(
        "Change a mystery box",
        "Fields left out stay, lists are replaced; it counts for whoever opens it from now on."
      )
    ),
    HttpApiEndpoint.delete("remove", one, {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Delete a mystery box", "At once. What was won stays, and its key is free again.")),
    HttpApiEndpoint.post("open", "/buddies/:buddy_id/mystery-boxes/:box_key/open", {
      params: { buddy_id: PathId, box_key: Schema.String },
      success: BoxOpening.pipe(HttpApiSchema.status(201)),
      error: openingRefusals
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(boxWords)
  ),
  { access: "config", capability: "surprise_drops", description: "Rewards by chance, for a price" }
) {}
