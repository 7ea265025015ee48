/**
 * Pages of ours for tenants without one of their own: players come in with a code or a card, staff has buttons.
 * Contract part 4.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { patchable } from "../../../resource/Api.ts"
import { Access, FileBody, LargeBody, Lengthy, scopes, type WidgetName } from "../../../wire/Access.ts"
import { absentAs, AudienceKey, EventTypeName, NewKey, orNull, whole } from "../../../wire/content/Shared.ts"
import { alreadyExists, failure, invalidTransition, notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { uploadErrors, UploadPicture } from "../../../wire/Pictures.ts"
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

export const hostedLimits = {
  surfaces: { free: 20, growth: 20, pro: 20, enterprise: 100 },
  players: { free: 1_000, growth: 1_000, pro: 1_000, enterprise: 10_000 },
  recipes_max: 50,
  /** of a player at once: the newest stay */
  sessions_max: 10,
  /** kept for their addresses, which are nobody else's again */
  archived_max: 200,
  session_minutes: { min: 15, max: 1_440, normal: 720 }
} as const

export const modules = ["buddy", "path", "marketplace", "leaderboard"] as const satisfies ReadonlyArray<WidgetName>
export type HostedModule = (typeof modules)[number]

const Modules = Schema.Array(Schema.Literals(modules)).check(
  Schema.isBetweenLength(1, modules.length),
  Schema.makeFilter<ReadonlyArray<string>>((names) =>
    new Set(names).size === names.length ? undefined : "names one of them twice"
  )
)
const Scopes = Schema.Array(Schema.Literals(scopes)).check(
  Schema.isMaxLength(scopes.length),
  Schema.makeFilter<ReadonlyArray<string>>((names) =>
    !names.includes("read") ? "must hold read" : new Set(names).size === names.length ? undefined : "names one twice"
  )
)
const EventTypes = Schema.Array(EventTypeName).check(
  Schema.isMaxLength(20),
  Schema.makeFilter<ReadonlyArray<string>>((names) =>
    new Set(names).size === names.length ? undefined : "names one twice"
  )
)
/** A language tag as browsers take it. */
const Locale = Schema.String.check(
  Schema.isMaxLength(35),
  Schema.makeFilter<string>((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1 ? undefined : "must be a language tag"
    } catch {
      return "must be a language tag"
    }
  })
)

export const HostedSurfaceInput = Schema.Struct({
  name: SurfaceName,
  hosted_surface_key: orNull(NewKey).annotate({ description: "absent: made of the slug" }),
  slug: orNull(PublicSlug).annotate({ description: "absent: made of the name; stays once it was published" }),
  audience: AudienceKey.annotate({ description: "whose buddies play here; null: the only audience there is" }),
  headline: Headline,
  intro: orNull(text({ max: 500 })),
  branding: absentAs(BrandingInput, {}),
  support_url: orNull(WebUrl),
  legal_url: orNull(WebUrl),
  modules: absentAs(Modules, [...modules]).annotate({ description: "its tabs, in this order" }),
  player_scopes: absentAs(Scopes, [...scopes]),
  event_types: absentAs(EventTypes, []).annotate({
    description: "what a player's page may report"
  }),
  session_minutes: absentAs(
    whole(hostedLimits.session_minutes.min, hostedLimits.session_minutes.max),
    hostedLimits.session_minutes.normal
  ).annotate({ description: "after which a player needs code or card again" }),
  locale: orNull(Locale)
}).annotate({ identifier: "HostedSurfaceInput" })
export type HostedSurfaceInput = typeof HostedSurfaceInput.Type

export const surfacePatch = patchable(HostedSurfaceInput)

/** null takes the logo away; another one is uploaded. */
const PatchHostedSurface = patchable(
  Schema.Struct({ ...HostedSurfaceInput.fields, logo_url: absentAs(Schema.Null, null) })
).patch
export type PatchHostedSurface = typeof PatchHostedSurface.Type

export const HostedSurface = Schema.Struct({
  hosted_surface_id: Id,
  hosted_surface_key: Schema.String,
  name: Schema.String,
  slug: Schema.String,
  status: SurfaceStatus,
  url: Schema.String.annotate({ description: "the page players open" }),
  audience: Schema.NullOr(Schema.String),
  headline: Schema.NullOr(Schema.String),
  intro: Schema.NullOr(Schema.String),
  branding: Branding,
  logo_url: Schema.NullOr(Schema.String),
  support_url: Schema.NullOr(Schema.String),
  legal_url: Schema.NullOr(Schema.String),
  modules: Schema.Array(Schema.Literals(modules)),
  player_scopes: Schema.Array(Schema.Literals(scopes)),
  event_types: Schema.Array(Schema.String),
  session_minutes: Schema.Int,
  locale: Schema.NullOr(Schema.String),
  players: Schema.Int,
  published_at: Schema.NullOr(Timestamp),
  archived_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "HostedSurface" })
