/** Credits for pictures, and what was drawn with them. Contract part 4; prices are decisions 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { badRequest, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant, Timestamp } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery, offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

const Purpose = Schema.Literals(["stage_image", "icon"])
const UsageStatus = Schema.Literals(["drawing", "drawn", "failed"])

export const CreditBalance = Schema.Struct({
  balance: Schema.Int,
  monthly_allowance: Schema.Int,
  resets_at: Timestamp.annotate({ description: "what is left then ends, and the allowance is granted anew" }),
  provider: Schema.String.annotate({ description: "builtin draws for nothing" }),
  costs: Schema.Struct({ stage_image: Schema.Int, icon: Schema.Int })
}).annotate({ identifier: "CreditBalance" })

export const CreditEntry = Schema.Struct({
  entry_id: Id,
  type: Schema.Literals(["grant", "expiry", "charge", "refund"]),
  amount: Schema.Int,
  balance_after: Schema.Int,
  purpose: Schema.NullOr(Purpose),
  image_id: Schema.NullOr(Id),
  created_at: Timestamp
}).annotate({ identifier: "CreditEntry" })

export const ImageUse = Schema.Struct({
  image_id: Id,
  purpose: Purpose,
  provider: Schema.String,
  status: UsageStatus,
  credits: Schema.Int,
  duration_ms: Schema.Int,
  created_at: Timestamp
}).annotate({ identifier: "ImageUse" })

const counts = { drawn: Schema.Int, failed: Schema.Int, credits: Schema.Int }
export const ImageReport = Schema.Struct({
  from: Timestamp,
  to: Timestamp,
  totals: Schema.Struct(counts),
  by_purpose: Schema.Array(Schema.Struct({ purpose: Purpose, ...counts })),
  by_provider: Schema.Array(Schema.Struct({ provider: Schema.String, ...counts })),
  by_day: Schema.Array(Schema.Struct({ day: Schema.String, ...counts }))
}).annotate({ identifier: "ImageReport" })

export class CreditsApi extends tenantGroup(
  HttpApiGroup.make("credits").add(
    HttpApiEndpoint.get("balance", "/credits/balance", { success: CreditBalance }).annotateMerge(
      says(
        "Show image credits",
        "What is left this month, what a picture costs, and when the allowance is granted anew."
      )
    ),
    HttpApiEndpoint.get("ledger", "/credits/ledger", {
      query: cursorQuery,
      success: cursorPage(CreditEntry),
      error: badRequest
    }).annotateMerge(says("List changes of image credits", "Grants, charges, refunds and expiries, newest first."))
  ),
  { access: "tenant_read", description: "What pictures may cost, and what they did" }
) {}

export class ImageUsageApi extends tenantGroup(
  HttpApiGroup.make("image-usage").add(
    HttpApiEndpoint.get("list", "/image-usage", {
      query: { ...offsetQuery, purpose: Schema.optionalKey(Purpose), status: Schema.optionalKey(UsageStatus) },
      success: offsetPage(ImageUse)
    }).annotateMerge(says("List pictures that were drawn", "Newest first, with what each took in credits and time.")),
    HttpApiEndpoint.get("report", "/image-usage/report", {
      query: { from: Schema.optionalKey(Instant), to: Schema.optionalKey(Instant) },
      success: ImageReport,
      error: validationFailed
    }).annotateMerge(
      says(
        "Sum up pictures by day and purpose",
        "From `from` to `to`; without them the last 30 days. At most 366 days."
      )
    )
  ),
  { access: "tenant_read", description: "Every picture that was drawn, by purpose, provider and day" }
) {}
