/** Evolution, appearance and what a buddy wears. Contract parts 3 and 4, decisions 5 and 7. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../../wire/Access.ts"
import { badRequest, notFound } from "../../../../wire/Failure.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { PathId, Timestamp } from "../../../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../../../wire/Page.ts"
import { Accepted } from "../../../../wire/answers/AcceptedOperation.ts"
import { changeRefusals, evolutionMaxStage, evolutionNotReady } from "../../../../wire/refusals/Buddies.ts"
import { equipment } from "../../../../wire/answers/Equipment.ts"
import { operationInProgress } from "../../../../wire/refusals/Operations.ts"
import { says } from "../../../../wire/Words.ts"

export const StageChange = Schema.Struct({
  type: Schema.Literals(["evolution", "prestige"]),
  previous_stage: Schema.Int,
  new_stage: Schema.Int,
  prestige_level: Schema.NullOr(Schema.Int).annotate({ description: "the level reached; null for an evolution" }),
  occurred_at: Timestamp
}).annotate({ identifier: "StageChange" })

/** Which buddies are drawn when a tenant asks for all of its pictures. */
export const PictureScope = Schema.Literals(["missing", "all"])
export type PictureScope = typeof PictureScope.Type
const RegeneratePictures = Schema.Struct({ scope: Schema.optionalKey(PictureScope) }).annotate({
  identifier: "RegeneratePictures"
})

const params = { id: PathId }
const accepted = Accepted.pipe(HttpApiSchema.status(202))

export class BuddyGrowthApi extends tenantGroup(
  HttpApiGroup.make("buddy-growth").add(
    HttpApiEndpoint.post("evolve", "/buddies/:id/evolve", {
      params,
      success: accepted,
      error: [...changeRefusals, evolutionNotReady, evolutionMaxStage, operationInProgress]
    }).annotateMerge(
      says(
        "Evolve a buddy",
        "Starts the evolution of a buddy that meets every requirement of its next stage. Follow the " +
          "operation, or wait for the webhook buddy.evolved."
      )
    ),
    HttpApiEndpoint.get("evolutions", "/buddies/:id/evolutions", {
      params,
      query: cursorQuery,
      success: cursorPage(StageChange),
      error: [notFound, badRequest]
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List evolutions of a buddy", "Stages and prestiges it has been through, newest first.")),
    HttpApiEndpoint.post("rerender", "/buddies/:id/appearance/rerender", {
      params,
      success: accepted,
      error: changeRefusals
    }).annotateMerge(
      says(
        "Draw a buddy's picture again",
        "Starts a new drawing of the buddy with what it wears. The old picture stays until the new one is " +
          "there. Costs image credits unless the built-in artist draws."
      )
    ),
    HttpApiEndpoint.patch("equip", "/buddies/:id/equipped-items", { params, ...equipment }).annotateMerge(
      says(
        "Change what a buddy wears",
        "Puts on and takes off in one step: at most four items, one of a category. 200 when the picture is " +
          "there already, 202 with an operation that draws it."
      )
    ),
    HttpApiEndpoint.post("regenerate", "/customers/me/assets/regenerate", {
      payload: [RegeneratePictures, Schema.Null],
      success: accepted,
      error: operationInProgress
    }).annotateMerge(
      says(
        "Draw the pictures of all buddies",
        "Draws the pictures of active buddies: of those without the one they should have (`missing`, the default), " +
          "or of `all`, with what they wear. The operation counts the buddies drawn, failed and awaiting credits."
      )
    )
  ),
  { access: "runtime_write", capability: "buddies", description: "Evolution, appearance and equipment of buddies" }
) {}
