/**
 * What the cluster keeps in Postgres, over connections that fail. Its messages and replies share the service's pool;
 * the shards a runner owns hang on a session of their own, which no busy pool may keep waiting: a refresh that comes
 * too late costs the runner everything it owns.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Clock, Duration, Effect, Layer, Ref, Schedule } from "effect"
import {
  ClusterError,
  MessageStorage,
  type Reply,
  RunnerStorage,
  SqlMessageStorage,
  SqlRunnerStorage
} from "effect/cluster"
import { SqlClient } from "effect/sql"
import { DatabaseUrl } from "../postgres/DatabaseUrl.ts"
import { postgresClient } from "../postgres/Sql.ts"

type Messages = MessageStorage.MessageStorage["Service"]

const retry_every = Duration.millis(500)
/** A minute: outages up to that length are survived by the workflow that waits for the reply. */
const retries_max = 120

/**
 * The mark of a reader on a message keeps others from reading it for ten minutes. Its owner reads it again after this
 * long instead, which is nothing to one it is at work on, and everything to one whose reader is no more: a runner that
 * woke up after its shards had gone, or whose last statement was carried out after its end.
 */
const claim_seconds = 5

type Expire = (shardIds: Parameters<Messages["unprocessedMessages"]>[0]) => ReturnType<Messages["resetShards"]>

/** Lets go of old claims on messages of these shards, as often as claims grow old. */
const expiring: Effect.Effect<Expire, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const due_at = yield* Ref.make(0)
  return Effect.fnUntraced(function* (shardIds) {
    const now = yield* Clock.currentTimeMillis
    const shards = Array.from(shardIds, String)
    if (shards.length === 0 || now < (yield* Ref.get(due_at))) return
    yield* Ref.set(due_at, now + claim_seconds * 1_000)
    // In the order in which the library locks them.
    yield* sql`
      UPDATE cluster_messages SET last_read = NULL WHERE id IN (
        SELECT id FROM cluster_messages
        WHERE shard_id = ANY(${shards}::text[]) AND NOT processed
          AND last_read < now() - make_interval(secs => ${claim_seconds})
        ORDER BY rowid FOR UPDATE)`
  }, ClusterError.PersistenceError.refail)
})

const isExit = ({ _tag }: { readonly _tag: string }) => _tag === "WithExit"

/**
 * A reply or a batch of messages may be written without us hearing of it. Left alone, the first would never reach the
 * workflow that waits for it, and the second would count as read by a runner that has never seen it.
 *
 * `expire` gives back what was read long ago and is still unanswered.
 */
export const steadyMessages = (inner: Messages, expire: Expire): Effect.Effect<Messages> =>
  Effect.gen(function* () {
    const mayHaveMissed = yield* Ref.make(false)

    /** Whoever waits for a reply that is there after all looks it up in the storage. */
    const saveAgain = (reply: Reply.ReplyWithContext<never>) =>
      Effect.gen(function* () {
        const { requestId } = reply.reply
        const stored = yield* inner.repliesForUnfiltered([requestId])
        if (stored.some(isExit)) return yield* inner.unregisterReplyHandler(requestId)
        yield* inner.saveReply(reply)
      }).pipe(
        Effect.retry({
          while: ({ _tag }) => _tag === "PersistenceError",
          schedule: Schedule.spaced(retry_every),
          times: retries_max
        })
      )

    const messages: Messages = {
      ...inner,
      // The library takes over a shard whether this succeeded or not, and gives it 3 s: what the owner before had read
      // would be nobody's for ten minutes.
      resetShards: (shardIds) => Effect.onError(inner.resetShards(shardIds), () => Ref.set(mayHaveMissed, true)),
      saveReply: (reply) =>
        Effect.catchTag(inner.saveReply(reply), "PersistenceError", (error) =>
          isExit(reply.reply) ? saveAgain(reply as Reply.ReplyWithContext<never>) : Effect.fail(error)
        ),
      unprocessedMessages: (shardIds, options) =>
        Effect.gen(function* () {
          if (yield* Ref.get(mayHaveMissed)) {
            yield* inner.resetShards(shardIds)
            yield* Ref.set(mayHaveMissed, false)
          }
          yield* expire(shardIds)
          // As a method of the outer storage: what is read here answers through it.
          return yield* inner.unprocessedMessages.call(messages, shardIds, options)
        }).pipe(Effect.tapError(() => Ref.set(mayHaveMissed, true)))
    }
    return messages
  })

/** Wants SqlClient and ShardingConfig. */
export const MessageStorageLive = Layer.effect(
  MessageStorage.MessageStorage,
  Effect.gen(function* () {
    return yield* steadyMessages(yield* MessageStorage.MessageStorage, yield* expiring)
  })
).pipe(Layer.provide(SqlMessageStorage.layer), Layer.provide(NodeCrypto.layerDigest))

/** A runner that leaves lets go of its shards one by one; its successors ask again in this rhythm. */
const acquire_again_every = Duration.millis(60)
const acquire_again_max = 8
/** Within the 3 s after which the library gives a runner's locks up for lost. */
const refresh_again_every = Duration.millis(250)
/** The library notices only by waiting that the session it would release its locks on has gone. */
const release_timeout = Duration.seconds(1)

type Runners = RunnerStorage.RunnerStorage["Service"]

/**
 * The library asks seldom: for a shard that was not free once a second, whether a database that was away is back every
 * three. To the buddies concerned these waits are most of a hand-over and most of a restart of Postgres. Nothing here
 * decides who owns a shard; that is what the answers say.
 */
export const eagerRunners = (inner: Runners): Runners => ({
  ...inner,
  acquire: (address, shardIds) => {
    const wanted = Array.from(shardIds)
    const tryNumber = (number: number): ReturnType<Runners["acquire"]> =>
      Effect.flatMap(inner.acquire(address, wanted), (acquired) =>
        acquired.length >= wanted.length || number > acquire_again_max
          ? Effect.succeed(acquired)
          : Effect.delay(tryNumber(number + 1), acquire_again_every)
      )
    return tryNumber(1)
  },
  // Whoever calls this stops waiting after 3 s.
  refresh: (address, shardIds) => {
    const asked = Array.from(shardIds)
    return Effect.retry(inner.refresh(address, asked), { schedule: Schedule.spaced(refresh_again_every) })
  },
  releaseAll: (address) =>
    Effect.timeoutOrElse(inner.releaseAll(address), {
      duration: release_timeout,
      orElse: () => Effect.fail(new ClusterError.PersistenceError({ cause: "the locks were not released in time" }))
    })
})

/** The session that holds the locks, and some for everything else: the list of runners, the own sign of life. */
const connections_max = 3

/** Wants DatabaseUrl and ShardingConfig. */
export const RunnerStorageLive = Layer.unwrap(
  Effect.map(DatabaseUrl, (url) =>
    Layer.effect(RunnerStorage.RunnerStorage, Effect.map(RunnerStorage.RunnerStorage, eagerRunners)).pipe(
      Layer.provide(Layer.orDie(SqlRunnerStorage.layer)),
      Layer.provide(postgresClient({ url, maxConnections: connections_max, applicationName: "hatchery-shards" }))
    )
  )
)
