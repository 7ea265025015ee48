import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { embedTtl, sessionTtl, WidgetSessionsApi } from "./Api.ts"
import { WidgetTokenStore } from "./Store.ts"

export const WidgetSessionsHttp = HttpApiBuilder.group(
  feature(WidgetSessionsApi),
  "widget-sessions",
  Effect.fn(function* (handlers) {
    const store = yield* WidgetTokenStore
    return handlers.handleAll({
      createSession: Effect.fnUntraced(function* ({ payload }) {
        const { customer_id } = yield* Principal
        return yield* store.mint(customer_id, {
          kind: "session",
          buddy_id: payload.buddy_id,
          user_id: payload.user_id,
          scopes: [...new Set(["read" as const, ...(payload.scopes ?? [])])],
          widget: null,
          ttl_seconds: payload.ttl_seconds ?? sessionTtl.normal
        })
      }),
      revokeSession: Effect.fnUntraced(function* ({ params }) {
        yield* store.revoke((yield* Principal).customer_id, params.id)
      }),
      createEmbed: Effect.fnUntraced(function* ({ payload }) {
        const { customer_id } = yield* Principal
        const { session_id: _, ...embed } = yield* store.mint(customer_id, {
          kind: "embed",
          buddy_id: payload.buddy_id,
          user_id: undefined,
          scopes: ["read"],
          widget: payload.widget ?? null,
          ttl_seconds: payload.ttl_seconds ?? embedTtl.normal
        })
        return embed
      })
    })
  })
).pipe(Layer.provide(WidgetTokenStore.layer))
