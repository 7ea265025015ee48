/**
 * One server for all processes of a test run, as the `globalSetup` of vitest or jest: starts it, tells the processes
 * that come after by TEST_DATABASE_URL, and ends it when the run ends. With that variable set there is nothing to do
 * but the template. Without this, every process starts a server of its own when it first needs one.
 */
import { Effect, Exit, Scope } from "effect"
import { testDatabases } from "./Databases.ts"

/** Answers how to end it. */
export default async function setup(): Promise<() => Promise<void>> {
  const scope = Scope.makeUnsafe()
  const end = (exit: Exit.Exit<unknown, unknown>) => Effect.runPromise(Scope.close(scope, exit))
  const external = process.env["TEST_DATABASE_URL"] || undefined
  const started = await Effect.runPromiseExit(Scope.provide(testDatabases(external), scope))
  if (Exit.isFailure(started)) {
    await end(started)
    throw new Error("no database for the tests", { cause: started.cause })
  }
  process.env["TEST_DATABASE_URL"] = started.value.url
  return async () => {
    if (external === undefined) delete process.env["TEST_DATABASE_URL"]
    await end(Exit.void)
  }
}
