/** Pages of ours that show some of a tenant's buddies to anybody, by link or by QR code. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { patchable } from "../../../resource/Api.ts"
import { Access } from "../../../wire/Access.ts"
import { absentAs, AudienceKey, NewKey, orNull, whole } from "../../../wire/content/Shared.ts"
import { alreadyExists, failure, invalidTransition, notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, isUuid, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { unknownAudience } from "../../../wire/refusals/Intake.ts"
import {
  Branding,
  BrandingInput,
  Headline,
  PublicSlug,
  slugLocked,
  slugTaken,
  statusQuery,
  SurfaceName,
  SurfaceStatus,
  WebUrl
} from "../../../wire/surfaces/Common.ts"
import { says } from "../../../wire/Words.ts"

export const showroomLimits = {
  showrooms_max: 50,
  archived_max: 200,
  picked_max: 100,
  shown: { min: 1, max: 60, normal: 24 },
  /** visits told in a minute; further ones are counted only */
  told_per_minute: 60
} as const

const modes = ["newest", "top_stage", "top_coins", "manual"] as const
export type SelectionMode = (typeof modes)[number]

const Picked = Schema.Array(Schema.String.check(Schema.isMaxLength(64))).check(
  Schema.isMaxLength(showroomLimits.picked_max),
  Schema.makeFilter<ReadonlyArray<string>>((ids) =>
    new Set(ids.map((id) => id.toLowerCase())).size === ids.length ? undefined : "names one of them twice"
  ),
  Schema.makeFilter<ReadonlyArray<string>>((ids) => (ids.every(isUuid) ? undefined : "names no buddy of yours"))
)
const { max, min, normal } = showroomLimits.shown

const SelectionInput = Schema.Struct({
  mode: absentAs(Schema.Literals(modes), "newest").annotate({
    description: "top_coins goes by coins earned ever, top_stage by stage, then prestige, then age"
  }),
  limit: absentAs(whole(min, max), normal),
  buddy_ids: absentAs(Picked, []).annotate({ description: "with mode manual: who is shown, in this order" })
})
  .check(
    Schema.makeFilter<{ readonly mode: SelectionMode; readonly buddy_ids: ReadonlyArray<string> }>((selection) => {
      if ((selection.mode === "manual") === selection.buddy_ids.length > 0) return undefined
      return selection.mode === "manual"
        ? "names nobody: mode manual wants buddy_ids"
        : "takes buddy_ids with mode manual"
    })
  )
  .annotate({ identifier: "ShowroomSelectionInput" })

/** Of what profiles allow. */
const shownByDefault = { badges: true, stage: true, streak: false, coins: false } as const
const ShowInput = Schema.Struct({
  badges: absentAs(Schema.Boolean, shownByDefault.badges),
  stage: absentAs(Schema.Boolean, shownByDefault.stage),
  streak: absentAs(Schema.Boolean, shownByDefault.streak),
  coins: absentAs(Schema.Boolean, shownByDefault.coins)
}).annotate({ identifier: "ShowroomShowInput", description: "shown of a buddy, where its profile allows it" })

const label = text({ max: 40 })
const CtaInput = Schema.Struct({ label: orNull(label), url: orNull(WebUrl) }).annotate({
  identifier: "ShowroomCtaInput",
  description: "where visitors are asked to go on; without an address they are not"
})

export const ShowroomInput = Schema.Struct({
  name: SurfaceName,
  showroom_key: orNull(NewKey).annotate({ description: "absent: made of the slug" }),
  slug: orNull(PublicSlug).annotate({ description: "absent: made of the name; stays once it was published" }),
  audience: AudienceKey.annotate({ description: "whose buddies are shown; null: those of every audience" }),
  headline: Headline,
  description: orNull(text({ max: 500 })),
  branding: absentAs(BrandingInput, {}),
  cta: absentAs(CtaInput, { label: null, url: null }),
  listed: absentAs(Schema.Boolean, false).annotate({ description: "search engines may find it" }),
  selection: absentAs(SelectionInput, { mode: "newest", limit: normal, buddy_ids: [] }),
  show: absentAs(ShowInput, { ...shownByDefault })
}).annotate({ identifier: "ShowroomInput" })
export type ShowroomInput = typeof ShowroomInput.Type

export const showroomPatch = patchable(ShowroomInput)
export type PatchShowroom = typeof showroomPatch.patch.Type

