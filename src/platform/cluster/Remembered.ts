/**
 * What anybody may look at, kept in memory for a while, so that a crowd in front of one page asks the database once. It
 * is forgotten as soon as anything of its tenant changes, on every node. What is not there is not remembered: it may be
 * there the next moment, and whoever asks for it is limited by address. The request is told how old its answer is, so
 * that browsers and caches on the way keep it for what is left of its time.
 */
import { Clock, Effect, Option } from "effect"
import { CurrentRequest, detachedFrom, type RequestRecord } from "../../wire/CurrentRequest.ts"
import { Shelf } from "../requests/Shelf.ts"
import { makeSingleFlight } from "../requests/SingleFlight.ts"
import { CacheInvalidation } from "./CacheInvalidation.ts"

export interface RememberOptions<A, E = never> {
  readonly capacity: number
  readonly ttl_ms: number
  readonly load: (key: string) => Effect.Effect<Option.Option<A>, E>
}

interface Entry<A> {
  readonly value: A
  /** epoch ms; of what was itself remembered, when that was read */
  readonly read_at: number
  readonly until: number
}

/** To be yielded while a layer is built; answers how to look something up. */
export const remembered = <A extends { readonly customer_id: string }, E = never>(options: RememberOptions<A, E>) =>
  Effect.gen(function* () {
    const changes = yield* CacheInvalidation
    const clock = yield* Clock.Clock
    const once = (yield* makeSingleFlight)<Option.Option<Entry<A>>, E>()
    /** what is kept of each tenant, so that its news concern nothing of others */
    const own = new Map<string, Set<string>>()
    const known = new Shelf<Entry<A>>(options.capacity, (key, { value: { customer_id } }) => {
      const keys = own.get(customer_id)
      if (keys?.delete(key) === true && keys.size === 0) own.delete(customer_id)
    })
    const forget = (customer_id: string) => {
      for (const key of own.get(customer_id) ?? []) known.delete(key)
    }
    // What was read before a tenant changed may not be kept after that; news of others do not concern it.
    const reads = new Set<{ readonly changed: Set<string>; isOld: boolean }>()
    let news = 0
    changes.subscribe((change) => {
      if (change._tag !== "Tenant" && change._tag !== "Everything") return
      news++
      for (const read of reads) {
        if (change._tag === "Tenant") read.changed.add(change.customer_id)
        else read.isOld = true
      }
      if (change._tag === "Everything") return known.clear()
      forget(change.customer_id)
    })
    const now = () => clock.currentTimeMillisUnsafe()
    const load = (key: string, asker: RequestRecord) =>
      Effect.suspend(() => {
        const request = detachedFrom(asker)
        const begun = now()
        const read = { changed: new Set<string>(), isOld: false }
        reads.add(read)
        const keep = (value: A): Entry<A> => {
          const entry = { value, read_at: begun - request.age_ms, until: now() + options.ttl_ms }
          if (read.isOld || read.changed.has(value.customer_id)) return entry
          known.set(key, entry)
          own.set(value.customer_id, (own.get(value.customer_id) ?? new Set()).add(key))
          return entry
        }
        return options
          .load(key)
          .pipe(
            Effect.map(Option.map(keep)),
            Effect.provideService(CurrentRequest, request),
            Effect.ensuring(Effect.sync(() => reads.delete(read)))
          )
      })
    return (key: string): Effect.Effect<Option.Option<A>, E> =>
      Effect.flatMap(CurrentRequest, (asker) => {
        const given = ({ read_at, value }: Entry<A>) => {
          asker.age_ms = Math.max(asker.age_ms, now() - read_at)
          return value
        }
        const entry = known.get(key)
        if (entry !== undefined && now() < entry.until) return Effect.succeedSome(given(entry))
        // Who asks after the news does not get what was read before them.
        return Effect.map(once(`${news} ${key}`, load(key, asker)), Option.map(given))
      })
  })
