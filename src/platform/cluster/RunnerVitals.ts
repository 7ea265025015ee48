/**
 * What a node that owns shards knows of the whole: every 15 s it looks at the backlogs in the database and keeps the
 * figures for whoever scrapes. And it tells readiness of two ways in which a runner can look alive and do nothing: it
 * holds no shard, or messages of its shards lie unread.
 */
import { Cause, Clock, Context, Effect, Layer, Schedule } from "effect"
import { ClusterMetrics, ShardId, Sharding, Snowflake } from "effect/cluster"
import { within } from "../requests/Deadline.ts"
import { Health } from "../observability/Health.ts"
import {
  type Backlog,
  signalBacklogNow,
  type UnreadMessage,
  unreadMessages,
  webhookBacklogs
} from "../observability/metrics/Backlogs.ts"
import { gauge, gauges } from "../observability/metrics/Family.ts"
import {
  oldestMessage,
  signalBacklog,
  signalOldest,
  webhookBacklog,
  webhookOldest
} from "../observability/metrics/Work.ts"
import { isTransient } from "../postgres/Sql.ts"

export const sample_every_ms = 15_000
/** Shards come and go while runners do; a lease (9 s) and a turn of the assignment later they have settled. */
export const shardless_ms_max = 20_000
/** Messages are read within seconds of being due. */
export const unread_ms_max = 60_000

interface Waiting {
  readonly since: number
  readonly shard_id: string
}

/**
 * How long messages have been unread. An old message may have become unread a moment ago (its workflow goes on, its
 * shard has moved), so it counts from the last look that did not find it.
 */
export class UnreadWatch {
  private waiting = new Map<string, Waiting>()
  private lookedAt: number | undefined

  look(found: ReadonlyArray<UnreadMessage>, now: number): void {
    const seen = new Map<string, Waiting>()
    for (const { deliver_at, message_id, shard_id } of found) {
      const written = Snowflake.timestamp(Snowflake.Snowflake(message_id))
      const since = Math.max(written, deliver_at ?? 0, this.lookedAt ?? now)
      seen.set(message_id, this.waiting.get(message_id) ?? { since: Math.min(since, now), shard_id })
    }
    this.waiting = seen
    this.lookedAt = now
  }

  /** ms; 0: none waits */
  oldest(now: number, isMine: (shard_id: string) => boolean = () => true): number {
    let oldest = 0
    for (const { shard_id, since } of this.waiting.values()) {
      if (isMine(shard_id)) oldest = Math.max(oldest, now - since)
    }
    return oldest
  }
}

const shardOf = (text: string): ShardId.ShardId => {
  const colon = text.lastIndexOf(":")
  return ShardId.make(text.slice(0, colon), Number(text.slice(colon + 1)))
}

const secondsSince = ({ oldest_at }: Backlog, now: number): number =>
  oldest_at === undefined ? 0 : Math.max(0, now - oldest_at) / 1_000

/** Answers whether shards are held, or none has been for a while only; a runner that never had any is not there yet. */
export const shardWatch = (now: () => number, holdsAny: () => boolean): (() => boolean) => {
  let noneSince: number | undefined = Number.NEGATIVE_INFINITY
  return () => {
    noneSince = holdsAny() ? undefined : (noneSince ?? now())
    return noneSince === undefined || now() - noneSince < shardless_ms_max
  }
}

const makeSampler = Effect.fnUntraced(function* (unread: UnreadWatch) {
  const registry = yield* Effect.context<never>()
  const waited = gauges(webhookOldest, registry)
  const due = gauges(webhookBacklog, registry)
  const signals = { due: gauge(signalBacklog, registry), oldest: gauge(signalOldest, registry) }
  const message = gauge(oldestMessage, registry)
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    unread.look(yield* unreadMessages(now), now)
    message.set(unread.oldest(now) / 1_000)
    const webhooks = yield* webhookBacklogs(new Date(now))
    for (const state of ["healthy", "failing", "disabled"] as const) {
      due[state].set(webhooks[state].due)
      waited[state].set(secondsSince(webhooks[state], now))
    }
    const open = yield* signalBacklogNow
    signals.due.set(open.due)
    signals.oldest.set(secondsSince(open, now))
  })
})

/** Wants Health, Sharding and SqlClient. */
export const runnerVitals = Layer.effectDiscard(
  Effect.gen(function* () {
    const health = yield* Health
    const sharding = yield* Sharding.Sharding
    const clock = yield* Clock.Clock
    // These appear in the library with their first use; here they are there from the start.
    ClusterMetrics.shardReleaseDuration.valueUnsafe(Context.empty())
    ClusterMetrics.singletons.valueUnsafe(Context.empty())
    const unread = new UnreadWatch()
    const now = () => clock.currentTimeMillisUnsafe()
    const holdsShards = Effect.sync(
      shardWatch(now, () => ClusterMetrics.shards.valueUnsafe(Context.empty()).value > 0n)
    )
    const isMine = (shard_id: string) => sharding.hasShardId(shardOf(shard_id))
    yield* health.watch("shards", holdsShards)
    yield* health.watch(
      "cluster_messages",
      Effect.sync(() => unread.oldest(now(), isMine) < unread_ms_max)
    )
    const sample = yield* makeSampler(unread)
    const inTime = within(sample, { duration: sample_every_ms, orElse: () => Effect.void })
    const looked = Effect.catchCause(inTime, (cause) =>
      // A database that is away says so to readiness; the figures stay as they were.
      isTransient(Cause.squash(cause)) ? Effect.void : Effect.logWarning("the backlogs could not be read", cause)
    )
    yield* Effect.all([health.database, holdsShards, looked], { discard: true }).pipe(
      Effect.repeat(Schedule.spaced(sample_every_ms)),
      Effect.forkScoped
    )
  })
)
