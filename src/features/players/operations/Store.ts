/**
 * Jobs in Postgres, the one truth about them whatever machinery runs them. A job ends once: every end is an update
 * that only finds an open row, so of a completion and a cancellation that race, one commits and the other sees that
 * it lost.
 *
 * The family of a job calls `create` in the transaction of the request, `start` whenever it (again) begins to work,
 * and `complete` as the first statement of the transaction that makes the change: false means that somebody cancelled
 * it, and nothing may be written.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { uuid } from "../../../platform/postgres/Ids.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { tellBeside } from "../../../platform/notifications/Tell.ts"
import type { OffsetPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../platform/postgres/Turns.ts"
import { InvalidTransition, type NotFound } from "../../../wire/Failure.ts"
import { irrevocable, type Operation, type OperationError, OperationFinished, OperationType } from "./Api.ts"
import { type OperationQuery, operationReads } from "./Store/Reading.ts"

type Facts = Readonly<Record<string, Schema.Json>>

export interface NewOperation {
  /** where others know it by a name of theirs */
  readonly operation_id?: string
  readonly type: OperationType
  readonly resource_type: string
  readonly resource_id: string
  /** what the worker needs to know, never shown */
  readonly payload?: Facts
}

/** An operation as its worker sees it. */
export interface OpenOperation extends OperationKey {
  readonly type: OperationType
  readonly resource_id: string
  readonly payload: Facts
  readonly attempts: number
}

export interface StartedOperation extends OpenOperation {
  /** of the first try */
  readonly started_at: Date
}

/** Puts back what the start of a job had taken; runs in the transaction that ends the job without success. */
export type Release = (operation: OpenOperation) => Effect.Effect<void, SqlError.SqlError>

const OpenRow = Schema.Struct({
  customer_id: Schema.String,
  operation_id: Schema.String,
  type: OperationType,
  resource_id: Schema.String,
  payload: Schema.Record(Schema.String, Schema.Json),
  attempts: Schema.Int
})

const ResourceRow = Schema.Struct({ customer_id: Schema.String, resource_id: Schema.String })
const IdRow = Schema.Struct({ operation_id: Schema.String })
const StartedRow = Schema.Struct({ ...OpenRow.fields, started_at: Schema.Date })

export class OperationStore extends Context.Service<
  OperationStore,
  {
    list(customer_id: string, query: OperationQuery): Effect.Effect<OffsetPage<Operation>>
    read(customer_id: string, id: string): Effect.Effect<Operation, NotFound>
    cancel(customer_id: string, id: string): Effect.Effect<Operation, NotFound | OperationFinished | InvalidTransition>
    /** a pending operation, in the caller's transaction; answers its id */
    create(customer_id: string, operation: NewOperation): Effect.Effect<string>
    /** a rerender of this buddy whose drawing has not begun; it does not begin before the caller's transaction ends */
    waitingRerender(customer_id: string, buddy_id: string): Effect.Effect<Option.Option<string>>
    /** counts a try and marks it processing; none once it has ended */
    start(key: OperationKey): Effect.Effect<Option.Option<StartedOperation>>
    /** false once it has ended; for a step that must not run in vain, and is no try of its own */
    isOpen(key: OperationKey): Effect.Effect<boolean>
    /**
     * Before a change that commits elsewhere: from now on nobody cancels it, for whether it was made is not known until
     * it ends. False once it has ended
     */
    decide(key: OperationKey): Effect.Effect<boolean>
    /** false once it has ended */
    progress(key: OperationKey, progress: Facts): Effect.Effect<boolean>
    /** false when it has ended already: then the caller's transaction must write nothing */
    complete(key: OperationKey, result: Facts): Effect.Effect<boolean>
    /** ends it without success and releases what it held; false when it has ended already */
    fail(key: OperationKey, error: OperationError): Effect.Effect<boolean>
    /** those of a type that are open; in the caller's transaction, and nobody opens another before it ends */
    openOf(customer_id: string, type: OperationType): Effect.Effect<ReadonlyArray<OpenOperation>>
    /** open operations of these types that were created before a moment; customers take turns */
    open(
      types: ReadonlyArray<OperationType>,
      created_before: Date,
      count: number
    ): Effect.Effect<ReadonlyArray<OpenOperation>>
    /** of all customers, who take turns: what jobs of a type were for that failed before a moment, with no successor */
    failed(
      type: OperationType,
      failed_before: Date,
      count: number
    ): Effect.Effect<ReadonlyArray<{ readonly customer_id: string; readonly resource_id: string }>>
    /** names, once per type, what `fail` and `cancel` put back */
    releaseWith(type: OperationType, release: Release): void
  }
