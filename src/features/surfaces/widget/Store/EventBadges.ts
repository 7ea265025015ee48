/** How many buddies have each badge of which there are only so many. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { awardsPeriod } from "../../../../engine/campaigns/eventBadges.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"

const Row = Schema.Struct({ rule_id: Schema.String, used: Schema.NumberFromString })

export const awardsOf =
  (sql: SqlClient.SqlClient) =>
  (customer_id: string, event_badge_ids: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, number>> =>
    event_badge_ids.length === 0
      ? Effect.succeed(new Map())
      : Effect.map(
          rows(Row)(sql`
            SELECT rule_id, used::text AS used FROM rule_budgets
            WHERE customer_id = ${customer_id}::uuid AND rule_id = ANY(${event_badge_ids}::uuid[])
              AND period_key = ${awardsPeriod}`),
          (found) => new Map(found.map(({ rule_id, used }) => [rule_id, used]))
        )
