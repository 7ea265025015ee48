/** What the log says when a node leaves the rotation, and when it comes back. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Health } from "../../src/platform/observability/Health.ts"

const refused = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error('too many connections for role "hatchery"') })
})

it.effect("a database that does not answer is told with what it said, once", () => {
  const told: Array<unknown> = []
  const database = { answers: false }
  const sql = () => Effect.suspend(() => (database.answers ? Effect.succeed([]) : Effect.fail(refused)))
  const Log = Logger.layer([
    Logger.make<unknown, void>(({ fiber, message }) => {
      told.push([message, fiber.getRef(References.CurrentLogAnnotations)])
    })
  ])
  return Effect.gen(function* () {
    const { readiness } = yield* Health
    assert.isFalse((yield* readiness).ready)
    assert.isFalse((yield* readiness).ready)
    database.answers = true
    assert.isTrue((yield* readiness).ready)
    const why = 'the database of DATABASE_URL does not answer: too many connections for role "hatchery"'
    assert.deepStrictEqual(told, [
      [["not ready"], { failing: "database", database: why }],
      [["ready again"], {}]
    ])
  }).pipe(
    Effect.provide(Health.layer.pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, sql as never)))),
    Effect.provide(Log)
  )
})
