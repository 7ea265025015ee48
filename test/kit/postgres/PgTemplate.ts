/** A fresh, migrated database per test or per `layer` block, on the server that all processes of this run share. */
import { Effect } from "effect"
import { clone } from "../../../src/testing/Databases.ts"
import { sharedDatabases } from "../../../src/testing/SharedDatabases.ts"

export { databaseUrl } from "../../../src/testing/Databases.ts"
export { sharedDatabases } from "../../../src/testing/SharedDatabases.ts"

/** Address of a clone of the migrated template, dropped when the scope closes. */
export const testDatabase = Effect.flatMap(sharedDatabases, clone)

/** Address of an empty database, for tests of the migrations themselves. */
export const emptyDatabase = Effect.flatMap(sharedDatabases, ({ url }) => clone({ url, template: "template0" }))
