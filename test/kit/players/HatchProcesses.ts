/** Hatches under virtual time, without HTTP: processes that can be torn down, and the world that outlives them. */
import { it } from "@effect/vitest"
import { Effect, Layer, Scope } from "effect"
import { WebCrypto } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ClusterLive } from "../../../src/Cluster.ts"
import { AppConfig } from "../../../src/Config.ts"
import { Hatchery } from "../../../src/features/players/eggs/Service.ts"
import { EggStore } from "../../../src/features/players/eggs/Store.ts"
import { OperationStore } from "../../../src/features/players/operations/Store.ts"
import { PlatformLive, SqlLive } from "../../../src/Platform.ts"
import { DatabaseUrl } from "../../../src/platform/postgres/DatabaseUrl.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import type { ImageError } from "../../../src/platform/images/ImageProvider.ts"
import { Jobs } from "../../../src/platform/cluster/Jobs.ts"
import { nowDate } from "../../../src/platform/postgres/Sql.ts"
import { promptCrypto } from "../../../src/testing/Digests.ts"
import { testDatabase } from "../postgres/PgTemplate.ts"
import { advanceUntil } from "../service/time.ts"

/** What survives a crash of the service: its database, and the artist, who lives elsewhere. */
export const Outside = Layer.mergeAll(Layer.effect(DatabaseUrl, testDatabase), FakeImages.layer, AppConfig.test())

/** A runner's process on it. */
const Process = Layer.fresh(
  Layer.mergeAll(EggStore.layer, Hatchery.layer).pipe(
    Layer.provideMerge(ClusterLive),
    Layer.provideMerge(PlatformLive),
    Layer.provideMerge(SqlLive)
  )
)

/** A process whose requests lose every start between the commit and the cluster. */
const Forgetful = Layer.fresh(Hatchery.layer).pipe(
  Layer.provide(Layer.succeed(Jobs, Jobs.of({ start: () => Effect.void }))),
  Layer.provideMerge(Process)
)

export const start = Date.UTC(2026, 10, 20)

export const content = { coin_rules: [] }

/** A tenant with a published config, an endpoint for webhooks and one ready egg. */
export const seed = Effect.fnUntraced(function* (given: { readonly content?: unknown } = {}) {
  const sql = yield* SqlClient.SqlClient
  const eggs = yield* EggStore
  const [customer_id, version, endpoint] = [yield* uuid, yield* uuid, yield* uuid]
  const now = yield* nowDate
  yield* sql`INSERT INTO customers (customer_id, name, slug, plan, draw_secret, created_at, updated_at)
    VALUES (${customer_id}::uuid, 'Acme', ${customer_id}, 'pro', ${Buffer.alloc(32, 1)}, ${now}, ${now})`
  yield* sql`
    INSERT INTO config_versions (customer_id, config_version_id, number, status, content, created_at, updated_at)
    VALUES (${customer_id}::uuid, ${version}::uuid, 1, 'published',
      ${JSON.stringify(given.content ?? content)}::jsonb, ${now}, ${now})`
  yield* sql`UPDATE customers SET active_config_version_id = ${version}::uuid WHERE customer_id = ${customer_id}::uuid`
  yield* sql`
    INSERT INTO webhook_configs
      (customer_id, webhook_config_id, url, events, enabled, secret, created_at, updated_at)
    VALUES (${customer_id}::uuid, ${endpoint}::uuid, 'http://127.0.0.1:9/hook', ARRAY['buddy.*'], true, '\\x00',
      ${now}, ${now})`
  const { egg } = yield* eggs.create(customer_id, {
    user_id: "ada",
    metadata: { timezone: "Europe/Berlin" },
    ensure: false
  })
  yield* eggs.setStatus(customer_id, egg.egg_id, "ready")
  return { customer_id, egg_id: egg.egg_id }
})

export type Seeded = Effect.Success<ReturnType<typeof seed>>

export const begin = Effect.fnUntraced(function* ({ customer_id, egg_id }: Seeded) {
  const hatchery = yield* Hatchery
  return yield* hatchery.hatch(customer_id, egg_id)
})

export const operation = Effect.fnUntraced(function* ({ customer_id }: Seeded, operation_id: string) {
  const operations = yield* OperationStore
  return yield* operations.read(customer_id, operation_id)
})

export const isEnded = (seeded: Seeded, operation_id: string) =>
  Effect.map(operation(seeded, operation_id), ({ status }) => status !== "pending" && status !== "processing")

export const awaitEnd = Effect.fnUntraced(function* (seeded: Seeded, operation_id: string) {
  yield* advanceUntil("the operation ends", isEnded(seeded, operation_id), { step: "500 millis" })
  return yield* operation(seeded, operation_id)
})

export interface BuddyRow {
  readonly buddy_id: string
  readonly audience: string
  readonly theme: string
  readonly visual_variant: number
  readonly version: bigint
  readonly image_sha: string | null
  readonly appearance_status: string
  readonly appearance_error: string | null
  readonly appearance_retry_at: Date | null
  readonly state: { readonly hatched_at: number }
}

export const buddies = Effect.fnUntraced(function* ({ customer_id }: Seeded) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`SELECT * FROM buddies WHERE customer_id = ${customer_id}::uuid`
  return found as unknown as ReadonlyArray<BuddyRow>
})

export const announced = Effect.fnUntraced(function* ({ customer_id }: Seeded) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`SELECT event, body FROM webhook_deliveries_all WHERE customer_id = ${customer_id}::uuid`
  return found.map(({ body, event }) => ({ event, body: JSON.parse(String(body)) }))
})

export const eggStatus = Effect.fnUntraced(function* ({ customer_id, egg_id }: Seeded) {
  const eggs = yield* EggStore
  return (yield* eggs.read(customer_id, egg_id)).status
})

export const drawings = Effect.flatMap(FakeImages, ({ calls }) => Effect.map(calls, ({ length }) => length))
export const fail = (times: number, error?: ImageError) =>
  Effect.flatMap(FakeImages, (images) => images.failNext(times, error))
export const tried = (times: number) =>
  advanceUntil(
    `${times} tries`,
    Effect.map(drawings, (count) => count >= times),
    { step: "250 millis" }
  )

/** A moment of real time, so that a race is met at different points. */
export const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** Runs in a process and tears it down afterwards. Time goes on meanwhile: a shutdown waits, and has deadlines. */
const within =
  <P, F, O>(process: Layer.Layer<P, F, O>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const running = Effect.flatMap(Layer.buildWithScope(process, scope), (services) =>
        Effect.provide(effect, services)
      )
      const exit = yield* Effect.exit(running)
      const closing = yield* Effect.forkChild(Scope.close(scope, exit))
      yield* advanceUntil(
        "the process is down",
        Effect.sync(() => closing.pollUnsafe() !== undefined)
      )
      return yield* exit
    }).pipe(Effect.provideService(WebCrypto.WebCrypto, promptCrypto))
export const inProcess = within(Process)
export const inForgetfulProcess = within(Forgetful)

export const test = (name: string, body: Effect.Effect<void, unknown, Layer.Success<typeof Outside> | Scope.Scope>) =>
  it.effect(name, () => Effect.andThen(TestClock.setTime(start), body).pipe(Effect.provide(Outside)))
