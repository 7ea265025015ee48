/** Alerts in Postgres, and what a workspace wants of them. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { InvalidTransition, NotFound } from "../../../wire/Failure.ts"
import { iso, isUuid } from "../../../wire/Ids.ts"
import { severities, type Severity } from "../../../wire/Notification.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import {
  type Alert,
  type AlertConfig,
  alertKinds,
  type AlertKind,
  AlertSign,
  alertStatuses,
  type AlertStatus,
  AlertSubject,
  type KindChanges,
  kinds,
  type UpdateAlert
} from "./Api.ts"

const Row = Schema.Struct({
  alert_id: Schema.String,
  kind: Schema.Literals(kinds),
  severity: Schema.Literals(severities),
  status: Schema.Literals(alertStatuses),
  subject: AlertSubject,
  sign: AlertSign,
  note: Schema.NullOr(Schema.String),
  first_seen_at: Schema.Date,
  last_seen_at: Schema.Date,
  ended_at: Schema.NullOr(Schema.Date)
})

const columns = `alert_id, kind, severity, status, sign, note, first_seen_at, last_seen_at, ended_at,
  json_build_object('type', subject_type, 'id', subject_id, 'key', subject_key) AS subject`

const toWire = ({ ended_at, first_seen_at, last_seen_at, sign, ...alert }: typeof Row.Type): Alert => ({
  ...alert,
  ...sign,
  first_seen_at: iso(first_seen_at),
  last_seen_at: iso(last_seen_at),
  resolved_at: alert.status === "resolved" && ended_at !== null ? iso(ended_at) : null
})

export interface AlertQuery extends OffsetQuery {
  readonly status?: AlertStatus
  readonly kind?: AlertKind
  readonly severity?: Severity
}

type OwnConfig = Readonly<Partial<Record<AlertKind, KindChanges>>>
const ConfigRow = Schema.Struct({ config: Schema.Unknown as unknown as Schema.Codec<OwnConfig> })

/** What holds for everybody, with what this workspace has changed. */
const completed = (own: OwnConfig) =>
  Object.fromEntries(
    kinds.map((kind) => [kind, { enabled: true, ...alertKinds[kind], ...own[kind] }])
  ) as unknown as AlertConfig

export class AlertStore extends Context.Service<
  AlertStore,
  {
    list(customer_id: string, query: AlertQuery): Effect.Effect<OffsetPage<Alert>>
    get(customer_id: string, id: string): Effect.Effect<Alert, NotFound>
    update(customer_id: string, id: string, change: UpdateAlert): Effect.Effect<Alert, NotFound | InvalidTransition>
    config(customer_id: string): Effect.Effect<AlertConfig>
    configure(customer_id: string, changes: OwnConfig): Effect.Effect<AlertConfig>
  }
>()("hatchery/features/alerts/AlertStore") {
  static readonly layer = Layer.effect(
    AlertStore,
    Effect.map(SqlClient.SqlClient, (sql) => AlertStore.of({ ...records(sql), ...configs(sql) }))
  )
}

const unknown = () => new NotFound({ resource: "alert" })

const records = (sql: SqlClient.SqlClient): Pick<AlertStore["Service"], "list" | "get" | "update"> => {
  const all = sql.literal(columns)
  const get = Effect.fn("AlertStore.get")(function* (customer_id: string, id: string) {
    if (!isUuid(id)) return yield* unknown()
    const found = yield* row(Row)(sql`
      SELECT ${all} FROM economy_alerts WHERE customer_id = ${customer_id}::uuid AND alert_id = ${id}::uuid`)
    return Option.isNone(found) ? yield* unknown() : toWire(found.value)
  })
  return {
    get,
    list: Effect.fn("AlertStore.list")(function* (
      customer_id,
      { kind = null, severity = null, status = null, ...page }
    ) {
      const where = sql`customer_id = ${customer_id}::uuid AND (${status}::text IS NULL OR status = ${status})
        AND (${kind}::text IS NULL OR kind = ${kind}) AND (${severity}::text IS NULL OR severity = ${severity})`
      return yield* offsetList(page, {
        count: sql`SELECT count(*)::int AS total FROM economy_alerts WHERE ${where}`,
        read: (limit, offset) =>
          Effect.map(
            rows(Row)(sql`
              SELECT ${all} FROM economy_alerts WHERE ${where}
              ORDER BY first_seen_at DESC, alert_id DESC LIMIT ${limit} OFFSET ${offset}`),
            (found) => found.map(toWire)
          )
      })
    }),
    update: Effect.fn("AlertStore.update")(function* (customer_id, id, { note, status }) {
      const { status: from } = yield* get(customer_id, id)
      const before = status === "acknowledged" ? ["open"] : ["open", "acknowledged"]
      const ended_at = status === "dismissed" ? yield* nowDate : null
      const changed = yield* row(Row)(sql`
        UPDATE economy_alerts SET status = ${status}, ended_at = ${ended_at},
          note = CASE WHEN ${note === undefined} THEN note ELSE ${note ?? null} END
        WHERE customer_id = ${customer_id}::uuid AND alert_id = ${id}::uuid AND status = ANY(${before}::text[])
        RETURNING ${all}`)
      return Option.isNone(changed) ? yield* new InvalidTransition({ from, to: status }) : toWire(changed.value)
    })
  }
}

const configs = (sql: SqlClient.SqlClient): Pick<AlertStore["Service"], "config" | "configure"> => {
  const own = Effect.fnUntraced(function* (customer_id: string) {
    const found = yield* row(ConfigRow)(sql`SELECT config FROM alert_configs WHERE customer_id = ${customer_id}::uuid`)
    return Option.isNone(found) ? {} : found.value.config
  })
  return {
    config: (customer_id) => Effect.map(own(customer_id), completed),
    configure: Effect.fn("AlertStore.configure")(function* (customer_id, changes) {
      yield* execute(sql`
        INSERT INTO alert_configs (customer_id, config) VALUES (${customer_id}::uuid, '{}')
        ON CONFLICT (customer_id) DO NOTHING RETURNING 1`)
      yield* execute(sql`SELECT 1 FROM alert_configs WHERE customer_id = ${customer_id}::uuid FOR UPDATE`)
      const before = yield* own(customer_id)
      const merged = Object.fromEntries(kinds.map((kind) => [kind, { ...before[kind], ...changes[kind] }]))
      yield* execute(sql`
        UPDATE alert_configs SET config = ${JSON.stringify(merged)}::jsonb
        WHERE customer_id = ${customer_id}::uuid RETURNING 1`)
      return completed(merged)
    }, transactionOf(sql))
  }
}
