/** Asking for an icon, sending a picture, and why there is none. Contract part 4; prices are decisions 4. */
import { Schema } from "effect"
import { failure, serviceUnavailable, validationFailed } from "./Failure.ts"
import { text } from "./Ids.ts"

export const GenerateIcon = Schema.Struct({
  label: text({ min: 1, max: 80 }),
  description: Schema.optionalKey(text({ max: 500 })),
  tier: Schema.optionalKey(Schema.Literals(["bronze", "silver", "gold", "platinum"]))
}).annotate({ identifier: "GenerateIcon" })
export type GenerateIcon = typeof GenerateIcon.Type

/** 5 MB of picture in base64, plus the prefix of a data URL. */
const encoded_chars_max = 7_000_000

export const UploadPicture = Schema.Struct({
  image: Schema.String.annotate({
    description: "a PNG, JPEG or WebP picture in base64 or as a data URL: at most 5 MB, sides of 16 to 4096 pixels"
  }).check(Schema.isMinLength(1), Schema.isMaxLength(encoded_chars_max))
}).annotate({ identifier: "UploadPicture" })

export const IconMade = Schema.Struct({ icon_url: Schema.String }).annotate({ identifier: "IconMade" })

export class CreditInsufficient extends Schema.TaggedError<CreditInsufficient>()("CreditInsufficient", {
  balance: Schema.Int,
  required: Schema.Int
}) {}
export const creditInsufficient = failure(CreditInsufficient, {
  status: 402,
  code: "credit_insufficient",
  message: (e) => `This costs ${e.required} credits and ${e.balance} are left this month.`,
  details: (e) => ({ balance: e.balance, required: e.required })
})

export class AssetQuotaExceeded extends Schema.TaggedError<AssetQuotaExceeded>()("AssetQuotaExceeded", {
  unit: Schema.Literals(["pictures", "bytes"]),
  max: Schema.Int,
  used: Schema.Int,
  required: Schema.Int
}) {}
export const assetQuotaExceeded = failure(AssetQuotaExceeded, {
  status: 409,
  code: "asset_quota_exceeded",
  message: (e) =>
    `Uploaded pictures may come to ${e.max} ${e.unit} and do to ${e.used}. Those nothing refers to go within two days.`,
  details: ({ max, required, unit, used }) => ({ unit, max, used, required })
})

export const drawingErrors = [creditInsufficient, serviceUnavailable] as const
export const uploadErrors = [validationFailed, assetQuotaExceeded] as const
