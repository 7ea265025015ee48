/** A user who is enrolled in a founding cohort at the moment in which it is erased. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { made } from "../../kit/campaigns/Causes.ts"
import { club } from "../../kit/campaigns/Quests.ts"
import { dataOf, ended, placesOf } from "../../kit/players/Erasing.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { beside } from "../../kit/postgres/Beside.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const root = "/customers/me/founding-cohort"

/** Somebody who has a transaction of its own begun with this, which the effect that is answered commits. */
const begun = Effect.fnUntraced(function* (text: string) {
  const { databaseUrl } = yield* TestApp
  const client = yield* beside(databaseUrl)
  yield* Effect.promise(() => client.query(`BEGIN; ${text}`))
  return Effect.promise(() => client.query("COMMIT"))
})

/** Statements that wait for a lock. */
const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return found.length
})

layer(TestApp.layer(), { excludeTestServices: true })("a founding cohort", (it) => {
  it.effect("names nobody who was found for it and erased before it was written down", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { call } = tenant
      made(yield* call("PATCH", `${root}/config`, { size: 10, reward: { coins: 5 } }), 200)
      yield* hatch(tenant, "gone-user")
      const letGo = yield* begun("LOCK TABLE founding_audit IN SHARE MODE")
      const { operation_id: filling } = made(yield* call("POST", `${root}/backfill`), 202)
      yield* until(
        "it has found its members and is about to write them",
        Effect.map(waiting, (count) => count === 1)
      )
      const asking = yield* Effect.forkChild(call("DELETE", dataOf("gone-user")))
      yield* until(
        "the erasure is accepted, or waits for the cohort",
        Effect.map(waiting, (count) => count === 2 || asking.pollUnsafe() !== undefined)
      )
      yield* letGo
      const { operation_id } = made(yield* Fiber.join(asking), 202)
      assert.strictEqual((yield* ended(call, operation_id)).status, "completed")
      assert.strictEqual((yield* ended(call, filling)).status, "completed")
      assert.deepStrictEqual(yield* placesOf("gone-user"), [])
    }).pipe(Effect.scoped)
  )

  it.effect("names nobody a node of the release before wrote down meanwhile", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "gone-user")
      const who = `'${customer_id}', 1, '${buddy_id}', 'gone-user'`
      const letGo = yield* begun(`
        INSERT INTO founding_audit (customer_id, number, buddy_id, user_id, action, origin, occurred_at)
        VALUES (${who}, 'enrolled', '{"type": "job", "id": "campaigns/clock"}', now());
        INSERT INTO founding_members (customer_id, number, buddy_id, user_id, hatched_at, reward, reward_status,
          enrolled_at)
        VALUES (${who}, now(), '{"coins": 5}', 'pending', now())`)
      const { operation_id } = made(yield* call("DELETE", dataOf("gone-user")), 202)
      yield* letGo
      assert.strictEqual((yield* ended(call, operation_id)).status, "completed")
      assert.deepStrictEqual(yield* placesOf("gone-user"), [])
      const sql = yield* SqlClient.SqlClient
      const members = sql`SELECT number, reward_status FROM founding_members WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(yield* members, [{ number: 1, reward_status: "void" }])
    }).pipe(Effect.scoped)
  )
})
