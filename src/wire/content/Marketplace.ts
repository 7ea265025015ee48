import { Schema } from "effect"
import { inUtc, parseInstant } from "../Ids.ts"
import { entry } from "../Turns.ts"
import {
  absentAs,
  Amount,
  AudienceKey,
  Group,
  Id,
  Key,
  Label,
  LongText,
  NewKey,
  orNull,
  ResourceUrl,
  whole
} from "./Shared.ts"

export const itemCategories = ["background", "body", "feet", "hand", "neck", "face", "head", "accessory"] as const

const Moment = inUtc(
  Schema.String.check(
    Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/u, {
      expected: "a time with a zone, such as 2026-11-20T08:00:00Z"
    }),
    Schema.makeFilter<string>((text) => (Number.isNaN(parseInstant(text)) ? "not a moment in time" : undefined))
  )
)

const itemFields = {
  item_key: orNull(Key),
  name: Label,
  description: absentAs(LongText, ""),
  category: Schema.Literals(itemCategories),
  price_coins: Amount,
  image_url: orNull(ResourceUrl),
  stage_images: absentAs(
    Schema.Record(
      Schema.String.check(Schema.isPattern(/^[1-5]$/u, { expected: "a stage from 1 to 5" })),
      ResourceUrl
    ).check(Schema.isMaxProperties(5)),
    {}
  ),
  is_gift_only: absentAs(Schema.Boolean, false),
  stock: absentAs(
    Schema.Struct({
      total: orNull(
        whole(0, 1_000_000_000).annotate({
          description: "Pieces to be bought from when it is set, whatever was bought before. Raising it adds so many."
        })
      ),
      per_buddy: absentAs(Schema.NullOr(whole(1, 1_000_000)), 1)
    }),
    {
      total: null,
      per_buddy: 1
    }
  ),
  available_from: orNull(Moment),
  available_until: orNull(Moment),
  status: absentAs(Schema.Literals(["active", "inactive", "archived"]), "active"),
  visibility: absentAs(Group, {}),
  requirements: absentAs(Group, {})
}

const datesIssue = Schema.makeFilter<{
  readonly available_from: string | null
  readonly available_until: string | null
}>(({ available_from, available_until }) =>
  available_from !== null && available_until !== null && Date.parse(available_until) <= Date.parse(available_from)
    ? { path: ["available_until"], issue: "available_until is not after available_from" }
    : undefined
)

/** Body of POST and PUT of an item. `stock.per_buddy` null: a buddy may own any number. */
export const MarketplaceItemInput = Schema.Struct({ ...itemFields, item_key: orNull(NewKey) })
  .check(datesIssue)
  .annotate({ identifier: "MarketplaceItemInput" })
export type MarketplaceItemInput = typeof MarketplaceItemInput.Type

export const MarketplaceItem = Schema.Struct({ item_id: Id, ...itemFields })
  .check(datesIssue)
  .annotate({ identifier: "MarketplaceItem" })
export type MarketplaceItem = typeof MarketplaceItem.Type

const marketplaceFields = {
  marketplace_key: Key,
  name: Label,
  audience: AudienceKey,
  is_active: absentAs(Schema.Boolean, true)
}

export const MarketplaceInput = Schema.Struct({ ...marketplaceFields, marketplace_key: NewKey }).annotate({
  identifier: "MarketplaceInput"
})
export type MarketplaceInput = typeof MarketplaceInput.Type

export const Marketplace = Schema.Struct({ marketplace_id: Id, ...marketplaceFields }).annotate({
  identifier: "Marketplace"
})
export type Marketplace = typeof Marketplace.Type

/** A marketplace inside a preset or an export file: items travel along and are told apart by key. */
export const PresetMarketplace = Schema.Struct({
  ...marketplaceFields,
  marketplace_key: NewKey,
  items: absentAs(
    Schema.Array(entry(Schema.Struct({ ...itemFields, item_key: NewKey }).check(datesIssue))).check(
      Schema.isMaxLength(500)
    ),
    []
  )
}).annotate({ identifier: "PresetMarketplace" })
export type PresetMarketplace = typeof PresetMarketplace.Type
