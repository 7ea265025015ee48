/** Tables kept by months: what lies in several of them is one table, and goes month by month. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Sharding } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { keepMonths, months, tablesByMonth } from "../../src/platform/retention/Months.ts"
import { retentionSweeper } from "../../src/platform/retention/Retention.ts"
import { sweep } from "../../src/platform/retention/Sweep.ts"
import { AssetStore } from "../../src/platform/storage/Assets.ts"
import { addDelivery, idAt } from "../kit/postgres/AgedRows.ts"
import { openEnded } from "../kit/postgres/OpenEnded.ts"
import { at, client, day_ms, of } from "../kit/postgres/RetentionDatabase.ts"
import { advanceUntil } from "../kit/service/time.ts"
import { makeTenant } from "../kit/webhooks/PumpNodes.ts"

const table = "webhook_deliveries"
const keep_ms = of(table).policies[0]!.keep_ms

/** The first moment of a month, counted from the one that begins where the first partition ends. */
const monthAt = (nth: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [first] = yield* sql<{ ends_at: Date }>`SELECT ends_at FROM months_of(${table}::regclass) LIMIT 1`
    const end = first!.ends_at
    return new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + nth))
  })

const nameOf = (month: Date, parent: string = table) => `${parent}_${month.toISOString().slice(0, 7).replace("-", "_")}`
const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

const partitions = (parent: string = table) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<{ name: string }>`
      SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ${parent}::regclass ORDER BY 1`
    return found.map(({ name }) => name)
  })

/** The partition a delivery lies in, with that of its attempts. */
const placeOf = (delivery_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<{ place: string; attempts: string }>`
      SELECT d.tableoid::regclass::text AS place, (
        SELECT string_agg(DISTINCT a.tableoid::regclass::text, ' ') FROM webhook_past_attempts AS a
        WHERE a.customer_id = d.customer_id AND a.delivery_id = d.delivery_id) AS attempts
      FROM webhook_deliveries AS d WHERE delivery_id = ${delivery_id}::uuid`
    return found.map(({ attempts, place }) => [place, attempts])
  })

const delivered = (customer_id: string, created_at: Date, finished_at = created_at) =>
  addDelivery({ customer_id, created_at, finished_at, status: "delivered" })

const left = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ delivery_id: string }>`SELECT delivery_id FROM webhook_deliveries ORDER BY delivery_id`
  return found.map(({ delivery_id }) => delivery_id)
})

describe("months", () => {
  at("are made ahead, once, with the settings of the others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const month = yield* monthAt(6)
      yield* TestClock.setTime(month.getTime())
      yield* keepMonths
      for (const parent of tablesByMonth) {
        const made = yield* partitions(parent)
        for (let nth = 6; nth <= 6 + months.ahead; nth++) assert.include(made, nameOf(yield* monthAt(nth), parent))
        yield* keepMonths
        assert.deepStrictEqual(yield* partitions(parent), made)
      }
      const settings = yield* sql`
        SELECT DISTINCT reloptions, (SELECT count(*)::int FROM pg_index AS i WHERE i.indrelid = c.oid) AS indexes
        FROM pg_inherits AS p JOIN pg_class AS c ON c.oid = p.inhrelid WHERE inhparent = ${table}::regclass`
      assert.deepStrictEqual(settings, [{ reloptions: ["fillfactor=80"], indexes: 5 }])
    })
  )

  at("are made also where a clock that was wrong has made some far ahead", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime((yield* monthAt(200)).getTime())
      yield* keepMonths
      yield* TestClock.setTime((yield* monthAt(1)).getTime())
      yield* keepMonths
      const made = yield* partitions()
      for (const nth of [1, 1 + months.ahead, 200]) assert.include(made, nameOf(yield* monthAt(nth)))
      assert.notInclude(made, nameOf(yield* monthAt(2 + months.ahead)))
    })
  )

  at("are made by the runner that sweeps", () =>
    Effect.gen(function* () {
      const month = yield* monthAt(6)
      yield* TestClock.setTime(month.getTime())
      const cluster = Layer.mock(Sharding.Sharding, {
        registerSingleton: (_name, run) => Effect.asVoid(Effect.forkScoped(run)),
        getShardId: () => assert.fail("nobody asks for a shard"),
        hasShardId: () => true
      })
      const assets = Layer.mock(AssetStore, {})
      yield* Layer.build(Layer.provide(retentionSweeper, [cluster, assets]))
      yield* advanceUntil(
        "the months are there",
        Effect.map(partitions("webhook_past_attempts"), (made) =>
          made.includes(nameOf(later(month, 100 * day_ms), "webhook_past_attempts"))
        ),
        { step: "1 second", steps_max: 60 }
      )
    })
  )

  at("that are not there yet keep nobody from writing, and take over what was written", () =>
    Effect.gen(function* () {
      const customer_id = yield* makeTenant
      const [soon, after] = [yield* monthAt(20), yield* monthAt(30)]
      const ids = [yield* delivered(customer_id, later(soon, day_ms)), yield* delivered(customer_id, after)]
      const rest = [[`${table}_rest`, "webhook_past_attempts_rest"]]
      for (const id of ids) assert.deepStrictEqual(yield* placeOf(id), rest)
      yield* TestClock.setTime(soon.getTime())
      yield* keepMonths
      assert.deepStrictEqual(yield* placeOf(ids[0]!), [[nameOf(soon), nameOf(soon, "webhook_past_attempts")]])
      assert.deepStrictEqual(yield* placeOf(ids[1]!), rest)
    })
  )

  at("hold an id once, wherever it lies", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      for (const nth of [-5, 0, 1, 40]) {
        const id = yield* delivered(customer_id, yield* monthAt(nth))
        const again = sql`
          INSERT INTO webhook_deliveries SELECT * FROM webhook_deliveries WHERE delivery_id = ${id}::uuid
          ON CONFLICT (customer_id, delivery_id) DO NOTHING RETURNING 1`
        assert.deepStrictEqual(yield* again, [])
      }
    })
  )

  at("are looked into one by one where the id is known, however many there are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const month = yield* monthAt(20)
      yield* sql`SELECT months_keep(${table}::regclass, ${yield* monthAt(0)}, 24)`
      const id = yield* delivered(customer_id, later(month, day_ms))
      const plan = yield* sql<{ "QUERY PLAN": string }>`
        EXPLAIN UPDATE webhook_deliveries SET attempts = 3
        WHERE customer_id = ${customer_id}::uuid AND delivery_id = ${id}::uuid`.unprepared
      const scans = plan.map((line) => line["QUERY PLAN"]).filter((line) => line.includes("Scan"))
      assert.strictEqual(scans.length, 1, scans.join("\n"))
      assert.include(scans[0], nameOf(month))
    })
  )
})

