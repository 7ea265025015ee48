/**
 * The pool of what everybody waits for: buddies that wake, the facts of a tenant, who a credential belongs to, and the
 * probe of readiness. Only short statements by key run here, none of them inside a request's transaction, so that a
 * request may wait for them whatever it holds, and no storm of requests keeps them waiting.
 */
import { Effect, Layer } from "effect"
import { Connections } from "./Connections.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { postgresClient } from "./Sql.ts"

/** A SqlClient for the layers it is provided to; one pool for all of them. */
export const VitalSql = Layer.unwrap(
  Effect.gen(function* () {
    const { vital } = yield* Connections
    return postgresClient({ url: yield* DatabaseUrl, maxConnections: vital, applicationName: "hatchery-vital" })
  })
)
