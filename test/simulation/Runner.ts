/**
 * One process: the layers of production from the gateway down to the driver of Postgres, under a clock and a scheduler
 * that only move when the simulation says so. What a crash takes with it is this object.
 */
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Duration, Effect, Exit, Layer, Logger, Metric, References, Scheduler, Scope } from "effect"
import { Sharding } from "effect/cluster"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection } from "effect/sql"
import { Buddies } from "../../src/buddy/Buddies.ts"
import { Directory } from "../../src/buddy/actor/Directory.ts"
import { Engine } from "../../src/buddy/actor/Engine.ts"
import { BuddyEntityLive } from "../../src/buddy/actor/Entity.ts"
import { ActorServices } from "../../src/buddy/actor/ActorServices.ts"
import { Journal } from "../../src/buddy/journal/Journal.ts"
import { LedgerSigner } from "../../src/buddy/journal/LedgerSigner.ts"
import { Loader } from "../../src/buddy/actor/Loader.ts"
import type { BuddyFailure, BuddyReply, BuddyRequest } from "../../src/buddy/Protocol.ts"
import { EventRouting } from "../../src/buddy/routing/EventRouting.ts"
import { Signals } from "../../src/buddy/signals/Signals.ts"
import { Snapshots } from "../../src/buddy/actor/Snapshots.ts"
import { BuddyStore } from "../../src/buddy/actor/Store.ts"
import { AppConfig } from "../../src/Config.ts"
import { type Change, CacheInvalidation } from "../../src/platform/cluster/CacheInvalidation.ts"
import { DeadLetters } from "../../src/platform/deadletters/DeadLetters.ts"
import { type IdSource, RandomBytes } from "../../src/platform/postgres/Ids.ts"
import { Outbox } from "../../src/platform/webhooks/Outbox.ts"
import { Tenants } from "../../src/platform/auth/Tenants.ts"
import { fixedRing } from "../kit/service/FixedKeyRing.ts"
import type { Undo } from "../kit/engine/EngineHost.ts"
import { asked, Reversals, type Told } from "./Reversals.ts"

/** A message to a cell of buddies, as the entity takes it. */
export interface Envelope {
  readonly customer_id: string
  readonly buddy_id: string
  readonly request: BuddyRequest
}

export type Reply = Exit.Exit<BuddyReply, BuddyFailure>
type Handlers = { readonly Send: (message: { readonly payload: Envelope }) => Effect.Effect<BuddyReply, BuddyFailure> }
type Undelivered = { readonly _tag: "EntityNotAssignedToRunner" }

/** What a process finds outside of itself. */
export interface Surroundings {
  readonly now: () => number
  readonly ids: IdSource
  readonly engine: Engine
  readonly execute: (
    runner: Runner,
    text: string,
    params: ReadonlyArray<unknown>
  ) => ReturnType<SqlConnection.Connection["execute"]>
  /** hands a message to the cluster */
  readonly dispatch: (
    runner: Runner,
    cell: string,
    envelope: Envelope,
    resume: (exit: Exit.Exit<BuddyReply, BuddyFailure | Undelivered>) => void
  ) => void
  /** news for the other processes */
  readonly publish: (runner: Runner, change: Change) => void
  readonly letters: (runner: Runner) => DeadLetters["Service"]
  readonly journal: (runner: Runner, journal: Journal["Service"]) => Journal["Service"]
}

interface Timer {
  readonly at: number
  readonly fire: () => void
}

