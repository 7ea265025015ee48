/** Whose report is made next, when some take as long as they may. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { Reports } from "../../../src/platform/postgres/Reports.ts"

const settled = Effect.repeat(Effect.yieldNow, { times: 50 })
const unused = Layer.succeed(SqlClient.SqlClient, {} as SqlClient.SqlClient)

it.effect("two tenants whose reports never end in time do not hold up a third's", () =>
  Effect.gen(function* () {
    const { read } = yield* Reports
    const givenUp = yield* Deferred.make<void>()
    const storm = Array.from({ length: 20 }, (_, number) =>
      Effect.exit(read(["a", "b"][number % 2]!, () => (number < 2 ? Deferred.await(givenUp) : Effect.never)))
    )
    const raging = yield* Effect.forkChild(Effect.all(storm, { concurrency: "unbounded" }))
    yield* settled
    // Nobody knows of them before they have held a connection once.
    yield* TestClock.adjust("5 seconds")
    yield* Deferred.succeed(givenUp, undefined)
    yield* settled
    for (let report = 0; report < 5; report++) {
      const quiet = yield* Effect.forkChild(read("c", () => Effect.succeed("told")))
      yield* settled
      assert.strictEqual(quiet.pollUnsafe()?._tag, "Success", `report ${report}`)
    }
    yield* Fiber.interrupt(raging)
  }).pipe(Effect.provide(Layer.provide(Reports.layerClient, unused)))
)

it.effect("what Postgres gave up is told as too much, and other trouble of the database is left as it is", () =>
  Effect.gen(function* () {
    const { read } = yield* Reports
    const dies = (reason: SqlError.SqlError["reason"]) => read("a", () => Effect.die(new SqlError.SqlError({ reason })))
    const told = yield* Effect.flip(dies(new SqlError.StatementTimeoutError({ cause: { code: "57014" } })))
    assert.match(told._tag === "ServiceUnavailable" ? told.reason : told._tag, /longer than a report may/)
    const away = yield* Effect.exit(dies(new SqlError.ConnectionError({ cause: new Error("it is away") })))
    assert.isTrue(Exit.hasDies(away))
  }).pipe(Effect.provide(Layer.provide(Reports.layerClient, unused)))
)
