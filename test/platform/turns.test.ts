/** Tenants take turns where one clock serves them all. */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { OperationStore } from "../../src/features/players/operations/Store.ts"
import { Subjects } from "../../src/platform/campaigns/Subjects.ts"
import { takingTurns } from "../../src/platform/postgres/Turns.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const [low, high] = ["00000000-0000-4000-8000-000000000001", "ffffffff-ffff-4fff-bfff-ffffffffffff"]

/** What is written is seen by nobody else, and gone afterwards. */
const unseen = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const done = yield* Effect.exit(
      sql.withTransaction(Effect.flatMap(Effect.exit(work), (exit) => Effect.fail({ exit })))
    )
    const kept = Exit.isFailure(done) ? done.cause.reasons.find((reason) => reason._tag === "Fail")?.error : undefined
    if (typeof kept === "object" && kept !== null && "exit" in kept) return yield* kept.exit
    return yield* Effect.die(done)
  })

layer(TestApp.shared, { excludeTestServices: true })("tenants take turns", (it) => {
  it.effect("however much is due for one of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const due = sql`SELECT ${low}::uuid AS customer_id, n FROM generate_series(1, 300) AS n
        UNION ALL SELECT ${high}::uuid, 0`
      const taken = (yield* takingTurns(sql, due, { count: 100 })) as ReadonlyArray<{ customer_id: string; n: number }>
      assert.lengthOf(taken, 100)
      assert.lengthOf(
        taken.filter(({ customer_id }) => customer_id === high),
        1
      )
      const few = yield* takingTurns(sql, due, { count: 100, per_tenant: 10 })
      assert.lengthOf(few, 11)
    })
  )

  it.effect("at the recovery of jobs", () =>
    unseen(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tenants = [(yield* (yield* TestApp).tenant()).customer_id, (yield* (yield* TestApp).tenant()).customer_id]
        for (const [place, customer_id] of tenants.entries()) {
          yield* sql`INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id,
              payload, created_at)
            SELECT ${customer_id}::uuid, gen_random_uuid(), 'import', 'pending', 'customer', ${customer_id}, '{}',
              to_timestamp(${place}) FROM generate_series(1, ${place === 0 ? 250 : 1}::int)`
        }
        const found = yield* (yield* OperationStore).open(["import"], new Date(10_000), 200)
        assert.lengthOf(found, 200)
        assert.lengthOf(
          found.filter(({ customer_id }) => customer_id === tenants[1]),
          1
        )
      }).pipe(Effect.provide(OperationStore.layer))
    )
  )

  it.effect("where totals have changed", () =>
    unseen(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const subjects = yield* Subjects
        const app = yield* TestApp
        const [low, high] = [yield* app.tenant(), yield* app.tenant()].map(({ customer_id }) => customer_id).toSorted()
        const subject = "00000000-0000-4000-8000-00000000000a"
        const one = (customer_id: string) => sql`
          INSERT INTO campaign_subjects (customer_id, subject_id, kind, opened_at)
          VALUES (${customer_id}::uuid, ${subject}::uuid, 'of nobody', now())`
        yield* one(low!)
        yield* one(high!)
        const mark = (customer_id: string, count: number) => sql`
          INSERT INTO campaign_totals (customer_id, subject_id, bucket, slot, amount, is_new)
          SELECT ${customer_id}::uuid, ${subject}::uuid, 'b' || n, 0, 1, true
          FROM generate_series(1, ${count}::int) AS n
          ON CONFLICT (customer_id, subject_id, bucket, slot) DO UPDATE SET is_new = true`
        yield* mark(high!, 1)
        let isFound = false
        for (let look = 0; look < 3; look++) {
          yield* mark(low!, 2_500)
          const changed = yield* subjects.takeChanged()
          isFound ||= changed.some(({ customer_id }) => customer_id === high)
        }
        assert.isTrue(isFound)
        // And it comes round to the first again.
        const again = [...(yield* subjects.takeChanged()), ...(yield* subjects.takeChanged())]
        assert.isTrue(again.some(({ customer_id }) => customer_id === low))
      }).pipe(Effect.provide(Subjects.layer))
    )
  )
})
