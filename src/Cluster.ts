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
import { cells } from "./buddy/actor/Cell.ts"
import { BuddyLive } from "./buddy/Live.ts"
import { deadLetterResend } from "./buddy/signals/Resend.ts"
import { buddyVitals } from "./buddy/actor/Vitals.ts"
import { AppConfig, type AppSettings } from "./Config.ts"
import { BackgroundThrottle } from "./platform/cluster/BackgroundThrottle.ts"
import { AuthoringStores, AuthoringWorkers, authoringJobs } from "./features/authoring/Cluster.ts"
import { communityDues, communityJobs, CommunityWorkers } from "./features/community/Cluster.ts"
import {
  campaignsDues,
  campaignsJobs,
  CampaignsServices,
  campaignsWatchers,
  CampaignsWorkers
} from "./features/campaigns/Cluster.ts"
import { insightJobs, InsightWorkers } from "./features/insight/Cluster.ts"
import { playersJobs, PlayersStores, PlayersWorkers } from "./features/players/Cluster.ts"
import { surfacesDues, surfacesJobs, SurfacesServices, SurfacesWorkers } from "./features/surfaces/Cluster.ts"
import { tenantDues, tenantJobs, TenantServices, TenantWorkers } from "./features/tenant/Cluster.ts"
import { OperationStore } from "./features/players/operations/Store.ts"
import { campaignsClock, campaignsTotals, clockOf } from "./platform/campaigns/Clock.ts"
import { Subjects } from "./platform/campaigns/Subjects.ts"
import { AssetStore } from "./platform/storage/Assets.ts"
import { Credits, lostPictures } from "./platform/billing/Credits.ts"
import { Studio } from "./platform/images/Studio.ts"
import { MessageStorageLive, RunnerStorageLive } from "./platform/cluster/ClusterStorage.ts"
import { jobRecovery, Jobs } from "./platform/cluster/Jobs.ts"
import { peerWatch } from "./platform/cluster/PeerWatch.ts"
import { runnerSockets } from "./platform/cluster/RunnerTransport.ts"
import { shard_lease_ms, shard_renewal_ms } from "./platform/cluster/ShardLease.ts"
import { runnerVitals } from "./platform/cluster/RunnerVitals.ts"
import { sealing } from "./platform/secrets/SealedValues.ts"
import { webhookPump } from "./platform/webhooks/WebhookPump.ts"
import { statistics } from "./platform/postgres/Statistics.ts"
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
    shardLockExpiration: shard_lease_ms,
    shardLockRefreshInterval: shard_renewal_ms,
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
  PlayersWorkers,
  AuthoringWorkers,
  CommunityWorkers,
  SurfacesWorkers,
  CampaignsWorkers,
  TenantWorkers,
  InsightWorkers,
  campaignsClock([...campaignsDues, ...communityDues]),
  clockOf("tenant/clock", tenantDues),
  clockOf("surfaces/clock", surfacesDues),
  campaignsTotals(campaignsWatchers),
  jobRecovery(OperationStore, {
    ...playersJobs,
    ...authoringJobs,
    ...campaignsJobs,
    ...communityJobs,
    ...surfacesJobs,
    ...tenantJobs,
    ...insightJobs
  }),
  deadLetterResend,
  lostPictures,
  sealing,
  statistics,
  retentionSweeper,
  webhookPump,
  runnerVitals
).pipe(Layer.provide([CampaignsServices, SurfacesServices, TenantServices]))

const Stores = Layer.mergeAll(
  PlayersStores,
  AuthoringStores,
  Subjects.layer,
  AssetStore.layer,
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
    const workers = Layer.provide(Workers, BackgroundThrottle.layer)
    const members = owner ? Layer.merge(workers, buddyVitals) : buddyVitals
    return members.pipe(Layer.provideMerge(BuddyLive({ owner })))
  })
).pipe(Layer.provide(Stores), Layer.provideMerge(Jobs.layer), Layer.provideMerge(Engine))
