import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Glances } from "../../../../platform/analytics/Glances.ts"
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
    const { used } = yield* Glances
    return handlers.handleAll({
      marketplace: Effect.fnUntraced(function* ({ query }) {
        const { buddy_id, customer_id, scopes } = yield* widgetCaller
        const shown = yield* shop.show(customer_id, buddy_id, query)
        yield* used(customer_id, buddy_id, "shop_view")
        return { ...shown, scopes }
      }),
      purchase: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* widgetCaller
        const bought = buy(caller, caller.buddy_id, payload)
        return yield* payload.gift_to_buddy_id === undefined
          ? bought
          : Effect.catchTag(bought, "InsufficientCoins", unpaid)
      })
    })
  })
).pipe(Layer.provide([WidgetShop.layer, BuddyItems.layer]))
