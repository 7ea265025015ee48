/** A backfill whose process is killed in the middle of a batch: the next process ends it as if nothing had happened. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestService } from "hatchery/testing"
import { postgresClient } from "../../../src/platform/postgres/Sql.ts"
import { copies } from "../../kit/players/BuddyCopies.ts"
import { ended } from "../../kit/players/Eggs.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { until } from "../../kit/service/time.ts"

const badge = {
  badge_key: "welcome",
  label: "Welcome",
  coin_reward: 40,
  criteria: { conditions: [{ type: "days_since_hatched", operator: "gte", value: 0 }] }
}

const buddies = 250

it.live("a killed backfill gives everybody the badge once and counts them once", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const url = service.databaseUrl
    const aside = yield* Layer.build(postgresClient({ url, maxConnections: 2, applicationName: "hatchery-test" }))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id, hatch, publish } = yield* service.tenant()
      yield* publish({ badge_definitions: [badge] })
      yield* copies(customer_id, (yield* hatch("ada")).buddy_id, buddies - 1)
      const asked = Effect.map(
        sql<{ asked: number }>`SELECT count(*)::int AS asked FROM commands WHERE customer_id = ${customer_id}::uuid
          AND command_id LIKE 'backfill:%'`,
        ([row]) => row!.asked
      )
      const operation_id = yield* openEnded(sql)(
        Effect.gen(function* () {
          // Somebody sits on the last buddy of the first batch: it cannot be recorded as done.
          yield* sql`SELECT buddy_id FROM buddies WHERE customer_id = ${customer_id}::uuid AND buddy_id =
            (SELECT buddy_id FROM buddies WHERE customer_id = ${customer_id}::uuid ORDER BY buddy_id OFFSET 199 LIMIT 1)
            FOR UPDATE`
          const accepted = yield* call("POST", "/badge-definitions/welcome/backfill")
          yield* until(
            "most of the first batch",
            Effect.map(asked, (count) => count >= 150)
          )
          yield* service.crash
          return accepted.body.operation_id as string
        })
      )
      const before = yield* asked
      assert.isTrue(before >= 150 && before <= 200, `${before} were asked`)
      yield* service.start
      const { result, status } = yield* ended(call, operation_id)
      assert.strictEqual(status, "completed")
      assert.deepInclude(result, { buddies, awarded: buddies, already_held: 0, failed: 0, coins: 40 * buddies })
      assert.strictEqual(yield* asked, buddies)
      const books = yield* sql`
        SELECT count(*)::int AS entries, sum(l.amount)::int AS paid,
          (SELECT sum(coins)::int FROM buddies WHERE customer_id = ${customer_id}::uuid) AS held
        FROM ledger AS l WHERE l.customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(books, [{ entries: buddies, paid: 40 * buddies, held: 40 * buddies }])
    }).pipe(Effect.provide(aside))
  }).pipe(Effect.provide(TestService.layer()))
)
