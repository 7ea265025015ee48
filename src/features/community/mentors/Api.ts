/** Mentors: buddies with that role in a team, who may find them, and whom they look after. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, RequiredScope } from "../../../wire/Access.ts"
import { MentorLeague } from "../../../wire/answers/MentorLeague.ts"
import { orNull, whole } from "../../../wire/content/Shared.ts"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { buddyArchived } from "../../../wire/refusals/Buddies.ts"
import {
  mentorAlreadyAssigned,
  mentorFull,
  mentorNotVisible,
  notAMentor,
  testClockUser
} from "../../../wire/refusals/Mentors.ts"
import { says } from "../../../wire/Words.ts"

const Reach = Schema.Literals(["team", "audience"])
const Show = Schema.Struct({ badges: Schema.Boolean, stage: Schema.Boolean, league: Schema.Boolean })
const Capacity = whole(1, 100)
const Days = whole(1, 365)

export const MentorConfig = Schema.Struct({
  enabled: Schema.Boolean,
  reach: Reach.annotate({ description: "who may have a mentor: its team, or its audience" }),
  self_service: Schema.Boolean.annotate({ description: "mentees may choose for themselves, in a widget" }),
  max_mentees_per_mentor: Schema.Int,
  session_days: Schema.Int,
  show: Show.annotate({ description: "what others see of a mentor" })
}).annotate({ identifier: "MentorConfig" })
export type MentorConfig = typeof MentorConfig.Type

/** Absent: stays. Null: the default. */
const orDefault = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const said = Schema.optionalKey(Schema.Boolean)
export const MentorConfigPatch = Schema.Struct({
  enabled: orDefault(Schema.Boolean),
  reach: orDefault(Reach),
  self_service: orDefault(Schema.Boolean),
  max_mentees_per_mentor: orDefault(Capacity),
  session_days: orDefault(Days),
  show: orDefault(Schema.Struct({ badges: said, stage: said, league: said })).annotate({
    description: "what is left out stays"
  })
}).annotate({ identifier: "MentorConfigPatch" })
export type MentorConfigPatch = typeof MentorConfigPatch.Type

export const Mentor = Schema.Struct({
  buddy_id: Id,
  name: Schema.String,
  thumb_url: Schema.NullOr(Schema.String),
  team_ids: Schema.Array(Id),
  evolution_stage: Schema.NullOr(Schema.Int).annotate({ description: "null where `show.stage` is off" }),
  badges: Schema.NullOr(Schema.Int).annotate({
    description: "how many different ones; null where `show.badges` is off"
  }),
  league: MentorLeague,
  mentees: Schema.Int,
  capacity: Schema.Int,
  available: Schema.Boolean
}).annotate({ identifier: "Mentor" })
export type Mentor = typeof Mentor.Type

export const SessionStatus = Schema.Literals(["active", "ended", "expired"])
export const MentorSession = Schema.Struct({
  mentor_session_id: Id,
  mentor_buddy_id: Id,
  mentee_buddy_id: Id,
  team_id: Schema.NullOr(Id),
  status: SessionStatus,
  starts_at: Timestamp,
  ends_at: Timestamp
}).annotate({ identifier: "MentorSession" })
export type MentorSession = typeof MentorSession.Type

const someId = text({ min: 1, max: 64 })
export const NewMentorSession = Schema.Struct({
  mentor_buddy_id: someId,
  mentee_buddy_id: someId,
  team_id: orNull(someId).annotate({ description: "a team both are in" })
}).annotate({ identifier: "NewMentorSession" })

const narrowing = {
  mentor_buddy_id: Schema.optionalKey(Schema.String),
  mentee_buddy_id: Schema.optionalKey(Schema.String),
  mentor_session_id: Schema.optionalKey(Schema.String)
}

const base = "/customers/me/mentor-visibility"
const made = MentorSession.pipe(HttpApiSchema.status(201))
const { mentor_buddy_id: _, ...shownFields } = MentorSession.fields
/** Others are refs to a widget. */
const chosen = Schema.Struct({ ...shownFields, mentor_ref: Schema.String })
  .annotate({ identifier: "WidgetMentorSession" })
  .pipe(HttpApiSchema.status(201))
const refusals = [
  notFound,
  validationFailed,
  buddyArchived,
  notAMentor,
  mentorFull,
  mentorAlreadyAssigned,
  mentorNotVisible,
  testClockUser
] as const

const startDescription =
  "For `session_days`. A mentee has one active session, a mentor at most `max_mentees_per_mentor`. Told as " +
  "mentor.assigned. Losing the role, or the archiving of either, ends it; the time ends it by itself."

export class MentorsApi extends tenantGroup(
  HttpApiGroup.make("mentors").add(
    HttpApiEndpoint.get("config", `${base}/config`, { success: MentorConfig })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show who may find mentors", "Off by default.")),
    HttpApiEndpoint.patch("configure", `${base}/config`, {
      payload: MentorConfigPatch,
      success: MentorConfig
    }).annotateMerge(
      says(
        "Change who may find mentors",
        "Fields left out stay, null restores a default. Switched off, nobody is visible and running sessions go on."
      )
    ),
    HttpApiEndpoint.get("directory", `${base}/directory`, {
      query: {
        ...offsetQuery,
        team_id: Schema.optionalKey(Schema.String),
        available: Schema.optionalKey(Schema.Boolean)
      },
      success: offsetPage(Mentor)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("List mentors", "Active buddies with that role in a team; those with most free places first.")
      ),
    HttpApiEndpoint.get("sessions", `${base}/sessions`, {
      query: { ...offsetQuery, status: Schema.optionalKey(SessionStatus) },
      success: offsetPage(MentorSession)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List mentor sessions", "Newest first.")),
    HttpApiEndpoint.post("start", `${base}/sessions`, { payload: NewMentorSession, success: made, error: refusals })
      .annotate(Access, "runtime_write")
      .annotateMerge(says("Pair a mentor with a mentee", startDescription)),
    HttpApiEndpoint.delete("end", `${base}/sessions`, { query: narrowing, success: HttpApiSchema.NoContent })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "End mentor sessions",
          "All active ones, or those of a mentor, of a mentee, or one. 204 also when none was."
        )
      )
  ),
  { access: "config", capability: "mentors", description: "Mentors and whom they look after" }
) {}

export class WidgetMentorsApi extends tenantGroup(
  HttpApiGroup.make("widget-mentors").add(
    HttpApiEndpoint.post("start", "/widget/mentor-sessions", {
      payload: Schema.Struct({ mentor_ref: text({ min: 1, max: 64 }) }).annotate({ identifier: "ChooseMentor" }),
      success: chosen,
      error: refusals
    })
      .annotate(RequiredScope, "events:track")
      .annotateMerge(
        says("Choose a mentor", "For the buddy of the token, where `self_service` is on; the mentor by its `ref`.")
      )
  ),
  { access: "widget_write", capability: "mentors", description: "A mentee chooses a mentor" }
) {}
