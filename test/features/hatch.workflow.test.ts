import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ClusterLive } from "../../src/Cluster.ts"
import { AppConfig } from "../../src/Config.ts"
import { EggStore, Hatch } from "../../src/features/eggs/Store.ts"
import { OperationStore } from "../../src/features/operations/Store.ts"
import { PlatformLive, SqlLive } from "../../src/Platform.ts"
import { DatabaseUrl } from "../../src/platform/DatabaseUrl.ts"
import { uuid } from "../../src/platform/Ids.ts"
import { FakeImages } from "../../src/platform/images/FakeImages.ts"
import { ImageError } from "../../src/platform/images/ImageProvider.ts"
import { Jobs } from "../../src/platform/Jobs.ts"
import { nowDate } from "../../src/platform/Sql.ts"
import { testDatabase } from "../kit/PgTemplate.ts"
import { advance, advanceUntil, until } from "../kit/time.ts"

/** What survives a crash of the service: its database, and the artist, who lives elsewhere. */
const Outside = Layer.mergeAll(Layer.effect(DatabaseUrl, testDatabase), FakeImages.layer, AppConfig.test())

/** A runner's process on it. */
const Process = Layer.fresh(
  EggStore.layer.pipe(Layer.provideMerge(ClusterLive), Layer.provideMerge(PlatformLive), Layer.provideMerge(SqlLive))
)

/** A process whose requests lose every start between the commit and the cluster. */
const Forgetful = Layer.fresh(EggStore.layer).pipe(
  Layer.provide(Layer.succeed(Jobs, Jobs.of({ start: () => Effect.void }))),
  Layer.provideMerge(Process)
)

const start = Date.UTC(2026, 10, 20)

const content = { coin_rules: [] }

/** A tenant with a published config, an endpoint for webhooks and one ready egg. */
const seed = Effect.fnUntraced(function* (given: { readonly content?: unknown } = {}) {
  const sql = yield* SqlClient.SqlClient
  const eggs = yield* EggStore
  const [customer_id, version, endpoint] = [yield* uuid, yield* uuid, yield* uuid]
  const now = yield* nowDate
  yield* sql`INSERT INTO customers (customer_id, name, slug, plan, draw_secret, created_at, updated_at)
    VALUES (${customer_id}::uuid, 'Acme', ${customer_id}, 'pro', ${Buffer.alloc(32, 1)}, ${now}, ${now})`
  yield* sql`INSERT INTO config_versions (customer_id, config_version_id, number, status, content, created_at, updated_at)
    VALUES (${customer_id}::uuid, ${version}::uuid, 1, 'published', ${JSON.stringify(given.content ?? content)}::jsonb, ${now}, ${now})`
  yield* sql`UPDATE customers SET active_config_version_id = ${version}::uuid WHERE customer_id = ${customer_id}::uuid`
  yield* sql`INSERT INTO webhook_configs (customer_id, webhook_config_id, url, events, enabled, secret, created_at, updated_at)
    VALUES (${customer_id}::uuid, ${endpoint}::uuid, 'http://127.0.0.1:9/hook', ARRAY['buddy.*'], true, '\\x00', ${now}, ${now})`
  const { egg } = yield* eggs.create(customer_id, {
    user_id: "ada",
    metadata: { timezone: "Europe/Berlin" },
    ensure: false
  })
  yield* eggs.setStatus(customer_id, egg.egg_id, "ready")
  return { customer_id, egg_id: egg.egg_id }
})

type Seeded = Effect.Success<ReturnType<typeof seed>>

const begin = Effect.fnUntraced(function* ({ customer_id, egg_id }: Seeded) {
  const eggs = yield* EggStore
  return yield* eggs.hatch(customer_id, egg_id)
})

const operation = Effect.fnUntraced(function* ({ customer_id }: Seeded, operation_id: string) {
  const operations = yield* OperationStore
  return yield* operations.read(customer_id, operation_id)
})

const isEnded = (seeded: Seeded, operation_id: string) =>
  Effect.map(operation(seeded, operation_id), ({ status }) => status !== "pending" && status !== "processing")

