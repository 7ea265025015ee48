/**
 * Endpoints of a tenant that hear of its events, and what was sent to them. Contract part 6 and `Webhook subscriptions`
 * of part 4.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { NamesHost } from "../../../wire/Access.ts"
import { badRequest, failure, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant, text, Timestamp } from "../../../wire/Ids.ts"
import { cursorQuery, offsetPage, offsetQuery, wholeList } from "../../../wire/Page.ts"
import { isWebhookPattern, webhookNames } from "../../../wire/Webhook.ts"
import { deliveryStatuses, WebhookDeliveries, WebhookDelivery } from "../../../wire/answers/WebhookDelivery.ts"
import { says } from "../../../wire/Words.ts"

export const webhookLimits = {
  endpoints_max: 50,
  patterns_max: 100,
  headers_max: 20,
  url_length_max: 2_048,
  grace_hours_max: 72
} as const

const Pattern = Schema.String.check(
  Schema.makeFilter<string>((pattern) =>
    isWebhookPattern(pattern)
      ? undefined
      : "must be an event of GET /webhook-configs/events, a family such as badge.*, or *"
  )
)
const Patterns = Schema.Array(Pattern).check(Schema.isMinLength(1), Schema.isMaxLength(webhookLimits.patterns_max))
const Url = text({ min: 1, max: webhookLimits.url_length_max }).annotate({ format: "uri" })
const Headers = Schema.Record(Schema.String, Schema.String)
  .check(Schema.isMaxProperties(webhookLimits.headers_max))
  .annotate({
    description: `at most ${webhookLimits.headers_max} headers sent along with every delivery`
  })
const Description = text({ max: 500 })
const Event = Schema.Literals(webhookNames)

export const WebhookConfig = Schema.Struct({
  webhook_config_id: Id,
  url: Schema.String,
  description: Schema.String,
  events: Schema.Array(Schema.String),
  enabled: Schema.Boolean,
  status: Schema.Literals(["active", "disabled"]),
  headers: Schema.Record(Schema.String, Schema.String),
  failing_since: Schema.NullOr(Timestamp).annotate({
    description: "set while every attempt fails; five days of that disable the endpoint"
  }),
  disabled_at: Schema.NullOr(Timestamp),
  previous_secret_expires_at: Schema.NullOr(Timestamp).annotate({
    description: "when the last of the replaced secrets stops signing, while one does"
  }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "WebhookConfig" })
export type WebhookConfig = typeof WebhookConfig.Type

const shownOnce = { secret: Schema.String.annotate({ description: "whsec_...; shown only here" }) }
export const NewWebhookConfig = Schema.Struct({ ...WebhookConfig.fields, ...shownOnce }).annotate({
  identifier: "NewWebhookConfig"
})

export const CreateWebhookConfig = Schema.Struct({
  url: Url,
  events: Patterns,
  description: Schema.optionalKey(Description),
  enabled: Schema.optionalKey(Schema.Boolean),
  headers: Schema.optionalKey(Headers)
})
export type CreateWebhookConfig = typeof CreateWebhookConfig.Type
export const UpdateWebhookConfig = Schema.Struct({
  url: Schema.optionalKey(Url),
  events: Schema.optionalKey(Patterns),
  description: Schema.optionalKey(Description),
  enabled: Schema.optionalKey(Schema.Boolean),
  headers: Schema.optionalKey(Headers)
})
export type UpdateWebhookConfig = typeof UpdateWebhookConfig.Type

export const RotateSecret = Schema.Struct({
  grace_hours: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: webhookLimits.grace_hours_max }))
  )
})
export const RotatedSecret = Schema.Struct({
  webhook_config_id: Id,
  ...shownOnce,
  previous_secret_expires_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "RotatedWebhookSecret" })

export const Recover = Schema.Struct({ since: Instant, until: Schema.optionalKey(Schema.NullOr(Instant)) })
export const Recovered = Schema.Struct({
  webhook_config_id: Id,
  recovered: Schema.Int.annotate({ description: "deliveries that will be sent again" })
})

export const CatalogueEntry = Schema.Struct({
  event: Schema.String,
  description: Schema.String,
  sent_to: Schema.Literals(["endpoints", "cause"]).annotate({
    description: "endpoints: whoever subscribes; cause: only the webhook_url configured on the cause"
  }),
  payload_schema: Schema.Record(Schema.String, Schema.Json).annotate({ description: "JSON Schema of the body" }),
  example: Schema.Json
}).annotate({ identifier: "WebhookEvent" })

export const WebhookAttempt = Schema.Struct({
  attempt: Schema.Int,
  attempted_at: Timestamp,
  response_status: Schema.NullOr(Schema.Int),
  response_ms: Schema.Int,
  error: Schema.NullOr(Schema.String),
  response_excerpt: Schema.NullOr(Schema.String)
}).annotate({ identifier: "WebhookAttempt" })
export type WebhookAttempt = typeof WebhookAttempt.Type

export const WebhookDeliveryDetail = Schema.Struct({
  ...WebhookDelivery.fields,
  body: Schema.Json.annotate({ description: "what is sent" }),
  attempt_log: Schema.Array(WebhookAttempt)
}).annotate({ identifier: "WebhookDeliveryDetail" })
export type WebhookDeliveryDetail = typeof WebhookDeliveryDetail.Type

export class WebhookConfigDisabled extends Schema.TaggedError<WebhookConfigDisabled>()("WebhookConfigDisabled", {
  webhook_config_id: Schema.String
}) {}
export const webhookConfigDisabled = failure(WebhookConfigDisabled, {
  status: 409,
  code: "webhook_config_disabled",
  message: () => "This endpoint is disabled. Enable it with PATCH before sending to it.",
  details: ({ webhook_config_id }) => ({ webhook_config_id })
})

export class WebhookConfigLimit extends Schema.TaggedError<WebhookConfigLimit>()("WebhookConfigLimit", {}) {}
export const webhookConfigLimit = failure(WebhookConfigLimit, {
  status: 409,
  code: "webhook_config_limit",
  message: () => `A workspace has at most ${webhookLimits.endpoints_max} webhook endpoints.`,
  details: () => ({ max: webhookLimits.endpoints_max })
})

const params = { id: Schema.String }

export class WebhookConfigsApi extends tenantGroup(
  HttpApiGroup.make("webhook-configs").add(
    HttpApiEndpoint.get("list", "/webhook-configs", {
      query: offsetQuery,
      success: offsetPage(WebhookConfig),
      error: validationFailed
    }).annotateMerge(says("List webhook endpoints", "Without their secrets.")),
    HttpApiEndpoint.post("create", "/webhook-configs", {
      payload: CreateWebhookConfig,
      success: NewWebhookConfig.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, webhookConfigLimit]
    })
      .annotate(NamesHost, "url")
      .annotateMerge(
        says(
          "Create a webhook endpoint",
          "Adds an endpoint: https and public addresses only. The answer shows its secret, once."
        )
      ),
    HttpApiEndpoint.get("catalogue", "/webhook-configs/events", { success: wholeList(CatalogueEntry) }).annotateMerge(
      says("List events you can hear of", "Every outbound event with the JSON Schema and an example of its body.")
    ),
    HttpApiEndpoint.get("get", "/webhook-configs/:id", {
      params,
      success: WebhookConfig,
      error: notFound
    }).annotateMerge(
      says(
        "Show a webhook endpoint",
        "Whether it is active, and since when it fails. Its secret is shown only when it is made or rotated."
      )
    ),
    HttpApiEndpoint.patch("update", "/webhook-configs/:id", {
      params,
      payload: UpdateWebhookConfig,
      success: WebhookConfig,
      error: [notFound, validationFailed]
    })
      .annotate(NamesHost, "url")
      .annotateMerge(
        says(
          "Change a webhook endpoint",
          "Fields left out stay. `enabled: true` switches it on again after failures switched it off."
        )
      ),
    HttpApiEndpoint.delete("remove", "/webhook-configs/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Delete a webhook endpoint", "Removes an endpoint. What waits for it is not sent any more.")),
    HttpApiEndpoint.post("test", "/webhook-configs/:id/test", {
      params,
      payload: Schema.Struct({ event: Event }),
      success: WebhookDelivery,
      error: [notFound, validationFailed, webhookConfigDisabled]
    }).annotateMerge(
      says(
        "Send a test delivery",
        "Sends the example of an event to this endpoint, subscribed or not, signed like any other delivery."
      )
    ),
    HttpApiEndpoint.post("rotate", "/webhook-configs/:id/rotate-secret", {
      params,
      payload: [RotateSecret, Schema.Null],
      success: RotatedSecret,
      error: [notFound, validationFailed]
    }).annotateMerge(
      says(
        "Replace an endpoint's secret",
        "Replaces the secret; the answer shows the new one, once. During `grace_hours` (default 0) X-Svc-Signature " +
          "is still signed with the old secret and webhook-signature carries a signature of each."
      )
    ),
    HttpApiEndpoint.post("recover", "/webhook-configs/:id/recover", {
      params,
      payload: Recover,
      success: Recovered,
      error: [notFound, validationFailed, webhookConfigDisabled]
    }).annotateMerge(
      says(
        "Send missed deliveries again",
        "Sends every delivery of the period again that has not succeeded, under its old X-Svc-Delivery."
      )
    ),
    HttpApiEndpoint.get("deliveries", "/webhook-configs/:id/deliveries", {
      params,
      query: {
        ...cursorQuery,
        status: Schema.optionalKey(Schema.Literals(deliveryStatuses)),
        event: Schema.optionalKey(Event)
      },
      success: WebhookDeliveries,
      error: [notFound, validationFailed, badRequest]
    }).annotateMerge(says("List deliveries of an endpoint", "Deliveries of this endpoint, newest first.")),
    HttpApiEndpoint.get("delivery", "/webhook-deliveries/:id", {
      params,
      success: WebhookDeliveryDetail,
      error: notFound
    }).annotateMerge(says("Show a delivery", "Its body and every attempt, with what your endpoint answered.")),
    HttpApiEndpoint.post("replay", "/webhook-deliveries/:id/replay", {
      params,
      success: WebhookDelivery,
      error: [notFound, webhookConfigDisabled]
    }).annotateMerge(
      says(
        "Send a delivery again",
        "Sends a delivery again: same X-Svc-Delivery and body, current secret, new timestamp."
      )
    )
  ),
  {
    access: "config",
    capability: "webhooks",
    description: "Webhook endpoints, their event catalogue and their deliveries"
  }
) {}
