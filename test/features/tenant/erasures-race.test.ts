/** Events of a user that arrive while the user is forgotten: each is erased or new, and none is both. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { dataOf, ended } from "../../kit/players/Erasing.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

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
})
