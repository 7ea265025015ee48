/** A cause, the endpoint of its partner, and how they are written. */
import { Schema } from "effect"
import { microUnits } from "../../../../wire/campaigns/Causes.ts"
import {
  absentAs,
  AudienceKey,
  EventTypeName,
  Filters,
  Key,
  Match,
  newKeyBeside,
  orNull,
  PropertyName,
  real,
  whole
} from "../../../../wire/content/Shared.ts"
import { displayName, Id, text, Timestamp } from "../../../../wire/Ids.ts"

const unitsMax = 1_000_000

const inMicroUnits = Schema.makeFilter<number>((units) =>
  Math.round(units * microUnits) / microUnits === units ? undefined : "must have at most 6 decimals"
)
const Units = real(1 / microUnits, unitsMax).check(inMicroUnits)

export const Counter = Schema.Struct({
  event_type: EventTypeName,
  filters: Filters,
  match: Match,
  metric: absentAs(Schema.Literals(["count", "sum"]), "count").annotate({
    description: "sum: the value of `property`, a number from 0 on, times units_per_event; at most a million units"
  }),
  property: orNull(PropertyName),
  units_per_event: Units.annotate({ description: "at most 6 decimals" })
})
  .check(
    Schema.makeFilter<{ readonly metric: string; readonly property: string | null }>(({ metric, property }) =>
      metric === "sum" && property === null ? { path: ["property"], issue: "sum needs a property" } : undefined
    )
  )
  .annotate({ identifier: "CauseCounter" })
export type Counter = typeof Counter.Type

const Status = Schema.Literals(["draft", "active"])
const Name = displayName({ max: 200 })
const Description = text({ max: 2_000 })
const UnitLabel = displayName({ max: 200 })
export const unitLabelDefault = "unit"
const Threshold = whole(1, 1_000_000_000).annotate({ description: "in units; each multiple of it is told once" })
/** As endpoints of webhooks: judged by the outbound policy when it is saved, and again when it is called. */
const WebhookUrl = text({ min: 1, max: 2_048 }).annotate({ format: "uri" })

/** Routes beside those of one cause. */
export const wordsBeside = ["analytics", "analytics.csv", "audit", "preview-30-days"]

export const CauseInput = Schema.Struct({
  cause_key: orNull(newKeyBeside(wordsBeside)).annotate({ description: "absent: made of the name" }),
  name: Name,
  description: absentAs(Description, ""),
  unit_label: absentAs(UnitLabel, unitLabelDefault),
  counter: Counter,
  threshold_unit: Threshold,
  webhook_url: orNull(WebhookUrl),
  audience: AudienceKey,
  status: absentAs(Status, "draft")
}).annotate({ identifier: "CauseInput" })
export type CauseInput = typeof CauseInput.Type

export const CausePatch = Schema.Struct({
  name: Schema.optionalKey(Name),
  description: Schema.optionalKey(Schema.NullOr(Description)),
  unit_label: Schema.optionalKey(Schema.NullOr(UnitLabel)),
  counter: Schema.optionalKey(Counter),
  threshold_unit: Schema.optionalKey(Threshold),
  webhook_url: Schema.optionalKey(Schema.NullOr(WebhookUrl)),
  audience: Schema.optionalKey(Schema.NullOr(Key)),
  status: Schema.optionalKey(Status)
}).annotate({ identifier: "CausePatch" })
export type CausePatch = typeof CausePatch.Type

export const CauseWebhook = Schema.Struct({
  webhook_url: Schema.NullOr(Schema.String),
  secret_last4: Schema.NullOr(Schema.String),
  enabled: Schema.Boolean.annotate({ description: "false as well while there is no URL" }),
  secret: Schema.optionalKey(
    Schema.String.annotate({ description: "whsec_...; shown only by the answer that made or rotated it" })
  )
}).annotate({ identifier: "CauseWebhook" })
export type CauseWebhook = typeof CauseWebhook.Type

export const CauseWebhookPatch = Schema.Struct({
  webhook_url: Schema.optionalKey(Schema.NullOr(WebhookUrl)),
  enabled: Schema.optionalKey(Schema.Boolean),
  rotate_secret: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "CauseWebhookPatch" })
export type CauseWebhookPatch = typeof CauseWebhookPatch.Type

export const Cause = Schema.Struct({
  cause_id: Id,
  cause_key: Schema.String,
  name: Schema.String,
  description: Schema.String,
  unit_label: Schema.String,
  counter: Counter,
  threshold_unit: Schema.Int,
  webhook_url: Schema.NullOr(Schema.String),
  audience: Schema.NullOr(Schema.String),
  status: Status,
  total_units: Schema.Finite.annotate({ description: "all that was counted, of drafts too" }),
  contributors: Schema.Int.annotate({ description: "buddies whose events have counted" }),
  crossings: Schema.Int.annotate({ description: "how often a threshold was reached, ever" }),
  webhook: CauseWebhook,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Cause" })
export type Cause = typeof Cause.Type
