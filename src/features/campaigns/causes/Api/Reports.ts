/** What is told of causes: crossings, their story, and figures by day. */
import { Schema } from "effect"
import { Id, Timestamp } from "../../../../wire/Ids.ts"

const Day = Schema.String.annotate({ description: "YYYY-MM-DD in the workspace's zone" })
const units = Schema.Finite

export const Crossing = Schema.Struct({
  crossing: Schema.Int.annotate({ description: "counted through all thresholds the cause has had" }),
  total_units: Schema.Int,
  occurred_at: Timestamp,
  delivery_status: Schema.Literals(["delivered", "pending", "failed", "exhausted", "none"]),
  prev_hash: Schema.String,
  hash: Schema.String.annotate({
    description:
      "hex SHA-256 of `<prev_hash>|<cause_id>|<crossing>|<total_units>|<occurred_at>`; the first prev_hash is 64 zeros"
  })
}).annotate({ identifier: "CauseCrossing" })
export type Crossing = typeof Crossing.Type

export const auditActions = [
  "created",
  "updated",
  "activated",
  "drafted",
  "archived",
  "webhook_changed",
  "secret_rotated",
  "test_sent",
  "threshold_reached"
] as const
export const CauseAuditEntry = Schema.Struct({
  audit_id: Id,
  cause_id: Id,
  action: Schema.Literals(auditActions),
  actor: Schema.Struct({ type: Schema.String, id: Schema.String }),
  changes: Schema.Record(Schema.String, Schema.Json).annotate({
    description: "by field `{from, to}`; of a crossing its facts. Never a secret"
  }),
  occurred_at: Timestamp
}).annotate({ identifier: "CauseAuditEntry" })
export type CauseAuditEntry = typeof CauseAuditEntry.Type

export const CausePreview = Schema.Struct({
  cause_id: Id,
  from: Timestamp,
  to: Timestamp,
  events: Schema.Int.annotate({ description: "that would have counted" }),
  units,
  crossings: Schema.Int.annotate({ description: "from a total of zero" }),
  contributors: Schema.Int,
  is_complete: Schema.Boolean.annotate({ description: "false: there were more events than a preview looks at" }),
  by_day: Schema.Array(Schema.Struct({ date: Day, events: Schema.Int, units }))
}).annotate({ identifier: "CausePreview" })
export type CausePreview = typeof CausePreview.Type

export const windowDaysMax = 366
export const windowDaysDefault = 30

export const CauseAnalytics = Schema.Struct({
  window_days: Schema.Int,
  causes: Schema.Array(
    Schema.Struct({
      cause_id: Id,
      cause_key: Schema.String,
      name: Schema.String,
      status: Schema.String,
      total_units: units,
      units_in_window: units,
      contributors: Schema.Int,
      crossings: Schema.Int,
      by_day: Schema.Array(Schema.Struct({ date: Day, units }))
    })
  )
}).annotate({ identifier: "CauseAnalytics" })
export type CauseAnalytics = typeof CauseAnalytics.Type
