/**
 * A Postgres client that knows how its pool is doing: connections in use, statements that wait for one, and for how
 * long they waited. The pool itself keeps these to itself, so every statement leases its connection here, by the same
 * lease a transaction takes.
 */
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { histogram, observedBy } from "./metrics/Family.ts"
import { acquireTime, connections } from "./metrics/Node.ts"

/** Postgres answers the COMMIT of a failed transaction with ROLLBACK, and with no error. */
const commit = (connection: Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) => {
    if ((result as { readonly command?: unknown }).command !== "ROLLBACK") return Effect.void
    const message = "the transaction had failed and was rolled back"
    return Effect.fail(
      new SqlError.SqlError({
        reason: new SqlError.UnknownError({ cause: new Error(message), message, operation: "commit" })
      })
    )
  })

const meteredLease = Effect.fnUntraced(function* (lease: SqlClient.SqlClient["reserve"], max: number) {
  const registry = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const waits = histogram(acquireTime, registry)
  const now = { in_use: 0, waiting: 0, max }
  observedBy(connections, registry, (state) => now[state])
  const use = Effect.acquireRelease(
    Effect.sync(() => {
      now.in_use++
    }),
    () =>
      Effect.sync(() => {
        now.in_use--
      })
  )
  return Effect.suspend(() => {
    const started = clock.currentTimeMillisUnsafe()
    now.waiting++
    const arrived = Effect.sync(() => {
      now.waiting--
      waits.observe(clock.currentTimeMillisUnsafe() - started)
    })
    return Effect.tap(
      Effect.onExit(lease, () => arrived),
      () => use
    )
  })
})

/** The same database through the same pool, metered. */
export const metered = Effect.fnUntraced(function* (inner: PgClient.PgClient, maxConnections: number) {
  const lease = yield* meteredLease(inner.reserve, maxConnections)
  const client = yield* SqlClient.make({
    acquirer: lease,
    transactionAcquirer: lease,
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    spanAttributes: [["db.system.name", "postgresql"]],
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`
  })
  const { config, json, listen, notify } = inner
  return Object.assign(client, { [PgClient.TypeId]: PgClient.TypeId, config, json, listen, notify })
})
