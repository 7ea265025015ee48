/** What decay rules have taken so far, and whose there are. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type CursorPage, type CursorPaging, mapPage } from "../../../platform/postgres/Paging.ts"
import { rows } from "../../../platform/postgres/Sql.ts"
import type { BadRequest } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import type { DecayEntry } from "./Api.ts"

const EntryRow = Schema.Struct({
  history_id: Schema.String,
  buddy_id: Schema.String,
  created_at: Schema.Date,
  body: Schema.Struct({
    skill_key: Schema.String,
    period_key: Schema.String,
    previous_level: Schema.Int,
    new_level: Schema.Int,
    delta: Schema.Int
  })
})
const CustomerRow = Schema.Struct({ customer_id: Schema.String })

type History = (
  customer_id: string,
  rule_id: string,
  query: CursorQuery
) => Effect.Effect<CursorPage<typeof DecayEntry.Type>, BadRequest>

export const historyOf = (sql: SqlClient.SqlClient, cursors: CursorPaging): History =>
  Effect.fn("Decays.history")(function* (customer_id, rule_id, query) {
    const found = yield* cursors.page({
      customer_id,
      list: `decay:${rule_id}`,
      query,
      position: Schema.Tuple([Schema.String]),
      positionOf: (entry: typeof EntryRow.Type) => [entry.history_id] as const,
      read: (after, count) =>
        rows(EntryRow)(sql`
            SELECT history_id, buddy_id, created_at, body FROM buddy_history
            WHERE customer_id = ${customer_id}::uuid AND kind = 'decay' AND key = ${rule_id}
              AND (${after?.[0] ?? null}::uuid IS NULL OR history_id < ${after?.[0] ?? null}::uuid)
            ORDER BY history_id DESC LIMIT ${count}`)
    })
    return mapPage(found, ({ body, buddy_id, created_at }) => ({ buddy_id, ...body, occurred_at: iso(created_at) }))
  })

/** Tenants some published version of which has decay rules. */
export const customersOf = (sql: SqlClient.SqlClient) =>
  Effect.map(
    rows(CustomerRow)(sql`
      SELECT DISTINCT customer_id FROM config_versions
      WHERE status <> 'draft' AND jsonb_array_length(coalesce(content -> 'skill_decay_rules', '[]')) > 0`),
    (found) => found.map(({ customer_id }) => customer_id)
  )