>()("hatchery/features/operations/OperationStore") {
  static readonly layer = Layer.effect(
    OperationStore,
    Effect.suspend(() => make)
  )
}
const openColumns = "customer_id, operation_id, type, resource_id, payload, attempts"
const isOpen = "status IN ('pending', 'processing')"

/** What a worker does to its operation: each statement finds open rows only. */
const working = (
  sql: SqlClient.SqlClient
): Pick<
  OperationStore["Service"],
  "waitingRerender" | "start" | "isOpen" | "decide" | "progress" | "complete" | "open" | "openOf" | "failed"
> => {
  const found = ({ customer_id, operation_id }: OperationKey) =>
    sql`customer_id = ${customer_id}::uuid AND operation_id = ${operation_id}::uuid AND ${sql.literal(isOpen)}`
  return {
    waitingRerender: Effect.fn("OperationStore.waitingRerender")(function* (customer_id, buddy_id) {
      const waiting = yield* row(IdRow)(sql`
        SELECT operation_id FROM operations
        WHERE customer_id = ${customer_id}::uuid AND resource_id = ${buddy_id.toLowerCase()} AND type = 'rerender'
          AND ${sql.literal(isOpen)} AND progress IS NULL
        LIMIT 1 FOR UPDATE`)
      return Option.map(waiting, ({ operation_id }) => operation_id)
    }),
    start: Effect.fn("OperationStore.start")(function* (key) {
      const now = yield* nowDate
      return yield* row(StartedRow)(sql`
        UPDATE operations SET status = 'processing', attempts = attempts + 1, started_at = coalesce(started_at, ${now})
        WHERE ${found(key)} RETURNING ${sql.literal(openColumns)}, started_at`)
    }),
    isOpen: Effect.fn("OperationStore.isOpen")(function* (key) {
      return (yield* execute(sql`SELECT 1 FROM operations WHERE ${found(key)}`)) > 0
    }),
    decide: Effect.fn("OperationStore.decide")(function* (key) {
      const updated = yield* execute(sql`
        UPDATE operations SET payload = payload || '{"is_decided": true}' WHERE ${found(key)} RETURNING operation_id`)
      return updated > 0
    }),
    progress: Effect.fn("OperationStore.progress")(function* (key, progress) {
      const updated = yield* execute(sql`
        UPDATE operations SET progress = ${JSON.stringify(progress)}::jsonb
        WHERE ${found(key)} RETURNING operation_id`)
      return updated > 0
    }),
    complete: Effect.fn("OperationStore.complete")(function* (key, result) {
      const now = yield* nowDate
      const updated = yield* execute(sql`
        UPDATE operations SET status = 'completed', result = ${JSON.stringify(result)}::jsonb, finished_at = ${now}
        WHERE ${found(key)} RETURNING operation_id`)
      return updated > 0
    }),
    open: Effect.fn("OperationStore.open")(function* (types, created_before, count) {
      const late = sql`
        SELECT ${sql.literal(openColumns)} FROM operations
        WHERE ${sql.literal(isOpen)} AND type = ANY(${types}::text[]) AND created_at <= ${created_before}`
      return yield* rows(OpenRow)(takingTurns(sql, late, { count }))
    }),
    openOf: Effect.fn("OperationStore.openOf")(function* (customer_id, type) {
      // One of the tenant's requests at a time: two could both find nothing open.
      yield* execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`operations:${type}:${customer_id}`}, 0))`)
      return yield* rows(OpenRow)(sql`
        SELECT ${sql.literal(openColumns)} FROM operations
        WHERE customer_id = ${customer_id}::uuid AND type = ${type} AND ${sql.literal(isOpen)}`)
    }),
    failed: Effect.fn("OperationStore.failed")(function* (type, failed_before, count) {
      const last = sql`
        SELECT o.customer_id, o.resource_id FROM operations AS o
        WHERE o.type = ${type} AND o.status = 'failed' AND o.finished_at <= ${failed_before} AND NOT EXISTS (
          SELECT FROM operations AS later
          WHERE later.customer_id = o.customer_id AND later.resource_id = o.resource_id AND later.type = o.type
            AND later.created_at > o.created_at)`
      return yield* rows(ResourceRow)(takingTurns(sql, last, { count }))
    })
  }
}

/** Of a kind of work that keeps failing people hear once, until they have read it. */
const tellFailure = (
  sql: SqlClient.SqlClient,
  { customer_id, operation_id, type }: OpenOperation,
  error: OperationError
) =>
  tellBeside(sql, customer_id, {
    kind: "operation_failed",
    subject: type,
    message: `An operation of the type ${type} has failed: ${error.code}.`,
    details: { operation_id, type, code: error.code }
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const releases = new Map<OperationType, Release>()
  const { list, read } = operationReads(sql)

  /** In one transaction: the end of an operation without success, and the release of what it held. */
  const abandon = (
    { customer_id, operation_id }: OperationKey,
    status: "failed" | "cancelled",
    error: OperationError | null
  ) =>
    Effect.orDie(
      sql.withTransaction(
        Effect.gen(function* () {
          const text = error === null ? null : JSON.stringify(error)
          const ended = yield* row(OpenRow)(sql`
            UPDATE operations SET status = ${status}, error = ${text}::jsonb, finished_at = ${yield* nowDate}
            WHERE customer_id = ${customer_id}::uuid AND operation_id = ${operation_id}::uuid
              AND ${sql.literal(isOpen)} ${status === "cancelled" ? sql`AND NOT payload ? 'is_decided'` : sql``}
            RETURNING ${sql.literal(openColumns)}`)
          if (Option.isNone(ended)) return false
          yield* releases.get(ended.value.type)?.(ended.value) ?? Effect.void
          if (error !== null) yield* tellFailure(sql, ended.value, error)
          return true
        })
      )
    )

  return OperationStore.of({
    ...working(sql),
    list,
    read,
    cancel: Effect.fn("OperationStore.cancel")(function* (customer_id, id) {
      const asked = yield* read(customer_id, id)
      // What is forgotten cannot be remembered again.
      if (asked.type === "erase") return yield* new InvalidTransition({ from: asked.status, to: "cancelled" })
      if (irrevocable.includes(asked.type)) return yield* new OperationFinished({ status: asked.status })
      const won = yield* abandon({ customer_id, operation_id: id }, "cancelled", null)
      const operation = yield* read(customer_id, id)
      return won ? operation : yield* new OperationFinished({ status: operation.status })
    }),
    create: Effect.fn("OperationStore.create")(function* (
      customer_id,
      { operation_id: given, payload = {}, resource_id, resource_type, type }
    ) {
      const operation_id = given ?? (yield* uuid)
      yield* sql`
        INSERT INTO operations
          (customer_id, operation_id, type, status, resource_type, resource_id, payload, created_at)
        VALUES (${customer_id}::uuid, ${operation_id}::uuid, ${type}, 'pending', ${resource_type}, ${resource_id},
                ${JSON.stringify(payload)}::jsonb, ${yield* nowDate})`
      return operation_id
    }, Effect.orDie),
    fail: (key, error) => abandon(key, "failed", error),
    releaseWith: (type, release) => void releases.set(type, release)
  })
})
