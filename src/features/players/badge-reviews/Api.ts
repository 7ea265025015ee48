/**
 * Badges somebody has to look at before they are given (award mode manual_review; webhook badge.ready). Decisions 12:
 * POST /buddies/{id}/badges with the badge's key approves; this family lists what waits, and refuses.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { notFound, serviceUnavailable } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, PathId, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { buddyArchived } from "../../../wire/refusals/Buddies.ts"
import { badgeNotReady } from "../../../wire/refusals/Streaks.ts"
import { says } from "../../../wire/Words.ts"

export const BadgeReview = Schema.Struct({
  buddy_id: Id,
  user_id: Schema.String,
  badge_key: Schema.String,
  ready_since: Timestamp
}).annotate({ identifier: "BadgeReview" })

export const RejectBadge = Schema.Struct({ reason: Schema.optionalKey(text({ max: 200 })) }).annotate({
  identifier: "RejectBadge"
})

export const BadgeRejected = Schema.Struct({
  buddy_id: Id,
  badge_key: Schema.String,
  rejected: Schema.Literal(true)
}).annotate({ identifier: "BadgeRejected" })

const rejectDescription =
  "The badge is not given, and it asks again only after its criteria have been false in between. It can still be " +
  "given by hand."

export class BadgeReviewsApi extends tenantGroup(
  HttpApiGroup.make("badge-reviews").add(
    HttpApiEndpoint.get("list", "/badge-reviews", {
      query: {
        ...offsetQuery,
        badge_key: Schema.optionalKey(Schema.String),
        buddy_id: Schema.optionalKey(Schema.String)
      },
      success: offsetPage(BadgeReview)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List badges awaiting review", "What waits for a review, longest waiting first.")),
    HttpApiEndpoint.post("reject", "/buddies/:id/badges/:badge_key/reject", {
      params: { id: PathId, badge_key: Schema.String },
      payload: [RejectBadge, Schema.Null],
      success: BadgeRejected,
      error: [notFound, buddyArchived, badgeNotReady, serviceUnavailable]
    }).annotateMerge(says("Reject a badge awaiting review", rejectDescription))
  ),
  { access: "override", capability: "buddies", description: "Badges that wait for a review by hand" }
) {}
