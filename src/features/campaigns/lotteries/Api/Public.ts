/** The proof of a draw, for anybody. Contract part 4 (public). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { notFound } from "../../../../wire/Failure.ts"
import { publicGroup } from "../../../../wire/Group.ts"
import { says } from "../../../../wire/Words.ts"
import { PublicDraw } from "./Draws.ts"

const params = { draw_id: Schema.String }

export class PublicDrawsApi extends publicGroup(
  HttpApiGroup.make("public-lottery-draws").add(
    HttpApiEndpoint.get("draw", "/public/lottery-draws/:draw_id", {
      params,
      success: PublicDraw,
      error: notFound
    }).annotateMerge(
      says(
        "Show the proof of a draw",
        "Hash, seed and winners, unless its lottery keeps them to itself. Seed and list are null until drawn."
      )
    ),
    HttpApiEndpoint.get("entries", "/public/lottery-draws/:draw_id/entries.txt", {
      params,
      success: Schema.String.pipe(HttpApiSchema.asText()),
      error: notFound
    }).annotateMerge(
      says("Show the entries of a draw", "The list its winners follow from: a line per entry, with its tickets.")
    )
  ),
  { description: "Proofs of draws, for anybody" }
) {}
