/** With whom the buddy of a token plays, and what for. Others are a ref, a name and a picture. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { OfWidget, RequiredScope, widgetNames } from "../../../../wire/Access.ts"
import { MentorLeague } from "../../../../wire/answers/MentorLeague.ts"
import { Outfit } from "../../../../wire/answers/Outfit.ts"
import { notFound } from "../../../../wire/Failure.ts"
import { Tagged, tenantGroup } from "../../../../wire/Group.ts"
import { Id, Timestamp } from "../../../../wire/Ids.ts"
import { TeamRole } from "../../../../wire/refusals/Teams.ts"
import { says } from "../../../../wire/Words.ts"

/** Another buddy, as far as a page may know it. */
const somebody = {
  ref: Schema.String.annotate({
    description: "names it in calls of this buddy's tokens, and in no others",
    examples: ["mB3o0Ckq7WgVd2PzR9xTnLb5eYs8JhUa"]
  }),
  name: Schema.String,
  thumb_url: Schema.NullOr(Schema.String)
}

export const WidgetTeam = Schema.Struct({
  team_id: Id,
  name: Schema.String.annotate({ examples: ["Class 7b"] }),
  role: TeamRole,
  members: Schema.Array(Schema.Struct({ ...somebody, role: TeamRole, is_me: Schema.Boolean })).annotate({
    description: "at most 50, mentors first"
  })
}).annotate({ identifier: "WidgetTeam" })
export type WidgetTeam = typeof WidgetTeam.Type

export const WidgetKudoType = Schema.Struct({
  kudo_key: Schema.String,
  label: Schema.String,
  emoji: Schema.String.annotate({ examples: ["🙏"] }),
  left_today: Schema.Int
}).annotate({ identifier: "WidgetKudoType" })
export const WidgetKudo = Schema.Struct({
  kudo_id: Id,
  kudo_key: Schema.String,
  from: Schema.NullOr(Schema.Struct(somebody)).annotate({ description: "null: it is gone" }),
  message: Schema.NullOr(Schema.String.annotate({ examples: ["You explained that well."] })),
  occurred_at: Timestamp
}).annotate({ identifier: "WidgetKudo" })
export const WidgetKudos = Schema.Struct({
  types: Schema.Array(WidgetKudoType),
  received: Schema.Array(WidgetKudo).annotate({ description: "the twenty newest" })
}).annotate({ identifier: "WidgetKudos" })
export type WidgetKudos = typeof WidgetKudos.Type

export const WidgetMentorship = Schema.Struct({
  mentor_session_id: Id,
  ...somebody,
  team_id: Schema.NullOr(Id),
  starts_at: Timestamp,
  ends_at: Timestamp
}).annotate({ identifier: "WidgetMentorship" })
export type WidgetMentorship = typeof WidgetMentorship.Type

export const WidgetMentor = Schema.Struct({
  ...somebody,
  evolution_stage: Schema.NullOr(Schema.Int).annotate({ description: "null: not shown" }),
  badges: Schema.NullOr(Schema.Int).annotate({ description: "null: not shown" }),
  league: MentorLeague,
  available: Schema.Boolean
}).annotate({ identifier: "WidgetMentor" })
export type WidgetMentor = typeof WidgetMentor.Type

export const WidgetCause = Schema.Struct({
  cause_key: Schema.String,
  name: Schema.String.annotate({ examples: ["Plant trees"] }),
  unit_label: Schema.String.annotate({ examples: ["tree"] }),
  total_units: Schema.Finite,
  my_units: Schema.Finite,
  threshold_unit: Schema.Int
}).annotate({ identifier: "WidgetCause" })
export type WidgetCause = typeof WidgetCause.Type

export const WidgetAnchor = Schema.Struct({
  title: Schema.NullOr(Schema.String),
  statement: Schema.String.annotate({ examples: ["Every ten lessons plant a tree."] }),
  cta_label: Schema.NullOr(Schema.String),
  cta_url: Schema.NullOr(Schema.String),
  placements: Schema.Array(Schema.Literals(widgetNames)).annotate({ description: "the widgets it stands above" }),
  cause: Schema.NullOr(
    Schema.Struct({
      cause_key: Schema.String,
      name: Schema.String.annotate({ examples: ["Plant trees"] }),
      unit_label: Schema.String.annotate({ examples: ["tree"] }),
      total_units: Schema.Finite
    })
  )
}).annotate({ identifier: "WidgetAnchor" })

export const WidgetCommunity = Schema.Struct({
  teams: Schema.Array(WidgetTeam),
  kudos: WidgetKudos,
  mentor: Schema.NullOr(WidgetMentorship).annotate({ description: "who looks after the buddy; null: nobody" }),
  mentors: Schema.Array(WidgetMentor).annotate({
    description: "whom the buddy may see, at most 50, those with most free places first"
  }),
  causes: Schema.Array(WidgetCause),
  mission_anchor: Schema.NullOr(WidgetAnchor).annotate({ description: "null: nothing is said" }),
  outfits: Schema.Array(Outfit)
}).annotate({ identifier: "WidgetCommunity" })
export type WidgetCommunity = typeof WidgetCommunity.Type

export class WidgetCommunityApi extends tenantGroup(
  HttpApiGroup.make("widget-community")
    .add(
      HttpApiEndpoint.get("read", "/widget/community", { success: WidgetCommunity, error: notFound })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "buddy")
        .annotateMerge(
          says(
            "Show the community of the buddy",
            "Its teams, kudos, mentors, causes and outfits, and why all this matters. Nobody else is named by more " +
              "than a ref, a name and a picture. What is switched off is empty or null."
          )
        )
    )
    .middleware(Tagged),
  { access: "widget_read", capability: "widgets", description: "With whom a buddy plays, in a widget" }
) {}
