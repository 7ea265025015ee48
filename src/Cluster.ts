/**
 * What a runner owns: buddies, workflows and singletons, one line per member. Nodes that serve HTTP only (role api)
 * reach all of it through the cluster and run none of it.
 */
import { Clock, Effect, Layer, Option } from "effect"
import {
  ClusterWorkflowEngine,
  RunnerAddress,
  RunnerHealth,
  Runners,
  RunnerStorage,
  Sharding,
  ShardingConfig
} from "effect/cluster"
import { cells } from "./buddy/Cell.ts"
import { BuddyLive } from "./buddy/Live.ts"
import { deadLetterResend } from "./buddy/Resend.ts"
import { buddyVitals } from "./buddy/Vitals.ts"
import { AppConfig, type AppSettings } from "./Config.ts"
import { Pace } from "./platform/Pace.ts"
import { Backtest, BacktestStore } from "./features/backtests/Store.ts"
import { BacktestLive } from "./features/backtests/Workflow.ts"
import { Backfill, BackfillStore } from "./features/badge-definitions/Store.ts"
import { BackfillLive } from "./features/badge-definitions/Workflow.ts"
import { AppearanceStore } from "./features/buddies/Store/Appearance.ts"
import { Evolve, GrowthStore, Paint, Regenerate } from "./features/buddies/Store/Growth.ts"
import { StreakRisks } from "./features/buddies/Store/StreakRisks.ts"
import { EvolveLive, PaintLive } from "./features/buddies/Workflow/Evolve.ts"
import { RegenerateLive } from "./features/buddies/Workflow/Regenerate.ts"
import { repainting } from "./features/buddies/Workflow/Repaint.ts"
import { buddySignals } from "./features/buddies/Workflow/Signals.ts"
import { streakWarnings } from "./features/buddies/Workflow/StreakRisk.ts"
import { BuddyMigrationStore, Migrate } from "./features/config-versions/Store/BuddyMigration.ts"
import { MigrateLive } from "./features/config-versions/Workflow.ts"
import { EggStore, Hatch } from "./features/eggs/Store.ts"
import { HatchLive } from "./features/eggs/Workflow.ts"
import { OperationStore } from "./features/operations/Store.ts"
import { Decay, DecayStore } from "./features/skill-decay-rules/Store.ts"
import { DecayLive, decaySchedule } from "./features/skill-decay-rules/Workflow.ts"
import { AssetStore } from "./platform/Assets.ts"
import { Credits, lostPictures } from "./platform/Credits.ts"
import { Studio } from "./platform/images/Studio.ts"
import { MessageStorageLive, RunnerStorageLive } from "./platform/ClusterStorage.ts"
import { jobRecovery, Jobs } from "./platform/Jobs.ts"
import { peerWatch } from "./platform/PeerWatch.ts"
import { runnerSockets } from "./platform/RunnerTransport.ts"
import { runnerVitals } from "./platform/RunnerVitals.ts"
import { sealing } from "./platform/SealedValues.ts"
import { webhookPump } from "./platform/WebhookPump.ts"
import { retentionSweeper } from "./platform/retention/Retention.ts"

const common = {
  // Every cell of buddies may live here, and every running workflow is an entity too.
  maxResidentEntities: cells + 50_000,
  // Messages between entities of one process are plain data by schema already; encoding them again costs half a call.
  simulateRemoteSerialization: false,
  // Senders wake a reader on their own node at once; this is how late a message for another node may be seen.
  entityMessagePollInterval: "5 seconds"
} as const

/**
 * One process is the whole cluster: no other runner to agree with, so runners live in memory and only messages in
 * Postgres.
 */
