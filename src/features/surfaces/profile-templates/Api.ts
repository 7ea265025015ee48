/**
 * Profiles to hand out: to every new buddy of an audience, or to a thousand there are. Live, addressed by id or key.
 * Contract part 4.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { limitedTo, liveCollection } from "../../../resource/Api.ts"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../wire/Ids.ts"
import { limits } from "../../../wire/Limits.ts"
import { ProfileFields, ProfileInput } from "../../../wire/content/Profile.ts"
import { absentAs, AudienceKey, NewKey, orNull } from "../../../wire/content/Shared.ts"
import { unknownAudience } from "../../../wire/refusals/Intake.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { operationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { says } from "../../../wire/Words.ts"

export const ProfileTemplate = Schema.Struct({
  profile_template_id: Id,
  profile_template_key: Schema.String,
  name: Schema.String,
  description: Schema.String,
  audience: Schema.NullOr(Schema.String),
  profile: ProfileFields,
  is_default: Schema.Boolean,
  applied: Schema.Struct({
    buddies: Schema.Int.annotate({ description: "that bear it now" }),
    last_applied_at: Schema.NullOr(Timestamp)
  }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "ProfileTemplate" })

export const ProfileTemplateInput = Schema.Struct({
  name: text({ min: 1, max: 80 }),
  profile_template_key: orNull(NewKey).annotate({ description: "absent: made of the name" }),
  description: absentAs(text({ max: 500 }), ""),
  audience: AudienceKey,
  profile: absentAs(ProfileInput, {}),
  is_default: absentAs(Schema.Boolean, false).annotate({
    description: "written with the birth of each new buddy of its audience; setting one unsets the other"
  })
}).annotate({ identifier: "ProfileTemplateInput" })

export const profileTemplates = liveCollection({
  path: "/customers/me/profile-templates",
  resource: "profile template",
  id: "profile_template_id",
  key: "profile_template_key",
  item: ProfileTemplate,
  input: ProfileTemplateInput,
  methods: ["list", "create", "update", "remove"],
  limit: limitedTo(limits.profile_templates_max, "profile templates", "profile_template_limit_reached"),
  refusals: [unknownAudience]
})

const Target = Schema.Struct({
  buddy_ids: Schema.optionalKey(
    Schema.Array(text({ min: 1, max: 64 })).check(Schema.isBetweenLength(1, limits.profiles_applied_max))
  ),
  audience: Schema.optionalKey(text({ min: 1, max: 64 })),
  all: Schema.optionalKey(Schema.Literal(true))
})
  .check(
    Schema.makeFilter<object>((target) =>
      Object.keys(target).length === 1 ? undefined : "send exactly one of buddy_ids, audience and all"
    )
  )
  .annotate({ identifier: "ProfileTarget" })
export type Target = typeof Target.Type

export const ApplyProfile = Schema.Struct({
  profile_template_id: text({ min: 1, max: 64 }).annotate({ description: "id or key" }),
  target: Target,
  mode: Schema.optionalKey(Schema.Literals(["fill", "overwrite"])).annotate({
    description: "fill, the default, writes only fields that are at their default"
  }),
  dry_run: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "ApplyProfile" })
export type ApplyProfile = typeof ApplyProfile.Type

/** The answer of a dry run. */
export const ApplyPlan = Schema.Struct({
  matched: Schema.Int.annotate({ description: "active buddies" }),
  changed: Schema.Int,
  unchanged: Schema.Int,
  skipped: Schema.Int.annotate({ description: "named, but archived or not there" })
}).annotate({ identifier: "ApplyProfilePlan" })
export type ApplyPlan = typeof ApplyPlan.Type

const applyDescription =
  "Applies a template to buddies: those named, the active ones of an audience, or all active ones. Runs as an " +
  "operation of the type apply_profile, whose result has the counts of the dry run and `skipped_buddies` (20 at " +
  "most). Cancelling keeps what was written; applying again changes nothing."

export class ProfileTemplatesApi extends tenantGroup(
  HttpApiGroup.make("profile-templates").add(
    ...profileTemplates.endpoints,
    HttpApiEndpoint.post("applyBulk", "/customers/me/profile-templates/apply-bulk", {
      payload: ApplyProfile,
      success: [Accepted.pipe(HttpApiSchema.status(202)), ApplyPlan],
      error: [notFound, unknownAudience, operationLimit]
    }).annotateMerge(says("Apply a profile template to many", applyDescription))
  ),
  { access: "config", capability: "buddies", description: "Profiles to hand out to buddies" }
) {}
