/** The workspace's own demo player, user id `player-0`. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id } from "../../../wire/Ids.ts"
import { activeEggLimit, noPublishedConfig } from "../../../wire/refusals/Eggs.ts"
import { missingAudience } from "../../../wire/refusals/Intake.ts"
import { serviceUnavailable } from "../../../wire/Failure.ts"
import { says } from "../../../wire/Words.ts"

export const PlayerZero = Schema.Struct({
  exists: Schema.Boolean,
  user_id: Schema.Literal("player-0"),
  buddy_id: Schema.NullOr(Id),
  egg_id: Schema.NullOr(Id)
}).annotate({ identifier: "PlayerZero" })
export type PlayerZero = typeof PlayerZero.Type

export class PlayersApi extends tenantGroup(
  HttpApiGroup.make("players").add(
    HttpApiEndpoint.get("readZero", "/players/zero", { success: PlayerZero }).annotateMerge(
      says(
        "Show player zero",
        "The player of your own workspace, `player-0`: whether it is there, and its egg or buddy."
      )
    ),
    HttpApiEndpoint.post("createZero", "/players/zero", {
      success: PlayerZero,
      error: [noPublishedConfig, activeEggLimit, missingAudience, serviceUnavailable]
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Create player zero",
          "Lays the egg of `player-0` when there is none; repeating it changes nothing. Needs a published " +
            "config version."
        )
      )
  ),
  { access: "tenant_read", capability: "buddies", description: "The demo player of a workspace" }
) {}
