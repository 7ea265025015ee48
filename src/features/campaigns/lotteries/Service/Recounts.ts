/** Turns for what draws again at somebody's wish: seconds of processor, which a node has for everybody. */
import { Context, type Effect, Layer } from "effect"
import { makeTurns } from "../../../../platform/requests/FairPlaces.ts"
import type { ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { RateLimited } from "../../../../wire/Group.ts"

const admission = { places: 1, places_per_tenant: 1, waiting_per_tenant: 5, wait: "5 seconds" } as const

export class Recounts extends Context.Service<
  Recounts,
  {
    pass<A, E, R>(
      customer_id: string,
      work: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | RateLimited | ServiceUnavailable, R>
  }
>()("hatchery/features/lotteries/Recounts") {
  static readonly layer = Layer.sync(Recounts, () =>
    Recounts.of({ pass: makeTurns(admission, "Too many draws are computed at the moment.") })
  )
}
