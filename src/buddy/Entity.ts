/**
 * Ownership: the cluster decides on which runner a buddy lives, wakes it there and hands it over. The state machine is
 * the actor; this is its address. Messages are volatile: what must not be lost is in Postgres, what may be repeated is
 * recognised by its id.
 */
import { Duration, Effect } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { makeActor } from "./Actor.ts"
import { Directory } from "./Directory.ts"
import { Environment } from "./Environment.ts"
import { BuddyFailure, BuddyReply, BuddyRequest, parseEntityId, Unavailable } from "./Protocol.ts"

/**
 * The reaper sees messages only, not calls through the directory: a busy buddy may be put to sleep, and wakes at the
 * next message.
 */
const idle_max = Duration.minutes(10)
/** A hand-over waits this long for commits on their way; Postgres refuses whatever comes later. */
const close_timeout = Duration.seconds(15)

/** For the sharding configuration of the process: an idle actor holds about 15 kB plus its state. */
export const resident_buddies_max = 200_000

export const BuddyEntity = Entity.make("Buddy", [
  // Uninterruptible: a caller who goes away does not undo what was handed to the journal.
  Rpc.make("Send", { payload: BuddyRequest, success: BuddyReply, error: BuddyFailure }).annotate(
    ClusterSchema.Uninterruptible,
    true
  )
])

/** Needs Sharding, Environment and Directory. */
export const BuddyEntityLive = BuddyEntity.toLayer(
  Effect.gen(function* () {
    const environment = yield* Environment
    const directory = yield* Directory
    const { customer_id, buddy_id } = parseEntityId((yield* Entity.CurrentAddress).entityId)
    const actor = makeActor(environment, customer_id, buddy_id)
    directory.register(customer_id, buddy_id, actor)
    yield* Effect.addFinalizer(() =>
      Effect.callback<void>((resume) => {
        directory.unregister(customer_id, buddy_id, actor)
        actor.close(() => resume(Effect.void))
      }).pipe(Effect.timeoutOption(close_timeout))
    )
    return BuddyEntity.of({
      Send: ({ payload }) =>
        Effect.uninterruptible(
          Effect.callback<BuddyReply, typeof BuddyFailure.Type>((resume) => {
            if (!actor.submit(payload, resume))
              resume(new Unavailable({ reason: "the buddy is moving", retry_after_seconds: 1 }))
          })
        )
    })
  }),
  { maxIdleTime: idle_max, concurrency: "unbounded", mailboxCapacity: "unbounded", disableFatalDefects: true }
)
