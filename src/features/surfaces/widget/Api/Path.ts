/** The path widget: what the buddy's journey looks like, and steps done by hand. Contract part 4 (path widget). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, OfWidget, RequiredScope } from "../../../../wire/Access.ts"
import { notFound, serviceUnavailable } from "../../../../wire/Failure.ts"
import { Tagged, tenantGroup } from "../../../../wire/Group.ts"
import { buddyArchived, subStepAutomatic, subStepLocked } from "../../../../wire/refusals/Buddies.ts"
import { BuddyPath, SubStepCompleted } from "../../../../wire/answers/BuddyPath.ts"

const key = { path_key: Schema.String }

export class WidgetPathApi extends tenantGroup(
  HttpApiGroup.make("widget-path")
    .add(
      HttpApiEndpoint.get("active", "/widget/path", {
        success: Schema.Struct({ path: Schema.NullOr(BuddyPath) }),
        error: notFound
      })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "path"),
      HttpApiEndpoint.get("byKey", "/widget/path/:path_key", {
        params: key,
        success: Schema.Struct({ path: BuddyPath }),
        error: notFound
      })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "path"),
      HttpApiEndpoint.post("complete", "/widget/path/:path_key/sub-steps/:sub_step_key/complete", {
        params: { ...key, sub_step_key: Schema.String },
        success: SubStepCompleted,
        error: [notFound, buddyArchived, subStepLocked, subStepAutomatic, serviceUnavailable]
      })
        .annotate(Access, "widget_write")
        .annotate(RequiredScope, "events:track")
    )
    .middleware(Tagged),
  { access: "widget_read", capability: "paths", description: "The path widget" }
) {}
