/** Turns for what draws again at somebody's wish: seconds of processor, which a node has for everybody. */
import { Context, Effect, Layer } from "effect"
import { makeTurnstile, tellCrowded } from "../../../../platform/requests/FairPlaces.ts"
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
  static readonly layer = Layer.sync(Recounts, () => {
    const turnstile = makeTurnstile(admission)
    return Recounts.of({
      pass: <A, E, R>(customer_id: string, work: Effect.Effect<A, E, R>) =>
        turnstile.pass(customer_id, Effect.result(work)).pipe(
          Effect.catchTag("Crowded", ({ own }) => tellCrowded(own, "Too many draws are computed at the moment.")),
          Effect.flatMap(Effect.fromResult)
        )
    })
  })
}
