/** Operations as their tenants see them. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { offsetList } from "../../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import { type Operation, OperationError, OperationStatus, OperationType } from "../Api.ts"

const OperationRow = Schema.Struct({
  operation_id: Schema.String,
  type: OperationType,
  status: OperationStatus,
  resource_type: Schema.String,
  resource_id: Schema.String,
  attempts: Schema.Int,
  progress: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  result: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  error: Schema.NullOr(OperationError),
  created_at: Schema.Date,
  started_at: Schema.NullOr(Schema.Date),
  finished_at: Schema.NullOr(Schema.Date)
})

const toWire = (found: typeof OperationRow.Type): Operation => ({
  ...found,
  created_at: iso(found.created_at),
  started_at: isoOrNull(found.started_at),
  finished_at: isoOrNull(found.finished_at)
})

export interface OperationQuery extends OffsetQuery {
  readonly type?: OperationType
  readonly status?: OperationStatus
}

const columns =
  "operation_id, type, status, resource_type, resource_id, attempts, progress, result, error, " +
  "created_at, started_at, finished_at"
export const operationReads = (sql: SqlClient.SqlClient) => ({
  list: Effect.fn("OperationStore.list")(function* (customer_id: string, query: OperationQuery) {
    const type = query.type ?? null
    const status = query.status ?? null
    const where = sql`customer_id = ${customer_id}::uuid AND (${type}::text IS NULL OR type = ${type})
      AND (${status}::text IS NULL OR status = ${status})`
    return yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM operations WHERE ${where}`,
      read: (limit, offset) =>
        Effect.map(
          rows(OperationRow)(sql`
            SELECT ${sql.literal(columns)} FROM operations WHERE ${where}
            ORDER BY created_at DESC, operation_id DESC LIMIT ${limit} OFFSET ${offset}`),
          (found) => found.map(toWire)
        )
    })
  }),
  read: Effect.fn("OperationStore.read")(function* (customer_id: string, id: string) {
    if (!isUuid(id)) return yield* new NotFound({ resource: "operation" })
    const found = yield* row(OperationRow)(sql`
      SELECT ${sql.literal(columns)} FROM operations
      WHERE customer_id = ${customer_id}::uuid AND operation_id = ${id}::uuid`)
    return Option.isNone(found) ? yield* new NotFound({ resource: "operation" }) : toWire(found.value)
  })
})
