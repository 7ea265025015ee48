/** Reads the audit log. Whose name stands with an entry is looked up here: a removed person's is gone. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type CursorPage, cursorPaging, mapPage } from "../../../platform/postgres/Paging.ts"
import { Reports } from "../../../platform/postgres/Reports.ts"
import { rows } from "../../../platform/postgres/Sql.ts"
import type { BadRequest, ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import { iso, parseInstant } from "../../../wire/Ids.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import type { AuditEntry, AuditFilters } from "./Api.ts"
import { csvPart, csvRowsMax } from "./Rules.ts"

const Row = Schema.Struct({
  audit_id: Schema.String,
  created_at: Schema.Date,
  actor_type: Schema.Literals(["account", "api_key", "sso", "system"]),
  actor_id: Schema.NullOr(Schema.String),
  actor_label: Schema.String,
  action: Schema.String,
  method: Schema.NullOr(Schema.String),
  path: Schema.NullOr(Schema.String),
  target_type: Schema.NullOr(Schema.String),
  target_id: Schema.NullOr(Schema.String),
  status: Schema.NullOr(Schema.Int),
  request_id: Schema.String
})
type Row = typeof Row.Type

const toWire = ({ actor_id, actor_label, actor_type, target_id, target_type, ...entry }: Row): AuditEntry => ({
  ...entry,
  created_at: iso(entry.created_at),
  actor: { type: actor_type, id: actor_id, label: actor_label },
  target: target_type === null || target_id === null ? null : { type: target_type, id: target_id }
})

/** Read and written in between others' requests. */
const partRows = 2_000

export class AuditLogStore extends Context.Service<
  AuditLogStore,
  {
    list(customer_id: string, query: CursorQuery & AuditFilters): Effect.Effect<CursorPage<AuditEntry>, BadRequest>
    /** read beside the other reports: many of them at once would take the tenant's, and others', plain reads along */
    csv(customer_id: string, filters: AuditFilters): Effect.Effect<string, RateLimited | ServiceUnavailable>
  }
>()("hatchery/features/audit-log/AuditLogStore") {
  static readonly layer = Layer.effect(
    AuditLogStore,
    Effect.gen(function* () {
      const read = readWith(yield* SqlClient.SqlClient)
      const reports = yield* Reports
      const cursors = yield* cursorPaging
      return AuditLogStore.of({
        list: Effect.fn("AuditLogStore.list")(function* (customer_id, { cursor, limit, ...filters }) {
          const page = yield* cursors.page({
            customer_id,
            list: "audit-log",
            query: { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit }) },
            position: Schema.Tuple([Schema.String]),
            positionOf: (entry: Row): readonly [string] => [entry.audit_id],
            read: (after, count) => read(customer_id, filters, after?.[0] ?? null, count)
          })
          return mapPage(page, toWire)
        }),
        csv: Effect.fn("AuditLogStore.csv")((customer_id, filters) =>
          reports.read(customer_id, (sql) => wholeOf(readWith(sql), customer_id, filters))
        )
      })
    })
  )
}

/** Only what is asked for: a plan made for all filters at once finds entries by none of them. */
const askedOf = (
  sql: SqlClient.SqlClient,
  { action, actor_id, from, target_id, to }: AuditFilters,
  after: string | null
) => [
  ...(after === null ? [] : [sql`l.audit_id < ${after}::uuid`]),
  ...(actor_id === undefined ? [] : [sql`l.actor_id = ${actor_id}`]),
  ...(action === undefined ? [] : [sql`l.action = ${action}`]),
  ...(target_id === undefined ? [] : [sql`l.target_id = ${target_id}`]),
  ...(from === undefined ? [] : [sql`l.created_at >= ${new Date(parseInstant(from))}`]),
  ...(to === undefined ? [] : [sql`l.created_at < ${new Date(parseInstant(to))}`])
]

const readWith =
  (sql: SqlClient.SqlClient) => (customer_id: string, filters: AuditFilters, after: string | null, count: number) =>
    rows(Row)(sql`
      SELECT l.audit_id, l.created_at, l.actor_type, l.actor_id, l.action, l.method, l.path, l.target_type,
        l.target_id, l.status, l.request_id,
        CASE l.actor_type
          WHEN 'system' THEN 'system'
          WHEN 'api_key' THEN coalesce(k.label, 'former key')
          ELSE coalesce(a.email, 'former member') END AS actor_label
      FROM audit_log AS l
      LEFT JOIN accounts AS a ON l.actor_type IN ('account', 'sso') AND a.customer_id = l.customer_id
        AND a.account_id::text = l.actor_id
      LEFT JOIN api_keys AS k ON l.actor_type = 'api_key' AND k.customer_id = l.customer_id
        AND k.api_key_id::text = l.actor_id
      WHERE ${sql.and([sql`l.customer_id = ${customer_id}::uuid`, ...askedOf(sql, filters, after)])}
      ORDER BY l.audit_id DESC LIMIT ${count}`)

const wholeOf = Effect.fnUntraced(function* (
  read: ReturnType<typeof readWith>,
  customer_id: string,
  filters: AuditFilters
) {
  const parts: Array<string> = []
  let after: string | null = null
  for (let left = csvRowsMax; left > 0; left -= partRows) {
    const found: ReadonlyArray<Row> = yield* read(customer_id, filters, after, Math.min(left, partRows))
    parts.push(csvPart(found.map(toWire), after === null))
    if (found.length < partRows) break
    after = found.at(-1)!.audit_id
  }
  return parts.join("")
})
