/**
 * Waking buddies: everybody who wakes in the same turn of the event loop is read with one statement. A runner that
 * takes over shards, or a burst after a quiet night, costs a few statements instead of thousands.
 */
import { Cause, Clock, Context, Effect, Exit, Layer, Result, Scheduler } from "effect"
import { databaseFault } from "../../platform/postgres/Sql.ts"
import { isUuid } from "../../wire/Ids.ts"
import { type ResidentState, residentStateOf } from "./ResidentState.ts"
import { LedgerSigner } from "../journal/LedgerSigner.ts"
import { type Answer, BuddyNotFound, entityId, type Unavailable, unavailable } from "../Protocol.ts"
import { Poison } from "./PoisonHandling.ts"
import { Snapshots } from "./Snapshots.ts"
import { type BuddyRow, BuddyStore } from "./Store.ts"

/** Rows of one statement; states are a few kilobytes each. */
const rows_max = 500

interface Waiting {
  readonly customer_id: string
  readonly buddy_id: string
  readonly done: Array<Answer<ResidentState>>
}

/** It goes on; what it books from now on is not signed either, so that nothing hides what happened. */
const notVouchedFor = ({ buddy_id, customer_id }: BuddyRow) =>
  Effect.annotateLogs(Effect.logWarning("the ledger of a buddy is not what was signed"), { customer_id, buddy_id })

const notFound = Exit.fail(new BuddyNotFound())

/** Only this buddy is broken, and it stays so until somebody mends its row or its config version. */
const broken = (what: string, cause: unknown): Exit.Exit<never> =>
  Exit.die(cause instanceof Poison ? cause : new Poison(what, { cause, sqlstate: databaseFault(cause)?.sqlState }))

export class Loader extends Context.Service<
  Loader,
  {
    /** `done` is called exactly once; every caller gets a `ResidentState` of his own. */
    load(customer_id: string, buddy_id: string, done: Answer<ResidentState>): void
    get(customer_id: string, buddy_id: string): Effect.Effect<ResidentState, BuddyNotFound | Unavailable>
  }
>()("hatchery/buddy/Loader") {
  static readonly layer = Layer.effect(
    Loader,
    Effect.gen(function* () {
      const store = yield* BuddyStore
      const snapshots = yield* Snapshots
      const signer = yield* LedgerSigner
      const clock = yield* Clock.Clock
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const dispatcher = (yield* Scheduler.Scheduler).makeDispatcher()
      let waiting = new Map<string, Waiting>()

      const deliver = (row: BuddyRow, done: Array<Answer<ResidentState>>) => {
        const answer = (snapshot: Parameters<typeof residentStateOf>[1]) =>
          done.forEach((one) => {
            const core = Result.try(() => residentStateOf(row, snapshot, clock.currentTimeMillisUnsafe(), signer))
            if (Result.isSuccess(core) && !core.success.isVouchedFor) runFork(notVouchedFor(row))
            one(Result.isSuccess(core) ? Exit.succeed(core.success) : broken("the buddy cannot be read", core.failure))
          })
        const cached = snapshots.cached(row.customer_id, row.config_version_id)
        if (cached !== undefined) return answer(cached)
        runFork(snapshots.get(row.customer_id, row.config_version_id)).addObserver((exit) => {
          if (Exit.isSuccess(exit)) return answer(exit.value)
          const defect = Exit.findDefect(exit)
          const why = "the buddy's config version cannot be used"
          done.forEach((one) => one(Result.isSuccess(defect) ? broken(why, defect.success) : unavailable(why, 5)))
        })
      }

      /** One row that Postgres or the schema stumbles over fails its whole statement: halving finds it. */
      const missed = (batch: ReadonlyArray<Waiting>, cause: Cause.Cause<unknown>) => {
        const defect = Cause.squash(cause)
        const fault = databaseFault(defect)
        const half = Math.ceil(batch.length / 2)
        const why = "the buddy cannot be read"
        if (Cause.hasInterrupts(cause) || (fault !== undefined && fault._tag !== "BadValue"))
          batch.forEach(({ done }) => done.forEach((one) => one(unavailable(why))))
        else if (batch.length === 1) batch[0]!.done.forEach((one) => one(broken(why, defect)))
        else [batch.slice(0, half), batch.slice(half)].forEach(read)
      }

      const loadBatch = (batch: ReadonlyArray<Waiting>) =>
        Effect.tap(store.load(batch), (rows) => signer.look(rows.map(({ signed }) => signed)))

      const read = (batch: ReadonlyArray<Waiting>): void =>
        void runFork(loadBatch(batch)).addObserver((exit) => {
          if (Exit.isFailure(exit)) return missed(batch, exit.cause)
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

      const load = (customer_id: string, buddy_id: string, done: Answer<ResidentState>) => {
        if (!isUuid(customer_id) || !isUuid(buddy_id)) return done(notFound)
        if (waiting.size === 0) dispatcher.scheduleTask(flush, 0)
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
