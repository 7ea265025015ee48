/**
 * Causes: what users do adds up to real units, and a partner of the tenant hears of each threshold at an endpoint of
 * its own. Live, addressed by id or key.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, NamesHost } from "../../../wire/Access.ts"
import {
  alreadyExists,
  badRequest,
  failure,
  invalidTransition,
  notFound,
  serviceUnavailable,
  validationFailed
} from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { Id } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery, offsetPage, offsetQuery, wholeList } from "../../../wire/Page.ts"
import { campaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { whole } from "../../../wire/content/Shared.ts"
import { deliveryStatuses, WebhookDeliveries } from "../../../wire/answers/WebhookDelivery.ts"
import { says } from "../../../wire/Words.ts"
import { Cause, CauseInput, CausePatch, CauseWebhook, CauseWebhookPatch } from "./Api/Records.ts"
import { CauseAnalytics, CauseAuditEntry, CausePreview, Crossing, windowDaysMax } from "./Api/Reports.ts"

export const causeLimits = {
  active_max: 20,
  /** drafts and active ones */
  causes_max: 100
} as const

export class CauseActive extends Schema.TaggedError<CauseActive>()("CauseActive", {
  fields: Schema.Array(Schema.String)
}) {}
export const causeActive = failure(CauseActive, {
  status: 409,
  code: "cause_active",
  message: (e) => `An active cause keeps its ${e.fields.join(", ")}: take it back to draft first.`,
  details: (e) => ({ fields: e.fields })
})

export class WebhookNotConfigured extends Schema.TaggedError<WebhookNotConfigured>()("WebhookNotConfigured", {}) {}
export const webhookNotConfigured = failure(WebhookNotConfigured, {
  status: 409,
  code: "webhook_not_configured",
  message: () =>
    "This cause has no webhook that could be sent to: set its webhook_url, enable it, or switch webhooks on."
})

const id = { id: Schema.String.annotate({ description: "id or key" }) }
const root = "/customers/me/causes"
const window = { window_days: Schema.optionalKey(whole(1, windowDaysMax)) }
const report = [rateLimited, serviceUnavailable] as const

const list = HttpApiEndpoint.get("list", root, {
  query: { ...offsetQuery, status: Schema.optionalKey(Schema.Literals(["draft", "active"])) },
  success: offsetPage(Cause)
}).annotateMerge(says("List causes", "Newest first. Narrow it down by status."))

const records = [
  HttpApiEndpoint.post("create", root, {
    payload: CauseInput,
    success: Cause.pipe(HttpApiSchema.status(201)),
    error: [validationFailed, alreadyExists, campaignLimit]
  })
    .annotate(NamesHost, "webhook_url")
    .annotateMerge(
      says("Create a cause", "As a draft, or active at once. With a webhook_url the answer shows its secret, once.")
    ),
  HttpApiEndpoint.get("get", `${root}/:id`, { params: id, success: Cause, error: notFound })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("Show a cause", "With all it has counted.")),
  HttpApiEndpoint.patch("update", `${root}/:id`, {
    params: id,
    payload: CausePatch,
    success: Cause,
    error: [validationFailed, notFound, causeActive, campaignLimit]
  })
    .annotate(NamesHost, "webhook_url")
    .annotateMerge(
      says(
        "Change a cause",
        "Fields left out stay. `status` activates it or takes it back to draft. An active one keeps its counter, " +
          "audience and threshold. With a new threshold counting crossings starts above the present total."
      )
    ),
  HttpApiEndpoint.delete("remove", `${root}/:id`, {
    params: id,
    success: HttpApiSchema.NoContent,
    error: notFound
  }).annotateMerge(says("Archive a cause", "It counts no more and is shown no more. What was told stays told.")),
  HttpApiEndpoint.post("draft", `${root}/:id/draft`, {
    params: id,
    success: Cause,
    error: [notFound, invalidTransition]
  }).annotateMerge(says("Take a cause back to draft", "It stops counting and keeps its total."))
] as const

const webhooks = [
  HttpApiEndpoint.get("webhook", `${root}/:id/webhook`, { params: id, success: CauseWebhook, error: notFound })
    .annotate(Access, "config")
    .annotateMerge(says("Show the webhook of a cause", "Where thresholds are told. Without the secret.")),
  HttpApiEndpoint.patch("setWebhook", `${root}/:id/webhook`, {
    params: id,
    payload: CauseWebhookPatch,
    success: CauseWebhook,
    error: [validationFailed, notFound, webhookNotConfigured]
  })
    .annotate(NamesHost, "webhook_url")
    .annotateMerge(
      says(
        "Change the webhook of a cause",
        "At once, whatever the status. A new URL keeps the secret; `rotate_secret` replaces it and shows the new one."
      )
    ),
  HttpApiEndpoint.post("testWebhook", `${root}/:id/webhook/test`, {
    params: id,
    success: Schema.Struct({ delivery_id: Id }).pipe(HttpApiSchema.status(202)),
    error: [notFound, webhookNotConfigured]
  }).annotateMerge(
    says("Send a test to the webhook of a cause", "A threshold that nobody has reached, with is_test true.")
  ),
  HttpApiEndpoint.get("deliveries", `${root}/:id/webhook/deliveries`, {
    params: id,
    query: { ...cursorQuery, status: Schema.optionalKey(Schema.Literals(deliveryStatuses)) },
    success: WebhookDeliveries,
    error: [notFound, badRequest]
  })
    .annotate(Access, "config")
    .annotateMerge(says("List deliveries of a cause", "What its webhook was sent, newest first."))
] as const

const preview = says(
  "Preview what causes would have counted",
  "What recorded events of the last 30 days would have brought each cause, whatever its status. Looks at the 100,000 " +
    "newest events of a type, and at 400,000 in all."
)
const reports = [
  HttpApiEndpoint.get("crossings", `${root}/:id/crossings`, {
    params: id,
    query: cursorQuery,
    success: cursorPage(Crossing),
    error: [notFound, badRequest]
  })
    .annotate(Access, "tenant_read")
    .annotateMerge(
      says(
        "List thresholds a cause has reached",
        "Newest first, chained by their hashes: none can be added or dropped."
      )
    ),
  HttpApiEndpoint.get("preview", `${root}/:id/preview-30-days`, {
    params: id,
    success: CausePreview,
    error: [notFound, ...report]
  })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("Preview what a cause would have counted", "As the preview of all causes, for one.")),
  HttpApiEndpoint.get("previews", `${root}/preview-30-days`, { success: wholeList(CausePreview), error: [...report] })
    .annotate(Access, "tenant_read")
    .annotateMerge(preview),
  HttpApiEndpoint.get("analytics", `${root}/analytics`, { query: window, success: CauseAnalytics, error: [...report] })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("Show what causes have counted", "By day, for up to 366 days; 30 when nothing is said.")),
  HttpApiEndpoint.get("analyticsCsv", `${root}/analytics.csv`, {
    query: window,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })),
    error: [...report]
  })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("Download what causes have counted", "date, cause_key, units, cumulative_units.")),
  HttpApiEndpoint.get("audit", `${root}/audit`, {
    query: cursorQuery,
    success: cursorPage(CauseAuditEntry),
    error: badRequest
  })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("List what was done to causes", "Newest first, crossings among it."))
] as const

export class CausesApi extends tenantGroup(
  HttpApiGroup.make("causes").add(list.annotate(Access, "tenant_read"), ...records, ...webhooks, ...reports),
  { access: "config", capability: "causes", description: "What users' events add up to, told to partners" }
) {}
