/** Buttons of our own pages, counted. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { validationFailed } from "../../../wire/Failure.ts"
import { publicGroup } from "../../../wire/Group.ts"
import { Key, text } from "../../../wire/Ids.ts"
import { says } from "../../../wire/Words.ts"

export const Click = Schema.Struct({
  cta: Key.annotate({ description: "what the page calls the button" }),
  email: Schema.optionalKey(
    text({ min: 3, max: 254 }).check(Schema.isPattern(/^[^@\s]+@[^@\s]+$/, { expected: "an e-mail address" }))
  ),
  source: Schema.optionalKey(text({ max: 200 })),
  path: Schema.optionalKey(text({ max: 200 }))
}).annotate({ identifier: "MarketingClick" })

export class MarketingApi extends publicGroup(
  HttpApiGroup.make("marketing").add(
    HttpApiEndpoint.post("cta", "/marketing/cta", {
      payload: Click,
      success: Schema.Struct({ accepted: Schema.Literal(true) })
        .annotate({ identifier: "MarketingClicked" })
        .pipe(HttpApiSchema.status(202)),
      error: validationFailed
    }).annotateMerge(
      says("Count a press of a button", "Shown in `/metrics` by `cta` and nowhere else; nothing besides it is kept.")
    )
  ),
  { description: "Buttons of our own pages" }
) {}
