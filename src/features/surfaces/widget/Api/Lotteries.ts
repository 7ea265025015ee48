/** Taking part in a lottery from a widget. Contract part 4 (widget runtime). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { RequiredScope } from "../../../../wire/Access.ts"
import { EnterLottery, entryRefusals, entryWords, LotteryEntry } from "../../../../wire/answers/LotteryEntry.ts"
import { tenantGroup } from "../../../../wire/Group.ts"

export class WidgetLotteriesApi extends tenantGroup(
  HttpApiGroup.make("widget-lotteries").add(
    HttpApiEndpoint.post("enter", "/widget/lotteries/:id/entries", {
      params: { id: Schema.String },
      payload: [EnterLottery, Schema.Null],
      success: LotteryEntry.pipe(HttpApiSchema.status(201)),
      error: entryRefusals
    })
      .annotate(RequiredScope, "marketplace:purchase")
      .annotateMerge(entryWords)
  ),
  { access: "widget_write", capability: "lotteries", description: "Taking part in lotteries from a widget" }
) {}
