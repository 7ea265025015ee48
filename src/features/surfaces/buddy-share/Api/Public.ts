/** What anybody may ask about a shared buddy, without a credential. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { KeptForAll } from "../../../../wire/Access.ts"
import { notFound, serviceUnavailable } from "../../../../wire/Failure.ts"
import { publicGroup } from "../../../../wire/Group.ts"
import { Timestamp } from "../../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../../wire/Page.ts"
import { ShareChannel } from "../../../../wire/surfaces/Sharing.ts"
import { says } from "../../../../wire/Words.ts"
import { Recorded } from "../Api.ts"

/** Older ones are not listed. */
export const listed_max = 5_000

const shownOnly = <S extends Schema.Constraint>(schema: S) =>
  Schema.NullOr(schema).annotate({ description: "null: its profile does not show it" })

export const SharedBuddy = Schema.Struct({
  code: Schema.String,
  buddy: Schema.Struct({
    name: Schema.String,
    image_url: Schema.String,
    thumb_url: Schema.NullOr(Schema.String),
    evolution_stage: Schema.Int,
    stage_name: Schema.String,
    prestige_level: Schema.Int,
    tagline: Schema.NullOr(Schema.String),
    accent_color: Schema.NullOr(Schema.String),
    badges: shownOnly(
      Schema.Array(
        Schema.Struct({
          label: Schema.String,
          tier: Schema.NullOr(Schema.String),
          icon_url: Schema.NullOr(Schema.String)
        })
      )
    ).annotate({ description: "the newest, 12 at most; null: its profile does not show it" }),
    skills: shownOnly(Schema.Array(Schema.Struct({ name: Schema.String, level: Schema.Int }))),
    streak: shownOnly(Schema.Struct({ current: Schema.Int, longest: Schema.Int })),
    coins: shownOnly(Schema.Int)
  }),
  tenant_name: Schema.NullOr(Schema.String),
  cta: Schema.Struct({ label: Schema.NullOr(Schema.String), url: Schema.NullOr(Schema.String) }),
  og_image_url: Schema.String,
  shared_at: Timestamp
}).annotate({ identifier: "SharedBuddy" })
export type SharedBuddy = typeof SharedBuddy.Type

export const PublicShareEvent = Schema.Struct({
  event: Schema.Literals(["viewed", "cta_clicked"]),
  channel: Schema.optionalKey(ShareChannel).annotate({ description: "other when nothing is said" })
}).annotate({ identifier: "PublicShareEvent" })

const IndexEntry = Schema.Struct({
  url: Schema.String,
  name: Schema.String,
  thumb_url: Schema.NullOr(Schema.String),
  tenant_name: Schema.NullOr(Schema.String),
  shared_at: Timestamp
}).annotate({ identifier: "SharedBuddyEntry" })
export type IndexEntry = typeof IndexEntry.Type

const params = { code: Schema.String }

export class PublicSharesApi extends publicGroup(
  HttpApiGroup.make("public-shares").add(
    HttpApiEndpoint.get("read", "/public/b/:code", { params, success: SharedBuddy, error: notFound })
      .annotate(KeptForAll, true)
      .annotateMerge(says("Show a shared buddy to anybody", "What its profile shows. May be kept for a minute.")),
    HttpApiEndpoint.post("record", "/public/b/:code/events", {
      params,
      payload: PublicShareEvent,
      success: Recorded,
      error: [notFound, serviceUnavailable]
    }).annotateMerge(
      says("Record a view or a click", "For pages of your own; counted once for each visitor, event and day.")
    ),
    HttpApiEndpoint.get("open", "/p/:code", {
      params,
      query: { c: Schema.optionalKey(ShareChannel).annotate({ description: "the channel the link came by" }) },
      success: HttpApiSchema.Empty(302),
      error: notFound
    }).annotateMerge(says("Open the page of a shared buddy", "Leads on to the page.")),
    HttpApiEndpoint.get("list", "/public/share-index", {
      query: offsetQuery,
      success: offsetPage(IndexEntry)
    })
      .annotate(KeptForAll, true)
      .annotateMerge(
        says(
          "List shared buddies",
          "Of workspaces that let theirs be listed, newest first; the newest " +
            `${listed_max.toLocaleString("en")} at most.`
        )
      )
  ),
  { description: "Pages about shared buddies" }
) {}