const awaitEnd = Effect.fnUntraced(function* (seeded: Seeded, operation_id: string) {
  yield* advanceUntil("the operation ends", isEnded(seeded, operation_id), { step: "500 millis" })
  return yield* operation(seeded, operation_id)
})

interface BuddyRow {
  readonly buddy_id: string
  readonly version: bigint
  readonly image_sha: string | null
  readonly appearance_status: string
  readonly appearance_error: string | null
  readonly appearance_retry_at: Date | null
  readonly created_at: Date
}

const buddies = Effect.fnUntraced(function* ({ customer_id }: Seeded) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT * FROM buddies WHERE customer_id = ${customer_id}::uuid`) as unknown as ReadonlyArray<BuddyRow>
})

const announced = Effect.fnUntraced(function* ({ customer_id }: Seeded) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`SELECT event, body FROM webhook_deliveries WHERE customer_id = ${customer_id}::uuid`
  return found.map(({ body, event }) => ({ event, body: JSON.parse(String(body)) }))
})

const eggStatus = Effect.fnUntraced(function* ({ customer_id, egg_id }: Seeded) {
  const eggs = yield* EggStore
  return (yield* eggs.read(customer_id, egg_id)).status
})

const drawings = Effect.flatMap(FakeImages, ({ calls }) => Effect.map(calls, ({ length }) => length))
const fail = (times: number, error?: ImageError) =>
  Effect.flatMap(FakeImages, (images) => images.failNext(times, error))
const tried = (times: number) =>
  advanceUntil(
    `${times} tries`,
    Effect.map(drawings, (count) => count >= times),
    { step: "250 millis" }
  )

/** A moment of real time, so that a race is met at different points. */
const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

const inProcess = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.scoped(effect).pipe(Effect.provide(Process))

const test = (name: string, body: Effect.Effect<void, unknown, Layer.Success<typeof Outside> | Scope.Scope>) =>
  it.effect(name, () => Effect.andThen(TestClock.setTime(start), body).pipe(Effect.provide(Outside)))

describe("a hatch", () => {
  test(
    "ends with one buddy, one webhook and a finished operation",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed()
        const done = yield* awaitEnd(egg, yield* begin(egg))
        assert.deepStrictEqual([done.status, done.attempts, done.error], ["completed", 1, null])
        const [buddy, ...others] = yield* buddies(egg)
        assert.deepStrictEqual([others.length, buddy?.version, buddy?.appearance_status], [0, 1n, "ready"])
        assert.strictEqual(yield* eggStatus(egg), "hatched")
        const { buddy_id, egg_id, evolution_stage, image_url, name, thumb_url, user_id } = done.result as Record<
          string,
          unknown
        >
        assert.deepStrictEqual([buddy_id, egg_id, user_id], [buddy?.buddy_id, egg.egg_id, "ada"])
        const body = { buddy_id, egg_id, user_id, name, image_url, thumb_url, evolution_stage }
        assert.deepStrictEqual(yield* announced(egg), [{ event: "buddy.hatched", body }])
        assert.include(String(image_url), buddy!.image_sha!)
      })
    )
  )

  test(
    "tries the picture again after one and after four seconds",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed()
        yield* fail(2)
        const operation_id = yield* begin(egg)
        yield* tried(1)
        assert.strictEqual(yield* drawings, 1)
        yield* advance("900 millis")
        assert.strictEqual(yield* drawings, 1)
        yield* tried(2)
        yield* advance("3 seconds")
        assert.strictEqual(yield* drawings, 2)
        const done = yield* awaitEnd(egg, operation_id)
        assert.deepStrictEqual([done.status, done.attempts, yield* drawings], ["completed", 3, 3])
        assert.strictEqual((yield* buddies(egg))[0]?.appearance_status, "ready")
      })
    )
  )

  test(
    "without a picture still bears the buddy, to be drawn a minute later",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed()
        yield* fail(3)
        const done = yield* awaitEnd(egg, yield* begin(egg))
        assert.deepStrictEqual([done.status, done.attempts, yield* drawings], ["completed", 3, 3])
        const buddy = (yield* buddies(egg))[0]!
        assert.deepStrictEqual(
          [buddy.appearance_status, buddy.appearance_error, buddy.image_sha],
          ["failed", "needs_rerender", null]
        )
        assert.strictEqual(buddy.appearance_retry_at!.getTime() - buddy.created_at.getTime(), 60_000)
        assert.deepInclude(done.result, { image_url: null, thumb_url: null, appearance_status: "failed" })
        assert.strictEqual((yield* announced(egg))[0]?.body.image_url, null)
      })
    )
  )

  test(
    "short of credits does not try again: the picture waits for the tenant",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed()
        yield* fail(3, new ImageError({ reason: "credit_short", retryable: false, detail: "balance 0" }))
        const done = yield* awaitEnd(egg, yield* begin(egg))
        assert.deepStrictEqual([done.status, yield* drawings], ["completed", 1])
        const buddy = (yield* buddies(egg))[0]!
        assert.deepStrictEqual([buddy.appearance_status, buddy.appearance_error], ["awaiting_credits", null])
      })
    )
  )

  test(
    "that is cancelled while it waits bears nothing and gives the egg back",
    inProcess(
      Effect.gen(function* () {
        const operations = yield* OperationStore
        const egg = yield* seed()
        yield* fail(1)
        const operation_id = yield* begin(egg)
        yield* tried(1)
        assert.strictEqual((yield* operations.cancel(egg.customer_id, operation_id)).status, "cancelled")
        assert.strictEqual(yield* eggStatus(egg), "ready")
        yield* advance("30 seconds")
        yield* advance("30 seconds")
        assert.deepStrictEqual([yield* buddies(egg), yield* announced(egg), yield* drawings], [[], [], 1])
        const again = yield* awaitEnd(egg, yield* begin(egg))
        assert.strictEqual(again.status, "completed")
        const refused = yield* Effect.flip(operations.cancel(egg.customer_id, again.operation_id))
        assert.deepInclude(refused, { _tag: "OperationFinished", status: "completed" })
        assert.strictEqual((yield* operation(egg, operation_id)).status, "cancelled")
      })
    )
  )

  test(
    "and its cancellation that race leave either a buddy or a ready egg",
    inProcess(
      Effect.gen(function* () {
        const operations = yield* OperationStore
        for (let round = 0; round < 8; round++) {
          const egg = yield* seed()
          const operation_id = yield* begin(egg)
          yield* until(
            "the picture",
            Effect.map(drawings, (count) => count > round)
          )
          yield* Effect.repeat(turn, { times: 3 * round })
          const won = yield* Effect.match(operations.cancel(egg.customer_id, operation_id), {
            onFailure: () => false,
            onSuccess: () => true
          })
          const done = yield* awaitEnd(egg, operation_id)
          assert.strictEqual(done.status, won ? "cancelled" : "completed")
          assert.strictEqual(yield* eggStatus(egg), won ? "ready" : "hatched")
          assert.strictEqual((yield* buddies(egg)).length, won ? 0 : 1)
        }
      })
    )
  )

  test(
    "that is started again and again happens once",
    inProcess(
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const egg = yield* seed()
        const operation_id = yield* begin(egg)
        const key = { customer_id: egg.customer_id, operation_id }
        yield* Effect.all([jobs.start(Hatch, key), jobs.start(Hatch, key)], { concurrency: "unbounded" })
        yield* awaitEnd(egg, operation_id)
        yield* jobs.start(Hatch, key)
        yield* Hatch.execute({ ...key, round: 1 }, { discard: true })
        yield* advance("10 seconds")
        assert.deepStrictEqual(
          [(yield* buddies(egg)).length, (yield* announced(egg)).length, yield* drawings],
          [1, 1, 1]
        )
      })
    )
  )
})

describe("what the engine remembers of a hatch", () => {
  const remembered = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [counts] = yield* sql`
      SELECT (SELECT count(*)::int FROM cluster_messages) AS messages, (SELECT count(*)::int FROM cluster_replies) AS replies`
    return counts as { readonly messages: number; readonly replies: number }
  })
  const hourMs = 3_600_000

  test(
    "is forgotten a day after it ended, and not before",
    Effect.gen(function* () {
      const egg = yield* inProcess(
        Effect.gen(function* () {
          const egg = yield* seed()
          yield* awaitEnd(egg, yield* begin(egg))
          return egg
        })
      )
      // A process looks an hour after its start.
      yield* TestClock.setTime(start + 22 * hourMs)
      yield* inProcess(
        Effect.gen(function* () {
          yield* advance("61 minutes")
          const { messages, replies } = yield* remembered
          assert.isTrue(messages >= 4 && replies >= 4)
        })
      )
      yield* TestClock.setTime(start + 25 * hourMs)
      yield* inProcess(
        Effect.gen(function* () {
          yield* advance("61 minutes")
          yield* until(
            "nothing is left",
            Effect.map(remembered, ({ messages, replies }) => messages + replies === 0)
          )
          assert.strictEqual((yield* buddies(egg)).length, 1)
        })
      )
    })
  )
})

describe("a crash", () => {
  test(
    "in the middle of a hatch is survived: the next process goes on where this one stopped",
    Effect.gen(function* () {
      yield* fail(1)
      const { egg, operation_id } = yield* inProcess(
        Effect.gen(function* () {
          const egg = yield* seed()
          const operation_id = yield* begin(egg)
          yield* tried(1)
          return { egg, operation_id }
        })
      )
      assert.strictEqual(yield* drawings, 1)
      yield* inProcess(
        Effect.gen(function* () {
          const done = yield* awaitEnd(egg, operation_id)
          assert.deepStrictEqual([done.status, done.attempts, yield* drawings], ["completed", 2, 2])
          assert.deepStrictEqual([(yield* buddies(egg)).length, (yield* announced(egg)).length], [1, 1])
        })
      )
    })
  )

  test(
    "between the commit and the start of a hatch is made up for when a process starts",
    Effect.gen(function* () {
      const started = yield* Effect.scoped(
        Effect.gen(function* () {
          const egg = yield* seed()
          return { egg, operation_id: yield* begin(egg) }
        })
      ).pipe(Effect.provide(Forgetful))
      yield* inProcess(
        Effect.gen(function* () {
          const done = yield* awaitEnd(started.egg, started.operation_id)
          assert.deepStrictEqual([done.status, (yield* buddies(started.egg)).length], ["completed", 1])
        })
      )
    })
  )

  test(
    "of one start only is made up for within a minute",
    Effect.scoped(
      Effect.gen(function* () {
        const first = yield* seed()
        yield* awaitEnd(first, yield* begin(first))
        // the recovery has had its first look: this start it has to notice by the operation's age
        const egg = yield* seed()
        const operation_id = yield* begin(egg)
        yield* advance("10 seconds")
        assert.strictEqual((yield* operation(egg, operation_id)).status, "pending")
        yield* advanceUntil("the operation ends", isEnded(egg, operation_id), { step: "1 second", steps_max: 50 })
        assert.strictEqual((yield* operation(egg, operation_id)).status, "completed")
      })
    ).pipe(Effect.provide(Forgetful))
  )

  test(
    "that every round of a hatch meets fails the operation within a minute and gives the egg back",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed({ content: { coin_rules: "not a list" } })
        yield* advance("10 seconds")
        const operation_id = yield* begin(egg)
        yield* advanceUntil("the operation ends", isEnded(egg, operation_id), { step: "1 second", steps_max: 60 })
        const done = yield* operation(egg, operation_id)
        assert.deepStrictEqual([done.status, done.error?.code, done.result], ["failed", "internal_server_error", null])
        assert.deepStrictEqual([yield* eggStatus(egg), yield* buddies(egg)], ["ready", []])
      })
    )
  )
})
