/** A fresh, migrated database per test or per `layer` block: 20 to 50 ms, isolated, real Postgres. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"

/** The same server, another database. */
export const databaseUrl = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

const administer = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(statement).unprepared
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(inject("pgUrl")), maxConnections: 1 })))

const database = (origin: () => string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const name = `hatchery_test_${randomBytes(6).toString("hex")}`
      yield* administer(`CREATE DATABASE ${name} TEMPLATE ${origin()} STRATEGY file_copy`)
      return name
    }),
    (name) => Effect.ignore(administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  ).pipe(Effect.map((name) => Redacted.make(databaseUrl(inject("pgUrl"), name))))

/**
 * Address of a clone of the migrated template, dropped when the scope closes, with force: whoever is still connected is
 * cut off.
 */
export const testDatabase = database(() => inject("pgTemplate"))

/** Address of an empty database, for tests of the migrations themselves. */
export const emptyDatabase = database(() => "template0")
