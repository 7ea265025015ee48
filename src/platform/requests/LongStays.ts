/**
 * Who stayed long in scarce places of late: as many such tenants as there are places would keep everybody else waiting
 * for as long as one stay may last, again and again. So they leave places to those who come for a moment, and share
 * what is left among themselves.
 */
import { Clock, Deferred, Effect, type Scope } from "effect"

export interface LongStaysOptions {
  /** that tenants of long stays share; fewer than there are */
  readonly places: number
  /** of stays lately, from which on a tenant is one of them */
  readonly long_ms: number
  /** after which half of a stay is forgotten */
  readonly half_life_ms: number
}

export interface LongStays {
  /**
   * Waits for its turn among those of long stays, where who stayed least is next, and keeps it while the scope is open.
   * Others pass at once.
   */
  standBack(tenant: string): Effect.Effect<void, never, Scope.Scope>
  /** Counts for how long the scope is open. */
  count(tenant: string): Effect.Effect<void, never, Scope.Scope>
}

interface Waiter {
  readonly tenant: string
  readonly turn: Deferred.Deferred<void>
}

interface Stayed {
  readonly ms: number
  readonly at: number
}

/** The one whose last stay is the longest ago is forgotten first. */
const remembered_max = 10_000

export const makeLongStays = ({ half_life_ms, long_ms, places }: LongStaysOptions): LongStays => {
  let free = places
  const waiting = new Set<Waiter>()
  const stayed = new Map<string, Stayed>()
  const left = (tenant: string, now: number): number => {
    const { at, ms } = stayed.get(tenant) ?? { at: now, ms: 0 }
    return ms * 0.5 ** ((now - at) / half_life_ms)
  }
  const add = (tenant: string, ms: number, now: number) => {
    const known = left(tenant, now)
    stayed.delete(tenant)
    stayed.set(tenant, { ms: known + ms, at: now })
    if (stayed.size > remembered_max) stayed.delete(stayed.keys().next().value!)
  }
  const give = Effect.map(Clock.currentTimeMillis, (now) => {
    let next: Waiter | undefined
    for (const one of waiting) {
      if (next === undefined || left(one.tenant, now) < left(next.tenant, now)) next = one
    }
    if (next === undefined) free++
    else {
      waiting.delete(next)
      Deferred.doneUnsafe(next.turn, Effect.void)
    }
  })
  const take = (tenant: string) =>
    Effect.suspend(() => {
      if (free > 0) {
        free--
        return Effect.void
      }
      const waiter = { tenant, turn: Deferred.makeUnsafe<void>() }
      waiting.add(waiter)
      // Whose turn came while it was giving up passes it on.
      const leave = Effect.suspend(() => (waiting.delete(waiter) ? Effect.void : give))
      return Effect.onInterrupt(Deferred.await(waiter.turn), () => leave)
    })
  return {
    standBack: Effect.fnUntraced(function* (tenant) {
      if (left(tenant, yield* Clock.currentTimeMillis) < long_ms) return
      yield* Effect.acquireRelease(take(tenant), () => give, { interruptible: true })
    }),
    count: (tenant) =>
      Effect.asVoid(
        Effect.acquireRelease(Clock.currentTimeMillis, (since) =>
          Effect.map(Clock.currentTimeMillis, (now) => add(tenant, now - since, now))
        )
      )
  }
}

/**
 * Of so many places tenants of long stays leave one. A statement that Postgres gave up after five seconds makes a
 * tenant one of them for a while, and so does staying all the time.
 */
export const leavingOne = ({ places }: { readonly places: number }): LongStays =>
  makeLongStays({ places: places - 1, long_ms: 3_000, half_life_ms: 30_000 })
