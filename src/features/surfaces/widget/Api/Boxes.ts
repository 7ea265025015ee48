/** Opening a mystery box from a widget. Contract part 4 (widget runtime). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { RequiredScope } from "../../../../wire/Access.ts"
import { BoxOpening, boxWords, openingRefusals } from "../../../../wire/answers/BoxOpening.ts"
import { tenantGroup } from "../../../../wire/Group.ts"

export class WidgetBoxesApi extends tenantGroup(
  HttpApiGroup.make("widget-mystery-boxes").add(
    HttpApiEndpoint.post("open", "/widget/mystery-boxes/:box_key/open", {
      params: { box_key: Schema.String },
      success: BoxOpening.pipe(HttpApiSchema.status(201)),
      error: openingRefusals
    })
      .annotate(RequiredScope, "marketplace:purchase")
      .annotateMerge(boxWords)
  ),
  { access: "widget_write", capability: "surprise_drops", description: "Mystery boxes in a widget" }
) {}
