/**
 * Tokens for widgets: interactive sessions (short, scoped) and read-only embeds (longer). Contract parts 2, 4 and 5.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, Bucket, RequiredPermission, scopes, widgetNames } from "../../../wire/Access.ts"
import { notFound } from "../../../wire/Failure.ts"
import { originForbidden, tenantGroup } from "../../../wire/Group.ts"
import { ClientId, Id, text, Timestamp, WebOrigin } from "../../../wire/Ids.ts"
import { limits } from "../../../wire/Limits.ts"
import { buddyArchived } from "../../../wire/refusals/Buddies.ts"
import { says } from "../../../wire/Words.ts"

const BuddyId = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(64))
const seconds = (range: { readonly minimum: number; readonly maximum: number }) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween(range)))

export const sessionTtl = { minimum: 60, maximum: 3_600, normal: 900 } as const
export const embedTtl = { minimum: 60, maximum: 30 * 86_400, normal: 86_400 } as const

const where = {
  allowed_origins: Schema.optionalKey(
    Schema.Array(WebOrigin).check(Schema.isBetweenLength(1, limits.widget_origins_max))
  ).annotate({ description: "pages the token works on; absent: all, or those of the publishable key that mints it" })
}

export const CreateSession = Schema.Struct({
  buddy_id: BuddyId,
  user_id: ClientId,
  scopes: Schema.optionalKey(Schema.Array(Schema.Literals(scopes)).check(Schema.isMaxLength(scopes.length))),
  event_types: Schema.optionalKey(
    Schema.Array(text({ min: 1, max: 128 })).check(Schema.isMaxLength(limits.widget_event_types_max))
  ).annotate({
    description:
      "types POST /widget/events takes with this token; absent: all of them. What a browser sends is a claim: list " +
      "only what a player may invent without harm"
  }),
  ...where,
  ttl_seconds: seconds(sessionTtl)
})

export const CreateEmbed = Schema.Struct({
  buddy_id: BuddyId,
  widget: Schema.optionalKey(Schema.Literals(widgetNames)),
  ...where,
  ttl_seconds: seconds(embedTtl)
})

const minted = { token: Schema.String, expires_at: Timestamp, scopes: Schema.Array(Schema.String) }
export const Session = Schema.Struct({ ...minted, session_id: Id }).annotate({ identifier: "WidgetSession" })
export const Embed = Schema.Struct(minted).annotate({ identifier: "EmbedToken" })

export class WidgetSessionsApi extends tenantGroup(
  HttpApiGroup.make("widget-sessions").add(
    HttpApiEndpoint.post("createSession", "/widget-sessions", {
      payload: CreateSession,
      success: Session.pipe(HttpApiSchema.status(201)),
      error: [notFound, buddyArchived]
    })
      .annotate(Access, "mint_session")
      .annotate(Bucket, "widget_sessions")
      .annotateMerge(
        says(
          "Create a widget session",
          "A token with which a widget acts for one buddy: 60 to 3,600 seconds, 900 without a word. Mint it on " +
            "your server for the user who is signed in there, and only with the scopes the widget needs."
        )
      ),
    HttpApiEndpoint.delete("revokeSession", "/widget-sessions/:id", {
      params: { id: Schema.String },
      success: HttpApiSchema.NoContent,
      error: notFound
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(says("Revoke a widget session", "Its token is refused from now on.")),
    HttpApiEndpoint.post("createEmbed", "/embed-tokens", {
      payload: CreateEmbed,
      success: Embed.pipe(HttpApiSchema.status(201)),
      error: [notFound, buddyArchived, originForbidden]
    })
      .annotate(Access, "mint_embed")
      .annotate(RequiredPermission, "embed_tokens:mint")
      .annotateMerge(
        says(
          "Create an embed token",
          "A token with which a page shows one buddy and changes nothing: 60 seconds to 30 days, a day without a word."
        )
      )
  ),
  { access: "runtime_write", capability: "widgets", description: "Credentials for widgets in a browser" }
) {}
