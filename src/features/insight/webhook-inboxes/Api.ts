/** Addresses of ours that take webhooks while a receiver is being built, and what arrived at them. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { badRequest, failure, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName, Id, isUuid, text, Timestamp } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery, wholeList } from "../../../wire/Page.ts"
import { absentAs, orNull, whole } from "../../../wire/content/Shared.ts"
import { says } from "../../../wire/Words.ts"

export const inboxLimits = {
  live_max: 5,
  days: 7,
  requests_max: 200,
  requests_hours: 24,
  requests_per_second: 100,
  /** replies of one inbox that wait for their delay */
  held_max: 100,
  wait_ms_max: 8_000,
  reply_bytes_max: 1_024,
  /** a request this far from its own timestamp is refused by a careful receiver */
  skew_seconds_max: 300
} as const

export const InboxReply = Schema.Struct({
  status: absentAs(whole(200, 599), 200),
  delay_ms: absentAs(whole(0, 20_000), 0),
  fail_first: absentAs(whole(0, 20), 0).annotate({
    description: "so many requests are answered with 500 first, counted from the moment this is set"
  }),
  body: orNull(text({ max: inboxLimits.reply_bytes_max })).annotate({
    description: `sent as text/plain, at most ${inboxLimits.reply_bytes_max} bytes of UTF-8`
  })
}).annotate({ identifier: "InboxReply" })
export type InboxReply = typeof InboxReply.Type

const utf8 = new TextEncoder()
/** What is kept may be longer: once characters were counted. */
const NewReply = InboxReply.check(
  Schema.makeFilter<InboxReply>(({ body }) =>
    body === null || utf8.encode(body).length <= inboxLimits.reply_bytes_max
      ? undefined
      : { path: ["body"], issue: `must not be longer than ${inboxLimits.reply_bytes_max} bytes` }
  )
).annotate({ identifier: "InboxReply" })

const Name = Schema.NullOr(displayName({ max: 200 }))

export const CreateInbox = Schema.Struct({
  name: Schema.optionalKey(Name),
  webhook_config_id: Schema.optionalKey(Schema.NullOr(text({ min: 1, max: 64 }))).annotate({
    description: "whose secret is checked with; absent: that of the endpoints whose url is this inbox"
  }),
  reply: Schema.optionalKey(NewReply)
}).annotate({ identifier: "CreateWebhookInbox" })
export type CreateInbox = typeof CreateInbox.Type

export const UpdateInbox = Schema.Struct({
  name: Schema.optionalKey(Name),
  reply: Schema.optionalKey(NewReply)
}).annotate({ identifier: "UpdateWebhookInbox" })
export type UpdateInbox = typeof UpdateInbox.Type

export const WebhookInbox = Schema.Struct({
  webhook_inbox_id: Id,
  name: Schema.NullOr(Schema.String),
  webhook_config_id: Schema.NullOr(Id),
  url: Schema.String.annotate({ format: "uri", description: "takes any method, without a credential" }),
  reply: Schema.toType(InboxReply),
  requests: Schema.Int.annotate({ description: "how many are listed" }),
  created_at: Timestamp,
  expires_at: Timestamp
}).annotate({ identifier: "WebhookInbox" })
export type WebhookInbox = typeof WebhookInbox.Type

const Standing = Schema.Literals(["valid", "invalid", "missing"])

export const hints = {
  no_endpoint: "no endpoint of yours points here, so there is no secret to check with",
  body_parsed_before_hashing: "what was signed is the body after parsing and writing it anew: sign the bytes",
  timestamp_not_signed: "the signature covers the body alone: it belongs over `<timestamp>.<body>`",
  wrong_secret: "none of the endpoint's secrets makes this signature",
  old_timestamp: `the signature holds, but its moment is more than ${inboxLimits.skew_seconds_max} s away`
} as const
export type Hint = keyof typeof hints

