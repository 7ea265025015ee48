/** Giving kudos from a widget, and finding whom to give them to. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, OfWidget, RequiredScope } from "../../../../wire/Access.ts"
import { givingRefusals, kudosBody, WidgetKudosAnswer } from "../../../../wire/answers/Kudos.ts"
import { notFound } from "../../../../wire/Failure.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { text } from "../../../../wire/Ids.ts"
import { wholeList } from "../../../../wire/Page.ts"
import { says } from "../../../../wire/Words.ts"

export const KudosReceiver = Schema.Struct({
  ref: Schema.String,
  name: Schema.String,
  thumb_url: Schema.NullOr(Schema.String)
}).annotate({ identifier: "KudosReceiver" })

export class WidgetKudosApi extends tenantGroup(
  HttpApiGroup.make("widget-kudos").add(
    HttpApiEndpoint.post("give", "/widget/kudos", {
      payload: Schema.Struct({ to_ref: text({ min: 1, max: 64 }), ...kudosBody }).annotate({
        identifier: "WidgetGiveKudos"
      }),
      success: WidgetKudosAnswer.pipe(HttpApiSchema.status(201)),
      error: givingRefusals
    })
      .annotate(RequiredScope, "events:track")
      .annotateMerge(
        says("Give kudos from a widget", "For the buddy of the token, to another one by its `ref`. The same limits.")
      ),
    HttpApiEndpoint.get("receivers", "/widget/kudos/receivers", {
      query: {
        q: Schema.optionalKey(text({ max: 60 }))
      },
      success: wholeList(KudosReceiver),
      error: notFound
    })
      .annotate(Access, "widget_read")
      .annotate(RequiredScope, "read")
      .annotate(OfWidget, "buddy")
      .annotateMerge(
        says("Find whom to give kudos", "At most 20 buddies of other users within reach of a kind that can be given.")
      )
  ),
  { access: "widget_write", capability: "kudos", description: "Kudos in a widget" }
) {}
