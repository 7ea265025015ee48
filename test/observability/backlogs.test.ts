/** What a runner sees of the backlogs, and what it makes of messages nobody reads and of shards it does not hold. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { MachineId, Snowflake } from "effect/cluster"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { Client } from "pg"
import { Health } from "../../src/platform/observability/Health.ts"
import {
  sample_every_ms,
  shardless_ms_max,
  shardWatch,
  unread_ms_max,
  UnreadWatch
} from "../../src/platform/cluster/RunnerVitals.ts"
import { signalBacklogNow, unreadMessages, webhookBacklogs } from "../../src/platform/observability/metrics/Backlogs.ts"
import { uuid } from "../../src/platform/postgres/Ids.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { readScrape } from "../kit/observability/Scrape.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { advanceUntil } from "../kit/service/time.ts"
import { coinsEarned, makeEndpoint, makeTenant, quietNode } from "../kit/webhooks/PumpNodes.ts"
import { Outbox } from "../../src/platform/webhooks/Outbox.ts"

const start = Date.parse("2026-11-20T21:00:00.000Z")

it.effect("due webhooks are told apart by the state of their endpoint; what waits for its retry is not due", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const node = yield* quietNode(yield* testDatabase)
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* Outbox
      const customer_id = yield* makeTenant
      const none = { due: 0, oldest_at: undefined }
      assert.deepStrictEqual(yield* webhookBacklogs(new Date(start)), { healthy: none, failing: none, disabled: none })
      for (const state of ["healthy", "other", "failing", "disabled", "gone"]) {
        const { webhook_config_id } = yield* makeEndpoint(customer_id, "http://127.0.0.1:9/", { events: [state] })
        yield* sql`UPDATE webhook_configs SET failing_since = ${state === "failing" ? new Date(start) : null},
                     enabled = ${state !== "disabled"} WHERE webhook_config_id = ${webhook_config_id}::uuid`
        const row = { webhook_config_id, event: "coins.earned", body: JSON.stringify(coinsEarned(1).body) }
        for (let count = 0; count < 3; count++) {
          yield* TestClock.adjust("1 second")
          yield* outbox.enqueueRows(customer_id, [{ ...row, delivery_id: yield* uuid }])
          if (count === 0) yield* sql`SELECT webhook_outbox_expand(${customer_id}::uuid, ${webhook_config_id}::uuid)`
        }
        if (state === "gone")
          yield* sql`DELETE FROM webhook_configs WHERE webhook_config_id = ${webhook_config_id}::uuid`
        // The first has failed and waits; it does not count. The others were never tried.
        yield* sql`UPDATE webhook_deliveries SET next_attempt_at = ${new Date(start + 3_600_000)}
                   WHERE webhook_config_id = ${webhook_config_id}::uuid`
      }
      const now = new Date(start + 60_000)
      assert.deepStrictEqual(yield* webhookBacklogs(now), {
        healthy: { due: 4, oldest_at: start + 2_000 },
        failing: { due: 2, oldest_at: start + 8_000 },
        disabled: { due: 2, oldest_at: start + 11_000 }
      })
    }).pipe(Effect.provide(node))
  })
)

it.effect("open signals count from the oldest one", () =>
  Effect.gen(function* () {
    const node = yield* quietNode(yield* testDatabase)
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* signalBacklogNow, { due: 0, oldest_at: undefined })
      for (const seconds of [30, 10, 20]) {
        yield* sql`INSERT INTO buddy_signals (customer_id, signal_id, buddy_id, body, created_at)
                   VALUES (${yield* uuid}::uuid, ${yield* uuid}::uuid, ${yield* uuid}::uuid, '{}',
                     ${new Date(start + seconds * 1_000)})`
      }
      assert.deepStrictEqual(yield* signalBacklogNow, { due: 3, oldest_at: start + 10_000 })
    }).pipe(Effect.provide(node))
  })
)

const idAt = (ms: number, sequence = 0) =>
  String(Snowflake.make({ machineId: MachineId.make(1), sequence, timestamp: ms }))
const unread = (message_id: string, shard_id = "default:1", deliver_at: number | null = null) => ({
  message_id,
  shard_id,
  deliver_at
})

describe("a message that nobody reads", () => {
  it("is as old as its writing, or as the moment it was due", () => {
    const watch = new UnreadWatch()
    watch.look([], start)
    watch.look(
      [unread(idAt(start + 5_000)), unread(idAt(start - 9_000_000), "default:2", start + 12_000)],
      start + 15_000
    )
    assert.strictEqual(watch.oldest(start + 15_000), 10_000)
    assert.strictEqual(
      watch.oldest(start + 15_000, (shard) => shard === "default:2"),
      3_000
    )
    assert.strictEqual(
      watch.oldest(start + 15_000, () => false),
      0
    )
  })

  it("counts from the last look that did not find it, so an old one that was sent back is young", () => {
    const watch = new UnreadWatch()
    const old = unread(idAt(start - 86_400_000))
    watch.look([old], start)
    assert.strictEqual(watch.oldest(start), 0)
    watch.look([old], start + 15_000)
    assert.strictEqual(watch.oldest(start + 20_000), 20_000)
    watch.look([], start + 30_000)
    assert.strictEqual(watch.oldest(start + 30_000), 0)
    watch.look([old], start + 45_000)
    assert.strictEqual(watch.oldest(start + 45_000), 15_000)
  })
})

const scraped = Effect.gen(function* () {
  return readScrape((yield* (yield* TestApp).call("GET", "root:/metrics")).text)
})

const checks = Effect.gen(function* () {
  return (yield* (yield* Health).readiness).checks
})

/** A request to nobody, in a shard the node owns; `read_at` as if a runner had picked it up. */
const plant = (id: string, options: { readonly processed?: boolean; readonly read?: boolean; readonly due?: number }) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO cluster_messages
        (id, message_id, shard_id, entity_type, entity_id, kind, tag, payload, headers, processed, request_id,
          last_read, deliver_at)
      VALUES (${id}::bigint, ${id}, 'default:1', 'Nobody', '1', 0, 'Do', '{}', '{}', ${options.processed ?? false},
        ${id}::bigint, CASE WHEN ${options.read ?? false} THEN '2026-11-20'::timestamp END,
        ${options.due ?? null}::bigint)`
  })

/** A runner that wants to read a message has to lock its row, and cannot. */
const lockedMessages = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const holder = new Client({ connectionString: Redacted.value(url) })
      holder.on("error", () => undefined)
      await holder.connect()
      await holder.query("BEGIN; SELECT FROM cluster_messages FOR UPDATE")
      return holder
    }),
    (holder) => Effect.promise(() => holder.end())
  )

describe("a runner without shards", () => {
  it("is not there yet; later it has a while to get some, counted from when it lost the last one", () => {
    const stage = { now: start, held: false }
    const isFine = shardWatch(
      () => stage.now,
      () => stage.held
    )
    assert.isFalse(isFine())
    stage.held = true
    assert.isTrue(isFine())
    stage.held = false
    stage.now += 3_600_000
    assert.isTrue(isFine())
    stage.now += shardless_ms_max - 1
    assert.isTrue(isFine())
    stage.now += 1
    assert.isFalse(isFine())
    stage.held = true
    assert.isTrue(isFine())
  })
})

layer(TestApp.layer())("a runner on a clock of its own", (it) => {
  it.effect("finds only messages that are due, unread and not done", () =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const ids = [0, 1, 2, 3].map((sequence) => idAt(now, sequence)) as [string, string, string, string]
      const sql = yield* SqlClient.SqlClient
      // Locked rows cannot be read by the runner of this test, and stay as they are.
      yield* sql
        .withTransaction(
          Effect.gen(function* () {
            yield* plant(ids[0], {})
            yield* plant(ids[1], { processed: true })
            yield* plant(ids[2], { read: true })
            yield* plant(ids[3], { due: now + 60_000 })
            const found = yield* unreadMessages(now)
            assert.deepStrictEqual(found, [{ message_id: ids[0], shard_id: "default:1", deliver_at: null }])
            const later = yield* unreadMessages(now + 60_000)
            assert.deepStrictEqual(
              later.map(({ message_id }) => message_id),
              [ids[0], ids[3]]
            )
            return yield* Effect.fail("rolled back")
          })
        )
        .pipe(Effect.ignore)
    })
  )

  it.effect("is not ready while a message of its own shards lies unread for a minute", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* checks, { shards: true, cluster_messages: true })
      yield* plant(idAt(yield* Clock.currentTimeMillis), {})
      const holder = yield* lockedMessages((yield* TestApp).databaseUrl)
      yield* advanceUntil(
        "the message is old",
        Effect.map(checks, ({ cluster_messages }) => cluster_messages === false),
        { step: "5 seconds", steps_max: (2 * unread_ms_max + sample_every_ms) / 5_000 }
      )
      yield* advanceUntil(
        "the gauge says so",
        Effect.map(scraped, (found) => found.value("hatchery_cluster_oldest_message_seconds") >= unread_ms_max / 1_000),
        { step: "5 seconds" }
      )
      yield* Effect.promise(() => holder.query("DELETE FROM cluster_messages; COMMIT"))
      // Nobody balances load over runners, so nobody but a scraper may ever ask one.
      yield* advanceUntil(
        "it is gone, and a scraper is told without anybody asking for readiness",
        Effect.map(scraped, (found) => found.value("hatchery_ready", { check: "cluster_messages" }) === 1),
        { step: "5 seconds" }
      )
      assert.isTrue((yield* checks).cluster_messages)
    }).pipe(Effect.scoped)
  )
})
