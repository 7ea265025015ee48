/**
 * The keys of this service in the memory of a node, one ring per purpose: the newest makes what is new, all that are
 * not retired verify. `CacheInvalidation` tells when a key came or went, and a key id nobody knows is looked up, so a
 * running node needs no restart.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { AppConfig } from "../../Config.ts"
import { CacheInvalidation } from "../cluster/CacheInvalidation.ts"
import {
  makeMissingKeys,
  type Purpose,
  purposeNames,
  readKeys,
  type ServiceKey,
  type WrongSecretKey
} from "./ServiceKeys.ts"

/** Whoever shows made-up key ids makes a node read its keys in vain this often, and no oftener. */
const look_again_ms = 1_000

const grouped = (keys: ReadonlyArray<ServiceKey>) =>
  new Map(purposeNames.map((purpose) => [purpose, keys.filter((key) => key.purpose === purpose)]))

export class KeyRing extends Context.Service<
  KeyRing,
  {
    /** the key that makes what is new; never waits */
    signing(purpose: Purpose): ServiceKey
    /** the key of that id, undefined when there is none or it is retired */
    verifying(purpose: Purpose, key_id: string): Effect.Effect<ServiceKey | undefined>
    /** every key that counts, newest first */
    all(purpose: Purpose): Effect.Effect<ReadonlyArray<ServiceKey>>
    /** the same as far as this node knows; never waits */
    known(purpose: Purpose): ReadonlyArray<ServiceKey>
    /** epoch ms at which the purpose got its first key */
    firstMade(purpose: Purpose): number
  }
>()("hatchery/platform/KeyRing") {
  /** Fails when SECRET_KEY does not open them. */
  static readonly layer: Layer.Layer<KeyRing, WrongSecretKey, AppConfig | CacheInvalidation | SqlClient.SqlClient> =
    Layer.effect(
      KeyRing,
      Effect.suspend(() =>
        Effect.flatMap(CacheInvalidation, ({ subscribe }) => Effect.andThen(makeMissingKeys, make(subscribe)))
      )
    )
  /** For a command, which has ended before anybody changes a key. Makes none: it may look at a copy. */
  static readonly once: Layer.Layer<KeyRing, WrongSecretKey, AppConfig | SqlClient.SqlClient> = Layer.effect(
    KeyRing,
    Effect.suspend(() => make(() => undefined))
  )
}

const make = Effect.fnUntraced(function* (subscribe: CacheInvalidation["Service"]["subscribe"]) {
  const services = yield* Effect.context<SqlClient.SqlClient | AppConfig>()
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  let ring = grouped(yield* readKeys)
  let missed_at = -Infinity
  // Counts the news: a read that began before one does not tell of it.
  let news = 0
  let heard = 0

  const refresh = Effect.gen(function* () {
    const began = news
    ring = grouped(yield* readKeys)
    heard = began
  }).pipe(
    // Sealed with a key this node was not given: it goes on with what it knows.
    Effect.catchTag("WrongSecretKey", ({ message }) =>
      Effect.andThen(
        Effect.sync(() => (heard = news)),
        Effect.logError(message)
      )
    ),
    Effect.provide(services)
  )

  // At once, for what makes new things never waits; what fails is tried again by whoever verifies.
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  subscribe(({ _tag }) => {
    if (_tag !== "Keys" && _tag !== "Everything") return
    news++
    runFork(Effect.ignoreCause(refresh))
  })

  const counts = ({ retired_at }: ServiceKey) => retired_at > now()
  const known = (purpose: Purpose) => ring.get(purpose)!.filter(counts)
  const current = Effect.suspend(() => (news === heard ? Effect.void : refresh))
  const find = (purpose: Purpose, key_id: string) => known(purpose).find((key) => key.key_id === key_id)

  return KeyRing.of({
    known,
    firstMade: (purpose) => ring.get(purpose)!.reduce((first, { created_at }) => Math.min(first, created_at), Infinity),
    // One whose retirement lies ahead makes nothing new; nobody retires the last one, but a clock may be wrong.
    signing: (purpose) =>
      ring.get(purpose)!.find(({ retired_at }) => retired_at === Infinity) ?? ring.get(purpose)![0]!,
    all: (purpose) => Effect.map(current, () => known(purpose)),
    verifying: Effect.fnUntraced(function* (purpose, key_id) {
      yield* current
      const found = find(purpose, key_id)
      if (found !== undefined || now() - missed_at < look_again_ms) return found
      missed_at = now()
      yield* refresh
      const read = find(purpose, key_id)
      if (read !== undefined) missed_at = -Infinity
      return read
    })
  })
})