export class Runner {
  readonly name: string
  isAlive = true
  isFrozen = false
  /** takes no new callers */
  isStopping = false
  /** of the event loop, in order */
  readonly tasks: Array<() => void> = []
  readonly timers: Array<Timer> = []
  /** cells it believes to own */
  readonly holds = new Set<string>()
  /** cells that are awake here */
  private readonly cells = new Map<string, { readonly scope: Scope.Closeable; readonly handlers: Handlers }>()
  private readonly listeners: Array<(change: Change) => void> = []
  private readonly scope = Scope.makeUnsafe()
  private readonly runFork: <A, E>(
    effect: Effect.Effect<A, E>
  ) => { addObserver(done: (exit: Exit.Exit<A, E>) => void): void }
  private readonly world: Surroundings
  private entity: Effect.Effect<Handlers, never, Scope.Scope> | undefined
  readonly buddies: Buddies["Service"]
  /** POST /events/{id}/reverse, below the edge */
  readonly reverse: (customer_id: string, event_id: string, mode: Undo["mode"]) => Effect.Effect<Told, BuddyFailure>
  private readonly changes: CacheInvalidation["Service"]

  constructor(name: string, world: Surroundings) {
    this.name = name
    this.world = world
    this.runFork = Effect.runForkWith(this.references())
    let built: Exit.Exit<Context.Context<Buddies | CacheInvalidation | Reversals>> | undefined
    this.runFork(Layer.buildWithScope(this.layers(), this.scope)).addObserver((exit) => (built = exit))
    while (this.tasks.length > 0) this.step()
    if (built === undefined || Exit.isFailure(built)) throw new Error(`${name} does not start: ${String(built)}`)
    this.buddies = Context.get(built.value, Buddies)
    const reverse = Context.get(built.value, Reversals)
    this.reverse = (customer_id, event_id, mode) => asked(reverse(customer_id, event_id, { mode, reason: null }))
    this.changes = Context.get(built.value, CacheInvalidation)
  }

  private references(): Context.Context<never> {
    const scheduler: Scheduler.Scheduler = {
      executionMode: "async",
      shouldYield: (fiber) => fiber.currentOpCount >= 2_048,
      makeDispatcher: () => ({
        scheduleTask: (task) => void this.tasks.push(task),
        flush: () => {
          while (this.tasks.length > 0) this.step()
        }
      })
    }
    return Context.empty().pipe(
      Context.add(Scheduler.Scheduler, scheduler),
      Context.add(Clock.Clock, this.clock()),
      Context.add(RandomBytes, this.world.ids),
      Context.add(Engine, this.world.engine),
      Context.add(Metric.MetricRegistry, new Map()),
      Context.add(References.TracerEnabled, false),
      Context.add(Logger.CurrentLoggers, new Set())
    )
  }

