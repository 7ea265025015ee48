/** Deliveries of the release before lie in the first partition, and nothing about them changes. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { addDelivery } from "../kit/postgres/AgedRows.ts"
import { emptyDatabase } from "../kit/postgres/PgTemplate.ts"
import { makeTenant } from "../kit/webhooks/PumpNodes.ts"

/** The release before: every migration up to those of months. */
const before = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "hatchery-sql-"))
    const files = readdirSync(Migrations.folder).sort()
    const end = files.findIndex((name) => name.endsWith("_months.sql"))
    for (const name of files.slice(0, end)) copyFileSync(join(Migrations.folder, name), join(folder, name))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const indexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    SELECT pg_relation_filenode(i.indexrelid)::int AS file FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid
    WHERE c.relname ~ '^webhook_(deliveries|past_attempts)(_before)?$' AND c.relkind = 'r' ORDER BY 1`
})

it.live("what stood there is taken over as it is, and is found under its name", () =>
  Effect.gen(function* () {
    const folder = yield* before
    const url = yield* emptyDatabase
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(folder)
      const customer_id = yield* makeTenant
      const [old, young] = [new Date("2020-02-01"), new Date()]
      const add = (created_at: Date) =>
        addDelivery({ customer_id, created_at, finished_at: created_at, status: "delivered", attempts: 3 })
      const ids = [yield* add(old), yield* add(young)]
      const rows = sql`
        SELECT delivery_id, status, attempts, created_at, (SELECT count(*)::int FROM webhook_attempts AS a
          WHERE a.customer_id = d.customer_id AND a.delivery_id = d.delivery_id) AS log
        FROM webhook_deliveries_all AS d ORDER BY delivery_id`
      const [stood, files] = [yield* rows, yield* indexes]
      yield* Migrations.run()
      assert.deepStrictEqual(yield* rows, stood)
      assert.deepStrictEqual(yield* indexes, files)
      const places = yield* sql`
        SELECT DISTINCT tableoid::regclass::text AS place FROM webhook_deliveries
        WHERE delivery_id = ANY (${ids}::uuid[])`
      assert.deepStrictEqual(places, [{ place: "webhook_deliveries_before" }])
      // At least a month is left to the nodes of the release before.
      const [bound] = yield* sql<{ days: number }>`
        SELECT (extract(epoch FROM min(ends_at) - now()) / 86400)::int AS days FROM months_of('webhook_deliveries')`
      assert.isAtLeast(bound!.days, 28)
    }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 1 })))
  })
)
