/** The path widget: what the buddy's journey looks like, and steps done by hand. Contract part 4 (path widget). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, OfWidget, RequiredScope } from "../../../../wire/Access.ts"
import { notFound, serviceUnavailable } from "../../../../wire/Failure.ts"
import { Tagged, tenantGroup } from "../../../../wire/Group.ts"
import { buddyArchived, subStepAutomatic, subStepLocked } from "../../../../wire/refusals/Buddies.ts"
import { BuddyPath, SubStepCompleted } from "../../../../wire/answers/BuddyPath.ts"
import { says } from "../../../../wire/Words.ts"

const key = { path_key: Schema.String }

export class WidgetPathApi extends tenantGroup(
  HttpApiGroup.make("widget-path")
    .add(
      HttpApiEndpoint.get("active", "/widget/path", {
        success: Schema.Struct({ path: Schema.NullOr(BuddyPath) }),
        error: notFound
      })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "path")
        .annotateMerge(
          says(
            "Show the active path",
            "The active path of the buddy's audience, with how far the buddy is; null when there is none."
          )
        ),
      HttpApiEndpoint.get("byKey", "/widget/path/:path_key", {
        params: key,
        success: Schema.Struct({ path: BuddyPath }),
        error: notFound
      })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "path")
        .annotateMerge(says("Show a path", "With how far the buddy is.")),
      HttpApiEndpoint.post("complete", "/widget/path/:path_key/sub-steps/:sub_step_key/complete", {
        params: { ...key, sub_step_key: Schema.String },
        success: SubStepCompleted,
        error: [notFound, buddyArchived, subStepLocked, subStepAutomatic, serviceUnavailable]
      })
        .annotate(Access, "widget_write")
        .annotate(RequiredScope, "events:track")
        .annotateMerge(
          says(
            "Complete a sub-step from a widget",
            "For sub-steps that allow it and are available. Repeating it answers `already_completed`."
          )
        )
    )
    .middleware(Tagged),
  { access: "widget_read", capability: "paths", description: "The path widget" }
) {}
