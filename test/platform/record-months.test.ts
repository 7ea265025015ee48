/** Events, the ledger and changes by the month they are written in: when it begins, and what it is made of. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { keepMonths, months, recordsByMonth, tablesByMonth } from "../../src/platform/retention/Months.ts"
import { emptyDatabase } from "../kit/postgres/PgTemplate.ts"
import { at } from "../kit/postgres/RetentionDatabase.ts"
import { makeTenant } from "../kit/webhooks/PumpNodes.ts"

interface Months {
  readonly parent: string
  readonly first: number
  readonly last: number
  readonly count: number
}

const made = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Months>`
    SELECT parent::text, min(begins) AS first, max(ends) AS last, count(*)::int AS count
    FROM record_months() GROUP BY 1 ORDER BY 1`
)
const writing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ month: number }>`SELECT month_of_writing() AS month`
  return found!.month
})
const beginOf = (month: number) => new Date(Date.UTC(2020, month))
const parents = [...recordsByMonth].sort()

const addEvent = (customer_id: string, event_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ sequence: string; place: string }>`
      INSERT INTO events (customer_id, event_id, user_id, type, audience, occurred_at, received_at, properties,
        payload_hash, mode, effects, trace)
      VALUES (${customer_id}::uuid, ${event_id}, 'ada', 'lesson.completed', 'default', '2020-02-01', '2020-02-01',
        '{}', '', 'live', '{}', '[]')
      RETURNING sequence::text, tableoid::regclass::text AS place`
  ).pipe(Effect.map(([row]) => row!))

describe("months of records", () => {
  at("begin when all of their tables are there, once, and never again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [month, stood] = [yield* writing, yield* made]
      assert.deepStrictEqual(
        stood.map(({ parent }) => parent),
        parents
      )
      const beyond = stood[0]!.last
      const turn = (moment: Date) =>
        Effect.map(sql<{ turned: boolean }>`SELECT record_months_turn(${moment}) AS turned`, ([row]) => row!.turned)
      assert.isFalse(yield* turn(beginOf(beyond)))
      assert.isFalse(yield* turn(beginOf(month)))
      assert.isFalse(yield* turn(beginOf(month - 5)))
      yield* sql`SELECT record_months_keep('2099-01-01', 0)`
      assert.isFalse(yield* turn(new Date("2099-01-15")), "of a clock that is wrong")
      assert.strictEqual(yield* writing, month)

      yield* sql`SELECT record_months_keep(${beginOf(beyond)}, 0)`
      yield* sql`ALTER TABLE ledger DETACH PARTITION ${sql.literal(
        `ledger_${beginOf(beyond).toISOString().slice(0, 7).replace("-", "_")}`
      )}`
      assert.isFalse(yield* turn(beginOf(beyond)), "the ledger has no such month")
      assert.isTrue(yield* turn(beginOf(beyond - 1)))
      assert.strictEqual(yield* writing, beyond - 1)
      assert.isFalse(yield* turn(beginOf(month)))
    })
  )

  at("are made once, however many make them and begin them at the same moment", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const month = (yield* made)[0]!.last
      const moment = beginOf(month)
      const keep = sql<{ made: number }>`SELECT record_months_keep(${moment}, 2) AS made`
      // The others are not cut short when one fails.
      const atOnce = <A, E>(one: Effect.Effect<A, E>) =>
        Effect.forEach([1, 2, 3, 4], () => Effect.exit(one), { concurrency: "unbounded" })
      const kept = yield* Effect.flatMap(atOnce(keep), Effect.all)
      assert.deepStrictEqual(kept.map(([row]) => row!.made).sort(), [0, 0, 0, 9])
      const turn = sql<{ turned: boolean }>`SELECT record_months_turn(${moment}) AS turned`
      const turned = yield* Effect.flatMap(atOnce(turn), Effect.all)
      assert.lengthOf(
        turned.filter(([row]) => row!.turned),
        1
      )
      assert.strictEqual(yield* writing, month)
    })
  )

  at("are made ahead, as the one before them, and the clock of the service begins them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const before = yield* addEvent(customer_id, "before")
      const month = (yield* made)[0]!.last + 6
      yield* TestClock.setTime(beginOf(month).getTime())
      yield* keepMonths
      const known = yield* made
      for (const { last, parent } of known) assert.strictEqual(last, month + months.ahead + 1, parent)
      yield* keepMonths
      assert.deepStrictEqual(yield* made, known)
      assert.strictEqual(yield* writing, month)

      const after = yield* addEvent(customer_id, "after")
      assert.strictEqual(after.sequence, String(BigInt(month) * 10_000_000_000_000n + 1n))
      assert.isAbove(Number(after.sequence), Number(before.sequence))
      assert.notStrictEqual(after.place, before.place)
      const again = yield* Effect.flip(addEvent(customer_id, "before"))
      assert.include(JSON.stringify(again), "event_keys_pkey")
      const alike = yield* sql`
        SELECT i.inhparent::regclass::text AS parent, count(DISTINCT (c.reloptions, (
          SELECT array_agg((attname, atttypid, attnotnull, attstattarget, attstorage)::text ORDER BY attname)
          FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0), (
          SELECT array_agg((indkey::text, indisunique)::text ORDER BY indkey::text) FROM pg_index WHERE indrelid = c.oid
          )))::int AS forms
        FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid AND c.relkind = 'r'
        WHERE i.inhparent = ANY (${[...recordsByMonth]}::regclass[]) GROUP BY 1 ORDER BY 1`
      assert.deepStrictEqual(
        alike,
        parents.map((parent) => ({ parent, forms: 1 }))
      )
      yield* sql`DELETE FROM events WHERE event_id = 'before'`
      yield* addEvent(customer_id, "before")
    })
  )
})

/** Every migration before the one of that name. */
const before = (name: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "hatchery-sql-"))
      const files = readdirSync(Migrations.folder).sort()
      const end = files.findIndex((file) => file.endsWith(`_${name}.sql`))
      assert.isAbove(end, 0)
      for (const file of files.slice(0, end)) copyFileSync(join(Migrations.folder, file), join(folder, file))
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

