/**
 * One throw-away Postgres for the whole run, with one migrated template database; every test that needs a database
 * clones the template (see PgTemplate). TEST_DATABASE_URL names another server to use: its role must be allowed to
 * create databases.
 */
import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { testDatabases } from "../../../src/testing/Databases.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the server's maintenance database. */
    readonly pgUrl: string
    /** Name of the migrated database to clone. */
    readonly pgTemplate: string
  }
}

export default async function setup(project: TestProject) {
  const scope = Scope.makeUnsafe()
  const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    const started = Scope.provide(testDatabases(process.env["TEST_DATABASE_URL"] || undefined), scope)
    const { template, url } = await Effect.runPromise(started)
    project.provide("pgUrl", url)
    project.provide("pgTemplate", template)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
