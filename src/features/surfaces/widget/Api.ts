/** What a widget may ask with its own token: its one buddy, nothing else. Contract part 4 (widget runtime). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, Bucket, RequiredScope } from "../../../wire/Access.ts"
import { notFound, serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { ClientId, FreeMap, Instant, text, Timestamp } from "../../../wire/Ids.ts"
import { Profile } from "../../../wire/content/Profile.ts"
import { Buddy, CeremonyKind } from "../../../wire/answers/Buddy.ts"
import { stageMax } from "../../../wire/content/EvolutionRules.ts"
import { ceremonyNotPending, changeRefusals } from "../../../wire/refusals/Buddies.ts"
import { equipment } from "../../../wire/answers/Equipment.ts"
import { eventQuotaExceeded } from "../../../wire/refusals/Intake.ts"
import { Ingested } from "../../../wire/answers/Effects.ts"
import { WidgetConfig } from "./Api/Config.ts"
import { leaderboardQuery, WidgetLeaderboard } from "./Api/Leaderboard.ts"

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
export const Ceremony = Schema.Struct({
  ceremony: CeremonyKind,
  evolution_stage: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: stageMax }))
}).annotate({ identifier: "Ceremony" })
export const CeremonyRecorded = Schema.Struct({
  recorded: Schema.Literal(true),
  already_recorded: Schema.Boolean
}).annotate({ identifier: "CeremonyRecorded" })

export const WidgetBuddy = Schema.Struct({
  buddy: Buddy,
  badges: Schema.Array(WidgetBadge),
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

export class WidgetApi extends tenantGroup(
  HttpApiGroup.make("widget").add(
    HttpApiEndpoint.get("buddy", "/widget/buddy", { success: WidgetBuddy, error: notFound }).annotate(
      RequiredScope,
      "read"
    ),
    HttpApiEndpoint.post("track", "/widget/events", {
      payload: WidgetEvent,
      success: Ingested,
      error: [eventQuotaExceeded, validationFailed, serviceUnavailable]
    })
      .annotate(Access, "widget_write")
      .annotate(RequiredScope, "events:track")
      .annotate(Bucket, "ingest"),
    HttpApiEndpoint.patch("equip", "/widget/equipped-items", equipment)
      .annotate(Access, "widget_write")
      .annotate(RequiredScope, "items:equip"),
    HttpApiEndpoint.post("completeCeremony", "/widget/ceremonies", {
      payload: Ceremony,
      success: CeremonyRecorded,
      error: [...changeRefusals, ceremonyNotPending]
    })
      .annotate(Access, "widget_write")
      .annotate(RequiredScope, "events:track"),
    HttpApiEndpoint.get("config", "/widget/config", { success: WidgetConfig, error: notFound }).annotate(
      RequiredScope,
      "read"
    ),
    HttpApiEndpoint.get("leaderboard", "/widget/leaderboard", {
      query: leaderboardQuery,
      success: WidgetLeaderboard
    }).annotate(RequiredScope, "read")
  ),
  { access: "widget_read", capability: "widgets", description: "The runtime of widgets, with a widget token" }
) {}
