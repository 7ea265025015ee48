/** Causes in Postgres: their records, epochs and story. What they have counted stands where all campaigns count. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { subjectSums } from "../../../platform/campaigns/sums.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import {
  type CursorPage,
  cursorPaging,
  mapPage,
  offsetList,
  type OffsetPage
} from "../../../platform/postgres/Paging.ts"
import { namedBy } from "../../../platform/postgres/References.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import type { Origin } from "../../../wire/Change.ts"
import { type BadRequest, NotFound } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { CursorQuery, OffsetQuery } from "../../../wire/Page.ts"
import { type Cause, Counter } from "./Api/Records.ts"
import { type auditActions, CauseAuditEntry } from "./Api/Reports.ts"
import { genesisHash, unitsOf } from "./Rules.ts"

const Row = Schema.Struct({
  cause_id: Schema.String,
  cause_key: Schema.String,
  name: Schema.String,
  description: Schema.String,
  unit_label: Schema.String,
  counter: Counter,
  threshold_unit: Schema.Int,
  webhook_url: Schema.NullOr(Schema.String),
  audience: Schema.NullOr(Schema.String),
  status: Schema.Literals(["draft", "active"]),
  total: Schema.BigIntFromString,
  contributors: Schema.Int,
  crossings: Schema.Int,
  secret_last4: Schema.NullOr(Schema.String),
  enabled: Schema.Boolean,
  created_at: Schema.Date,
  updated_at: Schema.Date
})
export type StoredCause = typeof Row.Type

/** Whose endpoint it is, among all endpoints. */
export const ownerOf = (cause_id: string): string => `cause:${cause_id}`

export const toWire = ({ created_at, enabled, secret_last4, total, updated_at, ...cause }: StoredCause): Cause => ({
  ...cause,
  total_units: unitsOf(total),
  webhook: { webhook_url: cause.webhook_url, secret_last4, enabled: enabled && cause.webhook_url !== null },
  created_at: iso(created_at),
  updated_at: iso(updated_at)
})

/** What is written of a cause. */
export type CauseFields = Pick<
  StoredCause,
  "name" | "description" | "unit_label" | "counter" | "threshold_unit" | "webhook_url" | "audience"
> & { readonly status: "draft" | "active" | "archived"; readonly secret_last4: string | null }

export interface AuditRecord {
  readonly action: (typeof auditActions)[number]
  readonly changes: Readonly<Record<string, Schema.Json>>
}

export const unknownCause = () => new NotFound({ resource: "cause" })

export class CauseStore extends Context.Service<
  CauseStore,
  {
    list(
      customer_id: string,
      query: OffsetQuery & { readonly status?: "draft" | "active" }
    ): Effect.Effect<OffsetPage<Cause>>
    all(customer_id: string): Effect.Effect<ReadonlyArray<StoredCause>>
    /** by id or key */
    read(customer_id: string, reference: string): Effect.Effect<StoredCause, NotFound>
    /** likewise; nobody changes it until the transaction ends */
    hold(customer_id: string, reference: string): Effect.Effect<StoredCause, NotFound>
    /** one change of causes of the tenant at a time, until the transaction ends */
    alone(customer_id: string): Effect.Effect<void>
    isTaken(customer_id: string, cause_key: string): Effect.Effect<boolean>
    count(customer_id: string): Effect.Effect<{ readonly active: number; readonly all: number }>
    add(customer_id: string, cause_key: string, fields: CauseFields): Effect.Effect<string>
    write(customer_id: string, cause_id: string, fields: CauseFields): Effect.Effect<void>
    record(
      customer_id: string,
      cause_id: string,
      actor: Origin,
      records: ReadonlyArray<AuditRecord>
    ): Effect.Effect<void>
    audit(customer_id: string, query: CursorQuery): Effect.Effect<CursorPage<CauseAuditEntry>, BadRequest>
  }
>()("hatchery/features/causes/CauseStore") {
  static readonly layer = Layer.effect(
    CauseStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return CauseStore.of({ ...reading(sql), ...writing(sql), ...(yield* telling(sql)) })
    })
  )
}
type Service = CauseStore["Service"]

const columns = `c.cause_id, c.cause_key, c.name, c.description, c.unit_label, c.counter, c.threshold_unit::int,
  c.webhook_url, c.audience, c.status, c.crossings::float8, c.secret_last4, c.created_at, c.updated_at,
  coalesce((SELECT w.enabled FROM webhook_configs AS w
    WHERE w.customer_id = c.customer_id AND w.owner = 'cause:' || c.cause_id), false) AS enabled,
  ${subjectSums.total("c", "cause_id")} AS total, ${subjectSums.scorers("c", "cause_id")} AS contributors`

