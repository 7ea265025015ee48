/**
 * Something scarce that many tenants share (connections, painters), so that no tenant's storm is another's outage: a
 * tenant holds a share of the places at most, and who waits is served in turn, tenant after tenant. Waiting costs
 * memory and nothing else.
 */
import { type Duration, Effect, PartitionedSemaphore, Schema, type Scope, Semaphore } from "effect"
import { CurrentRequest, unknown_address } from "../../wire/CurrentRequest.ts"
import { ServiceUnavailable } from "../../wire/Failure.ts"
import { RateLimited } from "../../wire/Group.ts"
import type { LongStays } from "./LongStays.ts"

export interface PlacesOptions {
  readonly places: number
  /** less than all of them, or one tenant could take them all */
  readonly places_per_tenant: number
  /** Absent: how long a tenant stayed says nothing of when its next turn is. */
  readonly long_stays?: LongStays
}

interface Line {
  readonly turns: Semaphore.Semaphore
  /** who waits or holds a place */
  present: number
  inside: number
}

export interface FairPlaces {
  /** A place for as long as the scope is open. `undefined`: the service itself, which has no share of its own. */
  enter(tenant: string | undefined): Effect.Effect<void, never, Scope.Scope>
  /** of that tenant: who waits and who holds a place, together, and who holds one */
  of(tenant: string): { readonly present: number; readonly inside: number }
}

/** Whose request this is: its tenant's, or where it has none, that of its address. Undefined: nobody's. */
export const asker = Effect.map(CurrentRequest, ({ address, customer_id }) =>
  customer_id === undefined && address !== unknown_address ? `address ${address}` : customer_id
)

const nobody = { present: 0, inside: 0 }

export const makeFairPlaces = ({ long_stays, places, places_per_tenant }: PlacesOptions): FairPlaces => {
  const all = PartitionedSemaphore.makeUnsafe<string>({ permits: places })
  const lines = new Map<string, Line>()
  const place = (tenant: string) =>
    Effect.acquireRelease(all.take(tenant, 1), () => all.release(1), { interruptible: true })

  const join = (tenant: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const line = lines.get(tenant) ?? { turns: Semaphore.makeUnsafe(places_per_tenant), present: 0, inside: 0 }
        lines.set(tenant, line)
        line.present++
        return line
      }),
      (line) =>
        Effect.sync(() => {
          if (--line.present === 0) lines.delete(tenant)
        })
    )
  const inside = (line: Line) =>
    Effect.acquireRelease(
      Effect.sync(() => line.inside++),
      () => Effect.sync(() => line.inside--)
    )

  return {
    enter: (tenant) =>
      tenant === undefined
        ? place("")
        : Effect.gen(function* () {
            const line = yield* join(tenant)
            yield* Effect.acquireRelease(line.turns.take(1), () => line.turns.release(1), { interruptible: true })
            // When it is its turn, not when it came: who sent many at once was short of nothing then.
            if (long_stays !== undefined) yield* long_stays.standBack(tenant)
            yield* place(tenant)
            yield* inside(line)
            if (long_stays !== undefined) yield* long_stays.count(tenant)
          }),
    of: (tenant) => lines.get(tenant) ?? nobody
  }
}

/** The caller may come again. `own`: what is in the way are other requests of the same tenant. */
export class Crowded extends Schema.TaggedError<Crowded>()("Crowded", { own: Schema.Boolean }) {}

const retry_after_seconds = 1

/** Whoever stands in his own way is asked to slow down; the others could not have known. */
export const tellCrowded = Effect.fnUntraced(function* (own: boolean, reason: string) {
  const current = yield* CurrentRequest
  current.retry_after_seconds = retry_after_seconds
  if (own) return yield* new RateLimited({ retry_after_seconds })
  return yield* new ServiceUnavailable({ reason, retry_after_seconds })
})

/** Fails when `work` has not begun after so long. What has begun takes the time it takes. */
export const begunWithin = <A, E, R, E2>(
  duration: Duration.Input,
  work: (begun: Effect.Effect<void>) => Effect.Effect<A, E, R>,
  orElse: () => Effect.Effect<never, E2>
): Effect.Effect<A, E | E2, R> =>
  Effect.suspend(() => {
    let hasBegun = false
    const begun = Effect.sync(() => {
      hasBegun = true
    })
    const late = Effect.flatMap(Effect.sleep(duration), () => (hasBegun ? Effect.never : orElse()))
    return Effect.raceFirst(work(begun), late)
  })

export interface TurnstileOptions extends PlacesOptions {
  /** of one tenant; who comes then is refused at once */
  readonly waiting_per_tenant: number
  readonly wait: Duration.Input
}

/** Places whose waiters have bounds: so many of a tenant, and so long. */
export const makeTurnstile = (options: TurnstileOptions) => {
  const places = makeFairPlaces(options)
  const present_max = options.places_per_tenant + options.waiting_per_tenant
  return {
    pass: <A, E, R>(tenant: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Crowded, R> =>
      Effect.suspend(() =>
        places.of(tenant).present >= present_max
          ? Effect.fail(new Crowded({ own: true }))
          : begunWithin(
              options.wait,
              (begun) => Effect.scoped(Effect.andThen(Effect.tap(places.enter(tenant), begun), work)) as typeof work,
              () => Effect.fail(new Crowded({ own: places.of(tenant).inside > 0 }))
            )
      )
  }
}

/** A turnstile for requests; `reason`: what those are told in whose way others stand. */
export const makeTurns = (options: TurnstileOptions, reason: string) => {
  const turnstile = makeTurnstile(options)
  return <A, E, R>(
    customer_id: string,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | RateLimited | ServiceUnavailable, R> =>
    turnstile.pass(customer_id, Effect.result(work)).pipe(
      Effect.catchTag("Crowded", ({ own }) => tellCrowded(own, reason)),
      Effect.flatMap(Effect.fromResult)
    )
}
