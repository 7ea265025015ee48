/**
 * Waking buddies: everybody who wakes in the same turn of the event loop is read with one statement. A runner that
 * takes over shards, or a burst after a quiet night, costs a few statements instead of thousands.
 */
import { Context, Effect, Exit, Layer } from "effect"
import { Clock } from "effect"
import { isUuid } from "../wire/Ids.ts"
import { type Core, coreOf } from "./Core.ts"
import { type Answer, BuddyNotFound, entityId, type Unavailable, unavailable } from "./Protocol.ts"
import { Snapshots } from "./Snapshots.ts"
import { type BuddyRow, BuddyStore } from "./Store.ts"

/** Rows of one statement; states are a few kilobytes each. */
const rows_max = 500

interface Waiting {
  readonly customer_id: string
  readonly buddy_id: string
  readonly done: Array<Answer<Core>>
}

const notFound = Exit.fail(new BuddyNotFound())

export class Loader extends Context.Service<
  Loader,
  {
    /** `done` is called exactly once; every caller gets a `Core` of his own. */
    load(customer_id: string, buddy_id: string, done: Answer<Core>): void
    get(customer_id: string, buddy_id: string): Effect.Effect<Core, BuddyNotFound | Unavailable>
  }
>()("hatchery/buddy/Loader") {
  static readonly layer = Layer.effect(
    Loader,
    Effect.gen(function* () {
      const store = yield* BuddyStore
      const snapshots = yield* Snapshots
      const clock = yield* Clock.Clock
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      let waiting = new Map<string, Waiting>()

      const deliver = (row: BuddyRow, done: Array<Answer<Core>>) => {
        const answer = (snapshot: Parameters<typeof coreOf>[1]) =>
          done.forEach((one) => one(Exit.succeed(coreOf(row, snapshot, clock.currentTimeMillisUnsafe()))))
        const cached = snapshots.cached(row.customer_id, row.config_version_id)
        if (cached !== undefined) return answer(cached)
        runFork(snapshots.get(row.customer_id, row.config_version_id)).addObserver((exit) =>
          Exit.isSuccess(exit)
            ? answer(exit.value)
            : done.forEach((one) => one(unavailable("the buddy's config version cannot be used", 5)))
        )
      }

      const read = (batch: ReadonlyArray<Waiting>) =>
        runFork(store.load(batch)).addObserver((exit) => {
          if (Exit.isFailure(exit)) {
            return batch.forEach(({ done }) => done.forEach((one) => one(unavailable("the buddy cannot be read"))))
          }
          const rows = new Map(exit.value.map((row) => [entityId(row.customer_id, row.buddy_id), row]))
          for (const { customer_id, buddy_id, done } of batch) {
            const row = rows.get(entityId(customer_id, buddy_id).toLowerCase())
            if (row === undefined) done.forEach((one) => one(notFound))
            else deliver(row, done)
          }
        })

      const flush = () => {
        const all = [...waiting.values()]
        waiting = new Map()
        for (let first = 0; first < all.length; first += rows_max) read(all.slice(first, first + rows_max))
      }

      const load = (customer_id: string, buddy_id: string, done: Answer<Core>) => {
        if (!isUuid(customer_id) || !isUuid(buddy_id)) return done(notFound)
        if (waiting.size === 0) setImmediate(flush)
        const key = entityId(customer_id, buddy_id)
        const known = waiting.get(key)
        if (known === undefined) waiting.set(key, { customer_id, buddy_id, done: [done] })
        else known.done.push(done)
      }

      return Loader.of({
        load,
        get: (customer_id, buddy_id) => Effect.callback((resume) => load(customer_id, buddy_id, (exit) => resume(exit)))
      })
    })
  )
}
