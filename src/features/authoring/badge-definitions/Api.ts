/** Badges, how they are won and what they pay. Versioned: edits go to the open draft, see config-versions. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, FileBody, LargeBody, Lengthy } from "../../../wire/Access.ts"
import { failure, notFound, serviceUnavailable } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { Id } from "../../../wire/Ids.ts"
import { drawingErrors, GenerateIcon, IconMade, uploadErrors, UploadPicture } from "../../../wire/Pictures.ts"
import { BadgeDefinition, BadgeDefinitionInput } from "../../../wire/content/BadgeDefinition.ts"
import { draftCollection } from "../../../wire/DraftCollection.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { operationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { says } from "../../../wire/Words.ts"

export const BackfillBadge = Schema.Struct({
  dry_run: Schema.optionalKey(Schema.Boolean).annotate({ description: "only counts; default false" })
})

const told = (description: string) => Schema.Int.annotate({ description })

/** What a backfill found, or would find, by buddy. */
export const BackfillFigures = Schema.Struct({
  buddies: told("active buddies looked at; each is in exactly one of the counts that follow"),
  awarded: told("met the criteria and got the badge, or would get it"),
  awaiting_review: told("met the criteria of a badge in manual_review, which waits at GET /badge-reviews"),
  already_held: told("held it before, and get it no second time, not even when it is repeatable"),
  not_met: told("do not meet the criteria now"),
  on_other_version: told("pinned to a config version without the badge, or where it cannot be earned"),
  skipped: told("in another audience, refused by a reviewer, lost it again, or archived meanwhile"),
  failed: told("could not be judged or reached: start the backfill again"),
  coins: told("what the badge paid, or would pay"),
  sample: Schema.Array(Schema.Struct({ buddy_id: Id, user_id: Schema.String, coin_reward: Schema.Int })).annotate({
    description: "the first 20 of awarded"
  })
})
export type BackfillFigures = typeof BackfillFigures.Type

export const BackfillPreview = Schema.Struct({
  dry_run: Schema.Literal(true),
  badge_key: Schema.String,
  is_complete: Schema.Boolean.annotate({ description: "false: there are more buddies than were looked at" }),
  ...BackfillFigures.fields
}).annotate({ identifier: "BackfillPreview" })
export type BackfillPreview = typeof BackfillPreview.Type

const remedies = {
  not_published: "is not part of the published version: publish the draft and migrate buddies to it first",
  inactive: "is not active in the published version: set its status to active in the draft and publish it",
  award_mode_api: "is only given by calls: give it with POST /buddies/{id}/badges, or publish another award_mode",
  no_criteria: "has no criteria anybody could have met: add some in the draft and publish it"
} as const

export class BadgeNotEarned extends Schema.TaggedError<BadgeNotEarned>()("BadgeNotEarned", {
  badge_key: Schema.String,
  reason: Schema.Literals(["not_published", "inactive", "award_mode_api", "no_criteria"])
}) {}
export const badgeNotEarned = failure(BadgeNotEarned, {
  status: 409,
  code: "badge_not_earned",
  message: (e) => `The badge ${e.badge_key} ${remedies[e.reason]}.`,
  details: (e) => ({ badge_key: e.badge_key, reason: e.reason })
})

const backfillDescription =
  "Gives a published badge to every active buddy who has met its criteria already, by the rules that give it " +
  "otherwise: coins, limits, webhooks, review by hand. Each buddy is judged by its own config version; those whose " +
  "version lacks the badge are counted and left alone until they are migrated. A count of events over a window of " +
  "days begins where a version of the buddy first asked for one. With dry_run nothing is given. The " +
  "operation has the counts as its progress, and figures as its result: dry_run, badge_key and those of the preview. " +
  "Cancelling it keeps what was given so far; starting it again gives nothing twice."

const previewDescription =
  "What a backfill would give now, for the first 1,000 active buddies by id; is_complete is false when there are " +
  "more. A backfill with dry_run looks at all of them."

export class BadgeDefinitionsApi extends tenantGroup(
  HttpApiGroup.make("badge-definitions").add(
    ...draftCollection("/badge-definitions", {
      noun: "badge",
      item: BadgeDefinition,
      input: BadgeDefinitionInput,
      permission: "badges:read"
    }),
    HttpApiEndpoint.post("generateIcon", "/badge-definitions/generate-icon", {
      payload: GenerateIcon,
      success: IconMade.pipe(HttpApiSchema.status(201)),
      error: drawingErrors
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Draw an icon for a badge",
          "Answers with the picture's address, within seconds; put it into `icon_url`. Costs image credits " +
            "unless the built-in artist draws."
        )
      ),
    HttpApiEndpoint.post("uploadIcon", "/badge-definitions/upload-icon", {
      payload: UploadPicture,
      success: IconMade.pipe(HttpApiSchema.status(201)),
      error: uploadErrors
    })
      .annotate(Lengthy, true)
      .annotate(LargeBody, true)
      .annotate(FileBody, true)
      .annotateMerge(
        says(
          "Upload an icon for a badge",
          "PNG, JPEG or WebP as base64 in JSON. It is decoded, bounded in size and kept as PNG; put its " +
            "address into `icon_url`."
        )
      ),
    HttpApiEndpoint.post("regenerateIcon", "/badge-definitions/:id/regenerate-icon", {
      params: { id: Schema.String },
      success: BadgeDefinition,
      error: [notFound, ...drawingErrors]
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says("Draw a badge's icon again", "In the open draft. Costs image credits unless the built-in artist draws.")
      ),
    HttpApiEndpoint.post("backfill", "/badge-definitions/:id/backfill", {
      params: { id: Schema.String },
      payload: [BackfillBadge, Schema.Null],
      success: Accepted.pipe(HttpApiSchema.status(202)),
      error: [notFound, badgeNotEarned, operationLimit]
    })
      .annotate(Access, "override")
      .annotateMerge(says("Give a badge to who has earned it", backfillDescription)),
    HttpApiEndpoint.get("previewBackfill", "/badge-definitions/:id/backfill/preview", {
      params: { id: Schema.String },
      success: BackfillPreview,
      error: [notFound, badgeNotEarned, rateLimited, serviceUnavailable]
    }).annotateMerge(says("Show who has earned a badge already", previewDescription))
  ),
  {
    access: "config",
    capability: "none",
    description: "Badges, how they are won and what they pay; edits go to the open draft"
  }
) {}
