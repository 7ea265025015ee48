/**
 * One throw-away Postgres for the whole run, with one migrated template database; every test that needs a database
 * clones the template (see PgTemplate). TEST_DATABASE_URL names another server to use: its role must be allowed to
 * create databases.
 */
import { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import * as EmbeddedPostgres from "../../src/platform/EmbeddedPostgres.ts"
import * as Migrations from "../../src/platform/Migrations.ts"
import { databaseUrl } from "./PgTemplate.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the server's maintenance database. */
    readonly pgUrl: string
    /** Name of the migrated database to clone. */
    readonly pgTemplate: string
  }
}

/** Away from the port of `npm start`, so that both can run at once. */
const test_port = 24600

const serverUrl = Effect.gen(function* () {
  const external = process.env["TEST_DATABASE_URL"]
  if (external) return external
  const dataDir = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "hatchery-test-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  // root's Postgres runs as another user, who must be able to enter
  chmodSync(dataDir, 0o755)
  const server = yield* EmbeddedPostgres.acquire({ dataDir, port: test_port, throwAway: true })
  return databaseUrl(Redacted.value(server.url), "postgres")
})

const connect = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })

const template = Effect.fnUntraced(function* (url: string) {
  const name = `hatchery_template_${randomBytes(6).toString("hex")}`
  const administer = (statement: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.unsafe(statement).unprepared
    }).pipe(Effect.provide(connect(url)))
  yield* Effect.acquireRelease(administer(`CREATE DATABASE ${name}`), () =>
    Effect.ignore(administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  )
  yield* Migrations.run().pipe(Effect.provide(connect(databaseUrl(url, name))))
  // a template somebody is connected to cannot be cloned
  yield* administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  return name
})

export default async function setup(project: TestProject) {
  const scope = Scope.makeUnsafe()
  const start = Effect.gen(function* () {
    const url = yield* serverUrl
    project.provide("pgUrl", url)
    project.provide("pgTemplate", yield* template(url))
  })
  const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    await Effect.runPromise(Scope.provide(start, scope))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
