/** Kudos whose service is killed before the receiver is paid, and after: they are paid, and once. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestService } from "hatchery/testing"
import { postgresClient } from "../../../src/platform/postgres/Sql.ts"
import { give, hasCoins, makeType } from "../../kit/players/Kudos.ts"
import { stuck } from "../../kit/players/Stuck.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { until } from "../../kit/service/time.ts"

/** The sweep leaves young signals to whoever has just written them. */
const ageSignals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`UPDATE buddy_signals SET created_at = created_at - interval '1 minute' RETURNING *`
})

const noSignals = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  until(
    "nothing is left to deliver",
    Effect.map(sql`SELECT 1 FROM buddy_signals`, (found) => found.length === 0)
  )
)

it.live("a crash between kudos and their payment repeats the signal, and the receipt keeps the payment single", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const url = service.databaseUrl
    const aside = yield* Layer.build(postgresClient({ url, maxConnections: 2, applicationName: "hatchery-test" }))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id, hatch, publish } = yield* service.tenant({ plan: "enterprise" })
      yield* publish({ token_types: [{ token_key: "xp", name: "XP", kind: "progression" }] })
      const { buddy_id: ada } = yield* hatch("ada")
      const { buddy_id: pip } = yield* hatch("pip")
      const { buddy_id: fern } = yield* hatch("fern")
      yield* makeType(call, { giver_reward: { coins: 2 } })
      const held = yield* openEnded(sql)(
        Effect.gen(function* () {
          // Somebody sits on both receivers: neither can be paid.
          yield* sql`SELECT 1 FROM buddy_states WHERE buddy_id IN (${pip}::uuid, ${fern}::uuid) FOR UPDATE`
          for (const to of [pip, fern]) assert.strictEqual((yield* give(call, ada, to)).status, 201)
          yield* service.crash
          return yield* sql`SELECT body ->> 'to_buddy_id' AS to_buddy_id FROM buddy_signals`
        })
      )
      // Time stands still here: one is not older than the other.
      assert.sameDeepMembers([...held], [{ to_buddy_id: pip }, { to_buddy_id: fern }])
      // Nobody is there any more to be paid.
      yield* sql`UPDATE buddy_identities SET status = 'archived', archived_at = now() WHERE buddy_id = ${fern}::uuid`
      const signals = yield* ageSignals
      yield* service.start
      yield* noSignals
      yield* hasCoins(call, pip, 5)
      // As if the crash had come when all was paid and not yet signed off.
      yield* service.crash
      for (const { body, buddy_id, signal_id } of signals) {
        yield* sql`INSERT INTO buddy_signals (customer_id, signal_id, buddy_id, body, created_at)
          VALUES (${customer_id}::uuid, ${signal_id}::uuid, ${buddy_id}::uuid, ${JSON.stringify(body)}::json,
            now() - interval '1 hour')`
      }
      yield* service.start
      yield* noSignals
      const paid = yield* sql`SELECT buddy_id, sum(amount)::int AS coins FROM ledger
        WHERE customer_id = ${customer_id}::uuid AND reason = 'kudos' GROUP BY buddy_id ORDER BY coins`
      assert.deepStrictEqual(paid, [
        { buddy_id: ada, coins: 4 },
        { buddy_id: pip, coins: 5 }
      ])
      const receipts = yield* sql`SELECT buddy_id FROM campaign_receipts WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(receipts, [{ buddy_id: pip }])
    }).pipe(Effect.provide(aside))
  }).pipe(Effect.provide(TestService.layer()))
)

it.live("kudos that wait for their payment are paid, also when who gave them is erased meanwhile", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const url = service.databaseUrl
    const aside = yield* Layer.build(postgresClient({ url, maxConnections: 2, applicationName: "hatchery-test" }))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, hatch, operation, publish } = yield* service.tenant({ plan: "enterprise" })
      yield* publish({ token_types: [{ token_key: "xp", name: "XP", kind: "progression" }] })
      const { buddy_id: ada } = yield* hatch("ada")
      const { buddy_id: pip } = yield* hatch("pip")
      yield* makeType(call)
      yield* openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM buddy_states WHERE buddy_id = ${pip}::uuid FOR UPDATE`
          assert.strictEqual((yield* give(call, ada, pip)).status, 201)
          yield* service.crash
        })
      )
      yield* service.start
      const { body, status } = yield* call("DELETE", "/customers/me/users/ada/data")
      assert.strictEqual(status, 202)
      yield* until(
        "the giver is erased",
        Effect.map(operation(body.operation_id), (told) => told.status === "completed")
      )
      assert.notInclude(JSON.stringify(yield* ageSignals), ada)
      yield* service.crash
      yield* service.start
      yield* noSignals
      yield* hasCoins(call, pip, 5)
    }).pipe(Effect.provide(aside))
  }).pipe(Effect.provide(TestService.layer()))
)

it.live("kudos left behind are paid, however many wait before them that nobody can pay", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const url = service.databaseUrl
    const aside = yield* Layer.build(postgresClient({ url, maxConnections: 2, applicationName: "hatchery-test" }))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id, hatch, publish } = yield* service.tenant({ plan: "enterprise" })
      yield* publish({ token_types: [{ token_key: "xp", name: "XP", kind: "progression" }] })
      const { buddy_id: ada } = yield* hatch("ada")
      const { buddy_id: pip } = yield* hatch("pip")
      const { buddy_id: fern } = yield* hatch("fern")
      yield* service.crash
      yield* stuck(pip, "campaign_receipts")
      const reward = { coins: 5, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 }
      const waiting = (to_buddy_id: string, count: number, age: string) => sql`
        INSERT INTO buddy_signals (customer_id, signal_id, buddy_id, body, created_at)
        SELECT ${customer_id}::uuid, gen_random_uuid(), ${ada}::uuid, json_build_object('_tag', 'DeliverKudos',
          'kudo_id', gen_random_uuid(), 'kudo_type_id', gen_random_uuid(), 'to_buddy_id', ${to_buddy_id}::text,
          'reward', ${JSON.stringify(reward)}::json), now() - ${age}::interval
        FROM generate_series(1, ${count}::int)`
      yield* waiting(pip, 200, "2 hours")
      yield* waiting(fern, 1, "1 hour")
      yield* service.start
      yield* hasCoins(call, fern, 5)
      assert.lengthOf(yield* sql`SELECT 1 FROM buddy_signals`, 200)
    }).pipe(Effect.provide(aside))
  }).pipe(Effect.provide(TestService.layer()))
)
