import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { PublicDrawsApi } from "../Api/Public.ts"
import { LotteryProofs } from "../Service/Proofs.ts"

export const PublicDrawsHttp = HttpApiBuilder.group(
  feature(PublicDrawsApi),
  "public-lottery-draws",
  Effect.fn(function* (handlers) {
    const proofs = yield* LotteryProofs
    return handlers.handleAll({
      draw: ({ params }) => proofs.open(params.draw_id),
      entries: ({ params }) =>
        Effect.map(proofs.openList(params.draw_id), (list) =>
          HttpServerResponse.uint8Array(list, { contentType: "text/plain" })
        )
    })
  })
).pipe(Layer.provide(LotteryProofs.layer))