  private clock(): Clock.Clock {
    const { now } = this.world
    const nanos = () => BigInt(now()) * 1_000_000n
    return {
      currentTimeMillisUnsafe: now,
      currentTimeMillis: Effect.sync(now),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration) => {
        const ms = Duration.toMillis(duration)
        if (ms <= 0) return Effect.yieldNow
        if (!Number.isFinite(ms)) return Effect.never
        return Effect.callback((resume) => {
          const timer = { at: now() + ms, fire: () => resume(Effect.void) }
          this.timers.push(timer)
          return Effect.sync(() => this.drop(timer))
        })
      }
    }
  }

  private layers() {
    const { execute, journal, letters, publish } = this.world
    const run = (text: string, params: ReadonlyArray<unknown>) => execute(this, text, params)
    const connection = { execute: run, executeUnprepared: run } as unknown as SqlConnection.Connection
    const client = SqlClient.make({
      acquirer: Effect.succeed(connection),
      compiler: PgClient.makeCompiler(),
      driver: "simulated",
      spanAttributes: []
    })
    const changes = CacheInvalidation.of({
      publish: (change) =>
        Effect.sync(() => {
          this.hear(change)
          publish(this, change)
        }),
      subscribe: (listener) => void this.listeners.push(listener)
    })
    const watched = Layer.effect(
      Journal,
      Effect.map(Journal, (real) => journal(this, real))
    ).pipe(Layer.provide(Journal.layerClient))
    return Layer.mergeAll(Layer.provideMerge(Reversals.layer, Buddies.layer), BuddyEntityLive).pipe(
      Layer.provide(ActorServices.layer),
      Layer.provide(Layer.mergeAll(Loader.layer, watched, Directory.layer, EventRouting.layer, Signals.layer)),
      Layer.provide(Layer.succeed(DeadLetters, letters(this))),
      Layer.provide(Snapshots.layer),
      Layer.provide(BuddyStore.layer),
      Layer.provide(LedgerSigner.layer),
      Layer.provide([fixedRing, AppConfig.test()]),
      Layer.provide(Outbox.layer),
      Layer.provide(Tenants.layer),
      Layer.provideMerge(Layer.succeed(CacheInvalidation, changes)),
      Layer.provide(Layer.succeed(Sharding.Sharding, this.sharding())),
      Layer.provide(Layer.effect(SqlClient.SqlClient, client)),
      Layer.provide(Reactivity.layer)
    )
  }

  /** The cluster as this process sees it: messages go out, cells come in. */
  private sharding(): Sharding.Sharding["Service"] {
    const makeClient = () =>
      Effect.succeed((cell: string) => ({
        Send: (envelope: Envelope) =>
          Effect.callback<BuddyReply, BuddyFailure | Undelivered>((resume) =>
            this.world.dispatch(this, cell, envelope, (exit) => resume(exit))
          )
      }))
    const registerEntity = (_entity: unknown, handlers: Effect.Effect<Handlers, never, never>) =>
      Effect.contextWith((context: Context.Context<never>) =>
        Effect.sync(() => {
          this.entity = Effect.updateContext(handlers, (own: Context.Context<Scope.Scope>) =>
            Context.merge(context, own)
          )
        })
      )
    return { makeClient, registerEntity } as unknown as Sharding.Sharding["Service"]
  }

  private drop(timer: Timer): void {
    const place = this.timers.indexOf(timer)
    if (place >= 0) this.timers.splice(place, 1)
  }

  /** epoch ms, by its own clock */
  now(): number {
    return this.world.now()
  }

  /** Runs the next task of the event loop. */
  step(): void {
    this.tasks.shift()!()
  }

  fire(timer: Timer): void {
    this.drop(timer)
    timer.fire()
  }

  /** News of a change somewhere. */
  hear(change: Change): void {
    for (const listener of this.listeners) listener(change)
  }

  /** Tells everybody, as whoever made the change does. */
  publish(change: Change): void {
    this.runFork(this.changes.publish(change))
  }

  fork<A, E>(effect: Effect.Effect<A, E>, done: (exit: Exit.Exit<A, E>) => void): void {
    this.runFork(effect).addObserver(done)
  }

  /** A message for one of its cells; wakes the cell if need be. */
  receive(cell: string, payload: Envelope, done: (exit: Reply) => void): void {
    this.fork(
      Effect.suspend(() => this.awake(cell).Send({ payload })),
      done
    )
  }

  private awake(cell: string): Handlers {
    const known = this.cells.get(cell)
    if (known !== undefined) return known.handlers
    const scope = Scope.makeUnsafe()
    let handlers: Handlers | undefined
    this.fork(Scope.provide(this.entity!, scope), (exit) => {
      if (Exit.isFailure(exit)) throw new Error(`${cell} does not wake: ${String(exit.cause)}`)
      handlers = exit.value
    })
    if (handlers === undefined) throw new Error(`${cell} takes its time to wake`)
    this.cells.set(cell, { scope, handlers })
    return handlers
  }

  isAwake(cell: string): boolean {
    return this.cells.has(cell)
  }

  /** Lets go of a cell; `closed` is called once its last commit is settled, or after the time that may take. */
  letGo(cell: string, closed: () => void): void {
    this.holds.delete(cell)
    const known = this.cells.get(cell)
    this.cells.delete(cell)
    if (known === undefined) return closed()
    this.fork(Scope.close(known.scope, Exit.void), closed)
  }

  /** Ends the process in good order, once its cells are closed. */
  stop(stopped: () => void): void {
    this.fork(Scope.close(this.scope, Exit.void), stopped)
  }
}
