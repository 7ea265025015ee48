/** A fresh, migrated database per test or per `layer` block, on the server of this run of vitest (see globalSetup). */
import { Effect } from "effect"
import { inject } from "vitest"
import { clone, type TestDatabases } from "../../../src/testing/Databases.ts"

export { databaseUrl } from "../../../src/testing/Databases.ts"

/** The server of this run and its template. */
export const runDatabases = (): TestDatabases => ({ url: inject("pgUrl"), template: inject("pgTemplate") })

/** Address of a clone of the migrated template, dropped when the scope closes. */
export const testDatabase = Effect.suspend(() => clone(runDatabases()))

/** Address of an empty database, for tests of the migrations themselves. */
export const emptyDatabase = Effect.suspend(() => clone({ ...runDatabases(), template: "template0" }))
