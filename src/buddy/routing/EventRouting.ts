/**
 * Which buddy an event goes to (decisions: ONE buddy, the user's first-hatched active one of the event's audience, or
 * the one the event names). Answers are kept; "nobody" is not, because the egg may hatch the next moment. An answer
 * that has become wrong is noticed by the buddy itself, which refuses everything once archived.
 */
import { Context, Effect, Exit, Layer, Scheduler } from "effect"
import { CacheInvalidation } from "../../platform/cluster/CacheInvalidation.ts"
import { isUuid } from "../../wire/Ids.ts"
import { Unavailable } from "../Protocol.ts"
import { BuddyStore, type RouteKey } from "../actor/Store.ts"
import { NewestMap } from "../actor/TenantMap.ts"

/** Users of this process; beyond it the ones that came first are forgotten. */
const users_max = 300_000
const keys_max = 1_000

interface Asking {
  readonly key: RouteKey
  readonly done: Array<(exit: Exit.Exit<string | null, Unavailable>) => void>
}

/** What is known of a user; nearly always that is one buddy. */
interface Route {
  /** null: the event names its buddy */
  readonly audience: string | null
  readonly named: string | null
  readonly buddy_id: string
  readonly others: Route | undefined
}

const routeOf = (first: Route | undefined, { audience, buddy_id }: RouteKey): Route | undefined => {
  for (let route = first; route !== undefined; route = route.others)
    if (buddy_id === null ? route.audience === audience : route.named === buddy_id) return route
  return undefined
}

export class EventRouting extends Context.Service<
  EventRouting,
  {
    /** undefined: not known here, ask `find` */
    cached(key: RouteKey): string | undefined
    /** buddy_id, or null when the user has no such buddy */
    find(key: RouteKey): Effect.Effect<string | null, Unavailable>
    /** after a buddy of the user was archived, moved or erased; `CacheInvalidation` tells other processes */
    invalidate(customer_id: string, user_id: string): void
  }
>()("hatchery/buddy/Routes") {
  static readonly layer = Layer.effect(
    EventRouting,
    Effect.gen(function* () {
      const store = yield* BuddyStore
      const changes = yield* CacheInvalidation
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const dispatcher = (yield* Scheduler.Scheduler).makeDispatcher()
      const known = new NewestMap<Route>(users_max)
      let asking = new Map<string, Asking>()
      // Counts invalidations: an answer that was asked for before one may not be kept after it.
      let generation = 0

      const invalidate = (customer_id: string, user_id: string) => {
        generation++
        known.delete(customer_id, user_id)
      }
      changes.subscribe((change) => {
        if (change._tag === "Route") invalidate(change.customer_id, change.user_id)
        if (change._tag === "Everything") {
          generation++
          known.clear()
        }
      })

      const remember = (key: RouteKey, buddy_id: string) => {
        const { audience, buddy_id: named, customer_id, user_id } = key
        const others = known.get(customer_id, user_id)
        if (routeOf(others, key)?.buddy_id !== buddy_id)
          known.set(customer_id, user_id, { audience: named === null ? audience : null, named, buddy_id, others })
      }

      const read = (batch: ReadonlyArray<Asking>) => {
        const started = generation
        runFork(store.routes(batch.map(({ key }) => key))).addObserver((exit) => {
          batch.forEach(({ key, done }, index) => {
            const found = Exit.isSuccess(exit) ? Exit.succeed(exit.value[index] ?? null) : away
            if (Exit.isSuccess(found) && found.value !== null && started === generation) remember(key, found.value)
            done.forEach((one) => one(found))
          })
        })
      }

      const flush = () => {
        const all = [...asking.values()]
        asking = new Map()
        for (let first = 0; first < all.length; first += keys_max) read(all.slice(first, first + keys_max))
      }

      const ask = (key: RouteKey, done: Asking["done"][number]) => {
        if (asking.size === 0) dispatcher.scheduleTask(flush, 0)
        const { audience, buddy_id, customer_id, user_id } = key
        const id = JSON.stringify([customer_id, user_id, buddy_id === null ? audience : null, buddy_id])
        const others = asking.get(id)
        if (others === undefined) asking.set(id, { key, done: [done] })
        else others.done.push(done)
      }

      const cached = (key: RouteKey) => routeOf(known.get(key.customer_id, key.user_id), key)?.buddy_id
      return EventRouting.of({
        cached,
        find: (key) =>
          Effect.suspend(() => {
            const buddy_id = cached(key)
            if (buddy_id !== undefined) return Effect.succeed(buddy_id)
            if (key.buddy_id !== null && !isUuid(key.buddy_id)) return Effect.succeed(null)
            return Effect.callback<string | null, Unavailable>((resume) => ask(key, resume))
          }),
        invalidate
      })
    })
  )
}

const away = Exit.fail(new Unavailable({ reason: "the database did not answer", retry_after_seconds: 1 }))
