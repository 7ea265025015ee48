/** News for the people of a workspace: what is listed, what was read, and when nobody is to be mailed. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { badRequest, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant, isUuid, text, Timestamp } from "../../../wire/Ids.ts"
import { severities } from "../../../wire/Notification.ts"
import { cursorQuery } from "../../../wire/Page.ts"
import { RequiredRole } from "../../../wire/Roles.ts"
import { says } from "../../../wire/Words.ts"

export const notificationLimits = { read_at_once: 200, pause_days: 90 } as const

export const Notification = Schema.Struct({
  notification_id: Id,
  kind: Schema.String.annotate({ description: "there may be others; show those you do not know as info" }),
  severity: Schema.Literals(severities),
  message: Schema.String,
  details: Schema.Record(Schema.String, Schema.Json),
  action_url: Schema.NullOr(Schema.String).annotate({ description: "a page of the console" }),
  read_at: Schema.NullOr(Timestamp),
  created_at: Timestamp
}).annotate({ identifier: "Notification" })
export type Notification = typeof Notification.Type

const unread_count = Schema.Int.annotate({ description: "of the workspace, whatever was asked for" })

export const NotificationPage = Schema.Struct({
  notifications: Schema.Array(Notification),
  nextCursor: Schema.NullOr(Schema.String),
  unreadCount: unread_count,
  pausedUntil: Schema.NullOr(Timestamp).annotate({ description: "nobody is mailed until then" })
}).annotate({ identifier: "NotificationPage" })
export type NotificationPage = typeof NotificationPage.Type

const NotificationId = Schema.String.check(
  Schema.makeFilter<string>((id) => (isUuid(id) ? undefined : "must be the id of a notification"))
)

export const ReadNotifications = Schema.Struct({
  ids: Schema.optionalKey(
    Schema.Array(NotificationId).check(Schema.isBetweenLength(1, notificationLimits.read_at_once))
  ),
  before: Schema.optionalKey(Instant).annotate({ description: "all that are older" })
})
  .check(
    Schema.makeFilter<{ readonly ids?: unknown; readonly before?: unknown }>((body) =>
      (body.ids === undefined) === (body.before === undefined) ? "takes ids or before, one of them" : undefined
    )
  )
  .annotate({ identifier: "ReadNotifications" })
export type ReadNotifications = typeof ReadNotifications.Type

export const PauseNotifications = Schema.Struct({
  until: Schema.NullOr(Instant).annotate({ description: "null ends the pause" })
}).annotate({ identifier: "PauseNotifications" })

const params = { id: Schema.String }

export const notificationFilters = {
  unread: Schema.optionalKey(Schema.Literal("true")),
  kind: Schema.optionalKey(text({ min: 1, max: 64 }))
}

export class NotificationsApi extends tenantGroup(
  HttpApiGroup.make("notifications")
    .add(
      HttpApiEndpoint.get("list", "/notifications", {
        query: { ...cursorQuery, ...notificationFilters },
        success: NotificationPage,
        error: badRequest
      }).annotateMerge(
        says(
          "List notifications",
          "What the people of the workspace should know, the newest first: an endpoint that was disabled, a quota " +
            "that runs out, work that failed. Kept 90 days. Of a kind and its subject at most one is unread."
        )
      ),
      HttpApiEndpoint.post("read", "/notifications/:id/read", {
        params,
        success: Notification,
        error: notFound
      }).annotateMerge(says("Mark a notification as read", "For everybody in the workspace; again changes nothing.")),
      HttpApiEndpoint.post("readMany", "/notifications/read", {
        payload: ReadNotifications,
        success: Schema.Struct({ read: Schema.Int, unreadCount: unread_count }),
        error: validationFailed
      }).annotateMerge(
        says("Mark notifications as read", "Those of `ids`, or all from before a moment; others are passed over.")
      )
    )
    .annotate(RequiredRole, "member")
    .add(
      HttpApiEndpoint.patch("pause", "/notifications/pause", {
        payload: PauseNotifications,
        success: Schema.Struct({ pausedUntil: Schema.NullOr(Timestamp) }),
        error: validationFailed
      })
        .annotate(RequiredRole, "admin")
        .annotateMerge(
          says(
            "Pause mails about notifications",
            `Nobody is mailed until then, at most ${notificationLimits.pause_days} days ahead. What happens ` +
              "meanwhile is listed all the same, and not mailed later."
          )
        )
    ),
  { access: "account", capability: "buddies", description: "News for the people of the workspace" }
) {}
