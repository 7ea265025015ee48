/** What reports on events read: as much as their answer needs, not everything there is. */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { noEffects } from "../../../src/buddy/Protocol.ts"
import { EventStore } from "../../../src/features/players/events/Store/Reads.ts"
import { Reports } from "../../../src/platform/postgres/Reports.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"

const day_ms = 86_400_000
const events = 40_000
const users = 20

/** An event every 14 minutes for more than a year, the last of them now; one type is rare. */
const filled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tenant = yield* (yield* TestApp).tenant()
  const now = new Date(yield* Clock.currentTimeMillis)
  yield* sql`
    INSERT INTO events (customer_id, event_id, user_id, type, audience, occurred_at, received_at, properties,
      payload_hash, mode, effects, trace)
    SELECT ${tenant.customer_id}::uuid, 'e' || n, 'user-' || (n % ${users}::int),
      CASE WHEN n IN (100, 20000) THEN 'rare' ELSE 'type-' || (n % 5) END, 'default', at, at, '{}', '', 'live',
      ${JSON.stringify(noEffects)}::json, '[]'
    FROM (SELECT n, ${now}::timestamptz - make_interval(mins => 14 * (${events}::int - n)) AS at
          FROM generate_series(1, ${events}::int) AS n) AS given`
  yield* sql`SELECT count_event_types(array_agg(customer_id), array_agg(type)) FROM events
    WHERE customer_id = ${tenant.customer_id}::uuid`
  yield* sql`VACUUM ANALYZE events`
  return tenant
})

const store = EventStore.layer.pipe(Layer.provide(Reports.layerClient))

/** The answer, how often the table was scanned for it, its rows were read and its months were looked up. */
const watched = Effect.fnUntraced(function* <A, E>(report: (store: EventStore["Service"]) => Effect.Effect<A, E>) {
  const sql = yield* SqlClient.SqlClient
  const reads = yield* Effect.provide(EventStore, Layer.fresh(store))
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      // What the connection has not reported yet of earlier transactions is counted too.
      yield* sql`SET LOCAL track_functions = 'all'`
      const figures = Effect.map(
        sql<{ scans: number; rows: number; looks: number }>`
          SELECT sum(seq_scan)::int AS scans, coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int AS rows,
            (SELECT coalesce(sum(calls), 0)::int FROM pg_stat_xact_user_functions
              WHERE funcname = 'events_written_since') AS looks
          FROM pg_stat_xact_user_tables
          -- to scan a month that has no row yet is no work
          WHERE relid IN (SELECT relid FROM pg_partition_tree('events')) AND pg_relation_size(relid) > 0`,
        ([found]) => found!
      )
      const before = yield* figures
      const answer = yield* report(reads)
      const after = yield* figures
      return {
        answer,
        scans: after.scans - before.scans,
        rows: after.rows - before.rows,
        looks: after.looks - before.looks
      }
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("a report on many events", (it) => {
  it.effect("reads one of each type, the users of its window, and no other type than the one it is asked for", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* filled
      const types = yield* watched((reads) => reads.types(customer_id, {}))
      assert.deepStrictEqual(
        types.answer.data.map(({ event_type, events }) => [event_type, events]),
        [["rare", 2], ...[0, 1, 2, 3, 4].map((n) => [`type-${n}`, n === 0 ? events / 5 - 2 : events / 5])]
      )
      assert.isNotNull(types.answer.data[0]!.last_seen_at)
      assert.strictEqual(types.scans, 0)
      assert.isBelow(types.rows, 50)

      const window_days = 30
      const active = yield* watched((reads) => reads.activeUsers(customer_id, {}, window_days))
      const in_window = Math.floor((window_days * day_ms) / (14 * 60_000))
      const counted = active.answer.data.reduce((sum, user) => sum + user.events, 0)
      assert.strictEqual(active.answer.data.length, users)
      assert.approximately(counted, in_window, 2)
      assert.strictEqual(active.answer.data[0]!.user_id, "user-0")
      assert.strictEqual(active.scans, 0)
      assert.isBelow(active.rows, in_window + 20 * users)
      assert.include([1, 2], active.looks)

      for (const [type, found] of [
        ["rare", 2],
        ["unheard-of", 0]
      ] as const) {
        const page = yield* watched((reads) => reads.list(customer_id, { type }))
        assert.strictEqual(page.answer.data.length, found)
        assert.deepStrictEqual([page.scans, page.rows], [0, found])
      }
    })
  )

  it.effect("knows who is active by a test clock, though the event was written long ago", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      const virtual_now = new Date(Date.now() + 400 * day_ms).toISOString()
      const made = yield* call("POST", "/test/clocks", { user_ids: ["ahead"] })
      assert.isBelow(made.status, 300, made.text)
      yield* sql`CREATE TABLE events_long_ago PARTITION OF events FOR VALUES FROM (MINVALUE) TO (10000000000000)`
      const add = (user_id: string, received_at: string, sequence: number) => sql`
        INSERT INTO events (customer_id, event_id, user_id, type, audience, occurred_at, received_at, properties,
          payload_hash, mode, effects, trace, sequence)
        VALUES (${customer_id}::uuid, ${user_id}, ${user_id},
          'lesson.completed', 'default', ${received_at}::timestamptz,
          ${received_at}::timestamptz, '{}', '', 'live', '{}', '[]', ${sequence})`
      yield* add("ahead", virtual_now, 1)
      yield* add("gone", "2020-01-01T00:00:00Z", 2)
      const active = (yield* call("GET", "/events/active-users")).body.data
      assert.deepStrictEqual(active, [{ user_id: "ahead", last_seen_at: virtual_now, events: 1 }])
      yield* sql`DROP TABLE events_long_ago`
    })
  )

  it.effect("pages through active users without passing anybody by", () =>
    Effect.gen(function* () {
      const { call } = yield* filled
      const seen: Array<string> = []
      let cursor: string | null = ""
      while (cursor !== null) {
        const page: Answer = yield* call("GET", `/events/active-users?limit=7${cursor && `&cursor=${cursor}`}`)
        seen.push(...page.body.data.map((user: { user_id: string }) => user.user_id))
        cursor = page.body.pagination.nextCursor
      }
      assert.deepStrictEqual(seen, ["user-0", ...Array.from({ length: users - 1 }, (_, n) => `user-${users - 1 - n}`)])
    })
  )

  it.effect("answers forty at once, or says when to come again, and delays no read", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const raging = yield* filled
      const quiet = yield* app.tenant()
      const ask = (path: string) => Effect.map(raging.call("GET", path), ({ status }) => status)
      const paths = ["/events/types", "/events/active-users", "/events?audience=none", "/events?type=none"]
      const reports = Effect.all(
        Array.from({ length: 40 }, (_, n) => ask(paths[n % paths.length]!)),
        { concurrency: "unbounded" }
      )
      const [statuses, other, probe] = yield* Effect.all(
        [reports, quiet.call("GET", "/events/types"), app.call("GET", "root:/readyz")],
        { concurrency: "unbounded" }
      )
      assert.includeMembers([200, 429], [...new Set(statuses)])
      assert.deepStrictEqual([other.status, probe.status], [200, 200])
    })
  )
})
