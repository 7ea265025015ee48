/**
 * Reads that look at many rows for one answer. They have connections of their own, so that no storm of them delays a
 * read by key; a tenant has one at a time, the others wait in memory; tenants whose reads took long lately leave one
 * connection to the rest; and Postgres gives them up sooner than it gives up a read.
 */
import { Cause, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ServiceUnavailable } from "../../wire/Failure.ts"
import type { RateLimited } from "../../wire/Group.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { makeTurnstile, tellCrowded } from "../requests/FairPlaces.ts"
import { leavingOne } from "../requests/LongStays.ts"
import { isTimedOut, postgresClient } from "./Sql.ts"

const admission = { places: 2, places_per_tenant: 1, waiting_per_tenant: 50, wait: "5 seconds" } as const
const statement_timeout_ms = 5_000
/** Of a million users everything that is told by user is held at once; there are as many statements as places. */
const work_memory = "64MB"

/** What Postgres gave up it would give up again: whoever asked is told what helps. */
const toldWhenTooLong = <A, E, R>(read: Effect.Effect<A, E, R>) =>
  Effect.catchCauseIf(
    read,
    (cause) => cause.reasons.some((reason) => Cause.isDieReason(reason) && isTimedOut(reason.defect)),
    () => tellCrowded(false, "This takes longer than a report may: ask about less, fewer days or events for instance.")
  )

export class Reports extends Context.Service<
  Reports,
  {
    /** Runs what `read` makes of the connections of reports, when it is the tenant's turn. */
    read<A, E, R>(
      customer_id: string,
      read: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | RateLimited | ServiceUnavailable, R>
  }
>()("hatchery/platform/Reports") {
  /** On the connections it is given. */
  static readonly layerClient = Layer.effect(
    Reports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const turnstile = makeTurnstile({ ...admission, long_stays: leavingOne(admission) })
      return Reports.of({
        read: <A, E, R>(customer_id: string, read: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>) =>
          turnstile.pass(customer_id, Effect.result(toldWhenTooLong(read(sql)))).pipe(
            Effect.catchTag("Crowded", ({ own }) => tellCrowded(own, "Too many reports are under way.")),
            Effect.flatMap(Effect.fromResult)
          )
      })
    })
  )

  static readonly layer = Layer.unwrap(
    Effect.map(DatabaseUrl, (url) =>
      Layer.provide(
        Reports.layerClient,
        postgresClient({
          url,
          maxConnections: admission.places,
          applicationName: "hatchery-reports",
          statementTimeoutMs: statement_timeout_ms,
          workMemory: work_memory
        })
      )
    )
  )
}
