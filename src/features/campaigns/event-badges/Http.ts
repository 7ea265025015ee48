import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { EventBadgeContent } from "../../../wire/campaigns/EventBadges.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { eventBadgePatch, EventBadgesApi } from "./Api.ts"
import { shownEventBadge, EventBadgeStore } from "./Store.ts"

export const EventBadgesHttp = HttpApiBuilder.group(
  feature(EventBadgesApi),
  "event-badges",
  Effect.fn(function* (handlers) {
    const store = yield* EventBadgeStore
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const page = yield* store.list((yield* Principal).customer_id, query)
        return { ...page, data: page.data.map(shownEventBadge) }
      }),
      create: Effect.fnUntraced(function* ({ payload: { badge_key, ...content } }) {
        const { customer_id } = yield* Principal
        return shownEventBadge(yield* store.create(customer_id, { key: badge_key, name: content.label, content }))
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id } = yield* Principal
        const change = (before: EventBadgeContent) => eventBadgePatch.patched(before, payload)
        return shownEventBadge(yield* store.update(customer_id, params.id, change))
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove((yield* Principal).customer_id, params.id)
      })
    })
  })
).pipe(Layer.provide(EventBadgeStore.layer))
