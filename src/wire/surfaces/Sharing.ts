/** What sharing a buddy and telling of its moments have in common. */
import { Schema } from "effect"
import { whole } from "../content/Shared.ts"
import { Day } from "../Day.ts"
import { failure } from "../Failure.ts"

/** The way a link is handed on. */
export const shareChannels = [
  "copy_link",
  "native_share",
  "x",
  "facebook",
  "linkedin",
  "whatsapp",
  "email",
  "other"
] as const
export const ShareChannel = Schema.Literals(shareChannels)
export type ShareChannel = typeof ShareChannel.Type

export const window_days_default = 30
/** Days of UTC up to today. */
export const windowQuery = {
  window_days: Schema.optionalKey(
    whole(1, 90).annotate({ description: "days of UTC up to today; 30 when nothing is said" })
  )
}
export const windowFields = { window_days: Schema.Int, from: Day, to: Day }

export const Rate = Schema.NullOr(Schema.Finite).annotate({ description: "four decimals; null: of nothing" })

/** A share with four decimals; of nothing there is none. */
export const rateOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000

export class SharingDisabled extends Schema.TaggedError<SharingDisabled>()("SharingDisabled", {}) {}
export const sharingDisabled = failure(SharingDisabled, {
  status: 409,
  code: "sharing_disabled",
  message: () => "Sharing is switched off in the settings of this workspace."
})

export class BuddyPrivate extends Schema.TaggedError<BuddyPrivate>()("BuddyPrivate", {}) {}
export const buddyPrivate = failure(BuddyPrivate, {
  status: 409,
  code: "buddy_private",
  message: () => "The profile of this buddy is private: nobody is shown it."
})
