/** What runs of recipes are called: one is the same however often its request is sent. */
import { Clock, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { namedUuid, uuid } from "../../../../platform/postgres/Ids.ts"
import { row } from "../../../../platform/postgres/Sql.ts"
import { nameOfUse } from "../../../../platform/requests/UsesOfKeys.ts"

const RanRow = Schema.Struct({ ran_at: Schema.Date })

export const idOfRun = (sql: SqlClient.SqlClient) => {
  const madeAt = (customer_id: string) => (run_id: string) =>
    Effect.map(
      row(RanRow)(sql`
        SELECT ran_at FROM hosted_runs WHERE customer_id = ${customer_id}::uuid AND run_id = ${run_id}::uuid`),
      Option.map(({ ran_at }) => ran_at)
    )
  return Effect.fn("HostedRecipeStore.idOfRun")(function* (customer_id: string, key: string | undefined) {
    if (key === undefined) return yield* uuid
    return yield* nameOfUse(key, {
      name: (use) => namedUuid("recipe-run", customer_id, use),
      madeAt: madeAt(customer_id),
      now: yield* Clock.currentTimeMillis
    })
  })
}
