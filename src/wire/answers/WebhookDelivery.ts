/** What was sent to an endpoint: of the tenant's list, or of one thing that has an endpoint of its own. */
import { Schema } from "effect"
import { Id, Timestamp } from "../Ids.ts"

export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted"] as const
export const WebhookDelivery = Schema.Struct({
  delivery_id: Id,
  webhook_config_id: Id,
  event: Schema.String,
  status: Schema.Literals(deliveryStatuses).annotate({
    description: "failed: will be tried again; exhausted: will not"
  }),
  attempts: Schema.Int,
  response_status: Schema.NullOr(Schema.Int),
  response_ms: Schema.NullOr(Schema.Int),
  next_attempt_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  finished_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "WebhookDelivery" })
export type WebhookDelivery = typeof WebhookDelivery.Type

/** A page of them, newest first. */
export const WebhookDeliveries = Schema.Struct({
  data: Schema.Array(WebhookDelivery),
  nextCursor: Schema.NullOr(Schema.String)
})
