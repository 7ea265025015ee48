/** What a widget may ask with its own token: its one buddy, nothing else. Contract part 4 (widget runtime). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, Bucket, RequiredScope } from "../../../wire/Access.ts"
import { notFound, serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { ClientId, FreeMap, Instant, text, Timestamp } from "../../../wire/Ids.ts"
import { Profile } from "../../../wire/content/Profile.ts"
import { Buddy } from "../../../wire/answers/Buddy.ts"
import { equipment } from "../../../wire/answers/Equipment.ts"
import { WidgetTheme } from "../../../wire/answers/Customer.ts"
import { eventQuotaExceeded } from "../../../wire/refusals/Intake.ts"
import { Ingested } from "../../../wire/answers/Effects.ts"
import { says } from "../../../wire/Words.ts"

export const WidgetBadge = Schema.Struct({
  badge_key: Schema.String,
  label: Schema.String,
  tier: Schema.NullOr(Schema.String),
  times: Schema.Int,
  awarded_at: Timestamp
})
export const WidgetStreak = Schema.Struct({
  streak_key: Schema.String,
  current_streak: Schema.Int,
  longest_streak: Schema.Int,
  freezes_left: Schema.Int,
  expires_at: Schema.NullOr(Timestamp)
})
export const WidgetBuddy = Schema.Struct({
  buddy: Buddy,
  badges: Schema.Array(WidgetBadge),
  streaks: Schema.Array(WidgetStreak),
  evolution: Schema.Struct({
    current_stage: Schema.Int,
    next_stage: Schema.NullOr(Schema.Int),
    ready: Schema.Boolean,
    progress: Schema.Finite
  }),
  profile: Profile.annotate({ description: "with the name and the stage of the moment in its tagline" }),
  scopes: Schema.Array(Schema.String)
}).annotate({ identifier: "WidgetBuddy" })

/** What a widget has for this buddy: every module that would show something, or could. */
export const widgetModules = ["buddy", "badges", "streak", "marketplace", "path"] as const
export const WidgetConfig = Schema.Struct({
  theme: WidgetTheme,
  locale: Schema.String.annotate({ description: "BCP 47 tag" }),
  modules: Schema.Array(Schema.Literals(widgetModules)),
  poll_seconds: Schema.Int.annotate({ description: "how long a widget waits before it asks again" })
}).annotate({ identifier: "WidgetConfig" })

export const WidgetEvent = Schema.Struct({
  event_id: Schema.optionalKey(ClientId),
  type: text({ min: 1, max: 128 }),
  occurred_at: Schema.optionalKey(Instant),
  properties: Schema.optionalKey(FreeMap)
}).annotate({ identifier: "WidgetEvent" })

export class WidgetApi extends tenantGroup(
  HttpApiGroup.make("widget").add(
    HttpApiEndpoint.get("buddy", "/widget/buddy", { success: WidgetBuddy, error: notFound })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        says(
          "Show the widget's buddy",
          "The buddy of the token, its badges, streaks, evolution and profile, and what the token may do."
        )
      ),
    HttpApiEndpoint.post("track", "/widget/events", {
      payload: WidgetEvent,
      success: Ingested,
      error: [eventQuotaExceeded, validationFailed, serviceUnavailable]
    })
      .annotate(Access, "widget_write")
      .annotate(RequiredScope, "events:track")
      .annotate(Bucket, "ingest")
      .annotateMerge(
        says(
          "Send an event from a widget",
          "As `POST /events`, for the buddy of the token. An event from a browser is a claim: pay only for " +
            "what a player may claim."
        )
      ),
    HttpApiEndpoint.patch("equip", "/widget/equipped-items", equipment)
      .annotate(Access, "widget_write")
      .annotate(RequiredScope, "items:equip")
      .annotateMerge(
        says(
          "Change what the buddy wears",
          "At most four items, one of a category. 200 when the picture is there already, 202 with an operation " +
            "that draws it."
        )
      ),
    HttpApiEndpoint.get("config", "/widget/config", { success: WidgetConfig, error: notFound })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        says("Show how the widget looks", "Theme, language, modules, and how long to wait before asking again.")
      )
  ),
  { access: "widget_read", capability: "widgets", description: "The runtime of widgets, with a widget token" }
) {}
