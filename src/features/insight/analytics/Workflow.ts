/** Keeps the figures up with what is committed: within two seconds, while all is well. */
import { Effect } from "effect"
import { Activity } from "effect/workflow"
import { perCluster } from "../../../platform/cluster/PerCluster.ts"
import { Rebuilding, RebuildFigures } from "./Service/Rebuilding.ts"
import { FoldStore } from "./Store/Fold.ts"
import { SnapshotStore } from "./Store/Snapshots.ts"

const look_again = "1 second"

export const analyticsFold = perCluster(
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
export const analyticsSnapshots = perCluster(
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

const count_every = "5 minutes"
/** Workspaces of one look. */
const counted_max = 20

/** Looks for workspaces whose events nobody has counted. */
export const analyticsRebuilds = perCluster(
  "analytics/rebuilds",
  Effect.gen(function* () {
    const { due, open } = yield* Rebuilding
    const round = Effect.catchCause(
      Effect.flatMap(due(counted_max), (ids) => Effect.forEach(ids, open, { discard: true })),
      (cause) => Effect.logWarning("workspaces without figures are not known", cause)
    )
    yield* Effect.forever(Effect.andThen(round, Effect.sleep(count_every)))
  })
)

/** Needs WorkflowEngine and Rebuilding. */
export const RebuildFiguresLive = RebuildFigures.toLayer(
  Effect.fn("RebuildFigures")(function* ({ customer_id, operation_id }) {
    const { run } = yield* Rebuilding
    yield* Activity.make({ name: "rebuild", execute: run({ customer_id, operation_id }) })
  })
)
