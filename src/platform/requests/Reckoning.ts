/**
 * Turns for who asks what has to be reckoned from many rows and waits for the answer: a whole ledger, rules over a
 * thousand buddies. What takes long there is not the database but this process, which has one processor for everybody.
 */
import { Context, type Effect, Layer } from "effect"
import type { ServiceUnavailable } from "../../wire/Failure.ts"
import type { RateLimited } from "../../wire/Group.ts"
import { makeTurns } from "./FairPlaces.ts"
import { leavingOne } from "./LongStays.ts"

const admission = { places: 2, places_per_tenant: 1, waiting_per_tenant: 50, wait: "5 seconds" } as const

export class Reckoning extends Context.Service<
  Reckoning,
  {
    /** Does the work when it is the tenant's turn. */
    pass<A, E, R>(
      customer_id: string,
      work: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | RateLimited | ServiceUnavailable, R>
  }
>()("hatchery/platform/Reckoning") {
  static readonly layer = Layer.sync(Reckoning, () =>
    Reckoning.of({
      pass: makeTurns({ ...admission, long_stays: leavingOne(admission) }, "Too much is reckoned at the moment.")
    })
  )
}
