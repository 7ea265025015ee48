import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import type { BadgeNotReady } from "../../../wire/refusals/Streaks.ts"
import { buddyCommands } from "../buddies/Service/Commands.ts"
import { BadgeReviewsApi } from "./Api.ts"
import { BadgeReviewStore } from "./Store.ts"

export const BadgeReviewsHttp = HttpApiBuilder.group(
  feature(BadgeReviewsApi),
  "badge-reviews",
  Effect.fn(function* (handlers) {
    const store = yield* BadgeReviewStore
    const change = yield* buddyCommands
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.waiting((yield* Principal).customer_id, query)
      }),
      reject: Effect.fnUntraced(function* ({ params: { badge_key, id }, payload }) {
        const reason = payload?.reason ?? null
        yield* change<"Done", BadgeNotReady>(yield* Principal, id, { _tag: "RejectBadge", badge_key, reason }, "Done")
        return { buddy_id: id, badge_key, rejected: true } as const
      })
    })
  })
).pipe(Layer.provide(BadgeReviewStore.layer))
