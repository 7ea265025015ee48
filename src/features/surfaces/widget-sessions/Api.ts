/**
 * Tokens for widgets: interactive sessions (short, scoped) and read-only embeds (longer). Contract parts 2, 4 and 5.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, Bucket, RequiredPermission, scopes, widgetNames } from "../../../wire/Access.ts"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { ClientId, Id, Timestamp } from "../../../wire/Ids.ts"
import { buddyArchived } from "../../../wire/refusals/Buddies.ts"

const BuddyId = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(64))
const seconds = (range: { readonly minimum: number; readonly maximum: number }) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween(range)))

export const sessionTtl = { minimum: 60, maximum: 3_600, normal: 900 } as const
export const embedTtl = { minimum: 60, maximum: 30 * 86_400, normal: 86_400 } as const

export const CreateSession = Schema.Struct({
  buddy_id: BuddyId,
  user_id: ClientId,
  scopes: Schema.optionalKey(Schema.Array(Schema.Literals(scopes)).check(Schema.isMaxLength(scopes.length))),
  ttl_seconds: seconds(sessionTtl)
})

export const CreateEmbed = Schema.Struct({
  buddy_id: BuddyId,
  widget: Schema.optionalKey(Schema.Literals(widgetNames)),
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
      .annotate(Bucket, "widget_sessions"),
    HttpApiEndpoint.delete("revokeSession", "/widget-sessions/:id", {
      params: { id: Schema.String },
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotate(Access, "runtime_write"),
    HttpApiEndpoint.post("createEmbed", "/embed-tokens", {
      payload: CreateEmbed,
      success: Embed.pipe(HttpApiSchema.status(201)),
      error: [notFound, buddyArchived]
    })
      .annotate(Access, "mint_embed")
      .annotate(RequiredPermission, "embed_tokens:mint")
  ),
  { access: "runtime_write", capability: "widgets", description: "Credentials for widgets in a browser" }
) {}
