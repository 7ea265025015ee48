/** An event badge: what happens once, and whoever was there has a badge of it. */
import { Schema } from "effect"
import { BadgeTier } from "../content/BadgeDefinition.ts"
import {
  absentAs,
  Amount,
  AudienceKey,
  Group,
  Label,
  LongText,
  orNull,
  ResourceUrl,
  Trigger,
  whole
} from "../content/Shared.ts"
import { KeptInstant, parseInstant } from "../Ids.ts"

export const eventBadgeLimits = {
  /** active at once */
  live_max: 100,
  /** inactive and past ones included */
  badges_max: 1_000
} as const

/** What PATCH may change, each field absent or whole. */
export const eventBadgeFields = {
  label: Label,
  description: absentAs(LongText, ""),
  icon_url: orNull(ResourceUrl),
  tier: orNull(BadgeTier),
  trigger: Trigger,
  required_count: absentAs(whole(1, 1_000), 1).annotate({ description: "events of the window" }),
  audience: AudienceKey,
  conditions: absentAs(Group, {}),
  starts_at: orNull(KeptInstant).annotate({ description: "null: from the beginning" }),
  ends_at: orNull(KeptInstant).annotate({ description: "excluded; null: no end" }),
  coin_reward: absentAs(Amount, 0),
  max_awards: orNull(whole(1, 1_000_000_000)).annotate({ description: "to all buddies; null: no end" }),
  status: absentAs(Schema.Literals(["active", "inactive"]), "active")
}
const EventBadgeContent = Schema.Struct(eventBadgeFields)
export type EventBadgeContent = typeof EventBadgeContent.Type

/** What no field alone can tell; null: nothing is wrong. */
export const windowIssue = ({ ends_at, starts_at }: Pick<EventBadgeContent, "starts_at" | "ends_at">) =>
  starts_at !== null && ends_at !== null && parseInstant(ends_at) <= parseInstant(starts_at)
    ? { path: ["ends_at"], message: "ends_at is not after starts_at" }
    : null

/** As the rules are given it. One that is inactive is told too, for what buddies remember of it. */
export type EventBadgeTerms = LiveEventBadge | { readonly event_badge_id: string; readonly enabled: false }

export interface LiveEventBadge extends Omit<
  EventBadgeContent,
  "description" | "icon_url" | "tier" | "status" | "starts_at" | "ends_at"
> {
  readonly event_badge_id: string
  readonly badge_key: string
  readonly enabled: true
  /** epoch ms */
  readonly starts_at: number | null
  /** epoch ms, excluded */
  readonly ends_at: number | null
}
