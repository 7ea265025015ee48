/** Surprise drops: rewards an event may bring by chance. Live, addressed by id or key. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { patchable } from "../../../resource/Api.ts"
import { Access } from "../../../wire/Access.ts"
import { dropFields, dropLimits } from "../../../wire/campaigns/SurpriseDrops.ts"
import { NewKey, orNull } from "../../../wire/content/Shared.ts"
import { alreadyExists, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName, Id, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { campaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { says } from "../../../wire/Words.ts"

/** Of what is sent: somebody has to see its name. */
const sentFields = { ...dropFields, name: displayName({ max: 200 }) }

export const SurpriseDropInput = Schema.Struct({
  drop_key: orNull(NewKey).annotate({ description: "absent: made of the name; stays for ever" }),
  ...sentFields
}).annotate({ identifier: "SurpriseDropInput" })
export type SurpriseDropInput = typeof SurpriseDropInput.Type

export const dropPatch = patchable(Schema.Struct(sentFields))

export const SurpriseDrop = Schema.Struct({
  surprise_drop_id: Id,
  drop_key: Schema.String,
  ...dropFields,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "SurpriseDrop" })
export type SurpriseDrop = typeof SurpriseDrop.Type

const params = { id: Schema.String.annotate({ description: "id or key" }) }
const path = "/customers/me/surprise-drops"
const one = `${path}/:id` as const

export class SurpriseDropsApi extends tenantGroup(
  HttpApiGroup.make("surprise-drops").add(
    HttpApiEndpoint.get("list", path, {
      query: { ...offsetQuery, status: Schema.optionalKey(Schema.Literals(["active", "inactive"])) },
      success: offsetPage(SurpriseDrop)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("List surprise drops", "Newest first. Narrow it down by status: those that are enabled are active.")
      ),
    HttpApiEndpoint.post("create", path, {
      payload: SurpriseDropInput,
      success: SurpriseDrop.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, alreadyExists, campaignLimit]
    }).annotateMerge(
      says(
        "Create a surprise drop",
        "Live at once. Each event that passes trigger, audience, conditions and limits wins it with its probability, " +
          "and surely after `pity_after` misses in a row; what it brings is drawn by weight. At most " +
          `${dropLimits.live_max} are enabled at once.`
      )
    ),
    HttpApiEndpoint.patch("update", one, {
      params,
      payload: dropPatch.patch,
      success: SurpriseDrop,
      error: [validationFailed, notFound, campaignLimit]
    }).annotateMerge(
      says("Change a surprise drop", "Fields left out stay, lists are replaced; it counts for events from now on.")
    ),
    HttpApiEndpoint.delete("remove", one, {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Delete a surprise drop", "At once. What was won stays, and its key is free again."))
  ),
  { access: "config", capability: "surprise_drops", description: "Rewards an event may bring by chance" }
) {}
