/** Deltas come to the same tables in whatever order and batches they are added up. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { FoldStore } from "../../../src/features/insight/analytics/Store/Fold.ts"
import { zoneBeside } from "../../../src/platform/analytics/Deltas.ts"
import type { Delta } from "../../../src/wire/analytics/Delta.ts"
import { at, now } from "../../kit/postgres/RetentionDatabase.ts"
import { tablesOf } from "../../kit/insight/analytics.ts"
import { foldAll, foldOnce, leave } from "../../kit/insight/folding.ts"
import { makeTenant } from "../../kit/webhooks/PumpNodes.ts"

/** Five users with years between their days, some days late, some twice. */
const lives = (audience: string): ReadonlyArray<Delta> =>
  ["ada", "bob", "cyd", "dan", "eve"].flatMap((user, place) =>
    [20_000, 20_400, 20_007, 19_300, 20_030, 20_400, 20_008, 20_399].map((day): Delta => ({
      c: [["events", day + place, audience, "lesson", 1, 5]],
      u: [
        [audience, user, "", day + place],
        [audience, user, "shop_view", day + place]
      ]
    }))
  )

describe("the fold", () => {
  at("comes to the same tables in any order and in batches of any size", () =>
    Effect.gen(function* () {
      const [whole, parts] = [yield* makeTenant, yield* makeTenant]
      yield* leave(whole, lives("a"))
      yield* foldAll(500, 500)
      yield* leave(parts, [...lives("a")].reverse())
      yield* foldAll(3, 500)
      const tables = yield* tablesOf(whole)
      assert.deepStrictEqual(yield* tablesOf(parts), tables)
      assert.strictEqual(tables.analytics_users.length, 10)
      assert.isNotEmpty(tables.analytics_cells)
    })
  )

  at("moves the users of an audience in steps that each leave whole sums, whatever comes in between", () =>
    Effect.gen(function* () {
      const [moved, named] = [yield* makeTenant, yield* makeTenant]
      const later: ReadonlyArray<Delta> = [{ c: [], u: [["a", "eve", "", 20_001]] }]
      yield* leave(named, [...lives("a"), ...later])
      yield* foldAll(500, 500)

      yield* leave(moved, lives("default"))
      yield* foldAll(500, 500)
      yield* leave(moved, [{ c: [], u: [], m: [["default", "a"]] }])
      assert.isTrue(yield* foldOnce(500, 2), "three more wait")
      const sql = yield* SqlClient.SqlClient
      const spread = yield* sql`
        SELECT audience, sum(users)::int AS users FROM analytics_cells
        WHERE customer_id = ${moved}::uuid AND granularity = 'day' AND kind = 'last' AND audience <> ''
        GROUP BY 1 ORDER BY 1`
      assert.deepStrictEqual(
        spread.map(({ audience, users }) => [audience, users]),
        [
          ["a", 2],
          ["default", 3]
        ]
      )
      yield* leave(moved, later)
      yield* foldAll(500, 2)
      assert.deepStrictEqual(yield* tablesOf(moved), yield* tablesOf(named))
    })
  )

  at("takes no delta for one of the audience there was before once that is listed again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* makeTenant
      const list = (keys: ReadonlyArray<string>) => sql`
        UPDATE customers SET audiences = ${JSON.stringify(keys.map((key) => ({ key, name: key })))}::jsonb
        WHERE customer_id = ${tenant}::uuid`
      const sent = (count: number): Delta => ({ c: [["events", 20_000, "default", "lesson", count, 0]], u: [] })
      const counted = Effect.map(
        sql`SELECT audience, count::int FROM analytics_counters
          WHERE customer_id = ${tenant}::uuid AND metric = 'events' ORDER BY 1`,
        (found) => found.map(({ audience, count }) => [audience, count])
      )
      yield* list(["a"])
      yield* leave(tenant, [{ c: [["events", 20_001, "a", "lesson", -4, 0]], u: [] }])
      yield* leave(tenant, [{ c: [["events", 20_001, "default", "lesson", 4, 0]], u: [] }])
      yield* leave(tenant, [{ c: [], u: [], m: [["default", "a"]] }])
      yield* foldAll(500, 500)
      assert.deepStrictEqual(yield* counted, [], "4 and -4 leave no row")
      yield* leave(tenant, [sent(1)])
      yield* foldAll(500, 500)
      assert.deepStrictEqual(yield* counted, [["a", 1]])
      yield* list(["a", "default"])
      yield* leave(tenant, [sent(2)])
      yield* foldAll(500, 500)
      assert.deepStrictEqual(yield* counted, [
        ["a", 1],
        ["default", 2]
      ])
    })
  )

  at("counts on the day it was by the zone there was, and by the hour of the commit", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* makeTenant
      const equip: Delta = { c: [["coins_in", null, "a", "coin_rule:lesson", 1, 5]], u: [] }
      yield* zoneBeside(sql, tenant, { from: "Pacific/Auckland", to: "UTC" })
      const momentOf = (minutes: number) => new Date(now + minutes * 60_000)
      const told = (minutes: number) =>
        sql`INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
          VALUES (${tenant}::uuid, gen_random_uuid(), ${JSON.stringify(equip)}::json, ${momentOf(minutes)})`
      // Before the change it was noon of the 19th in UTC, so the 20th in Auckland had begun.
      for (const minutes of [-12 * 60, -11.5 * 60, 5]) yield* told(minutes)
      yield* foldAll(500, 500)
      const days = yield* sql`
        SELECT day::text, count::int FROM analytics_counters WHERE customer_id = ${tenant}::uuid ORDER BY 1`
      assert.deepStrictEqual(
        days.map(({ count, day }) => [day, count]),
        [["2026-11-20", 3]]
      )
      yield* zoneBeside(sql, tenant, { from: "UTC", to: "America/Los_Angeles" })
      yield* told(60)
      yield* foldAll(500, 500)
      const hours = yield* sql`
        SELECT extract(epoch FROM hour)::float8 * 1000 AS hour, key, count::int, amount::int FROM analytics_hours
        WHERE customer_id = ${tenant}::uuid ORDER BY 1`
      assert.deepStrictEqual(
        hours.map(({ amount, count, hour }) => [(Number(hour) - now) / 3_600_000, count, amount]),
        [
          [-12, 2, 10],
          [0, 1, 5],
          [1, 1, 5]
        ]
      )
      const moved = yield* sql`
        SELECT day::text FROM analytics_counters WHERE customer_id = ${tenant}::uuid ORDER BY 1 LIMIT 1`
      assert.strictEqual(moved[0]!["day"], "2026-11-19")
    })
  )

  at("gives every workspace its share of a batch, however much one of them has", () =>
    Effect.gen(function* () {
      const [full, few] = [yield* makeTenant, yield* makeTenant]
      const sql = yield* SqlClient.SqlClient
      yield* leave(
        full,
        Array.from({ length: 60 }, () => counted("a"))
      )
      yield* leave(few, [counted("a"), counted("a")])
      yield* foldOnce(20, 500)
      assert.deepStrictEqual([yield* waiting(full), yield* waiting(few)], [42, 0])
      yield* foldAll(20, 500)
      assert.strictEqual(yield* waiting(full), 0)
      const sums = yield* sql`
        SELECT sum(count)::int AS sum FROM analytics_counters WHERE customer_id IN (${full}::uuid, ${few}::uuid)`
      assert.strictEqual(sums[0]!["sum"], 62)
    })
  )

  at("comes to whoever is behind fifty others", () =>
    Effect.gen(function* () {
      const tenants = yield* Effect.forEach(Array.from({ length: 52 }), () => makeTenant)
      yield* Effect.forEach(tenants, (tenant) => leave(tenant, [counted("a")]), { discard: true })
      yield* foldAll(500, 500)
      assert.deepStrictEqual(new Set(yield* Effect.forEach(tenants, waiting)), new Set([0]))
    })
  )

  at("lets what was written by whoever had not heard of a move follow it, for a while", () =>
    Effect.gen(function* () {
      const tenant = yield* makeTenant
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE customers SET audiences = '[{"key":"a","name":"A"}]'::jsonb
        WHERE customer_id = ${tenant}::uuid`
      yield* leave(tenant, [...lives("default"), { c: [], u: [], m: [["default", "a"]] }])
      yield* foldAll(500, 500)
      yield* leave(tenant, [
        { c: [["events", 20_001, "default", "lesson", 1, 5]], u: [["default", "zoe", "", 20_001]] }
      ])
      yield* foldAll(500, 500)
      const audiences = sql`
        SELECT audience FROM analytics_counters WHERE customer_id = ${tenant}::uuid
        UNION SELECT audience FROM analytics_users WHERE customer_id = ${tenant}::uuid ORDER BY 1`
      const names = Effect.map(audiences, (found) => found.map(({ audience }) => audience))
      assert.deepStrictEqual(yield* names, ["", "a"])
      yield* sql`UPDATE analytics_tenants SET moved = jsonb_set(moved, '{until}', '0')
        WHERE customer_id = ${tenant}::uuid`
      yield* leave(tenant, [counted("default")])
      yield* foldAll(500, 500)
      assert.deepStrictEqual(yield* names, ["", "a", "default"], "and after that it is an audience like others")
    })
  )

  at("moves sums in steps as well", () =>
    Effect.gen(function* () {
      const tenant = yield* makeTenant
      const sql = yield* SqlClient.SqlClient
      const keys = Array.from({ length: 10 }, (_, n): Delta => ({ c: [["events", 20_001, "x", `t${n}`, 1, 5]], u: [] }))
      yield* leave(tenant, [...keys, { c: [["events", 20_001, "y", "t3", 2, 1]], u: [] }])
      yield* foldAll(500, 500)
      yield* leave(tenant, [{ c: [], u: [], m: [["x", "y"]] }])
      assert.isTrue(yield* foldOnce(500, 4), "six more wait")
      const of = (audience: string) =>
        Effect.map(
          sql`SELECT key, count::int FROM analytics_counters
            WHERE customer_id = ${tenant}::uuid AND audience = ${audience} ORDER BY key`,
          (found) => found.map(({ count, key }) => [key, count])
        )
      assert.lengthOf(yield* of("x"), 6)
      yield* foldAll(500, 4)
      assert.deepStrictEqual(yield* of("x"), [])
      assert.deepStrictEqual(
        yield* of("y"),
        keys.map((_, n) => [`t${n}`, n === 3 ? 3 : 1])
      )
    })
  )

  at("sets aside whom it cannot add up, and adds up all others meanwhile", () =>
    Effect.gen(function* () {
      const [broken, whole] = [yield* makeTenant, yield* makeTenant]
      const sql = yield* SqlClient.SqlClient
      // No day of any calendar.
      yield* leave(broken, [counted("a"), { c: [["events", 9e15, "a", "lesson", 1, 5]], u: [] }])
      yield* leave(whole, [counted("a")])
      const store = yield* Effect.provide(FoldStore, Layer.fresh(FoldStore.layerOf({ deltas: 500, users: 500 })))
      yield* store.fold()
      assert.deepStrictEqual([yield* waiting(broken), yield* waiting(whole)], [2, 0])
      const half = yield* sql`SELECT 1 FROM analytics_counters WHERE customer_id = ${broken}::uuid`
      assert.lengthOf(half, 0, "nothing of it, not even the half that could be")
      yield* sql`DELETE FROM analytics_deltas WHERE customer_id = ${broken}::uuid`
      yield* leave(broken, [counted("a")])
      yield* store.fold()
      assert.strictEqual(yield* waiting(broken), 1, "it is left alone for a minute")
      yield* TestClock.adjust("1 minute")
      yield* store.fold()
      assert.strictEqual(yield* waiting(broken), 0)
    })
  )

  at("keeps the newest twenty changes of a zone of a day", () =>
    Effect.gen(function* () {
      const tenant = yield* makeTenant
      const sql = yield* SqlClient.SqlClient
      const change = (from: string, to: string) =>
        Effect.andThen(TestClock.adjust("1 second"), zoneBeside(sql, tenant, { from, to }))
      const kept = sql`SELECT timezone FROM analytics_zones WHERE customer_id = ${tenant}::uuid ORDER BY since`
      const names = Effect.map(kept, (found) => found.map(({ timezone }) => timezone))
      yield* change("UTC", "Asia/Kathmandu")
      yield* change("Asia/Kathmandu", "Asia/Tokyo")
      assert.deepStrictEqual(yield* names, ["UTC", "Asia/Kathmandu", "Asia/Tokyo"], "days counted meanwhile stay")
      for (let again = 0; again < 20; again++) yield* change("Asia/Tokyo", "Europe/Berlin")
      assert.deepStrictEqual(yield* names, ["UTC", ...Array.from({ length: 20 }, () => "Europe/Berlin")])
      yield* TestClock.adjust("25 hours")
      yield* change("Europe/Berlin", "UTC")
      assert.lengthOf(yield* names, 22)
    })
  )
})

const counted = (audience: string): Delta => ({ c: [["events", 20_001, audience, "lesson", 1, 5]], u: [] })

const waiting = (customer_id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT 1 FROM analytics_deltas WHERE customer_id = ${customer_id}::uuid`, (found) => found.length)
  )
