/** What a look writes: an alert for a sign that is new, the newest of one that lasts, the end of one that is over. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { tellBeside } from "../../../../platform/notifications/Tell.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { execute, row, rows } from "../../../../platform/postgres/Sql.ts"
import type { Outbox } from "../../../../platform/webhooks/Outbox.ts"
import { iso } from "../../../../wire/Ids.ts"
import { type News, severities, type Severity } from "../../../../wire/Notification.ts"
import type { Sign } from "../Rules/Choice.ts"
import { hour_ms } from "./Hours.ts"

const over_after_ms = 24 * hour_ms
const muted_ms = 7 * 24 * hour_ms

const KnownRow = Schema.Struct({ alert_id: Schema.String, severity: Schema.Literals(severities) })
const OverRow = Schema.Struct({
  ...KnownRow.fields,
  kind: Schema.String,
  subject_type: Schema.String,
  subject_id: Schema.String,
  subject_key: Schema.String
})

const kinds: Readonly<Record<string, string>> = {
  rule_spike: "A rule pays much more than it used to",
  user_farming: "A buddy earns much more than all others",
  budget: "The budget of a rule runs out",
  silence: "An event type has gone silent",
  unknown_types: "Many events are of types nobody has defined",
  no_sinks: "Nobody spends coins any more",
  quota: "The month's events run out",
  webhook_failing: "A webhook endpoint keeps failing",
  refusals: "Many events come to nothing by one limit"
}

/** Names no buddy: who may read the alert sees whom it is about. */
const newsOf = (alert_id: string, { kind, severity, subject }: Sign): News => {
  const about = subject.type === "buddy" ? "" : `: ${subject.key}`
  const message = `${kinds[kind] ?? kind}${about}.`
  return { kind: "economy_alert", severity, subject: alert_id, message, details: { alert_id, alert_kind: kind } }
}

const rank = (severity: Severity): number => severities.indexOf(severity)

export const signWriter = (sql: SqlClient.SqlClient, outbox: Outbox["Service"]) => {
  /** Of the quota people are told whatever becomes of the alert: see Looks. */
  const tell = (customer_id: string, alert_id: string, sign: Sign) =>
    sign.kind === "quota" ? Effect.void : tellBeside(sql, customer_id, newsOf(alert_id, sign))

  const open = Effect.fnUntraced(function* (customer_id: string, sign: Sign, body: string, now: Date) {
    const { kind, severity, subject } = sign
    const alert_id = yield* uuid
    const opened = yield* execute(sql`
      INSERT INTO economy_alerts (customer_id, alert_id, kind, subject_type, subject_id, subject_key, severity, status,
        sign, first_seen_at, last_seen_at)
      SELECT ${customer_id}::uuid, ${alert_id}::uuid, ${kind}, ${subject.type}, ${subject.id}, ${subject.key},
        ${severity}, 'open', ${body}::jsonb, ${now}, ${now}
      WHERE NOT EXISTS (SELECT FROM economy_alerts WHERE customer_id = ${customer_id}::uuid AND kind = ${kind}
        AND subject_type = ${subject.type} AND subject_id = ${subject.id} AND status = 'dismissed'
        AND ended_at > ${new Date(now.getTime() - muted_ms)})
      RETURNING 1`)
    if (opened === 0) return
    yield* tell(customer_id, alert_id, sign)
    const { expected, observed } = sign
    const told = { alert_id, kind, severity, subject, observed, expected, occurred_at: iso(now) }
    yield* outbox.enqueue(customer_id, [{ event: "economy.alert_opened", body: told }])
  })

  return {
    /** Seen again, it is the same alert; graver than before, it is told again. */
    see: Effect.fnUntraced(function* (customer_id: string, sign: Sign, now: Date) {
      const { kind, severity, subject, ...seen } = sign
      const body = JSON.stringify(seen)
      const known = yield* row(KnownRow)(sql`
        SELECT alert_id, severity FROM economy_alerts WHERE customer_id = ${customer_id}::uuid AND kind = ${kind}
          AND subject_type = ${subject.type} AND subject_id = ${subject.id} AND status IN ('open', 'acknowledged')
        FOR UPDATE`)
      if (Option.isNone(known)) return yield* open(customer_id, sign, body, now)
      const { alert_id, severity: before } = known.value
      yield* execute(sql`
        UPDATE economy_alerts SET sign = ${body}::jsonb, severity = ${severity}, last_seen_at = ${now}
        WHERE customer_id = ${customer_id}::uuid AND alert_id = ${alert_id}::uuid RETURNING 1`)
      if (rank(severity) > rank(before)) yield* tell(customer_id, alert_id, sign)
    }),
    /** What has not been seen for a day is over. */
    resolve: Effect.fnUntraced(function* (customer_id: string, now: Date) {
      const over = yield* rows(OverRow)(sql`
        UPDATE economy_alerts SET status = 'resolved', ended_at = ${now}
        WHERE customer_id = ${customer_id}::uuid AND status IN ('open', 'acknowledged')
          AND last_seen_at <= ${new Date(now.getTime() - over_after_ms)}
        RETURNING alert_id, kind, severity, subject_type, subject_id, subject_key`)
      const occurred_at = iso(now)
      const told = over.map(({ alert_id, kind, severity, subject_id, subject_key, subject_type }) => ({
        event: "economy.alert_resolved" as const,
        body: {
          alert_id,
          kind,
          severity,
          subject: { type: subject_type, id: subject_id, key: subject_key },
          occurred_at
        }
      }))
      yield* outbox.enqueue(customer_id, told)
    })
  }
}
