/**
 * The Postgres client of requests and workflows. It keeps two pools apart: one lends a connection for a statement, the
 * other for a transaction, so that whoever holds a transaction open and waits (for a buddy, for a picture) never waits
 * for a connection that another one like him holds. In both a tenant has a share, whatever it asks for. And it knows
 * how they are doing: connections in use, statements that wait for one, and for how long they waited. The pools
 * themselves keep that to themselves, so every connection is leased here.
 */
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { asker, makeFairPlaces, type PlacesOptions } from "../requests/FairPlaces.ts"
import { histogram, observedBy } from "../observability/metrics/Family.ts"
import { acquireTime, connections } from "../observability/metrics/Node.ts"

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

/** A pool and how its connections are shared. */
export interface SharedPool {
  readonly client: PgClient.PgClient
  readonly share: PlacesOptions
}

const makeMeter = Effect.fnUntraced(function* (max: number) {
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
  return ({ client, share }: SharedPool): SqlClient.SqlClient["reserve"] => {
    const places = makeFairPlaces(share)
    const lease = Effect.andThen(Effect.flatMap(asker, places.enter), client.reserve)
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
  }
})

/** The same database through the same pools, shared and metered. */
export const metered = Effect.fnUntraced(function* (statements: SharedPool, transactions: SharedPool) {
  const leaseOf = yield* makeMeter(statements.share.places + transactions.share.places)
  const client = yield* SqlClient.make({
    acquirer: leaseOf(statements),
    transactionAcquirer: leaseOf(transactions),
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    spanAttributes: [["db.system.name", "postgresql"]],
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`
  })
  const { config, json, listen, notify } = statements.client
  return Object.assign(client, { [PgClient.TypeId]: PgClient.TypeId, config, json, listen, notify })
})