const reading = (sql: SqlClient.SqlClient): Pick<Service, "list" | "all" | "read" | "hold" | "isTaken" | "count"> => {
  const shown = sql.literal(columns)
  const kept = (customer_id: string) => sql`c.customer_id = ${customer_id}::uuid AND c.status <> 'archived'`
  const named = namedBy(sql, { id: "c.cause_id", key: "c.cause_key" })
  const one = Effect.fnUntraced(function* (customer_id: string, reference: string, lock: Statement.Fragment) {
    const found = yield* row(Row)(sql`
      SELECT ${shown} FROM causes AS c WHERE ${kept(customer_id)} AND ${named(reference)} ${lock}`)
    return Option.isNone(found) ? yield* unknownCause() : found.value
  })
  const Count = Schema.Struct({ active: Schema.Int, all: Schema.Int })
  return {
    list: Effect.fn("CauseStore.list")(function* (customer_id, query) {
      const status = query.status ?? null
      const where = sql`${kept(customer_id)} AND (${status}::text IS NULL OR c.status = ${status})`
      return yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM causes AS c WHERE ${where}`,
        read: (limit, offset) =>
          Effect.map(
            rows(Row)(sql`SELECT ${shown} FROM causes AS c WHERE ${where}
              ORDER BY c.created_at DESC, c.cause_id DESC LIMIT ${limit} OFFSET ${offset}`),
            (found) => found.map(toWire)
          )
      })
    }),
    all: Effect.fn("CauseStore.all")((customer_id) =>
      rows(Row)(sql`SELECT ${shown} FROM causes AS c WHERE ${kept(customer_id)} ORDER BY c.created_at, c.cause_id`)
    ),
    read: Effect.fn("CauseStore.read")((customer_id, reference) => one(customer_id, reference, sql``)),
    hold: Effect.fn("CauseStore.hold")((customer_id, reference) => one(customer_id, reference, sql`FOR UPDATE OF c`)),
    isTaken: (customer_id, cause_key) =>
      Effect.map(
        execute(sql`SELECT 1 FROM causes AS c WHERE ${kept(customer_id)} AND c.cause_key = ${cause_key}`),
        (found) => found > 0
      ),
    count: (customer_id) =>
      Effect.map(
        rows(Count)(sql`
          SELECT (count(*) FILTER (WHERE c.status = 'active'))::int AS active, count(*)::int AS all
          FROM causes AS c WHERE ${kept(customer_id)}`),
        (found) => found[0]!
      )
  }
}

const writing = (sql: SqlClient.SqlClient): Pick<Service, "alone" | "add" | "write"> => ({
  alone: (customer_id) =>
    Effect.asVoid(execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`causes:${customer_id}`}, 0))`)),
  add: Effect.fn("CauseStore.add")(function* (customer_id, cause_key, fields) {
    const [cause_id, now] = [yield* uuid, yield* nowDate]
    yield* execute(sql`
      INSERT INTO causes (customer_id, cause_id, cause_key, name, description, unit_label, counter, threshold_unit,
        audience, status, webhook_url, secret_last4, last_hash, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${cause_id}::uuid, ${cause_key}, ${fields.name}, ${fields.description},
        ${fields.unit_label}, ${JSON.stringify(fields.counter)}::jsonb, ${fields.threshold_unit}, ${fields.audience},
        ${fields.status}, ${fields.webhook_url}, ${fields.secret_last4}, ${genesisHash}, ${now}, ${now})`)
    return cause_id
  }),
  write: Effect.fn("CauseStore.write")(function* (customer_id, cause_id, fields) {
    yield* execute(sql`
      UPDATE causes SET name = ${fields.name}, description = ${fields.description}, unit_label = ${fields.unit_label},
        counter = ${JSON.stringify(fields.counter)}::jsonb, threshold_unit = ${fields.threshold_unit},
        audience = ${fields.audience}, status = ${fields.status}, webhook_url = ${fields.webhook_url},
        secret_last4 = ${fields.secret_last4}, updated_at = ${yield* nowDate}
      WHERE customer_id = ${customer_id}::uuid AND cause_id = ${cause_id}::uuid`)
  })
})

const AuditRow = Schema.Struct({ ...CauseAuditEntry.fields, occurred_at: Schema.Date })

const telling = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const cursors = yield* cursorPaging
  const audit: Service["audit"] = Effect.fn("CauseStore.audit")(function* (customer_id, query) {
    const page = yield* cursors.page({
      customer_id,
      list: "cause-audit",
      query,
      position: Schema.Tuple([Schema.String]),
      positionOf: (entry: typeof AuditRow.Type): readonly [string] => [entry.audit_id],
      read: (after, count) =>
        rows(AuditRow)(sql`
          SELECT audit_id, cause_id, action, actor, changes, occurred_at FROM cause_audit
          WHERE customer_id = ${customer_id}::uuid
            AND (${after?.[0] ?? null}::uuid IS NULL OR audit_id < ${after?.[0] ?? null}::uuid)
          ORDER BY audit_id DESC LIMIT ${count}`)
    })
    return mapPage(page, (entry) => ({ ...entry, occurred_at: iso(entry.occurred_at) }))
  })
  const record: Service["record"] = Effect.fn("CauseStore.record")(function* (customer_id, cause_id, actor, records) {
    if (records.length === 0) return
    const now = yield* nowDate
    const entries = yield* Effect.forEach(records, (entry) => Effect.map(uuid, (audit_id) => ({ ...entry, audit_id })))
    // Of one moment, and yet in this order.
    const ids = entries.map(({ audit_id }) => audit_id).sort()
    const given = JSON.stringify(entries.map((entry, place) => ({ ...entry, audit_id: ids[place] })))
    yield* execute(sql`
      INSERT INTO cause_audit (customer_id, audit_id, cause_id, action, actor, changes, occurred_at)
      SELECT ${customer_id}::uuid, audit_id, ${cause_id}::uuid, action, ${JSON.stringify(actor)}::jsonb, changes, ${now}
      FROM jsonb_to_recordset(${given}::jsonb) AS given (audit_id uuid, action text, changes jsonb)`)
  })
  return { audit, record }
})
