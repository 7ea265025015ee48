/**
 * What nodes share through Redis when REDIS_URL names one: counters of rate limits, and a second way for news. Nothing
 * in it needs to survive. A Redis that is away, slow or restarting never fails anybody: callers fall back to what their
 * own node knows, and the connection comes back by itself.
 */
import { Clock, Context, Duration, Effect, Layer, Redacted, type Scope } from "effect"
import type { createClient } from "redis"
import { AppConfig } from "../../Config.ts"
import { counter } from "../observability/metrics/Family.ts"
import { sharedStoreFailures } from "../observability/metrics/Node.ts"

/** A request waits no longer than this for Redis; then its node counts alone. */
const budget_ms = 50
/**
 * Parts of the budget, each of them waited for anew: while this process is busy none but one passes, for an answer that
 * nobody had the time to read is not late. Else whoever keeps a node busy would have its limits for himself.
 */
const patience_parts = 10
/** After a failure nobody asks for this long: a frozen Redis costs one request the budget, not all of them. */
const pause_ms = 1_000
const reconnect_ms_max = 1_000

export interface Redis {
  /** one command; none when Redis is away, too slow, or was so a moment ago */
  command(arguments_: ReadonlyArray<string>): Effect.Effect<unknown>
  /** sends a text to every node that listens, this one included */
  publish(channel: string, text: string): Effect.Effect<void>
  /** while the scope is open: `heard` gets every text, `connected` is called after each (re)connection */
  listen(channel: string, heard: (text: string) => void, connected: () => void): Effect.Effect<void, never, Scope.Scope>
  readonly isUp: Effect.Effect<boolean>
}

type Client = ReturnType<typeof createClient>

const options = (url: string) => ({
  url,
  // Commands of a cut connection fail at once instead of waiting for the next one.
  disableOfflineQueue: true,
  socket: {
    connectTimeout: 2_000,
    reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, reconnect_ms_max)
  }
})

/** The library is half of what a node would load, and most nodes have no Redis. */
const open = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Client> => {
      const { createClient } = await import("redis")
      const client = createClient(options(url)) as Client
      // Without a listener the library rethrows; what matters is said by whoever falls back.
      client.on("error", () => undefined)
      client.connect().catch(() => undefined)
      return client
    }),
    (client) => Effect.sync(() => client.destroy())
  )

const make = Effect.fnUntraced(function* (url: Redacted.Redacted, budget: Duration.Duration) {
  const client = yield* open(Redacted.value(url))
  const failures = counter(sharedStoreFailures, yield* Effect.context<never>())
  // Wall time, whatever clock the service was given: Redis does not live in it.
  const wall = Clock.Clock.defaultValue()
  let paused_until = 0
  let wasUp = true

  const failed = Effect.gen(function* () {
    failures.add(1)
    paused_until = wall.currentTimeMillisUnsafe() + pause_ms
    if (wasUp) yield* Effect.logWarning("Redis does not answer: this node counts alone until it does")
    wasUp = false
  })
  const succeeded = Effect.suspend(() => {
    paused_until = 0
    if (wasUp) return Effect.void
    wasUp = true
    return Effect.logInfo("Redis answers again")
  })

  const tooLate = Effect.sleep(Duration.divideUnsafe(budget, patience_parts)).pipe(
    Effect.repeat({ times: patience_parts - 1 }),
    Effect.andThen(Effect.fail("late"))
  )

  const send = (arguments_: ReadonlyArray<string>): Effect.Effect<unknown> =>
    Effect.tryPromise({ try: () => client.sendCommand([...arguments_]), catch: (cause) => cause }).pipe(
      Effect.raceFirst(tooLate),
      Effect.provideService(Clock.Clock, wall),
      Effect.tap(succeeded),
      Effect.catch(() => Effect.as(failed, undefined))
    )

  return {
    command: (arguments_) =>
      Effect.suspend(() => (wall.currentTimeMillisUnsafe() < paused_until ? Effect.undefined : send(arguments_))),
    publish: (channel, text) => Effect.asVoid(send(["PUBLISH", channel, text])),
    listen: (channel, heard, connected) =>
      Effect.gen(function* () {
        const listener = yield* open(Redacted.value(url))
        listener.on("ready", () => {
          listener.subscribe(channel, heard).then(connected, () => undefined)
        })
      }),
    isUp: Effect.map(send(["PING"]), (answer: unknown) => answer === "PONG")
  } satisfies Redis
})

/** Undefined: this installation has none. */
export class SharedRedis extends Context.Service<SharedRedis, { readonly redis: Redis | undefined }>()(
  "hatchery/platform/SharedRedis"
) {
  static readonly none = Layer.succeed(SharedRedis, { redis: undefined })
  /** `budget`: how long a request waits */
  static readonly layerWithin = (budget: Duration.Duration) =>
    Layer.effect(
      SharedRedis,
      Effect.gen(function* () {
        const { redisUrl } = yield* AppConfig
        return SharedRedis.of({ redis: redisUrl === undefined ? undefined : yield* make(redisUrl, budget) })
      })
    )

  static readonly layer = SharedRedis.layerWithin(Duration.millis(budget_ms))
}