export const Verification = Schema.Struct({
  delivery_id: Schema.NullOr(Schema.String),
  event: Schema.NullOr(Schema.String),
  known: Schema.Boolean.annotate({ description: "a delivery of this workspace has this id" }),
  signature: Schema.Literals(["valid", "valid_previous", "invalid", "missing"]).annotate({
    description: "X-Svc-Signature; valid_previous: made with the secret a rotation replaces"
  }),
  standard_webhooks: Standing.annotate({ description: "webhook-signature" }),
  skew_seconds: Schema.NullOr(Schema.Int).annotate({ description: "how long ago its timestamp was" }),
  duplicate_of: Schema.NullOr(Id).annotate({ description: "the first request listed with this delivery_id" }),
  hint: Schema.NullOr(Schema.Literals(Object.keys(hints) as ReadonlyArray<Hint>)).annotate({
    description: Object.entries(hints)
      .map(([hint, words]) => `${hint}: ${words}`)
      .join("; ")
  })
}).annotate({ identifier: "WebhookVerification" })
export type Verification = typeof Verification.Type

export const InboxRequest = Schema.Struct({
  request_id: Id,
  received_at: Timestamp,
  method: Schema.String,
  headers: Schema.Record(Schema.String, Schema.String).annotate({ description: "credentials are shown as ***" }),
  body: Schema.String.annotate({ description: "as UTF-8" }),
  size: Schema.Int.annotate({ description: "bytes of the body" }),
  replied_status: Schema.Int,
  verification: Verification
}).annotate({ identifier: "WebhookInboxRequest" })
export type InboxRequest = typeof InboxRequest.Type

export class InboxLimit extends Schema.TaggedError<InboxLimit>()("InboxLimit", {}) {}
export const inboxLimit = failure(InboxLimit, {
  status: 409,
  code: "inbox_limit",
  message: () => `A workspace has at most ${inboxLimits.live_max} webhook inboxes at a time.`,
  details: () => ({ max: inboxLimits.live_max })
})

const params = { id: Schema.String }
const RequestId = Schema.String.check(
  Schema.makeFilter<string>((id) => (isUuid(id) ? undefined : "must be the id of a request"))
)

export class WebhookInboxesApi extends tenantGroup(
  HttpApiGroup.make("webhook-inboxes").add(
    HttpApiEndpoint.get("list", "/webhook-inboxes", { success: wholeList(WebhookInbox) }).annotateMerge(
      says("List webhook inboxes", "Those that live, the newest first.")
    ),
    HttpApiEndpoint.post("create", "/webhook-inboxes", {
      payload: [CreateInbox, Schema.Null],
      success: WebhookInbox.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, inboxLimit]
    }).annotateMerge(
      says(
        "Create a webhook inbox",
        `An address that takes whatever is sent to it, for ${inboxLimits.days} days: put its url into a webhook ` +
          "endpoint, let something happen, and read what was sent and whether its signature holds. " +
          `\`reply\` plays a receiver that is slow or fails. At most ${inboxLimits.live_max} at a time.`
      )
    ),
    HttpApiEndpoint.get("get", "/webhook-inboxes/:id", {
      params,
      success: WebhookInbox,
      error: notFound
    }).annotateMerge(says("Show a webhook inbox", "Its url, how it replies, and how many requests it lists.")),
    HttpApiEndpoint.patch("update", "/webhook-inboxes/:id", {
      params,
      payload: UpdateInbox,
      success: WebhookInbox,
      error: [notFound, validationFailed]
    }).annotateMerge(
      says("Change a webhook inbox", "Its name, or how it replies from now on, as a whole; `fail_first` begins anew.")
    ),
    HttpApiEndpoint.delete("remove", "/webhook-inboxes/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Delete a webhook inbox", "With its requests. Its url answers 404 from now on.")),
    HttpApiEndpoint.get("requests", "/webhook-inboxes/:id/requests", {
      params,
      query: {
        ...cursorQuery,
        since: Schema.optionalKey(RequestId),
        wait_ms: Schema.optionalKey(whole(0, inboxLimits.wait_ms_max)).annotate({
          description: "answers as soon as there is one, at the latest after so long"
        })
      },
      success: cursorPage(InboxRequest),
      error: [notFound, validationFailed, badRequest]
    }).annotateMerge(
      says(
        "List requests of a webhook inbox",
        `Newest first: the last ${inboxLimits.requests_max} of the last ${inboxLimits.requests_hours} hours, each ` +
          "with what became of its signature. With `since` and `wait_ms` it waits for the next one."
      )
    ),
    HttpApiEndpoint.delete("clear", "/webhook-inboxes/:id/requests", {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(says("Empty a webhook inbox", "Forgets its requests; the inbox and its url stay."))
  ),
  { access: "config", capability: "webhooks", description: "Addresses that take webhooks and say what is wrong" }
) {}
