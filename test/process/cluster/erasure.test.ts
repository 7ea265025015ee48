/** A node is killed while it forgets a user: the next one goes on, nothing is left, and the books add up. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { request } from "../../../src/testing/Requests.ts"
import { seed } from "../../bench/seed.ts"
import { caughtUp } from "../../kit/insight/analytics.ts"
import { dataOf, ended, placesOf } from "../../kit/players/Erasing.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { until } from "../../kit/service/time.ts"
import { lesson, nodesOver } from "./Stage.ts"

const forgotten = "u0"

/** Rows of everybody else, which an erasure may not touch. */
const othersOf = (customer_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ rows: string }>`
      SELECT string_agg(row, ',' ORDER BY row) AS rows FROM (
        SELECT l::text AS row FROM ledger AS l JOIN buddies AS b USING (customer_id, buddy_id)
        WHERE l.customer_id = ${customer_id}::uuid AND b.user_id <> ${forgotten}
        UNION ALL
        SELECT s::text FROM buddy_states AS s JOIN buddies AS b USING (customer_id, buddy_id)
        WHERE s.customer_id = ${customer_id}::uuid AND b.user_id <> ${forgotten}) AS r`
  )

it.live("a user is forgotten to the end though the node was killed in the middle", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    const databaseUrl = Redacted.value(url)
    const { customer_id, key } = yield* Effect.promise(() => seed(databaseUrl, 5))
    const start = nodesOver(databaseUrl)({ role: "all" })
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const first = yield* start
      const call = request(first.baseUrl, key)
      for (const user of [forgotten, "u1", forgotten, "u2", forgotten]) {
        const sent = yield* call("POST", "/events", lesson(user))
        assert.strictEqual(sent.status, 200, sent.text)
      }
      const others = yield* othersOf(customer_id)
      yield* caughtUp(customer_id)
      const operation_id = yield* openEnded(sql)(
        Effect.gen(function* () {
          // Somebody sits on the table that goes last: what goes before can, and the job cannot end.
          yield* sql`LOCK TABLE user_exports IN EXCLUSIVE MODE`
          const asked = yield* call("DELETE", dataOf(forgotten))
          assert.strictEqual(asked.status, 202, asked.text)
          yield* until(
            "the events are gone",
            Effect.map(sql`SELECT 1 FROM events WHERE user_id = ${forgotten}`, (left) => left.length === 0)
          )
          yield* Effect.promise(() => first.kill("SIGKILL"))
          return asked.body.operation_id as string
        })
      )
      const [before] = yield* sql`SELECT status FROM erasures`
      assert.strictEqual(before!["status"], "running")
      const second = yield* start
      const after = request(second.baseUrl, key)
      assert.strictEqual((yield* ended(after, operation_id)).status, "completed")
      const [record] = (yield* after("GET", "/customers/me/erasures")).body.data
      assert.deepInclude(record, { status: "completed", scan: { tables: record.scan.tables, found: 0 } })
      // Counted once, whoever deleted them.
      assert.strictEqual(record.rows.events, 3)
      assert.deepStrictEqual(yield* placesOf(`"${forgotten}"`), [])
      const named = yield* sql`SELECT 1 FROM events WHERE user_id = ${forgotten}
        UNION ALL SELECT 1 FROM buddies WHERE user_id = ${forgotten}
        UNION ALL SELECT 1 FROM eggs WHERE user_id = ${forgotten}
        UNION ALL SELECT 1 FROM analytics_users WHERE user_id = ${forgotten}`
      assert.lengthOf(named, 0)
      assert.deepStrictEqual(yield* othersOf(customer_id), others)
      yield* Effect.promise(() => second.kill("SIGTERM"))
      const broken = (yield* checkInvariants()).filter(({ violations }) => violations > 0)
      assert.deepStrictEqual(broken, [])
    }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 3 })))
  })
)
