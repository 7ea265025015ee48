/** Links to a page about a buddy, and what becomes of them. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { notFound, serviceUnavailable } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, PathId, text, Timestamp } from "../../../wire/Ids.ts"
import { buddyArchived } from "../../../wire/refusals/Buddies.ts"
import { WebUrl } from "../../../wire/surfaces/Common.ts"
import {
  buddyPrivate,
  Rate,
  ShareChannel,
  sharingDisabled,
  windowFields,
  windowQuery
} from "../../../wire/surfaces/Sharing.ts"
import { says } from "../../../wire/Words.ts"

export const ShareLink = Schema.Struct({
  buddy_id: Id,
  code: Schema.String,
  url: Schema.String.annotate({ description: "the page to be handed on" }),
  public_url: Schema.String.annotate({ description: "what the page shows, as JSON" }),
  og_image_url: Schema.NullOr(Schema.String).annotate({ description: "null: there is no picture of the buddy yet" }),
  created_at: Timestamp
}).annotate({ identifier: "ShareLink" })
export type ShareLink = typeof ShareLink.Type

export const Recorded = Schema.Struct({ recorded: Schema.Literal(true) }).annotate({ identifier: "ShareRecorded" })

const channel = Schema.optionalKey(ShareChannel).annotate({ description: "other when nothing is said" })

export const ShareEvent = Schema.Struct({ event: Schema.Literals(["opened", "shared"]), channel }).annotate({
  identifier: "ShareEvent"
})

export const ShareSettings = Schema.Struct({
  enabled: Schema.Boolean,
  show_tenant_name: Schema.Boolean,
  cta_url: Schema.NullOr(Schema.String),
  cta_label: Schema.NullOr(Schema.String),
  listed: Schema.Boolean.annotate({
    description: "true: pages stand in the public index, and search engines may look"
  }),
  updated_at: Schema.NullOr(Timestamp).annotate({ description: "null: they were never changed" })
}).annotate({ identifier: "ShareSettings" })
export type ShareSettings = typeof ShareSettings.Type

const resettable = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotate({ description })

export const ShareSettingsPatch = Schema.Struct({
  enabled: resettable(Schema.Boolean, "false: no link opens; null: true"),
  show_tenant_name: resettable(Schema.Boolean, "null: true"),
  cta_url: resettable(WebUrl, "where the button of the page leads; null: there is none"),
  cta_label: resettable(text({ max: 40 }), "what the button says; null: words of ours"),
  listed: resettable(Schema.Boolean, "null: false")
}).annotate({ identifier: "ShareSettingsPatch" })
export type ShareSettingsPatch = typeof ShareSettingsPatch.Type

const counts = { opened: Schema.Int, shared: Schema.Int, viewed: Schema.Int, cta_clicked: Schema.Int }

export const ShareStats = Schema.Struct({
  ...windowFields,
  links: Schema.Int.annotate({ description: "made in the window" }),
  ...counts,
  rates: Schema.Struct({ open: Rate, view: Rate, cta: Rate }).annotate({
    description: "opened of shared, viewed of links, cta_clicked of viewed"
  }),
  channels: Schema.Array(Schema.Struct({ channel: ShareChannel, ...counts })),
  series: Schema.Array(
    Schema.Struct({ period: Schema.String.annotate({ description: "the UTC day" }), links: Schema.Int, ...counts })
  )
}).annotate({ identifier: "ShareStats" })
export type ShareStats = typeof ShareStats.Type

const params = { id: PathId }

export class BuddyShareApi extends tenantGroup(
  HttpApiGroup.make("buddy-share").add(
    HttpApiEndpoint.post("share", "/buddies/:id/share", {
      params,
      success: [ShareLink.pipe(HttpApiSchema.status(201)), ShareLink],
      error: [notFound, buddyArchived, sharingDisabled, buddyPrivate]
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says("Share a buddy", "A link to a page about it: 201 where it was made, 200 where there was one already.")
      ),
    HttpApiEndpoint.delete("stop", "/buddies/:id/share", {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(says("Stop sharing a buddy", "Its link opens nothing any more. Sharing it again makes another.")),
    HttpApiEndpoint.post("record", "/buddies/:id/share/events", {
      params,
      payload: ShareEvent,
      success: Recorded,
      error: [notFound, buddyArchived, serviceUnavailable]
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(says("Record what a share dialog saw", "Counted each time it is sent; there need not be a link.")),
    HttpApiEndpoint.get("settings", "/buddy-share/settings", { success: ShareSettings })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show how buddies are shared", "Whether links open, and what their page shows.")),
    HttpApiEndpoint.patch("update", "/buddy-share/settings", {
      payload: ShareSettingsPatch,
      success: ShareSettings
    }).annotateMerge(says("Change how buddies are shared", "What is left out stays, null restores a default.")),
    HttpApiEndpoint.get("stats", "/buddy-share/stats", { query: windowQuery, success: ShareStats })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "Show what became of shared buddies",
          "Views and clicks count once for each visitor and day, programs never; " +
            "what share dialogs saw counts each time."
        )
      )
  ),
  { access: "config", capability: "share", description: "Links to pages about buddies" }
) {}
