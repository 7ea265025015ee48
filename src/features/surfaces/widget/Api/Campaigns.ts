/** What runs for all players and concerns the one that looks. Contract part 4 (widget runtime). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { OfWidget, RequiredScope } from "../../../../wire/Access.ts"
import { boosted } from "../../../../wire/campaigns/Boosters.ts"
import { LotteryEntryTerms, LotteryPrize } from "../../../../wire/campaigns/Lottery.ts"
import { BoxPrice, BoxReward } from "../../../../wire/campaigns/MysteryBox.ts"
import { notFound } from "../../../../wire/Failure.ts"
import { Tagged, tenantGroup } from "../../../../wire/Group.ts"
import { Id, Timestamp } from "../../../../wire/Ids.ts"
import { says } from "../../../../wire/Words.ts"

export const WidgetBooster = Schema.Struct({
  booster_id: Id,
  applies_to: Schema.Array(Schema.Literals(boosted)),
  multiplier: Schema.Finite.annotate({ examples: [2] }),
  ends_at: Timestamp
}).annotate({ identifier: "WidgetBooster" })
export type WidgetBooster = typeof WidgetBooster.Type

export const WidgetCampaignSale = Schema.Struct({
  flash_sale_id: Id,
  name: Schema.String,
  ends_at: Timestamp,
  item_ids: Schema.Array(Id).annotate({ description: "those the buddy sees in the shop, and pays less for" })
}).annotate({ identifier: "WidgetCampaignSale" })
export type WidgetCampaignSale = typeof WidgetCampaignSale.Type

export const WidgetQuest = Schema.Struct({
  quest_id: Id,
  name: Schema.String,
  total: Schema.Finite.annotate({ description: "what all have brought together", examples: [412] }),
  target: Schema.Finite.annotate({ examples: [1_000] }),
  ends_at: Schema.NullOr(Timestamp),
  joined: Schema.Boolean,
  my_contribution: Schema.Finite.annotate({ description: "of who has left too: it counts again after a new join" }),
  participants: Schema.Int
}).annotate({ identifier: "WidgetQuest" })
export type WidgetQuest = typeof WidgetQuest.Type

export const WidgetLottery = Schema.Struct({
  lottery_id: Id,
  name: Schema.String,
  draw_at: Timestamp,
  entry: Schema.toType(LotteryEntryTerms),
  my_tickets: Schema.Int.annotate({ description: "of the open draw" }),
  entries: Schema.Int.annotate({ description: "tickets of all" }),
  odds_per_entry: Schema.NullOr(Schema.Finite).annotate({
    description: "places per ticket, at most 1; null: no tickets"
  }),
  commit_hash: Schema.String.annotate({ description: "what the draw is held to, as 64 hexadecimal digits" }),
  prizes: Schema.Array(Schema.toType(LotteryPrize)),
  last_draw_id: Schema.NullOr(Id).annotate({ description: "the newest one drawn, whose proof can be read" })
}).annotate({ identifier: "WidgetLottery" })
export type WidgetLottery = typeof WidgetLottery.Type

export const WidgetEventBadge = Schema.Struct({
  badge_key: Schema.String,
  label: Schema.String,
  progress: Schema.Int.annotate({ examples: [2] }),
  required_count: Schema.Int.annotate({ examples: [3] }),
  ends_at: Schema.NullOr(Timestamp),
  left: Schema.NullOr(Schema.Int).annotate({ description: "for all buddies; null: no end" })
}).annotate({ identifier: "WidgetEventBadge" })
export type WidgetEventBadge = typeof WidgetEventBadge.Type

export const WidgetMysteryBox = Schema.Struct({
  box_key: Schema.String,
  name: Schema.String,
  price: Schema.toType(BoxPrice),
  odds: Schema.Array(Schema.Struct({ reward: Schema.toType(BoxReward), chance: Schema.Finite })).annotate({
    description: "what this buddy cannot take has left the pool; empty: there is nothing in it for this buddy"
  }),
  left: Schema.NullOr(Schema.Int).annotate({ description: "openings by all buddies; null: no end" })
}).annotate({ identifier: "WidgetMysteryBox" })
export type WidgetMysteryBox = typeof WidgetMysteryBox.Type

export const WidgetFreeLunch = Schema.Struct({
  grant_id: Id,
  coins: Schema.Int,
  message: Schema.NullOr(Schema.String.annotate({ examples: ["Enjoy your day."] })),
  status: Schema.Literals(["granted", "seen"]),
  expires_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "WidgetFreeLunch" })
export type WidgetFreeLunch = typeof WidgetFreeLunch.Type

export const WidgetCampaigns = Schema.Struct({
  boosters: Schema.Array(WidgetBooster),
  sales: Schema.Array(WidgetCampaignSale),
  quests: Schema.Array(WidgetQuest),
  lotteries: Schema.Array(WidgetLottery),
  event_badges: Schema.Array(WidgetEventBadge),
  mystery_boxes: Schema.Array(WidgetMysteryBox),
  free_lunches: Schema.Array(WidgetFreeLunch)
}).annotate({ identifier: "WidgetCampaigns" })
export type WidgetCampaigns = typeof WidgetCampaigns.Type

export class WidgetCampaignsApi extends tenantGroup(
  HttpApiGroup.make("widget-campaigns")
    .add(
      HttpApiEndpoint.get("read", "/widget/campaigns", { success: WidgetCampaigns, error: notFound })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "buddy")
        .annotateMerge(
          says(
            "Show campaigns to the buddy",
            "What runs at this moment for the audience of the buddy and is open to it: boosters, sales, quests, " +
              "lotteries, badges, boxes and gifts. What is switched off is empty."
          )
        )
    )
    .middleware(Tagged),
  { access: "widget_read", capability: "widgets", description: "What runs for all players, in a widget" }
) {}