describe("a sweep over months", () => {
  at("drops those all of whose rows may go, and takes single rows out of others", () =>
    Effect.gen(function* () {
      const customer_id = yield* makeTenant
      const [first, second, third] = [yield* monthAt(0), yield* monthAt(1), yield* monthAt(2)]
      yield* TestClock.setTime(first.getTime())
      yield* keepMonths
      const now = later(third, 5 * day_ms + keep_ms)
      // Each the first row of its month: they have the same place in it.
      yield* delivered(customer_id, later(first, -day_ms))
      yield* delivered(customer_id, later(first, day_ms))
      const replayed = yield* delivered(customer_id, later(second, day_ms), now)
      yield* delivered(customer_id, later(second, 2 * day_ms))
      yield* delivered(customer_id, third)
      const young = yield* delivered(customer_id, later(third, 6 * day_ms))
      yield* TestClock.setTime(now.getTime())
      assert.deepStrictEqual(yield* sweep(of(table)), [{ table, deleted: 4, isDone: true }])
      assert.deepStrictEqual(yield* left, [replayed, young])
      for (const parent of tablesByMonth) {
        const kept = yield* partitions(parent)
        assert.notInclude(kept, `${parent}_before`)
        assert.notInclude(kept, nameOf(first, parent))
        assert.include(kept, nameOf(second, parent))
        assert.include(kept, nameOf(third, parent))
      }
      const sql = yield* SqlClient.SqlClient
      const attempts = yield* sql<{ id: string }>`SELECT DISTINCT delivery_id AS id FROM webhook_attempts ORDER BY 1`
      assert.deepStrictEqual(
        attempts.map(({ id }) => id),
        [replayed, young]
      )
      // Whatever comes of a month that is gone has a place all the same.
      assert.deepStrictEqual(yield* placeOf(yield* delivered(customer_id, first)), [
        [`${table}_rest`, "webhook_past_attempts_rest"]
      ])
    })
  )

  at("leaves a month to the next one where somebody holds the table, and takes its rows one by one", (url) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const first = yield* monthAt(0)
      yield* delivered(customer_id, later(first, -day_ms))
      yield* TestClock.setTime(first.getTime() + keep_ms)
      const sweeper = yield* Layer.build(Layer.fresh(client(url, 1)))
      yield* openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`SELECT FROM webhook_deliveries`
          const swept = yield* sweep(of(table)).pipe(Effect.provide(sweeper))
          assert.deepStrictEqual(swept, [{ table, deleted: 1, isDone: true }])
        })
      )
      assert.include(yield* partitions(), `${table}_before`)
      assert.deepStrictEqual(yield* sweep(of(table)), [{ table, deleted: 0, isDone: true }])
      assert.notInclude(yield* partitions(), `${table}_before`)
    })
  )

  at("keeps a month with a delivery that may still be sent", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const first = yield* monthAt(0)
      const id = yield* idAt(first)
      yield* sql`
        INSERT INTO webhook_configs (customer_id, webhook_config_id, url, events, enabled, secret, created_at,
          updated_at)
        VALUES (${customer_id}::uuid, ${id}::uuid, 'https://example.com', '{*}', true, '', ${first}, ${first})`
      const pending = { customer_id, webhook_config_id: id, next_attempt_at: first, status: "failed" } as const
      const kept = yield* addDelivery({ ...pending, created_at: later(first, -day_ms) })
      yield* TestClock.setTime(first.getTime() + 3 * keep_ms)
      assert.deepStrictEqual(yield* sweep(of(table)), [{ table, deleted: 0, isDone: true }])
      assert.deepStrictEqual(yield* left, [kept])
      assert.include(yield* partitions(), `${table}_before`)
    })
  )
})
