import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Pictures } from "../../../platform/images/Pictures.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { MarketplacesApi } from "./Api.ts"
import { MarketplaceStore } from "./Store.ts"
import { ItemStore } from "./Store/Items.ts"

export const MarketplacesHttp = HttpApiBuilder.group(
  feature(MarketplacesApi),
  "marketplaces",
  Effect.fn(function* (handlers) {
    const marketplaces = yield* MarketplaceStore
    const items = yield* ItemStore
    const pictures = yield* Pictures

    /** The tenant and the marketplace of the path. */
    const within = Effect.fnUntraced(function* (id: string) {
      const { customer_id } = yield* Principal
      return { customer_id, marketplace_id: (yield* marketplaces.read(customer_id, id)).marketplace_id }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* marketplaces.list((yield* Principal).customer_id, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* marketplaces.create((yield* Principal).customer_id, payload)
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* marketplaces.read((yield* Principal).customer_id, params.id)
      }),
      replace: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* marketplaces.replace((yield* Principal).customer_id, params.id, payload)
      }),
      items: Effect.fnUntraced(function* ({ params, query }) {
        const { customer_id, marketplace_id } = yield* within(params.id)
        return yield* items.list(customer_id, marketplace_id, query)
      }),
      createItem: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id, marketplace_id } = yield* within(params.id)
        return yield* items.create(customer_id, marketplace_id, payload)
      }),
      importItems: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id, marketplace_id } = yield* within(params.id)
        return yield* items.import(customer_id, marketplace_id, payload.items, payload.on_conflict ?? "skip")
      }),
      reorderItems: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id, marketplace_id } = yield* within(params.id)
        return { item_ids: yield* items.reorder(customer_id, marketplace_id, payload.item_ids) }
      }),
      readItem: Effect.fnUntraced(function* ({ params }) {
        const { customer_id, marketplace_id } = yield* within(params.id)
        return yield* items.read(customer_id, marketplace_id, params.item_id)
      }),
      replaceItem: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id, marketplace_id } = yield* within(params.id)
        return yield* items.replace(customer_id, marketplace_id, params.item_id, payload)
      }),
      regenerateItemImage: Effect.fnUntraced(function* ({ params }) {
        const { customer_id, marketplace_id } = yield* within(params.id)
        const { description, item_id, name: label } = yield* items.read(customer_id, marketplace_id, params.item_id)
        const image_url = yield* pictures.icon(customer_id, { kind: "item", label, description, tier: null })
        return yield* items.picture(customer_id, marketplace_id, item_id, image_url)
      }),
      uploadItemImage: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id, marketplace_id } = yield* within(params.id)
        const { item_id } = yield* items.read(customer_id, marketplace_id, params.item_id)
        const image_url = yield* pictures.upload(customer_id, payload.image)
        return yield* items.picture(customer_id, marketplace_id, item_id, image_url)
      }),
      removeItem: Effect.fnUntraced(function* ({ params }) {
        const { customer_id, marketplace_id } = yield* within(params.id)
        yield* items.remove(customer_id, marketplace_id, params.item_id)
      })
    })
  })
).pipe(Layer.provide([MarketplaceStore.layer, ItemStore.layer, Pictures.layer]))
