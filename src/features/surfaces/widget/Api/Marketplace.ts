/** The marketplace widget: what is for sale to the buddy, and buying it. Contract part 4 (widget runtime). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, OfWidget, RequiredScope } from "../../../../wire/Access.ts"
import { itemCategories } from "../../../../wire/content/Marketplace.ts"
import { notFound } from "../../../../wire/Failure.ts"
import { Tagged, tenantGroup } from "../../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../../wire/Page.ts"
import { MaxPrice, Purchase } from "../../../../wire/answers/Purchase.ts"
import { sale } from "../../../../wire/refusals/Sales.ts"
import { insufficientCoins, itemGiftOnly, Requirement } from "../../../../wire/refusals/Buddies.ts"
import { says } from "../../../../wire/Words.ts"

const category = Schema.Literals(itemCategories)

export const WidgetSale = Schema.Struct({
  flash_sale_id: Id,
  name: Schema.String,
  list_price_coins: Schema.Int,
  ends_at: Timestamp,
  left_for_you: Schema.NullOr(Schema.Int).annotate({ description: "pieces for this buddy; null: no end" }),
  stock_left: Schema.NullOr(Schema.Int).annotate({ description: "pieces for all; null: no end" })
}).annotate({ identifier: "WidgetSale" })

export const WidgetItem = Schema.Struct({
  item_id: Id,
  item_key: Schema.String,
  marketplace_id: Id,
  name: Schema.String,
  description: Schema.String,
  category,
  image_url: Schema.NullOr(Schema.String).annotate({ description: "the picture for the buddy's stage" }),
  price_coins: Schema.Int.annotate({ description: "what this buddy pays now" }),
  sale: Schema.NullOr(WidgetSale).annotate({ description: "the flash sale the price is of; null: the list price" }),
  is_gift_only: Schema.Boolean,
  stock_left: Schema.NullOr(Schema.Int).annotate({ description: "null: no end" }),
  available_until: Schema.NullOr(Timestamp),
  owned: Schema.Int.annotate({ description: "pieces the buddy has" }),
  equipped: Schema.Boolean,
  requirements: Schema.Array(Requirement),
  can_buy: Schema.Boolean,
  refusal: Schema.NullOr(
    Schema.Literals([
      "item_gift_only",
      "item_already_owned",
      "requirements_not_met",
      "out_of_stock",
      "insufficient_coins"
    ])
  ).annotate({ description: "the code POST /widget/purchases would answer with; null when nothing stands in the way" })
}).annotate({ identifier: "WidgetItem" })
export type WidgetItem = typeof WidgetItem.Type

export const WidgetOwnedItem = Schema.Struct({
  item_id: Id,
  name: Schema.String,
  category,
  image_url: Schema.NullOr(Schema.String),
  count: Schema.Int,
  equipped: Schema.Boolean
}).annotate({ identifier: "WidgetOwnedItem" })
export type WidgetOwnedItem = typeof WidgetOwnedItem.Type

export const WidgetMarketplace = Schema.Struct({
  ...offsetPage(WidgetItem).fields,
  balance: Schema.Int.annotate({ description: "coins the buddy can spend" }),
  owned_items: Schema.Array(WidgetOwnedItem).annotate({
    description: "everything the buddy owns, also what is not for sale any more; newest first"
  }),
  scopes: Schema.Array(Schema.String)
}).annotate({ identifier: "WidgetMarketplace" })

export class WidgetMarketplaceApi extends tenantGroup(
  HttpApiGroup.make("widget-marketplace")
    .add(
      HttpApiEndpoint.get("marketplace", "/widget/marketplace", {
        query: { ...offsetQuery, category: Schema.optionalKey(category) },
        success: WidgetMarketplace,
        error: notFound
      })
        .annotate(RequiredScope, "read")
        .annotate(OfWidget, "marketplace")
        .annotateMerge(
          says(
            "Show the shop to the buddy",
            "What is for sale, what the buddy owns, its coins, and of each item whether it can buy it now."
          )
        ),
      HttpApiEndpoint.post("purchase", "/widget/purchases", {
        payload: Schema.Struct({
          item_id: text({ min: 1, max: 64 }),
          gift_to_buddy_id: Schema.optionalKey(text({ min: 1, max: 64 })),
          max_price_coins: MaxPrice
        }),
        success: Purchase.pipe(HttpApiSchema.status(201)),
        error: [...sale, insufficientCoins, itemGiftOnly]
      })
        .annotate(Access, "widget_write")
        .annotate(RequiredScope, "marketplace:purchase")
        .annotateMerge(says("Buy an item from a widget", "Takes the price from the coins of the token's buddy."))
    )
    .middleware(Tagged),
  { access: "widget_read", capability: "marketplace", description: "The marketplace widget" }
) {}
