/** What a widget may ask with its own token: its one buddy, nothing else. Contract part 4 (widget runtime). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, Bucket, OfWidget, ReadAt, RequiredScope } from "../../../wire/Access.ts"
import { failure, notFound, serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { Tagged, tenantGroup } from "../../../wire/Group.ts"
import { ClientId, FreeMap, Instant, text, Timestamp } from "../../../wire/Ids.ts"
import { Profile } from "../../../wire/content/Profile.ts"
import { Buddy, Ceremony, CeremonyRecorded } from "../../../wire/answers/Buddy.ts"
import { ceremonyNotPending, changeRefusals } from "../../../wire/refusals/Buddies.ts"
import { equipment } from "../../../wire/answers/Equipment.ts"
import { eventQuotaExceeded } from "../../../wire/refusals/Intake.ts"
import { Ingested } from "../../../wire/answers/Effects.ts"
import { WidgetConfig } from "./Api/Config.ts"
import { leaderboardQuery, WidgetLeaderboard } from "./Api/Leaderboard.ts"
import { says } from "../../../wire/Words.ts"
import { visibility } from "../../../wire/campaigns/Leaderboard.ts"

export const WidgetBadge = Schema.Struct({
  badge_key: Schema.String,
  label: Schema.String,
  description: Schema.String,
  icon_url: Schema.NullOr(Schema.String),
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
  badges: Schema.Array(WidgetBadge).annotate({ description: "the newest, at most 50" }),
  badge_count: Schema.Int.annotate({ description: "all it has" }),
  streaks: Schema.Array(WidgetStreak),
  evolution: Schema.Struct({
    current_stage: Schema.Int,
    stage_name: Schema.String,
    next_stage: Schema.NullOr(Schema.Int),
    next_stage_name: Schema.NullOr(Schema.String),
    ready: Schema.Boolean,
    progress: Schema.Finite
  }),
  pending_ceremony: Schema.NullOr(Ceremony).annotate({
    description: "the newest one reached and not watched; null as well for tokens without events:track"
  }),
  profile: Profile.annotate({ description: "with the name and the stage of the moment in its tagline" }),
  scopes: Schema.Array(Schema.String)
}).annotate({ identifier: "WidgetBuddy" })

export const WidgetEvent = Schema.Struct({
  event_id: Schema.optionalKey(ClientId),
  type: text({ min: 1, max: 128 }),
  occurred_at: Schema.optionalKey(Instant),
  properties: Schema.optionalKey(FreeMap)
}).annotate({ identifier: "WidgetEvent" })

export class EventTypeForbidden extends Schema.TaggedError<EventTypeForbidden>()("EventTypeForbidden", {
  event_type: Schema.String,
  allowed: Schema.Array(Schema.String)
}) {}
const eventTypeForbidden = failure(EventTypeForbidden, {
  status: 403,
  code: "forbidden",
  message: () => "This token may not send events of this type; details.allowed says which it may.",
  details: (e) => ({ event_type: e.event_type, allowed: e.allowed })
})

export class WidgetApi extends tenantGroup(
  HttpApiGroup.make("widget")
    .add(
      HttpApiEndpoint.get("buddy", "/widget/buddy", { success: WidgetBuddy, error: notFound })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "buddy")
        .annotateMerge(
          says(
            "Show the widget's buddy",
            "The buddy of the token, its badges, streaks, evolution and profile, and what the token may do."
          )
        ),
      HttpApiEndpoint.post("track", "/widget/events", {
        payload: WidgetEvent,
        success: Ingested,
        error: [notFound, eventTypeForbidden, eventQuotaExceeded, validationFailed, serviceUnavailable]
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
      HttpApiEndpoint.post("completeCeremony", "/widget/ceremonies", {
        payload: Ceremony,
        success: CeremonyRecorded,
        error: [...changeRefusals, ceremonyNotPending]
      })
        .annotate(Access, "widget_write")
        .annotate(RequiredScope, "events:track")
        .annotateMerge(
          says(
            "Record that a ceremony was watched",
            "Once per ceremony, stage and prestige level, however often it is sent: only the first one is told to " +
              "webhooks as buddy.ceremony_completed."
          )
        ),
      HttpApiEndpoint.get("config", "/widget/config", { success: WidgetConfig, error: notFound })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "every")
        .annotateMerge(
          says(
            "Show how the widget looks",
            "Theme, language, modules, what things are called, and how long to wait before asking again."
          )
        ),
      HttpApiEndpoint.get("leaderboard", "/widget/leaderboard", {
        query: leaderboardQuery,
        success: WidgetLeaderboard
      })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "leaderboard")
        .annotate(ReadAt, "as_of")
        .annotateMerge(
          says(
            "List the leaders of the period",
            "At most 100 rows, and where the buddy of the token stands among all. Who has a place in the running " +
              "season of the league sees its cohort, unless `view` asks for the board."
          )
        ),
      HttpApiEndpoint.patch("setVisibility", "/widget/leaderboard", visibility)
        .annotate(Access, "widget_write")
        .annotate(RequiredScope, "events:track")
        .annotateMerge(
          says("Hide from the leaderboard", "Who is hidden keeps its rank, without name and picture, and is told none.")
        )
    )
    .middleware(Tagged),
  { access: "widget_read", capability: "widgets", description: "The runtime of widgets, with a widget token" }
) {}