const files = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT relname, pg_relation_filenode(oid)::int AS file FROM pg_class
    WHERE relname ~ '^(events|ledger|buddy_changes)(_before)?$' AND relkind = 'r' ORDER BY file`
)

it.live("records of the release before are taken over as they are, and known by their ids", () =>
  Effect.gen(function* () {
    const folder = yield* before("event_keys")
    const url = yield* emptyDatabase
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(folder)
      const customer_id = yield* makeTenant
      const [one, two] = [yield* addEvent(customer_id, "one"), yield* addEvent(customer_id, "two")]
      const stood = yield* files
      yield* Migrations.run()
      assert.deepStrictEqual(
        yield* files.pipe(Effect.map((found) => found.filter(({ relname }) => String(relname).endsWith("_before")))),
        stood.map(({ file, relname }) => ({ relname: `${String(relname)}_before`, file }))
      )
      const three = yield* addEvent(customer_id, "three")
      assert.deepStrictEqual([three.place, Number(three.sequence)], ["events_before", Number(two.sequence) + 1])
      yield* sql`SELECT record_months_turn(now())`
      const four = yield* addEvent(customer_id, "four")
      assert.notStrictEqual(four.place, "events_before")
      for (const id of ["one", "three", "four"])
        assert.include(JSON.stringify(yield* Effect.flip(addEvent(customer_id, id))), "event_keys_pkey", id)
      const known = yield* sql`
        SELECT event_id, sequence::text FROM events_by_id WHERE customer_id = ${customer_id}::uuid ORDER BY sequence`
      const sequences = [one, two, three, four].map(({ sequence }) => sequence)
      assert.deepStrictEqual(
        known,
        ["one", "two", "three", "four"].map((event_id, place) => ({ event_id, sequence: sequences[place] }))
      )
    }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 1 })))
  })
)

it.live("an event that is erased while ids are copied leaves none behind", () =>
  Effect.gen(function* () {
    const stood = yield* before("event_keys")
    const [copying, copied] = [yield* before("event_keys_online"), yield* before("records_by_month")]
    const url = yield* emptyDatabase
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(stood)
      const customer_id = yield* makeTenant
      for (const id of ["stays", "goes", "goes too"]) yield* addEvent(customer_id, id)
      yield* Migrations.run(copying)
      const [isGone, isCopied] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const erasing = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`DELETE FROM events WHERE event_id <> 'stays'`
          yield* Deferred.succeed(isGone, undefined)
          yield* Deferred.await(isCopied)
        })
      )
      const erased = yield* Effect.forkScoped(erasing)
      yield* Deferred.await(isGone)
      yield* Migrations.run(copied)
      yield* Deferred.succeed(isCopied, undefined)
      yield* Fiber.join(erased)
      yield* Migrations.run()
      const known = yield* sql`
        SELECT k.event_id, e.event_id IS NOT NULL AS is_event
        FROM event_keys AS k LEFT JOIN events AS e USING (customer_id, sequence)`
      assert.deepStrictEqual(known, [{ event_id: "stays", is_event: true }])
      const again = yield* addEvent(customer_id, "goes")
      yield* sql`DELETE FROM events WHERE sequence = ${again.sequence}::bigint`
      yield* addEvent(customer_id, "goes")
    }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 2 })))
  })
)

it.live("whoever was granted a table reads it when it is kept by months", () =>
  Effect.gen(function* () {
    const stood = yield* before("months")
    const url = yield* emptyDatabase
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(stood)
      const tables = [...recordsByMonth, ...tablesByMonth]
      // What is empty is not taken over.
      yield* addEvent(yield* makeTenant, "one")
      // Roles that every server has.
      for (const table of tables) yield* sql`GRANT SELECT ON ${sql(table)} TO pg_monitor`
      yield* sql`GRANT SELECT, UPDATE ON ledger TO pg_signal_backend WITH GRANT OPTION`
      yield* Migrations.run()
      const may = (role: string, right: string) => sql`
        SELECT name FROM unnest(${tables}::text[]) WITH ORDINALITY AS t (name, place)
        WHERE has_table_privilege(${role}, name, ${right}) ORDER BY place`
      const named = tables.map((name) => ({ name }))
      assert.deepStrictEqual(yield* may("pg_monitor", "SELECT"), named)
      assert.deepStrictEqual(yield* may("pg_monitor", "SELECT WITH GRANT OPTION"), [])
      assert.deepStrictEqual(yield* may("pg_monitor", "UPDATE"), [])
      assert.deepStrictEqual(yield* may("pg_signal_backend", "UPDATE WITH GRANT OPTION"), [{ name: "ledger" }])
    }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 1 })))
  })
)
