import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { QuestStore } from "../../../campaigns/group-quests/Store.ts"
import { MysteryBoxes } from "../../../economy/mystery-boxes/Service.ts"
import { BoxStore } from "../../../economy/mystery-boxes/Store.ts"
import { BuddyReads } from "../../../players/buddies/Store.ts"
import { WidgetCampaignsApi } from "../Api/Campaigns.ts"
import { boostersOf } from "../Service/Campaigns/Boosters.ts"
import { boxesOf } from "../Service/Campaigns/Boxes.ts"
import { eventBadgesOf } from "../Service/Campaigns/EventBadges.ts"
import { freeLunchesOf } from "../Service/Campaigns/FreeLunches.ts"
import { lotteriesOf } from "../Service/Campaigns/Lotteries.ts"
import { questsOf } from "../Service/Campaigns/Quests.ts"
import { salesOf } from "../Service/Campaigns/Sales.ts"
import { lookings } from "../Service/Looking.ts"
import { widgetCaller } from "./Caller.ts"

export const WidgetCampaignsHttp = HttpApiBuilder.group(
  feature(WidgetCampaignsApi),
  "widget-campaigns",
  Effect.fn(function* (handlers) {
    const looked = yield* lookings
    const sales = yield* salesOf
    const quests = yield* questsOf
    const lotteries = yield* lotteriesOf
    const eventBadges = yield* eventBadgesOf
    const boxes = yield* boxesOf
    return handlers.handleAll({
      read: Effect.fnUntraced(function* () {
        const { buddy_id, customer_id } = yield* widgetCaller
        const looking = yield* looked(customer_id, buddy_id)
        return {
          boosters: boostersOf(looking),
          sales: yield* sales(looking),
          quests: yield* quests(looking),
          lotteries: yield* lotteries(looking),
          event_badges: yield* eventBadges(looking),
          mystery_boxes: yield* boxes(looking),
          free_lunches: freeLunchesOf(looking)
        }
      })
    })
  })
).pipe(Layer.provide([BuddyReads.layer, QuestStore.layer, BoxStore.layer, MysteryBoxes.layer]))
