/**
 * Marketplaces and their items: live configuration, edited at once and without a version. Contract parts 2 and 4.
 * A marketplace and an item are addressed by id or by key.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, FileBody, LargeBody, Lengthy, RequiredPermission } from "../../../wire/Access.ts"
import { alreadyExists, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { entry } from "../../../wire/Turns.ts"
import { Id, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { drawingErrors, uploadErrors, UploadPicture } from "../../../wire/Pictures.ts"
import {
  itemCategories,
  Marketplace as MarketplaceContent,
  MarketplaceInput,
  MarketplaceItemInput
} from "../../../wire/content/Marketplace.ts"
import { says } from "../../../wire/Words.ts"

const times = { created_at: Timestamp, updated_at: Timestamp }

export const Marketplace = Schema.Struct({
  ...MarketplaceContent.fields,
  items: Schema.Int.annotate({ description: "items that are not archived" }),
  ...times
}).annotate({ identifier: "MarketplaceRecord" })
export type Marketplace = typeof Marketplace.Type

export const Item = Schema.Struct({
  ...MarketplaceItemInput.fields,
  item_id: Id,
  marketplace_id: Id,
  item_key: Schema.String,
  position: Schema.Int,
  stock_left: Schema.NullOr(Schema.Int).annotate({ description: "null: no end" }),
  ...times
}).annotate({ identifier: "MarketplaceItemRecord" })
export type Item = typeof Item.Type

/** One import: every row is judged by itself, and all good rows are written or none. */
export const ImportItems = Schema.Struct({
  items: Schema.Array(entry(MarketplaceItemInput)).check(Schema.isBetweenLength(1, 500)),
  on_conflict: Schema.optionalKey(Schema.Literals(["skip", "update"]))
})
export const Imported = Schema.Struct({
  created: Schema.Int,
  updated: Schema.Int,
  skipped: Schema.Int,
  results: Schema.Array(
    Schema.Struct({
      index: Schema.Int,
      item_key: Schema.String,
      item_id: Id,
      status: Schema.Literals(["created", "updated", "skipped"])
    })
  )
}).annotate({ identifier: "ItemsImported" })

/** The items named come first, in this order; the others follow as they stood. */
export const ReorderItems = Schema.Struct({
  item_ids: Schema.Array(Schema.String.check(Schema.isMaxLength(64))).check(Schema.isBetweenLength(1, 500))
})

const id = { id: Schema.String }
const item = { id: Schema.String, item_id: Schema.String }

export class MarketplacesApi extends tenantGroup(
  HttpApiGroup.make("marketplaces").add(
    HttpApiEndpoint.get("list", "/marketplaces", {
      query: { ...offsetQuery, audience: Schema.optionalKey(text({ max: 64 })) },
      success: offsetPage(Marketplace)
    })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "marketplace:read")
      .annotateMerge(says("List marketplaces", "Newest first. Narrow it down by audience.")),
    HttpApiEndpoint.post("create", "/marketplaces", {
      payload: MarketplaceInput,
      success: Marketplace.pipe(HttpApiSchema.status(201)),
      error: [alreadyExists, validationFailed]
    }).annotateMerge(
      says("Create a marketplace", "At once and without a version. Add items with `POST /marketplaces/{id}/items`.")
    ),
    HttpApiEndpoint.get("read", "/marketplaces/:id", { params: id, success: Marketplace, error: notFound })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "marketplace:read")
      .annotateMerge(says("Show a marketplace", "`{id}` is its id or its key.")),
    HttpApiEndpoint.put("replace", "/marketplaces/:id", {
      params: id,
      payload: MarketplaceInput,
      success: Marketplace,
      error: [notFound, alreadyExists, validationFailed]
    }).annotateMerge(says("Replace a marketplace", "Fields left out take their defaults. Its items stay.")),
    HttpApiEndpoint.get("items", "/marketplaces/:id/items", {
      params: id,
      query: {
        ...offsetQuery,
        category: Schema.optionalKey(Schema.Literals(itemCategories)),
        status: Schema.optionalKey(Schema.Literals(["active", "inactive", "archived"]))
      },
      success: offsetPage(Item),
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "marketplace:read")
      .annotateMerge(
        says("List items of a marketplace", "In the order of the shop. Narrow it down by category and status.")
      ),
    HttpApiEndpoint.post("createItem", "/marketplaces/:id/items", {
      params: id,
      payload: MarketplaceItemInput,
      success: Item.pipe(HttpApiSchema.status(201)),
      error: [notFound, alreadyExists, validationFailed]
    }).annotateMerge(
      says("Create an item", "It is for sale at once unless its status says otherwise. It stands last in the shop.")
    ),
    HttpApiEndpoint.post("importItems", "/marketplaces/:id/items/import", {
      params: id,
      payload: ImportItems,
      success: Imported,
      error: [notFound, validationFailed]
    })
      .annotate(LargeBody, true)
      .annotateMerge(
        says(
          "Import up to 500 items",
          "All are written or none. Known keys are skipped or updated, as `on_conflict` says; `results` tells of each."
        )
      ),
    HttpApiEndpoint.post("reorderItems", "/marketplaces/:id/items/reorder", {
      params: id,
      payload: ReorderItems,
      success: Schema.Struct({ item_ids: Schema.Array(Id) }),
      error: [notFound, validationFailed]
    }).annotateMerge(
      says("Reorder items", "The items named come first, in this order; the others follow as they stood.")
    ),
    HttpApiEndpoint.get("readItem", "/marketplaces/:id/items/:item_id", {
      params: item,
      success: Item,
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "marketplace:read")
      .annotateMerge(says("Show an item", "With its stock and its place in the shop.")),
    HttpApiEndpoint.put("replaceItem", "/marketplaces/:id/items/:item_id", {
      params: item,
      payload: MarketplaceItemInput,
      success: Item,
      error: [notFound, alreadyExists, validationFailed]
    }).annotateMerge(says("Replace an item", "Fields left out take their defaults. What buddies own stays theirs.")),
    HttpApiEndpoint.post("regenerateItemImage", "/marketplaces/:id/items/:item_id/regenerate-image", {
      params: item,
      success: Item,
      error: [notFound, ...drawingErrors]
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Draw an item's picture again",
          "Answers when the picture is there, within seconds. Costs image credits unless the built-in artist draws."
        )
      ),
    HttpApiEndpoint.post("uploadItemImage", "/marketplaces/:id/items/:item_id/upload-image", {
      params: item,
      payload: UploadPicture,
      success: Item,
      error: [notFound, ...uploadErrors]
    })
      .annotate(Lengthy, true)
      .annotate(LargeBody, true)
      .annotate(FileBody, true)
      .annotateMerge(
        says(
          "Upload an item's picture",
          "PNG, JPEG or WebP as base64 in JSON. It is decoded, bounded in size and kept as PNG."
        )
      ),
    HttpApiEndpoint.delete("removeItem", "/marketplaces/:id/items/:item_id", {
      params: item,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(
      says("Delete an item", "It is no longer for sale. One that buddies own is archived, so that they keep it.")
    )
  ),
  { access: "config", capability: "marketplace", description: "What buddies buy with coins" }
) {}
