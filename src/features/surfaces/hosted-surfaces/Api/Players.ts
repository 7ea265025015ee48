/** Who may come in to a hosted surface, and with what. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, Bucket } from "../../../../wire/Access.ts"
import { alreadyExists, failure, notFound } from "../../../../wire/Failure.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { ClientId, displayName, Id, text, Timestamp } from "../../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../../wire/Page.ts"
import { activeEggLimit, noPublishedConfig } from "../../../../wire/refusals/Eggs.ts"
import { missingAudience, unknownAudience } from "../../../../wire/refusals/Intake.ts"
import { RequiredRole } from "../../../../wire/Roles.ts"
import { says } from "../../../../wire/Words.ts"
import { surfaceArchived } from "../Api.ts"

const DisplayName = displayName({ max: 40 })
const PlayerStatus = Schema.Literals(["active", "disabled"])

export const CreatePlayer = Schema.Struct({
  display_name: DisplayName,
  user_id: Schema.optionalKey(ClientId).annotate({ description: "absent: one is made" })
}).annotate({ identifier: "CreateHostedPlayer" })
export type CreatePlayer = typeof CreatePlayer.Type

export const PatchPlayer = Schema.Struct({
  display_name: Schema.optionalKey(DisplayName),
  status: Schema.optionalKey(PlayerStatus).annotate({
    description: "disabled: sessions end at once, and code and card do nothing until it is active again"
  })
}).annotate({ identifier: "PatchHostedPlayer" })
export type PatchPlayer = typeof PatchPlayer.Type

const player = {
  player_id: Id,
  hosted_surface_id: Id,
  user_id: Schema.String,
  display_name: Schema.String,
  status: PlayerStatus,
  buddy_id: Schema.NullOr(Id).annotate({ description: "the user's first active buddy of the surface's audience" }),
  egg_id: Schema.NullOr(Id),
  last_session_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}
export const HostedPlayer = Schema.Struct(player).annotate({ identifier: "HostedPlayer" })
export type HostedPlayer = typeof HostedPlayer.Type

const access = { access_code: Schema.String, qr_url: Schema.String, qr_svg: Schema.String }
export const NewPlayer = Schema.Struct({ ...player, ...access }).annotate({ identifier: "NewHostedPlayer" })
export type NewPlayer = typeof NewPlayer.Type

export const AccessCode = Schema.Struct({
  available: Schema.Boolean.annotate({ description: "false: it was issued too long ago to be shown; it still works" }),
  access_code: Schema.NullOr(Schema.String),
  qr_url: Schema.NullOr(Schema.String),
  qr_svg: Schema.NullOr(Schema.String),
  issued_at: Schema.NullOr(Timestamp),
  available_until: Schema.NullOr(Timestamp)
}).annotate({ identifier: "HostedAccessCode" })
export type AccessCode = typeof AccessCode.Type

export class PlayerLimit extends Schema.TaggedError<PlayerLimit>()("PlayerLimit", { max: Schema.Int }) {}
export const playerLimit = failure(PlayerLimit, {
  status: 409,
  code: "player_limit_reached",
  message: (e) => `A hosted surface has at most ${e.max} players.`,
  details: (e) => ({ max: e.max })
})

const base = "/customers/me/hosted-surfaces/:id/players"
const surface = { id: Schema.String }
const params = { ...surface, playerId: Schema.String }

export class HostedPlayersApi extends tenantGroup(
  HttpApiGroup.make("hosted-players").add(
    HttpApiEndpoint.get("list", base, {
      params: surface,
      query: {
        ...offsetQuery,
        status: Schema.optionalKey(PlayerStatus),
        user_id: Schema.optionalKey(ClientId),
        q: Schema.optionalKey(text({ max: 40 })).annotate({ description: "how the display_name begins" })
      },
      success: offsetPage(HostedPlayer),
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List players of a hosted surface", "Newest first. Codes are shown one by one.")),
    HttpApiEndpoint.post("create", base, {
      params: surface,
      payload: CreatePlayer,
      success: NewPlayer.pipe(HttpApiSchema.status(201)),
      error: [
        notFound,
        surfaceArchived,
        alreadyExists,
        playerLimit,
        missingAudience,
        unknownAudience,
        noPublishedConfig,
        activeEggLimit
      ]
    })
      .annotate(Bucket, "eggs")
      .annotate(RequiredRole, "admin")
      .annotateMerge(
        says(
          "Add a player to a hosted surface",
          "With a code and a card to come in with. Who has no buddy of its audience yet gets an egg that hatches; " +
            "the answer waits some seconds for it, except under an Idempotency-Key."
        )
      ),
    HttpApiEndpoint.patch("update", `${base}/:playerId`, {
      params,
      payload: PatchPlayer,
      success: HostedPlayer,
      error: [notFound, surfaceArchived]
    })
      .annotate(RequiredRole, "admin")
      .annotateMerge(
        says("Change a player", "Its name, and whether code and card work. To remove one erase the user.")
      ),
    HttpApiEndpoint.get("accessCode", `${base}/:playerId/access-code`, {
      params,
      success: AccessCode,
      error: notFound
    })
      .annotate(Access, "config")
      .annotate(RequiredRole, "admin")
      .annotateMerge(
        says("Show a player's code and card", "For 90 days after they were issued. They work beyond that.")
      ),
    HttpApiEndpoint.post("regenerate", `${base}/:playerId/regenerate-access`, {
      params,
      success: AccessCode,
      error: [notFound, surfaceArchived]
    })
      .annotate(RequiredRole, "admin")
      .annotateMerge(
        says("Replace a player's code and card", "The old ones, and every session they opened, are void at once.")
      )
  ),
  { access: "config", capability: "hosted_surfaces", description: "Players of hosted surfaces" }
) {}
