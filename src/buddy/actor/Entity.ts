/**
 * Ownership: the cluster decides on which runner a cell of buddies lives, wakes it there and hands it over. The state
 * machine of a buddy is its actor; this is its address. Messages are volatile: what must not be lost is in Postgres,
 * what may be repeated is recognised by its id.
 */
import { Duration, Effect, Schedule, Schema } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { Cell } from "./Cell.ts"
import { Directory } from "./Directory.ts"
import { ActorServices } from "./ActorServices.ts"
import { BuddyFailure, BuddyReply, BuddyRequest, Unavailable } from "../Protocol.ts"
import { makeTraces } from "../../platform/observability/Traces.ts"
import { submitTraced } from "./Tracing.ts"

const sweep_every = Duration.minutes(1)
/** A hand-over waits this long for commits on their way; Postgres refuses whatever comes later. */
const close_timeout = Duration.seconds(15)

export const BuddyEntity = Entity.make("Buddies", [
  // Uninterruptible: a caller who goes away does not undo what was handed to the journal.
  Rpc.make("Send", {
    payload: { customer_id: Schema.String, buddy_id: Schema.String, request: BuddyRequest },
    success: BuddyReply,
    error: BuddyFailure
  }).annotate(ClusterSchema.Uninterruptible, true)
])

const moving = new Unavailable({ reason: "the buddy is moving", retry_after_seconds: 1 })

/** Needs Sharding, ActorServices and Directory. */
export const BuddyEntityLive = BuddyEntity.toLayer(
  Effect.gen(function* () {
    const cell = new Cell(yield* ActorServices, yield* Directory)
    const traces = yield* makeTraces
    yield* Effect.addFinalizer(() =>
      Effect.callback<void>((resume) => cell.close(() => resume(Effect.void))).pipe(Effect.timeoutOption(close_timeout))
    )
    yield* Effect.sync(() => cell.sweep()).pipe(Effect.schedule(Schedule.spaced(sweep_every)), Effect.forkScoped)
    return BuddyEntity.of({
      Send: ({ payload: { buddy_id, customer_id, request } }) =>
        Effect.uninterruptible(
          Effect.withFiber<BuddyReply, typeof BuddyFailure.Type>((fiber) =>
            Effect.callback((resume) => {
              const actor = cell.actor(customer_id, buddy_id)
              const span = traces.current(fiber)
              if (actor === undefined || !submitTraced(traces, actor, request, resume, span)) resume(moving)
            })
          )
        )
    })
  }),
  // Messages are the exception here: most calls go through the directory, so silence says nothing about a cell.
  { maxIdleTime: Duration.infinity, concurrency: "unbounded", mailboxCapacity: "unbounded", disableFatalDefects: true }
)
