/** What the brag button tells from a widget. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { RequiredScope } from "../../../../wire/Access.ts"
import { notFound, validationFailed } from "../../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../../wire/Group.ts"
import { bragDisabled, Bragged, bragNotEarned, WidgetBrag } from "../../../../wire/surfaces/Brags.ts"
import { says } from "../../../../wire/Words.ts"

export class WidgetBragsApi extends tenantGroup(
  HttpApiGroup.make("widget-brags").add(
    HttpApiEndpoint.post("brag", "/widget/brags", {
      payload: WidgetBrag,
      success: Bragged.pipe(HttpApiSchema.status(201)),
      error: [notFound, validationFailed, bragNotEarned, bragDisabled, rateLimited]
    })
      .annotate(RequiredScope, "events:track")
      .annotateMerge(
        says(
          "Tell of a great moment",
          "What somebody does with the brag button, of a moment of the last 7 days. 30 an hour for a buddy."
        )
      )
  ),
  { access: "widget_write", capability: "brag", description: "The brag button of the widget" }
) {}
