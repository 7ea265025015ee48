/** The meters themselves: what they show while something is wrong. */
import { assert, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { makeJournalMetrics } from "../../src/buddy/journal/JournalMetrics.ts"
import { postgresClient, sharedClient } from "../../src/platform/postgres/Sql.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { stage } from "../kit/webhooks/PumpStage.ts"
import { readScrape } from "../kit/observability/Scrape.ts"
import { until } from "../kit/service/time.ts"
import { deliveriesOf, makeEndpoint } from "../kit/webhooks/PumpNodes.ts"
import { enqueue } from "../kit/webhooks/PumpStage.ts"
import { status } from "../kit/webhooks/WebhookSink.ts"

const now = Effect.map(PrometheusMetrics.format(), readScrape)

/** Whatever is measured inside goes into a registry of its own. */
const alone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Metric.MetricRegistry, new Map())

const pool = Effect.map(now, (found) => {
  const of = (state: string) => found.value("hatchery_database_connections", { state })
  return { in_use: of("in_use"), waiting: of("waiting"), max: of("max") }
})

/** Two connections for statements and two for transactions. */
const share = { places: 2, places_per_tenant: 2 }

const withPool = <A, E>(body: (beside: SqlClient.SqlClient) => Effect.Effect<A, E, SqlClient.SqlClient>) =>
  alone(
    Effect.gen(function* () {
      const url = yield* testDatabase
      const beside = yield* Layer.build(postgresClient({ url, maxConnections: 1, applicationName: "beside" }))
      const client = yield* Layer.build(
        sharedClient({ url, applicationName: "metered", statements: share, transactions: share })
      )
      return yield* Effect.provide(body(Context.get(beside, SqlClient.SqlClient)), client)
    })
  )

/** A lock that statements wait for, held by a session beside the pool. */
const held = 4711

it.live("a pool that is used up shows who waits, and for how long; who gives up waits no more", () =>
  withPool((beside) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* pool, { in_use: 0, waiting: 0, max: 4 })
      yield* beside`SELECT pg_advisory_lock(${held})`
      const waits = sql`SELECT pg_advisory_xact_lock_shared(${held})`
      const slow = yield* Effect.forkChild(Effect.all([waits, waits], { concurrency: 2 }))
      yield* until(
        "both are in use",
        Effect.map(pool, ({ in_use }) => in_use === 2)
      )
      const patient = yield* Effect.forkChild(sql`SELECT 1 AS one`)
      const impatient = yield* Effect.forkChild(sql`SELECT 2 AS two`)
      yield* until(
        "both wait",
        Effect.map(pool, ({ waiting }) => waiting === 2)
      )
      yield* Fiber.interrupt(impatient)
      assert.strictEqual((yield* pool).waiting, 1)
      yield* beside`SELECT pg_advisory_unlock(${held})`
      assert.deepStrictEqual(yield* Fiber.join(patient), [{ one: 1 }])
      yield* Fiber.join(slow)
      assert.deepStrictEqual(yield* pool, { in_use: 0, waiting: 0, max: 4 })
      const found = yield* now
      assert.strictEqual(found.value("hatchery_database_acquire_duration_seconds_count"), 4)
      assert.isAbove(found.value("hatchery_database_acquire_duration_seconds_sum"), 0)
    })
  ).pipe(Effect.scoped)
)