export const Cta = Schema.Struct({ label: Schema.NullOr(Schema.String), url: Schema.NullOr(Schema.String) })
const Show = Schema.Struct({
  badges: Schema.Boolean,
  stage: Schema.Boolean,
  streak: Schema.Boolean,
  coins: Schema.Boolean
})

export const Showroom = Schema.Struct({
  showroom_id: Id,
  showroom_key: Schema.String,
  name: Schema.String,
  slug: Schema.String,
  status: SurfaceStatus,
  url: Schema.String.annotate({ description: "the page anybody may open while it is published" }),
  audience: Schema.NullOr(Schema.String),
  headline: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  branding: Branding,
  cta: Cta,
  listed: Schema.Boolean,
  selection: Schema.Struct({
    mode: Schema.Literals(modes),
    limit: Schema.Int,
    buddy_ids: Schema.Array(Schema.String)
  }),
  show: Show,
  qr: Schema.Struct({
    url: Schema.String.annotate({ description: "what the QR code says" }),
    svg_url: Schema.String.annotate({ description: "its picture, while the showroom is published" }),
    created_at: Timestamp
  }),
  visits: Schema.Struct({ total: Schema.Int, qr: Schema.Int, last_30_days: Schema.Int }).annotate({
    description: "a visitor counts once a day"
  }),
  published_at: Schema.NullOr(Timestamp),
  archived_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Showroom" })
export type Showroom = typeof Showroom.Type

export class ShowroomLimit extends Schema.TaggedError<ShowroomLimit>()("ShowroomLimit", { max: Schema.Int }) {}
export const showroomLimit = failure(ShowroomLimit, {
  status: 409,
  code: "showroom_limit_reached",
  message: (e) => `A workspace has at most ${e.max} showrooms.`,
  details: (e) => ({ max: e.max })
})

export class ShowroomArchived extends Schema.TaggedError<ShowroomArchived>()("ShowroomArchived", {}) {}
export const showroomArchived = failure(ShowroomArchived, {
  status: 409,
  code: "showroom_archived",
  message: () => "This showroom is archived: nothing about it changes any more."
})

const base = "/customers/me/showrooms"
const params = { id: Schema.String }

export class ShowroomsApi extends tenantGroup(
  HttpApiGroup.make("showrooms").add(
    HttpApiEndpoint.get("list", base, { query: { ...offsetQuery, ...statusQuery }, success: offsetPage(Showroom) })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List showrooms", "Newest first. Archived ones only where they are asked for.")),
    HttpApiEndpoint.post("create", base, {
      payload: ShowroomInput,
      success: Showroom.pipe(HttpApiSchema.status(201)),
      error: [alreadyExists, slugTaken, showroomLimit, unknownAudience]
    }).annotateMerge(
      says(
        "Create a showroom",
        `A draft, with an address of its own. A workspace has at most ${showroomLimits.showrooms_max}.`
      )
    ),
    HttpApiEndpoint.get("get", `${base}/:id`, { params, success: Showroom, error: notFound })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show a showroom", "By its id or its key.")),
    HttpApiEndpoint.patch("update", `${base}/:id`, {
      params,
      payload: showroomPatch.patch,
      success: Showroom,
      error: [notFound, alreadyExists, slugTaken, slugLocked, showroomArchived, unknownAudience]
    }).annotateMerge(
      says(
        "Change a showroom",
        "Seen on the page within a minute. Fields left out stay; null restores the default of those that have one."
      )
    ),
    HttpApiEndpoint.post("publish", `${base}/:id/publish`, {
      params,
      success: Showroom,
      error: [notFound, invalidTransition]
    }).annotateMerge(says("Publish a showroom", "Its page opens. From now on its slug stays as it is.")),
    HttpApiEndpoint.post("unpublish", `${base}/:id/unpublish`, {
      params,
      success: Showroom,
      error: [notFound, invalidTransition]
    }).annotateMerge(says("Unpublish a showroom", "Back to a draft: nobody sees its page any more.")),
    HttpApiEndpoint.post("archive", `${base}/:id/archive`, {
      params,
      success: Showroom,
      error: [notFound, invalidTransition]
    }).annotateMerge(says("Archive a showroom", "For ever: its page is gone, and its slug stays taken.")),
    HttpApiEndpoint.post("regenerateQr", `${base}/:id/regenerate-qr`, {
      params,
      success: Showroom,
      error: [notFound, showroomArchived]
    }).annotateMerge(
      says(
        "Make its QR code anew",
        "Who comes by a code that was printed before still finds the page, and counts as come by link."
      )
    )
  ),
  { access: "config", capability: "showrooms", description: "Pages that show buddies to anybody" }
) {}
