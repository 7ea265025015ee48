/** Old rows go beside the traffic: a few at a time, past whatever somebody holds. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { firstIdOf } from "../../src/platform/postgres/Ids.ts"
import type { Policy } from "../../src/platform/retention/Policy.ts"
import { tables } from "../../src/platform/retention/Tables.ts"
import { sweep, sweeping } from "../../src/platform/retention/Sweep.ts"
import { addRow, countRows } from "../kit/postgres/AgedRows.ts"
import { openEnded } from "../kit/postgres/OpenEnded.ts"
import { at, client, day_ms, now, of, policyOf } from "../kit/postgres/RetentionDatabase.ts"
import { advance, advanceUntil } from "../kit/service/time.ts"
import { makeTenant } from "../kit/webhooks/PumpNodes.ts"

describe("a sweep", () => {
  const many = (count: number) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      yield* sql`
        INSERT INTO commands (customer_id, command_id, buddy_id, reply, trace, created_at)
        SELECT ${customer_id}::uuid, 'c-' || n, ${customer_id}::uuid, '{}', '[]',
          ${new Date(now - 2 * day_ms)}::timestamptz + make_interval(secs => n)
        FROM generate_series(1, ${count}) AS n`
      return customer_id
    })

  at("deletes a few rows per statement, oldest first", () =>
    Effect.gen(function* () {
      yield* many(35)
      const told: Array<number> = []
      const running = yield* Effect.forkChild(
        sweep({ ...of("commands"), rows_max: 10, onDeleted: (_table, rows) => told.push(rows) })
      )
      yield* advanceUntil(
        "the first statement is through",
        Effect.sync(() => told.length === 1),
        { step: "1 millis" }
      )
      const sql = yield* SqlClient.SqlClient
      const [oldest] = yield* sql`SELECT command_id FROM commands ORDER BY created_at LIMIT 1`
      assert.strictEqual(oldest!["command_id"], "c-11")
      yield* advanceUntil(
        "the sweep ends",
        Effect.sync(() => running.pollUnsafe() !== undefined),
        {
          step: sweeping.pause_ms
        }
      )
      assert.deepStrictEqual(yield* Fiber.join(running), [{ table: "commands", deleted: 35, isDone: true }])
      assert.deepStrictEqual(told, [10, 10, 10, 5])
    })
  )

  at("of a long backlog stops after a while, so that the next table has its turn, and the next sweep goes on", () =>
    Effect.gen(function* () {
      const customer_id = yield* many(200)
      yield* addRow("audit_log", customer_id, new Date(now - 4_000 * day_ms))
      const chosen = [...policyOf("commands"), ...policyOf("audit_log")]
      const run = Effect.gen(function* () {
        const running = yield* Effect.forkChild(sweep({ policies: chosen, rows_max: 1 }))
        // Between its statements it only waits: the time they themselves take is none of this clock's.
        while (running.pollUnsafe() === undefined) yield* advance(sweeping.pause_ms)
        return yield* Fiber.join(running)
      })
      const statements_max = sweeping.policy_ms_max / sweeping.pause_ms
      const runs: Array<number> = []
      let isDone = false
      while (!isDone) {
        const [commands, audit] = yield* run
        assert.isAtMost(commands!.deleted, statements_max)
        assert.isAbove(commands!.deleted, 0)
        assert.isTrue(audit!.isDone)
        assert.strictEqual(yield* countRows("audit_log"), 0)
        runs.push(commands!.deleted)
        isDone = commands!.isDone
      }
      assert.isAtLeast(runs.length, 2)
      assert.strictEqual(
        runs.reduce((sum, deleted) => sum + deleted),
        200
      )
    })
  )

  at("passes over rows that somebody holds, without waiting, and takes them the next time", (url) =>
    Effect.gen(function* () {
      yield* many(20)
      const sweeper = yield* Layer.build(Layer.fresh(client(url, 1)))
      const holder = yield* SqlClient.SqlClient
      yield* openEnded(holder)(
        Effect.gen(function* () {
          yield* holder`SELECT 1 FROM commands WHERE command_id IN ('c-1', 'c-2', 'c-3') FOR UPDATE`
          const swept = yield* sweep(of("commands")).pipe(Effect.provide(sweeper))
          assert.deepStrictEqual(swept, [{ table: "commands", deleted: 17, isDone: true }])
        })
      )
      assert.deepStrictEqual(yield* sweep(of("commands")), [{ table: "commands", deleted: 3, isDone: true }])
    })
  )

  at("holds nothing that whoever writes would wait for", (url) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const old = new Date(now - 5_000 * day_ms)
      for (const table of tables) yield* addRow(table, customer_id, old)
      const writer = yield* Layer.build(Layer.fresh(client(url, 1)))
      yield* openEnded(sql)(
        Effect.gen(function* () {
          const swept = yield* sweep()
          assert.isTrue(
            swept.every(({ deleted }) => deleted === 1),
            JSON.stringify(swept)
          )
          const modes = yield* sql`
            SELECT DISTINCT l.mode FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
            WHERE l.pid = pg_backend_pid() AND c.relnamespace = 'public'::regnamespace ORDER BY 1`
          assert.deepStrictEqual(
            modes.map(({ mode }) => mode),
            ["AccessShareLock", "RowExclusiveLock", "RowShareLock"]
          )
          // all of it is deleted and not committed; whoever writes now gives up on the first lock he meets
          yield* Effect.gen(function* () {
            const impatient = yield* SqlClient.SqlClient
            yield* impatient`SELECT set_config('lock_timeout', '1', false)`
            for (const table of tables) yield* addRow(table, customer_id, new Date(now))
          }).pipe(Effect.provide(writer))
        })
      )
      for (const table of tables) assert.isAtLeast(yield* countRows(table), 1, table)
    })
  )

  at("goes on with the next table when one cannot be swept", () =>
    Effect.gen(function* () {
      const customer_id = yield* many(3)
      yield* addRow("audit_log", customer_id, new Date(now - 4_000 * day_ms))
      const broken: Policy = { ...policyOf("commands")[0]!, batch: (sql) => sql`SELECT 1 / 0 AS deleted` }
      assert.deepStrictEqual(yield* sweep({ policies: [broken, ...policyOf("audit_log")] }), [
        { table: "commands", deleted: 0, isDone: false },
        { table: "audit_log", deleted: 1, isDone: true }
      ])
    })
  )

  at(
    "finds old deliveries by their keys, and reads no row of the young ones",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const customers = [yield* makeTenant, yield* makeTenant, yield* makeTenant]
        const fill = (from: Date, count: number) => sql`
          INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, status, created_at,
            finished_at)
          SELECT customer::uuid, (left(${firstIdOf(from)}, 24) || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(),
            'coins.earned', '{}', 'delivered', ${from}, ${from}
          FROM unnest(${customers}::text[]) AS customer, generate_series(1, ${count}) AS n`
        yield* fill(new Date(now), 4_000)
        yield* fill(new Date(now - 31 * day_ms), 10)
        yield* sql`ANALYZE webhook_deliveries`
        const read = Effect.gen(function* () {
          yield* sql`SELECT pg_stat_force_next_flush()`
          const [counts] = yield* sql`
            SELECT sum(seq_scan)::int AS scans, sum(idx_tup_fetch + seq_tup_read)::int AS rows
            FROM pg_stat_user_tables WHERE starts_with(relname, 'webhook_deliveries')`
          return counts as { readonly scans: number; readonly rows: number }
        })
        const before = yield* read
        assert.deepStrictEqual(yield* sweep(of("webhook_deliveries")), [
          { table: "webhook_deliveries", deleted: 30, isDone: true }
        ])
        const after = yield* read
        assert.strictEqual(after.scans, before.scans)
        assert.isAtMost(after.rows - before.rows, 200)
      }),
    // the figures are those of one connection
    1
  )
})
