/** What looks wrong with an economy: found by a look every five minutes, told once, and ended when it is over. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { whole } from "../../../wire/content/Shared.ts"
import { invalidTransition, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../wire/Ids.ts"
import { severities } from "../../../wire/Notification.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

/** Each with what it takes: how many times what is expected, and how much at least; null: neither is asked for. */
export const alertKinds = {
  rule_spike: { factor: 10, min: 1_000 },
  user_farming: { factor: 10, min: 500 },
  budget: { factor: null, min: null },
  silence: { factor: null, min: 100 },
  unknown_types: { factor: null, min: 50 },
  no_sinks: { factor: null, min: 1_000 },
  quota: { factor: null, min: null },
  webhook_failing: { factor: null, min: null },
  refusals: { factor: null, min: 500 }
} as const
export type AlertKind = keyof typeof alertKinds
export const kinds = Object.keys(alertKinds) as ReadonlyArray<AlertKind>

export const alertStatuses = ["open", "acknowledged", "resolved", "dismissed"] as const
export type AlertStatus = (typeof alertStatuses)[number]
const subjects = ["rule", "buddy", "event_type", "item", "workspace"] as const

const figure = Schema.NullOr(Schema.Finite)

export const AlertSubject = Schema.Struct({ type: Schema.Literals(subjects), id: Schema.String, key: Schema.String })

/** What was seen. */
export const AlertSign = Schema.Struct({
  observed: Schema.Finite,
  expected: figure.annotate({ description: "null where nothing is usual" }),
  factor: figure.annotate({ description: "observed by expected" }),
  window: Schema.Struct({ from: Timestamp, to: Timestamp }),
  evidence: Schema.Array(Schema.Struct({ label: Schema.String, value: Schema.Finite })),
  links: Schema.Array(Schema.String).annotate({ description: "routes that tell more" }),
  suggestion: Schema.String
})

export const Alert = Schema.Struct({
  alert_id: Id,
  kind: Schema.Literals(kinds),
  severity: Schema.Literals(severities),
  status: Schema.Literals(alertStatuses),
  subject: AlertSubject,
  ...AlertSign.fields,
  note: Schema.NullOr(Schema.String),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  resolved_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "EconomyAlert" })
export type Alert = typeof Alert.Type

export const UpdateAlert = Schema.Struct({
  status: Schema.Literals(["acknowledged", "dismissed"]),
  note: Schema.optionalKey(Schema.NullOr(text({ max: 500 })))
}).annotate({ identifier: "UpdateEconomyAlert" })
export type UpdateAlert = typeof UpdateAlert.Type

export const KindConfig = Schema.Struct({
  enabled: Schema.Boolean,
  factor: Schema.NullOr(Schema.Finite).annotate({ description: "times what is expected" }),
  min: Schema.NullOr(Schema.Int).annotate({ description: "less is no sign" })
})
export const AlertConfig = Schema.Struct(
  Object.fromEntries(kinds.map((kind) => [kind, KindConfig])) as Record<AlertKind, typeof KindConfig>
).annotate({ identifier: "AlertConfig" })
export type AlertConfig = typeof AlertConfig.Type

export interface KindChanges {
  readonly enabled?: boolean
  readonly factor?: number
  readonly min?: number
}

/** Only what a kind goes by can be changed of it. */
const changes = (kind: AlertKind): Schema.Codec<KindChanges> =>
  Schema.Struct({
    enabled: Schema.optionalKey(Schema.Boolean),
    ...(alertKinds[kind].factor === null
      ? {}
      : { factor: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 2, maximum: 100 }))) }),
    ...(alertKinds[kind].min === null ? {} : { min: Schema.optionalKey(whole(1, 1_000_000_000)) })
  }) as unknown as Schema.Codec<KindChanges>

type ChangesByKind = Record<AlertKind, Schema.optionalKey<Schema.Codec<KindChanges>>>
export const UpdateAlertConfig = Schema.Struct(
  Object.fromEntries(kinds.map((kind) => [kind, Schema.optionalKey(changes(kind))])) as ChangesByKind
).annotate({ identifier: "UpdateAlertConfig" })

const alerts = "/economy/alerts"
const params = { alert_id: Schema.String }

export const alertFilters = {
  status: Schema.optionalKey(Schema.Literals(alertStatuses)),
  kind: Schema.optionalKey(Schema.Literals(kinds)),
  severity: Schema.optionalKey(Schema.Literals(severities))
}

export class AlertsApi extends tenantGroup(
  HttpApiGroup.make("alerts").add(
    HttpApiEndpoint.get("list", alerts, {
      query: { ...offsetQuery, ...alertFilters },
      success: offsetPage(Alert)
    }).annotateMerge(
      says(
        "List alerts",
        "The newest first: a rule that pays much more than it used to, a buddy far ahead of all others, an event " +
          "type that has gone silent, a budget or quota that runs out. Nothing is paused and nobody is blocked."
      )
    ),
    HttpApiEndpoint.get("get", `${alerts}/:alert_id`, { params, success: Alert, error: notFound }).annotateMerge(
      says("Show an alert", "What was seen and what was expected, with routes that tell more.")
    ),
    HttpApiEndpoint.patch("update", `${alerts}/:alert_id`, {
      params,
      payload: UpdateAlert,
      success: Alert,
      error: [notFound, invalidTransition, validationFailed]
    })
      .annotate(Access, "config")
      .annotateMerge(
        says(
          "Acknowledge or dismiss an alert",
          "An open one is acknowledged; an open or acknowledged one dismissed: then the same is not told for seven " +
            "days. It resolves by itself a day after it was last seen."
        )
      ),
    HttpApiEndpoint.get("config", "/economy/alert-config", { success: AlertConfig }).annotateMerge(
      says("Show what alerts look for", "By kind: whether, from which factor and which amount on.")
    ),
    HttpApiEndpoint.patch("configure", "/economy/alert-config", {
      payload: UpdateAlertConfig,
      success: AlertConfig,
      error: validationFailed
    })
      .annotate(Access, "config")
      .annotateMerge(
        says("Change what alerts look for", "Merged by kind. It holds from the next look on; alerts there are stay.")
      )
  ),
  { access: "tenant_read", capability: "analytics", description: "What looks wrong with the economy" }
) {}
