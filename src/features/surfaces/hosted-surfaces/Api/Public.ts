/** What the page of a hosted surface asks for, without a credential. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { failure, notFound } from "../../../../wire/Failure.ts"
import { publicGroup, rateLimited } from "../../../../wire/Group.ts"
import { Id, Timestamp } from "../../../../wire/Ids.ts"
import { Branding } from "../../../../wire/surfaces/Common.ts"
import { KeptForAll, scopes } from "../../../../wire/Access.ts"
import { says } from "../../../../wire/Words.ts"
import { modules } from "../Api.ts"
import { buddyArchived } from "../../../../wire/refusals/Buddies.ts"
import { playerNotReady } from "./Recipes.ts"

export const PublicHostedSurface = Schema.Struct({
  slug: Schema.String,
  name: Schema.String,
  headline: Schema.NullOr(Schema.String),
  intro: Schema.NullOr(Schema.String),
  branding: Branding,
  logo_url: Schema.NullOr(Schema.String),
  modules: Schema.Array(Schema.Literals(modules)),
  locale: Schema.NullOr(Schema.String),
  support_url: Schema.NullOr(Schema.String),
  legal_url: Schema.NullOr(Schema.String),
  tenant_name: Schema.String,
  website_url: Schema.NullOr(Schema.String).annotate({ description: "of the workspace" }),
  support_email: Schema.NullOr(Schema.String).annotate({ description: "of the workspace" })
}).annotate({ identifier: "PublicHostedSurface" })
export type PublicHostedSurface = typeof PublicHostedSurface.Type

const secret = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200)))
export const ComeIn = Schema.Struct({ access_code: secret, qr_token: secret, refresh_token: secret })
  .check(
    Schema.makeFilter<object>((body) =>
      Object.keys(body).length === 1 ? undefined : "send exactly one of access_code, qr_token and refresh_token"
    )
  )
  .annotate({ identifier: "ComeIn" })
export type ComeIn = typeof ComeIn.Type

export const HostedSession = Schema.Struct({
  token: Schema.String.annotate({ description: "a widget session's; lasts 15 minutes" }),
  session_id: Id,
  expires_at: Timestamp,
  scopes: Schema.Array(Schema.Literals(scopes)),
  refresh_token: Schema.NullOr(Schema.String).annotate({ description: "null where one was sent: it goes on working" }),
  refresh_expires_at: Timestamp,
  buddy_id: Id,
  player: Schema.Struct({ display_name: Schema.String })
}).annotate({ identifier: "HostedSession" })
export type HostedSession = typeof HostedSession.Type

export class InvalidAccessCode extends Schema.TaggedError<InvalidAccessCode>()("InvalidAccessCode", {}) {}
export const invalidAccessCode = failure(InvalidAccessCode, {
  status: 401,
  code: "invalid_access_code",
  message: () => "This code or card opens nothing here."
})

const params = { slug: Schema.String }

export class PublicHostedSurfacesApi extends publicGroup(
  HttpApiGroup.make("public-hosted-surfaces").add(
    HttpApiEndpoint.get("read", "/public/hosted-surfaces/:slug", {
      params,
      success: PublicHostedSurface,
      error: notFound
    })
      .annotate(KeptForAll, true)
      .annotateMerge(says("Show a hosted surface to anybody", "While it is published. May be kept for a minute.")),
    HttpApiEndpoint.post("comeIn", "/public/hosted-surfaces/:slug/session", {
      params,
      payload: ComeIn,
      success: HostedSession.pipe(HttpApiSchema.status(201)),
      error: [notFound, invalidAccessCode, playerNotReady, buddyArchived, rateLimited]
    }).annotateMerge(
      says(
        "Come in with a code or a card",
        "Exchanges an access code, the token of a card, or the refresh token of an earlier answer for a widget " +
          "session. Ten wrong tries of an address close this door to it for a quarter of an hour."
      )
    )
  ),
  { description: "What the page of a hosted surface asks for" }
) {}
