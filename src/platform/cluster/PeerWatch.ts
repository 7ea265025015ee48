/**
 * Who notices that a runner has died. The library has one of them, the judge, ask the others whether they live; the
 * death of the judge shows to nobody before its lease ends, and all it had under way waits that long. So every runner
 * asks its neighbours too. What it finds counts only while there is no judge: two opinions about a runner that some
 * can reach and some cannot would move its shards to and fro.
 */
import { Duration, Effect, Layer, Schedule } from "effect"
import { EntityId, type RunnerAddress, RunnerHealth, RunnerStorage, type ShardId, Sharding } from "effect/cluster"
import { SqlClient } from "effect/sql"

/** The library's name of the one that judges; whoever owns the shard of this name is the judge. */
export const judge_name = "effect/cluster/Sharding/RunnerHealth"

const look_every = Duration.seconds(1)
/** However many runners there are, each is watched by so many others. */
const watchers_max = 2

/** Those a runner asks: the next ones in a ring of all addresses, so that everybody is asked by somebody. */
export const neighboursOf = (
  self: RunnerAddress.RunnerAddress,
  runners: ReadonlyArray<RunnerAddress.RunnerAddress>
): ReadonlyArray<RunnerAddress.RunnerAddress> => {
  const here = self.toString()
  const others = runners
    .filter((address) => address.toString() !== here)
    .sort((left, right) => (left.toString() < right.toString() ? -1 : 1))
  const next = others.findIndex((address) => address.toString() > here)
  const ring = next < 0 ? others : [...others.slice(next), ...others.slice(0, next)]
  return ring.slice(0, watchers_max)
}

/** As the library numbers its advisory locks: a million to each group of shards, of which there is one. */
const lockOf = ({ id }: ShardId.ShardId) => 1_000_000 + id

/** Whether some session of this database owns the shard; a process that ends loses its sessions at once. */
export const isOwned = (sql: SqlClient.SqlClient, shard: ShardId.ShardId) =>
  Effect.map(
    sql`SELECT 1 FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND objid = ${lockOf(shard)}::int8::oid
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    (found) => found.length > 0
  )

export interface Watching<E, F> {
  readonly self: RunnerAddress.RunnerAddress
  readonly storage: Pick<RunnerStorage.RunnerStorage["Service"], "getRunners" | "setRunnerHealth">
  readonly isAlive: (address: RunnerAddress.RunnerAddress) => Effect.Effect<boolean, E>
  readonly hasJudge: Effect.Effect<boolean, F>
}

/** One look at the neighbours. Those who are dead while nobody judges are voted out; their shards move at once. */
export const look = <E, F>({ hasJudge, isAlive, self, storage }: Watching<E, F>) =>
  Effect.gen(function* () {
    const healthy = (yield* storage.getRunners).filter(([, isHealthy]) => isHealthy).map(([{ address }]) => address)
    // One that was itself voted out has no say.
    if (!healthy.some((address) => address.toString() === self.toString())) return
    yield* Effect.forEach(
      neighboursOf(self, healthy),
      (address) =>
        Effect.gen(function* () {
          if ((yield* isAlive(address)) || (yield* hasJudge)) return
          yield* Effect.logWarning(`the runner at ${address} has gone without a word, its shards are taken over`)
          yield* storage.setRunnerHealth(address, false)
        }),
      { concurrency: "unbounded", discard: true }
    )
  })

/** Wants Sharding, Runners, RunnerStorage and SqlClient, on a node that owns shards. */
export const peerWatch = (self: RunnerAddress.RunnerAddress) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const sharding = yield* Sharding.Sharding
      const storage = yield* RunnerStorage.RunnerStorage
      const sql = yield* SqlClient.SqlClient
      const { isAlive } = yield* RunnerHealth.makePing
      const judge = sharding.getShardId(EntityId.make(judge_name), "default")
      yield* look({ self, storage, isAlive, hasJudge: isOwned(sql, judge) }).pipe(
        // A database that is away says so elsewhere, and without it no shard can move.
        Effect.catchCause((cause) => Effect.logDebug("the neighbours could not be looked after", cause)),
        Effect.repeat(Schedule.spaced(look_every)),
        Effect.forkScoped
      )
    })
  )
