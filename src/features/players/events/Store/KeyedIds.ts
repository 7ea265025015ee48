/**
 * Ids of events that are sent without one. Under an Idempotency-Key it is made of the key: an event commits elsewhere
 * than the answer that would be kept, and must be the same when the request comes again.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"
import { namedUuid, uuid } from "../../../../platform/postgres/Ids.ts"
import { row } from "../../../../platform/postgres/Sql.ts"
import { nameOfUse } from "../../../../platform/requests/UsesOfKeys.ts"
import { CommandKey } from "../../../../wire/CommandKey.ts"

const ReceivedRow = Schema.Struct({ received_at: Schema.Date })

export interface Unnamed {
  readonly customer_id: string
  readonly user_id: string
  /** what an id is stored under; absent: itself */
  readonly storedAs?: (event_id: string) => string
}

/** To be yielded while a layer is built. */
export const eventIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tenants = yield* Tenants
  return Effect.fn("Events.idOf")(function* ({ customer_id, storedAs = (id) => id, user_id }: Unnamed) {
    const key = yield* CommandKey
    if (key === undefined) return yield* uuid
    // Events are received at the moment their user lives at.
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    const now = momentOf(tenant, user_id, yield* Clock.currentTimeMillis)
    const madeAt = (event_id: string) =>
      Effect.map(
        row(ReceivedRow)(sql`
          SELECT received_at FROM events_by_id
          WHERE customer_id = ${customer_id}::uuid AND event_id = ${storedAs(event_id)}`),
        Option.map(({ received_at }) => received_at)
      )
    return yield* nameOfUse(key, { name: (use) => namedUuid("event", customer_id, use), madeAt, now })
  })
})
