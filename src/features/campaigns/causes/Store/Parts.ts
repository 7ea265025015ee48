/** What one buddy has brought. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { allBucket } from "../../../../engine/campaigns/causes.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { unitsOf } from "../Rules.ts"

const Row = Schema.Struct({ subject_id: Schema.String, score: Schema.BigInt })

/** In units, by cause_id; those it has brought nothing for are absent. */
export const partsOf =
  (sql: SqlClient.SqlClient) =>
  (
    customer_id: string,
    buddy_id: string,
    cause_ids: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyMap<string, number>> =>
    cause_ids.length === 0
      ? Effect.succeed(new Map())
      : Effect.map(
          rows(Row)(sql`
            SELECT subject_id, score FROM campaign_scores
            WHERE customer_id = ${customer_id}::uuid AND subject_id = ANY(${cause_ids}::uuid[])
              AND period_key = ${allBucket} AND buddy_id = ${buddy_id}::uuid`),
          (found) => new Map(found.map(({ score, subject_id }) => [subject_id, unitsOf(score)]))
        )