export type HostedSurface = typeof HostedSurface.Type

export const ReadinessCheck = Schema.Struct({
  key: Schema.Literals(["published_config", "audience", "modules_filled", "players", "logo", "legal_url"]),
  status: Schema.Literals(["ok", "missing", "warning"]),
  required: Schema.Boolean,
  message: Schema.String,
  fix_url: Schema.NullOr(Schema.String).annotate({ description: "of the API: where to mend it" })
})
export type ReadinessCheck = typeof ReadinessCheck.Type

export const Readiness = Schema.Struct({
  ready: Schema.Boolean.annotate({ description: "nothing that is required is missing" }),
  checks: Schema.Array(ReadinessCheck)
}).annotate({ identifier: "HostedSurfaceReadiness" })
export type Readiness = typeof Readiness.Type

export class SurfaceLimit extends Schema.TaggedError<SurfaceLimit>()("SurfaceLimit", { max: Schema.Int }) {}
export const surfaceLimit = failure(SurfaceLimit, {
  status: 409,
  code: "surface_limit_reached",
  message: (e) => `A workspace of this plan has at most ${e.max} hosted surfaces.`,
  details: (e) => ({ max: e.max })
})

export class SurfaceArchived extends Schema.TaggedError<SurfaceArchived>()("SurfaceArchived", {}) {}
export const surfaceArchived = failure(SurfaceArchived, {
  status: 409,
  code: "surface_archived",
  message: () => "This hosted surface is archived: nothing about it changes any more."
})

export class SurfaceNotReady extends Schema.TaggedError<SurfaceNotReady>()("SurfaceNotReady", {
  checks: Schema.Array(ReadinessCheck)
}) {}
export const surfaceNotReady = failure(SurfaceNotReady, {
  status: 409,
  code: "surface_not_ready",
  message: () => "Something this page cannot do without is missing: see its checks.",
  details: (e) => ({ checks: e.checks })
})

const base = "/customers/me/hosted-surfaces"
const params = { id: Schema.String }

export class HostedSurfacesApi extends tenantGroup(
  HttpApiGroup.make("hosted-surfaces").add(
    HttpApiEndpoint.get("list", base, {
      query: { ...offsetQuery, ...statusQuery },
      success: offsetPage(HostedSurface)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List hosted surfaces", "Newest first. Archived ones only where they are asked for.")),
    HttpApiEndpoint.post("create", base, {
      payload: HostedSurfaceInput,
      success: HostedSurface.pipe(HttpApiSchema.status(201)),
      error: [alreadyExists, slugTaken, surfaceLimit, unknownAudience]
    }).annotateMerge(
      says(
        "Create a hosted surface",
        "A draft, with an address of its own. Players can be added before it is published."
      )
    ),
    HttpApiEndpoint.get("get", `${base}/:id`, { params, success: HostedSurface, error: notFound })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show a hosted surface", "By its id or its key.")),
    HttpApiEndpoint.patch("update", `${base}/:id`, {
      params,
      payload: PatchHostedSurface,
      success: HostedSurface,
      error: [notFound, alreadyExists, slugTaken, slugLocked, surfaceArchived, unknownAudience]
    }).annotateMerge(
      says(
        "Change a hosted surface",
        "Seen on the page within a minute. Fields left out stay; null restores the default of those that have one."
      )
    ),
    HttpApiEndpoint.post("publish", `${base}/:id/publish`, {
      params,
      success: HostedSurface,
      error: [notFound, invalidTransition, surfaceNotReady]
    }).annotateMerge(says("Publish a hosted surface", "Its page opens. From now on its slug stays as it is.")),
    HttpApiEndpoint.post("unpublish", `${base}/:id/unpublish`, {
      params,
      success: HostedSurface,
      error: [notFound, invalidTransition]
    }).annotateMerge(
      says("Unpublish a hosted surface", "Back to a draft: its page is gone and every session on it ends at once.")
    ),
    HttpApiEndpoint.post("archive", `${base}/:id/archive`, {
      params,
      success: HostedSurface,
      error: [notFound, invalidTransition]
    }).annotateMerge(says("Archive a hosted surface", "For ever: sessions end, and its slug stays taken.")),
    HttpApiEndpoint.post("logo", `${base}/:id/logo`, {
      params,
      payload: UploadPicture,
      success: HostedSurface,
      error: [notFound, surfaceArchived, ...uploadErrors]
    })
      .annotate(LargeBody, true)
      .annotate(FileBody, true)
      .annotate(Lengthy, true)
      .annotateMerge(says("Upload its logo", "Drawn anew as a PNG of at most 512 pixels a side.")),
    HttpApiEndpoint.get("readiness", `${base}/:id/readiness`, { params, success: Readiness, error: notFound })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "Check a hosted surface",
          "What publishing asks for, and what players would miss. Where to mend it is said."
        )
      )
  ),
  { access: "config", capability: "hosted_surfaces", description: "Pages players come in to with a code or a card" }
) {}
