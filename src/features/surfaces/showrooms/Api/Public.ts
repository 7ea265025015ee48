/** What the page of a showroom shows, for anybody. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { KeptForAll } from "../../../../wire/Access.ts"
import { notFound, serviceUnavailable } from "../../../../wire/Failure.ts"
import { publicGroup } from "../../../../wire/Group.ts"
import { Timestamp } from "../../../../wire/Ids.ts"
import { Branding } from "../../../../wire/surfaces/Common.ts"
import { says } from "../../../../wire/Words.ts"
import { Cta } from "../Api.ts"

export const ShownBuddy = Schema.Struct({
  name: Schema.String,
  image_url: Schema.String,
  thumb_url: Schema.NullOr(Schema.String),
  evolution_stage: Schema.NullOr(Schema.Int),
  stage_name: Schema.NullOr(Schema.String),
  prestige_level: Schema.NullOr(Schema.Int),
  tagline: Schema.NullOr(Schema.String),
  badges: Schema.Array(Schema.Struct({ label: Schema.String, tier: Schema.NullOr(Schema.String) })).annotate({
    description: "the newest, 12 at most"
  }),
  streak: Schema.NullOr(Schema.Struct({ current: Schema.Int, longest: Schema.Int })),
  coins: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "ShownBuddy", description: "null: not shown here, or not by its profile" })
export type ShownBuddy = typeof ShownBuddy.Type

export const PublicShowroom = Schema.Struct({
  slug: Schema.String,
  name: Schema.String,
  headline: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  tenant_name: Schema.String,
  branding: Branding,
  cta: Cta,
  buddies: Schema.Array(ShownBuddy),
  updated_at: Timestamp
}).annotate({ identifier: "PublicShowroom" })
export type PublicShowroom = typeof PublicShowroom.Type

const params = { slug: Schema.String }

export class PublicShowroomsApi extends publicGroup(
  HttpApiGroup.make("public-showrooms").add(
    HttpApiEndpoint.get("read", "/public/showroom/:slug", {
      params,
      query: {
        k: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64))).annotate({
          description: "what the QR code has: the visit counts as come by it"
        })
      },
      success: PublicShowroom,
      error: [notFound, serviceUnavailable]
    })
      .annotate(KeptForAll, true)
      .annotateMerge(
        says("Show a showroom to anybody", "While it is published. Counts a visit. May be kept for a minute.")
      ),
    HttpApiEndpoint.get("qr", "/public/showroom/:slug/qr", {
      params,
      query: {
        format: Schema.optionalKey(Schema.Literals(["svg", "png"])).annotate({
          description: "`svg`, as without it, or `png` of 1,024 pixels a side"
        })
      },
      success: [
        Schema.String.pipe(HttpApiSchema.asText({ contentType: "image/svg+xml" })),
        Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "image/png" }))
      ],
      error: [notFound, serviceUnavailable]
    })
      .annotate(KeptForAll, true)
      .annotateMerge(says("Show the QR code of a showroom", "While it is published, as SVG or as PNG."))
  ),
  { description: "Showrooms, for anybody" }
) {}
