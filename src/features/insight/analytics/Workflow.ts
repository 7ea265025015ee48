/** Keeps the figures up with what is committed: within two seconds, while all is well. */
import { Effect } from "effect"
import { Singleton } from "effect/cluster"
import { FoldStore } from "./Store/Fold.ts"
import { SnapshotStore } from "./Store/Snapshots.ts"

const look_again = "1 second"

export const analyticsFold = Singleton.make(
  "analytics/fold",
  Effect.gen(function* () {
    const { fold } = yield* FoldStore
    const folded = Effect.catchCause(fold(), (cause) =>
      Effect.as(Effect.logWarning("figures could not be brought up to date yet", cause), false)
    )
    yield* Effect.forever(Effect.flatMap(folded, (isMore) => (isMore ? Effect.void : Effect.sleep(look_again))))
  })
)

const walk_every = "1 minute"

/** Looks at buddies again where anything was counted since: reports tell how old what they say of them is. */
export const analyticsSnapshots = Singleton.make(
  "analytics/snapshots",
  Effect.gen(function* () {
    const { due, take } = yield* SnapshotStore
    const walk = (customer_id: string) =>
      Effect.catchCause(take(customer_id), (cause) =>
        Effect.logWarning("buddies of a workspace could not be looked at", cause)
      )
    const round = Effect.catchCause(
      Effect.flatMap(due(), (ids) => Effect.forEach(ids, walk, { discard: true })),
      (cause) => Effect.logWarning("workspaces whose buddies are to be looked at are not known", cause)
    )
    yield* Effect.forever(Effect.andThen(round, Effect.sleep(walk_every)))
  })
)
