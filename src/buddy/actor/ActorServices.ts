/** Puts together what the actors of this process share, as plain functions: an actor runs no effects itself. */
import { Clock, Context, Effect, Exit, Layer } from "effect"
import type { Snapshot } from "../../engine/core/Snapshot.ts"
import { CacheInvalidation } from "../../platform/cluster/CacheInvalidation.ts"
import { DeadLetters } from "../../platform/deadletters/DeadLetters.ts"
import { RandomBytes, uuidAt } from "../../platform/postgres/Ids.ts"
import { type TenantFacts, Tenants } from "../../platform/auth/Tenants.ts"
import { Budgets } from "../quota/Budgets.ts"
import type { ResidentState } from "./ResidentState.ts"
import { Engine } from "./Engine.ts"
import { type ReadFacts, sharedReads } from "./FactsAtHand.ts"
import { Journal } from "../journal/Journal.ts"
import { LedgerSigner } from "../journal/LedgerSigner.ts"
import { Loader } from "./Loader.ts"
import { type Answer, unavailable } from "../Protocol.ts"
import { ReplyCache } from "./ReplyCache.ts"
import { type Answering, type FindStored, makeAnswering } from "./PoisonHandling.ts"
import { type Signal, Signals } from "../signals/Signals.ts"
import { Snapshots } from "./Snapshots.ts"
import { BuddyStore } from "./Store.ts"
import type { Turn } from "./Turn.ts"

/** What all actors of a process share. Callbacks are called exactly once, maybe before the call returns. */
export interface ActorServicesShape extends Answering {
  readonly now: () => number
  readonly nextId: (now: number) => string
  readonly decide: Engine["decide"]
  readonly sign: LedgerSigner["Service"]["sign"]
  readonly journal: Pick<Journal["Service"], "enqueue">
  readonly budgets: Budgets
  readonly recent: ReplyCache
  /** requests of this process that wait for their answer */
  readonly backlog: { requests: number }
  readonly cachedFacts: (customer_id: string) => TenantFacts | undefined
  /** the database knows better: they are read again */
  readonly forgetFacts: (customer_id: string) => void
  readonly facts: ReadFacts
  readonly load: (customer_id: string, buddy_id: string, done: Answer<ResidentState>) => void
  readonly cachedSnapshot: (customer_id: string, config_version_id: string, facts: TenantFacts) => Snapshot | undefined
  readonly snapshot: (customer_id: string, config_version_id: string, done: Answer<Snapshot>) => void
  readonly stored: FindStored
  readonly refreshBudgets: (keys: Turn["spent"], done: () => void) => void
  readonly signal: (signal: Signal) => void
}

/** Whose buddies changed hands, or went, is asked of the database again. */
const recentAnswers = (now: () => number) =>
  Effect.map(CacheInvalidation, (changes) => {
    const recent = new ReplyCache(now)
    changes.subscribe((change) => {
      if (change._tag === "Route") recent.forget(change.customer_id)
      if (change._tag === "Everything") recent.clear()
    })
    return recent
  })

export class ActorServices extends Context.Service<ActorServices, ActorServicesShape>()("hatchery/buddy/Environment") {
  static readonly layer = Layer.effect(
    ActorServices,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const random = yield* RandomBytes
      const engine = yield* Engine
      const journal = yield* Journal
      const loader = yield* Loader
      const { sign } = yield* LedgerSigner
      const snapshots = yield* Snapshots
      const store = yield* BuddyStore
      const tenants = yield* Tenants
      const signals = yield* Signals
      const letters = yield* DeadLetters
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const now = () => clock.currentTimeMillisUnsafe()
      const budgets = new Budgets({ read: store.budgets, now, runFork })

      /** Runs an effect for a callback; whatever goes wrong is "not now" for the caller. */
      const answer = <A>(effect: Effect.Effect<A, unknown>, reason: string, done: Answer<A>) =>
        runFork(effect).addObserver((exit) =>
          done(Exit.isSuccess(exit) ? Exit.succeed(exit.value) : unavailable(reason))
        )

      const stored: FindStored = (customer_id, requests, done) => {
        const event_ids = requests.flatMap(({ command }) => (command._tag === "Event" ? [command.event_id] : []))
        const command_ids = requests.flatMap(({ command, command_id }) =>
          command._tag === "Event" ? [] : [command_id]
        )
        answer(store.stored(customer_id, event_ids, command_ids), "the database did not answer", done)
      }

      const backlog = { requests: 0 }
      const report = (defect: unknown) =>
        void runFork(Effect.logError("a caller of a buddy failed on its answer", defect))
      return ActorServices.of({
        ...makeAnswering({ letters, stored, backlog, report }),
        now,
        nextId: (ms) => uuidAt(random, ms),
        decide: engine.decide,
        sign,
        journal,
        budgets,
        recent: yield* recentAnswers(now),
        backlog,
        cachedFacts: tenants.cached,
        forgetFacts: tenants.forget,
        facts: sharedReads(tenants, runFork),
        load: loader.load,
        cachedSnapshot: snapshots.cached,
        snapshot: (customer_id, config_version_id, done) =>
          answer(snapshots.get(customer_id, config_version_id), "the config version cannot be used", done),
        stored,
        refreshBudgets: (keys, done) => runFork(Effect.ignoreCause(budgets.refresh(keys))).addObserver(() => done()),
        signal: signals.emit
      })
    })
  )
}