const single = Sharding.layer.pipe(
  Layer.provide(Runners.layerNoop),
  Layer.provideMerge(MessageStorageLive),
  Layer.provide([RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
  Layer.provide(ShardingConfig.layer(common))
)

const shardingOf = ({ role, runnerHost, runnerListenHost, runnerListenPort, runnerPort }: AppSettings) =>
  ({
    ...common,
    // The address is stated: the library would read HOST and PORT, which are those of the HTTP server.
    runnerAddress: role === "api" ? Option.none() : Option.some(RunnerAddress.make(runnerHost, runnerPort)),
    runnerListenAddress:
      runnerListenHost === undefined && runnerListenPort === undefined
        ? Option.none()
        : Option.some(RunnerAddress.make(runnerListenHost ?? runnerHost, runnerListenPort ?? runnerPort)),
    // Also how long a runner waits that failed to take a shard, after a restart of Postgres for example.
    entityMessagePollInterval: "1 second",
    // A runner that freezes is given up after 9 s: then its buddies move within the 10 s a request waits for them, so
    // that callers see a pause and no error. Three refreshes fit in, so that one slow statement costs nothing.
    shardLockExpiration: "9 seconds",
    shardLockRefreshInterval: "3 seconds",
    // A shard that moves to a new runner takes its workflows along. One that has just asked for its next step waits for
    // an answer no runner may give it until the shard has moved, and all buddies of the shard wait with it: stopped
    // after this long, it goes on where it moved to. Commits on their way need milliseconds.
    entityTerminationTimeout: "1 second",
    // How soon shards of a runner that left are taken over: part of the pause of its buddies. Also half of what an idle
    // node asks Postgres.
    refreshAssignmentsInterval: "500 millis",
    // One whose process has gone refuses its peers, who ask six times in 2.5 s: it is voted out 3 to 6 s after its end,
    // the one that does the asking by its neighbours (PeerWatch). A frozen one keeps them waiting and goes as above.
    runnerHealthCheckInterval: "3 seconds"
  }) as const

/** Leases are counted by Postgres and the other nodes, who know nothing of a clock the service may have been given. */
const wallTime = Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())

/** Several nodes over one Postgres: they share out the shards through it and call each other over sockets. */
const clustered = (settings: AppSettings) => {
  const shardingConfig = shardingOf(settings)
  const nodes = runnerSockets({ clientOnly: settings.role === "api", secret: settings.clusterSecret })
  const watched = Option.match(shardingConfig.runnerAddress, { onNone: () => Layer.empty, onSome: peerWatch })
  return watched.pipe(
    Layer.provideMerge(nodes),
    Layer.provideMerge(MessageStorageLive),
    Layer.provide(RunnerStorageLive),
    Layer.provide(ShardingConfig.layerFromEnv(shardingConfig)),
    Layer.provide(wallTime)
  )
}

const Engine = ClusterWorkflowEngine.layer.pipe(
  Layer.provideMerge(
    Layer.unwrap(Effect.map(AppConfig, (config) => (config.databaseUrl === undefined ? single : clustered(config))))
  )
)

const Workers = Layer.mergeAll(
  // players
  HatchLive,
  EvolveLive,
  PaintLive,
  RegenerateLive,
  repainting,
  buddySignals,
  streakWarnings,
  DecayLive,
  decaySchedule,
  // authoring
  MigrateLive,
  BacktestLive,
  BackfillLive,
  // everybody
  jobRecovery(OperationStore, {
    hatch: Hatch,
    migrate: Migrate,
    backtest: Backtest,
    backfill: Backfill,
    evolve: Evolve,
    equip_item: Paint,
    rerender: Paint,
    regenerate: Regenerate,
    decay: Decay
  }),
  deadLetterResend,
  lostPictures,
  sealing,
  retentionSweeper,
  webhookPump,
  runnerVitals
)

const Stores = Layer.mergeAll(
  EggStore.layer,
  AssetStore.layer,
  AppearanceStore.layer,
  BuddyMigrationStore.layer,
  Credits.layer,
  Studio.layer
)

/**
 * Sharding, the workflow engine and the buddies; on nodes that own shards also everything that runs on them. Wants the
 * platform, DatabaseUrl and ImageProvider.
 */
export const ClusterLive = Layer.unwrap(
  Effect.map(AppConfig, ({ role }) => {
    const owner = role !== "api"
    const stores = [
      DecayStore.layer,
      GrowthStore.layer,
      StreakRisks.layer,
      BacktestStore.layer,
      BackfillStore.layer
    ] as const
    const workers = Layer.provide(Workers, [...stores, Pace.layer])
    const members = owner ? Layer.merge(workers, buddyVitals) : buddyVitals
    return members.pipe(Layer.provideMerge(BuddyLive({ owner })))
  })
).pipe(Layer.provide(Stores), Layer.provideMerge(Jobs.layer), Layer.provideMerge(Engine))
