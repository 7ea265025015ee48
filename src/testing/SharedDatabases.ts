/** The server that all tests of a process share when they are given none: started by the first who asks. */
import { Effect, Exit, Scope } from "effect"
import { type TestDatabases, testDatabases } from "./Databases.ts"

let shared: Promise<TestDatabases> | undefined

/**
 * TEST_DATABASE_URL, or a throw-away server that ends with this process, however that ends. Whoever wants one server
 * for several processes starts it in the first (see `setup.ts`), which sets that variable for the others.
 */
export const sharedDatabases = Effect.promise(() => {
  shared ??= Effect.runPromise(
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      return yield* Scope.provide(testDatabases(process.env["TEST_DATABASE_URL"] || undefined), scope).pipe(
        Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
      )
    })
  )
  return shared
})