it.live(
  "the metered client is the client: transactions commit, roll back, nest, and do not commit what has failed",
  () =>
    withPool(() =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE things (name text PRIMARY KEY)`
        const add = (name: string) => sql`INSERT INTO things VALUES (${name})`
        const names = Effect.map(sql`SELECT name FROM things ORDER BY 1`, (rows) => rows.map((row) => row["name"]))
        yield* sql.withTransaction(add("kept"))
        yield* Effect.exit(sql.withTransaction(Effect.andThen(add("lost"), Effect.fail("no"))))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* add("outer")
            yield* Effect.exit(sql.withTransaction(Effect.andThen(add("inner"), Effect.fail("no"))))
          })
        )
        assert.deepStrictEqual(yield* names, ["kept", "outer"])
        const swallowed = yield* Effect.exit(
          sql.withTransaction(Effect.andThen(add("swallowed"), Effect.exit(sql`SELECT 1 / 0`)))
        )
        assert.isTrue(Exit.isFailure(swallowed))
        assert.deepStrictEqual(yield* names, ["kept", "outer"])
        const told: Array<string> = []
        const tell = (word: string) => sql.afterCommit(Effect.sync(() => told.push(word)).pipe(Effect.asVoid))
        yield* sql.withTransaction(Effect.andThen(add("told"), tell("yes")))
        yield* Effect.exit(sql.withTransaction(Effect.andThen(tell("no"), Effect.fail("no"))))
        assert.deepStrictEqual(told, ["yes"])
        assert.deepStrictEqual(yield* pool, { in_use: 0, waiting: 0, max: 4 })
      })
    ).pipe(Effect.scoped)
)

it.effect("a journal that settles nothing shows for how long, one that rests or settles shows nothing", () =>
  alone(
    Effect.gen(function* () {
      const journal = yield* makeJournalMetrics(() => 3)
      const stalled = Effect.map(now, (found) => found.value("hatchery_journal_stalled_seconds"))
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* stalled, 0)
      const first = journal.started(2)
      yield* TestClock.adjust("4 seconds")
      const second = journal.started(1)
      journal.finished(first)
      journal.concluded({ _tag: "Contended" })
      journal.concluded({ _tag: "Unknown", reason: "away" })
      yield* TestClock.adjust("7 seconds")
      assert.strictEqual(yield* stalled, 11)
      assert.strictEqual(journal.stalled_ms(), 11_000)
      journal.concluded({ _tag: "Stale" })
      // What is left is the second flush, seven seconds old.
      assert.strictEqual(yield* stalled, 7)
      journal.finished(second)
      journal.concluded({ _tag: "Refused", code: "22P05", message: "no" })
      journal.concluded({ _tag: "Committed" })
      journal.rested()
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* stalled, 0)
      const found = yield* now
      const ended = (outcome: string) => found.value("hatchery_journal_change_sets_total", { outcome })
      assert.deepStrictEqual(
        ["committed", "fenced", "duplicate", "over_budget", "contended", "poison", "unknown"].map(ended),
        [1, 1, 0, 0, 1, 1, 1]
      )
      assert.strictEqual(found.value("hatchery_journal_flush_duration_seconds_sum"), 4 + 7)
      assert.strictEqual(found.value("hatchery_journal_batch_change_sets_sum"), 3)
      assert.strictEqual(found.value("hatchery_journal_queue"), 3)
    })
  )
)

it.effect("attempts at webhooks are told apart by what the receiver answered", () =>
  alone(
    Effect.gen(function* () {
      const { customer_id, node, sink } = yield* stage
      yield* Effect.gen(function* () {
        const answers = { "/fine": 204, "/moved": 301, "/gone": 404, "/broken": 500 } as const
        for (const [path, code] of Object.entries(answers)) sink.script(path, status(code))
        const endpoints = [
          ...(yield* Effect.forEach(Object.keys(answers), (path) => makeEndpoint(customer_id, sink.url(path)))),
          yield* makeEndpoint(customer_id, "http://127.0.0.1:9/")
        ]
        yield* enqueue(customer_id, [1])
        for (const { webhook_config_id } of endpoints) {
          yield* until(
            "it was tried",
            Effect.map(deliveriesOf(webhook_config_id), ([delivery]) => delivery?.attempts === 1)
          )
        }
        const found = yield* now
        const answered = (answer: string) => found.value("hatchery_webhook_attempts_total", { answer })
        assert.deepStrictEqual(["2xx", "3xx", "4xx", "5xx", "none"].map(answered), [1, 1, 1, 1, 1])
        assert.strictEqual(found.value("hatchery_webhook_results_total", { status: "delivered" }), 1)
        assert.strictEqual(found.value("hatchery_webhook_results_total", { status: "failed" }), 4)
        assert.strictEqual(found.value("hatchery_webhook_in_flight"), 0)
      }).pipe(Effect.provide(node))
    })
  )
)
