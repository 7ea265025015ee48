import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { makePurchase, unpaid } from "../../../players/buddies/Service/Purchase.ts"
import { BuddyItems } from "../../../players/buddies/Service/Items.ts"
import { WidgetMarketplaceApi } from "../Api/Marketplace.ts"
import { widgetCaller } from "./Caller.ts"
import { WidgetShop } from "../Store/Marketplace.ts"

export const WidgetMarketplaceHttp = HttpApiBuilder.group(
  feature(WidgetMarketplaceApi),
  "widget-marketplace",
  Effect.fn(function* (handlers) {
    const shop = yield* WidgetShop
    const buy = yield* makePurchase
    return handlers.handleAll({
      marketplace: Effect.fnUntraced(function* ({ query }) {
        const { buddy_id, customer_id, scopes } = yield* widgetCaller
        return { ...(yield* shop.show(customer_id, buddy_id, query)), scopes }
      }),
      purchase: Effect.fnUntraced(function* ({ payload: { gift_to_buddy_id = null, item_id } }) {
        const caller = yield* widgetCaller
        const bought = buy(caller, caller.buddy_id, item_id, gift_to_buddy_id)
        return yield* gift_to_buddy_id === null ? bought : Effect.catchTag(bought, "InsufficientCoins", unpaid)
      })
    })
  })
).pipe(Layer.provide([WidgetShop.layer, BuddyItems.layer]))
