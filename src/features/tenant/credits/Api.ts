/** Credits for pictures, and what was drawn with them. Contract part 4; prices are decisions 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { badRequest, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant, Timestamp } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery, offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

const Purpose = Schema.Literals(["stage_image", "icon"])
const TextPurpose = Schema.Literals(["plan", "guide", "message"])
const UsageStatus = Schema.Literals(["drawing", "drawn", "failed"])

export const CreditLot = Schema.Struct({
  lot_id: Id,
  source: Schema.Literals(["monthly", "purchase", "referral"]),
  granted: Schema.Int,
  remaining: Schema.Int,
  expires_at: Timestamp
}).annotate({ identifier: "CreditLot" })

export const CreditBalance = Schema.Struct({
  balance: Schema.Int.annotate({ description: "all lots together" }),
  monthly_allowance: Schema.Int.annotate({
    description:
      "of the plan; on the free plan none before somebody has verified an e-mail, but on the embedded default"
  }),
  monthly_remaining: Schema.Int.annotate({ description: "what is left of this month's" }),
  purchased_remaining: Schema.Int.annotate({ description: "what is left of bought packs" }),
  lots: Schema.Array(CreditLot).annotate({
    description: "those with something left, at most 50: the first to end first, and used in this order"
  }),
  resets_at: Timestamp.annotate({
    description: "what is left of the month's then ends, and the allowance is granted anew"
  }),
  provider: Schema.String.annotate({ description: "of pictures; builtin draws for nothing" }),
  costs: Schema.Struct({
    stage_image: Schema.Int,
    icon: Schema.Int,
    plan: Schema.Int,
    guide: Schema.Int,
    message: Schema.Int
  })
}).annotate({ identifier: "CreditBalance" })

export const CreditEntry = Schema.Struct({
  entry_id: Id,
  type: Schema.Literals(["grant", "purchase", "expiry", "charge", "refund", "chargeback"]),
  amount: Schema.Int,
  balance_after: Schema.Int,
  purpose: Schema.NullOr(Schema.Union([Purpose, TextPurpose])),
  image_id: Schema.NullOr(Id).annotate({ description: "null for what is no picture" }),
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
        "Show credits",
        "What is left, in which lots and until when, what pictures and texts cost, and when the plan grants anew."
      )
    ),
    HttpApiEndpoint.get("ledger", "/credits/ledger", {
      query: cursorQuery,
      success: cursorPage(CreditEntry),
      error: badRequest
    }).annotateMerge(
      says(
        "List changes of credits",
        "Grants, purchases, charges, refunds, chargebacks and ends of lots, newest first."
      )
    )
  ),
  { access: "tenant_read", capability: "none", description: "What pictures and texts may cost, and what they did" }
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
  {
    access: "tenant_read",
    capability: "none",
    description: "Every picture that was drawn, by purpose, provider and day"
  }
) {}
