/**
 * Whose erasures and exports a node works on at once: those of one tenant are not in the way of the others'. A turn is
 * a page; one that the database gives up is done again after a wait that grows, and who waits holds nothing.
 */
import { Cause, Context, Effect, Layer, Schedule } from "effect"
import type { Paced } from "../../../../platform/erasures/Personal.ts"
import { isTransient } from "../../../../platform/postgres/Sql.ts"
import { makeFairPlaces } from "../../../../platform/requests/FairPlaces.ts"

const share = { places: 4, places_per_tenant: 1 }
const waits = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("5 minutes")])
/** tries of one page; by then it is some minutes late, and another time will hardly help it */
const told_after = 8

export class ErasureTurns extends Context.Service<
  ErasureTurns,
  {
    /** how the pages of a tenant's work are done */
    pacing(customer_id: string): Paced
  }
>()("hatchery/features/erasures/ErasureTurns") {
  static readonly layer = Layer.sync(ErasureTurns, () => {
    const places = makeFairPlaces(share)
    const tell = Effect.fnUntraced(function* (customer_id: string, tries: number, cause: Cause.Cause<unknown>) {
      if (tries === told_after)
        yield* Effect.annotateLogs(
          Effect.logError("a page of an erasure or an export is given up again and again", cause),
          {
            customer_id,
            tries
          }
        )
    })
    const pacing =
      (customer_id: string) =>
      <A, E, R>(page: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          let tries = 0
          const turn = Effect.scoped(Effect.andThen(places.enter(customer_id), page)) as Effect.Effect<A, E, R>
          return turn.pipe(
            Effect.sandbox,
            Effect.tapError((cause) => tell(customer_id, ++tries, cause)),
            Effect.retry({ while: (cause) => isTransient(Cause.squash(cause)), schedule: waits }),
            Effect.catch((cause) => Effect.failCause(cause))
          )
        })
    return ErasureTurns.of({ pacing })
  })
}
