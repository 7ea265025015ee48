/** Events of a user that arrive while the user is forgotten: each is erased or new, and none is both. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Client } from "pg"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { dataOf, ended } from "../../kit/players/Erasing.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

/** Somebody who writes in a transaction of their own, which ends with the scope. */
const writer = Effect.gen(function* () {
  const { databaseUrl } = yield* TestApp
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: Redacted.value(databaseUrl) })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )
})

layer(TestApp.layer(), { excludeTestServices: true })("events that race an erasure", (it) => {
  it.effect("are all answered, leave intact books, and are new or gone", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant)
      yield* hatch(tenant, "ada")
      for (let round = 0; round < 5; round++) {
        const user_id = `racer-${round}`
        yield* hatch(tenant, user_id)
        const events = Array.from({ length: 30 }, () => lesson(user_id))
        const send = (sent: (typeof events)[number]) => call("POST", "/events", sent)
        const half = events.length / 2
        const [, asked] = yield* Effect.all(
          [
            Effect.forEach(events.slice(0, half), send, { concurrency: 8 }),
            Effect.andThen(Effect.forEach(events.slice(half, half + round * 2), send), call("DELETE", dataOf(user_id))),
            Effect.forEach([lesson("ada"), lesson("ada")], send),
            Effect.forEach(events.slice(half + round * 2), send, { concurrency: 4 })
          ],
          { concurrency: "unbounded" }
        ).pipe(
          Effect.map(([first, deleted, others, last]) => {
            for (const { status, text } of [...first, ...others, ...last]) assert.strictEqual(status, 200, text)
            return [first, deleted] as const
          })
        )
        assert.strictEqual(asked.status, 202, asked.text)
        assert.strictEqual((yield* ended(call, asked.body.operation_id)).status, "completed")
        const [erasure] = yield* sql<{ event_limit: string; status: string }>`
          SELECT event_limit::text, status FROM erasures WHERE customer_id = ${customer_id}::uuid
          ORDER BY requested_at DESC LIMIT 1`
        assert.strictEqual(erasure!.status, "completed")
        const left = yield* sql<{ event_id: string; sequence: string; buddy_id: string | null }>`
          SELECT event_id, sequence::text, buddy_id FROM events
          WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}`
        for (const { buddy_id, sequence } of left) {
          assert.isTrue(BigInt(sequence) > BigInt(erasure!.event_limit))
          assert.isNull(buddy_id)
        }
        // Sent again, each is known, whichever it was, and pays nothing.
        for (const event of events) {
          const again = yield* send(event)
          assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
          assert.strictEqual(again.body.effects.coins, 0)
        }
        const after = yield* sql`SELECT 1 FROM events WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}`
        assert.lengthOf(after, left.length)
      }
      const broken = (yield* checkInvariants()).filter(({ violations }) => violations > 0)
      assert.deepStrictEqual(broken, [])
    })
  )

  it.effect("are waited for, when they had their number and were not there yet; what is exported meanwhile goes", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* publish(tenant)
      const sent = lesson("late")
      assert.strictEqual((yield* call("POST", "/events", sent)).status, 200)
      const late = yield* writer
      const query = (text: string, values?: ReadonlyArray<unknown>) =>
        Effect.promise(() => late.query(text, values === undefined ? undefined : [...values]))
      const rest = "user_id, type, audience, occurred_at, received_at, properties, payload_hash, mode, effects, trace"
      yield* query("BEGIN")
      yield* query(
        `INSERT INTO events (customer_id, event_id, ${rest}) SELECT customer_id, 'later', ${rest} FROM events
         WHERE customer_id = $1 AND event_id = $2`,
        [customer_id, sent.event_id]
      )
      const { operation_id } = (yield* call("DELETE", dataOf("late"))).body
      const asked = yield* call("POST", "/customers/me/users/late/export")
      const exported = yield* ended(call, asked.body.operation_id)
      const file = call("GET", `/customers/me/exports/${exported.result.export_id}`)
      assert.include((yield* file).text, sent.event_id)
      // Without the wait there would be nothing left to do by now.
      for (let look = 0; look < 40; look++) {
        const { status } = (yield* call("GET", `/operations/${operation_id}`)).body
        assert.notInclude(["completed", "failed"], status)
      }
      yield* query("COMMIT")
      assert.strictEqual((yield* ended(call, operation_id)).status, "completed")
      assert.strictEqual((yield* file).status, 404)
      const left = sql`SELECT event_id FROM events WHERE customer_id = ${customer_id}::uuid AND user_id = 'late'`
      assert.deepStrictEqual(yield* left, [])
      const again = yield* call("POST", "/events", { ...sent, event_id: "later" })
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.deepStrictEqual(yield* left, [])
    }).pipe(Effect.scoped)
  )
})
