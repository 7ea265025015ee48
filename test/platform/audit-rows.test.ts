/** The audit log of before held addresses as they were asked for; what somebody chose is taken out of them. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { emptyDatabase } from "../kit/postgres/PgTemplate.ts"

const on = (url: Redacted.Redacted) => PgClient.layer({ url, maxConnections: 1 })

/** The release before: every migration up to the one that rewrites. */
const before = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "hatchery-sql-"))
    const files = readdirSync(Migrations.folder).sort()
    const end = files.findIndex((name) => name.endsWith("_audit.sql"))
    for (const name of files.slice(0, end)) copyFileSync(join(Migrations.folder, name), join(folder, name))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const id = "01990000-0000-7000-8000-00000000000"

/** As a node of the release before writes it. */
const oldRow = Effect.fnUntraced(function* (nth: number, method: string, path: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO audit_log (customer_id, audit_id, account_id, method, path, status, request_id, created_at)
    VALUES (${`${id}0`}::uuid, ${id + nth}::uuid, ${`${id}9`}::uuid, ${method}, ${path}, 200, '', now())`
})

const read = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT actor_type, actor_id, action, path FROM audit_log ORDER BY audit_id`
})

const actor = { actor_type: "account", actor_id: `${id}9` }
const asked: ReadonlyArray<readonly [method: string, path: string, action: string, template: string]> = [
  ["PATCH", "/api/v1/customers/me", "customers.update", "/api/v1/customers/me"],
  ["POST", `/api/v1/eggs/${id}1/hatch`, "eggs.hatch", "/api/v1/eggs/{id}/hatch"],
  ["DELETE", "/api/v1/gates/ada@example.test", "gates.remove", "/api/v1/gates/{gate_key}"],
  ["POST", "/api/v1/config-versions/7/publish/", "config-versions.publish", "/api/v1/config-versions/{id}/publish"],
  ["POST", "/api/v1/of-yesterday/ada@example.test", "unknown", "unknown"]
]
const rewritten = asked.map(([, , action, path]) => ({ ...actor, action, path }))

it.live("old rows of the audit log, and those a node of the release before goes on writing, hold templates alone", () =>
  Effect.gen(function* () {
    const folder = yield* before
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(folder)
      yield* sql`
        INSERT INTO customers (customer_id, name, slug, plan, draw_secret, created_at, updated_at)
        VALUES (${`${id}0`}::uuid, 'Acme', 'acme', 'pro', '', now(), now())`
      for (const [nth, [method, path]] of asked.entries()) yield* oldRow(nth, method, path)
      yield* Migrations.run()
      assert.deepStrictEqual(yield* read, rewritten)
      yield* sql`DELETE FROM audit_log`
      for (const [nth, [method, path]] of asked.entries()) yield* oldRow(nth, method, path)
      assert.deepStrictEqual(yield* read, rewritten)
    }).pipe(Effect.provide(on(yield* emptyDatabase)))
  })
)
