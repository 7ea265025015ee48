/** Telling of great moments: which there are, what a widget says of them, and why it may be refused. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"
import { Id, text } from "../Ids.ts"

export const bragMoments = ["evolution", "badge", "streak_milestone", "league_rank", "path_completed"] as const
export const BragMoment = Schema.Literals(bragMoments)
export type BragMoment = typeof BragMoment.Type

export const bragChannels = ["copy_link", "native_share", "x", "linkedin", "whatsapp", "facebook", "email"] as const
export const BragChannel = Schema.Literals(bragChannels)
export type BragChannel = typeof BragChannel.Type

export const bragActions = ["shown", "clicked", "shared"] as const
export const BragAction = Schema.Literals(bragActions)
export type BragAction = typeof BragAction.Type

/** What stands for something of the buddy, of the moment or of the workspace in a template. */
export const bragPlaceholders = [
  "name",
  "stage_name",
  "badge_label",
  "streak",
  "rank",
  "path_title",
  "tenant_name"
] as const

const known = new RegExp(`\\{(?:${bragPlaceholders.join("|")})\\}`, "g")
export const hasStrayBraces = (template: string): boolean => /[{}]/.test(template.replace(known, ""))

export const WidgetBrag = Schema.Struct({
  action: BragAction,
  moment: BragMoment,
  subject_key: Schema.optionalKey(text({ min: 1, max: 64 })).annotate({
    description: "badge_key, streak_key, season_id or path_key; the newest of them where nothing is said"
  }),
  channel: Schema.optionalKey(BragChannel).annotate({ description: "wanted of a click and a share" })
})
  .check(
    Schema.makeFilter<{ readonly action: string; readonly channel?: string }>(({ action, channel }) =>
      action !== "shown" && channel === undefined ? "channel is wanted of clicked and shared" : undefined
    )
  )
  .annotate({ identifier: "WidgetBrag" })
export type WidgetBrag = typeof WidgetBrag.Type

export const Bragged = Schema.Struct({
  brag_id: Id,
  text: Schema.String,
  url: Schema.NullOr(Schema.String).annotate({ description: "the page of the buddy; null: the button was only shown" }),
  channel_url: Schema.NullOr(Schema.String).annotate({
    description: "where the channel lets it be written; null: the browser does that itself"
  })
}).annotate({ identifier: "Bragged" })
export type Bragged = typeof Bragged.Type

export class BragNotEarned extends Schema.TaggedError<BragNotEarned>()("BragNotEarned", { moment: Schema.String }) {}
export const bragNotEarned = failure(BragNotEarned, {
  status: 409,
  code: "brag_not_earned",
  message: () => "This did not happen to the buddy within the last 7 days."
})
export class BragDisabled extends Schema.TaggedError<BragDisabled>()("BragDisabled", {}) {}
export const bragDisabled = failure(BragDisabled, {
  status: 409,
  code: "brag_disabled",
  message: () => "The brag button, this moment or sharing is off, or the buddy is private."
})
