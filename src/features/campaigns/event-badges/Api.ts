/** Event badges: badges of what happens once, for whoever was there. Live, addressed by id or key. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { patchable } from "../../../resource/Api.ts"
import { Access } from "../../../wire/Access.ts"
import { eventBadgeFields, eventBadgeLimits } from "../../../wire/campaigns/EventBadges.ts"
import { NewKey, orNull } from "../../../wire/content/Shared.ts"
import { alreadyExists, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName, Id, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { campaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { says } from "../../../wire/Words.ts"

/** Of what is sent: what people are given has a name they see. */
const sentFields = { ...eventBadgeFields, label: displayName({ max: 200 }) }

export const EventBadgeInput = Schema.Struct({
  badge_key: orNull(NewKey).annotate({ description: "absent: made of the label; stays for ever" }),
  ...sentFields
}).annotate({ identifier: "EventBadgeInput" })
export type EventBadgeInput = typeof EventBadgeInput.Type

export const eventBadgePatch = patchable(Schema.Struct(sentFields))

export const EventBadge = Schema.Struct({
  event_badge_id: Id,
  badge_key: Schema.String,
  ...eventBadgeFields,
  awarded: Schema.Int.annotate({ description: "buddies that have got it, those whose event was taken back excluded" }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "EventBadge" })
export type EventBadge = typeof EventBadge.Type

const params = { id: Schema.String.annotate({ description: "id or key" }) }
const path = "/customers/me/event-badges"
const one = `${path}/:id` as const

export class EventBadgesApi extends tenantGroup(
  HttpApiGroup.make("event-badges").add(
    HttpApiEndpoint.get("list", path, {
      query: { ...offsetQuery, status: Schema.optionalKey(Schema.Literals(["active", "inactive"])) },
      success: offsetPage(EventBadge)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List event badges", "Newest first. Narrow it down by status.")),
    HttpApiEndpoint.post("create", path, {
      payload: EventBadgeInput,
      success: EventBadge.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, alreadyExists, campaignLimit]
    }).annotateMerge(
      says(
        "Create an event badge",
        "Live at once, in no config version. A buddy gets it once, with the last of `required_count` events that " +
          "occurred within the window. Its key may be that of no badge definition. At most " +
          `${eventBadgeLimits.live_max} are active at once.`
      )
    ),
    HttpApiEndpoint.patch("update", one, {
      params,
      payload: eventBadgePatch.patch,
      success: EventBadge,
      error: [validationFailed, notFound, campaignLimit]
    }).annotateMerge(
      says("Change an event badge", "Fields left out stay; it counts for events from now on. Badges given stay.")
    ),
    HttpApiEndpoint.delete("remove", one, {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Delete an event badge", "At once. Badges given stay, and its key is free again."))
  ),
  { access: "config", capability: "buddies", description: "Badges of what happens once" }
) {}
