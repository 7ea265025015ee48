import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature, OriginForbidden } from "../../../wire/Group.ts"
import { type Caller, Principal } from "../../../wire/Principal.ts"
import { embedTtl, sessionTtl, WidgetSessionsApi } from "./Api.ts"
import { WidgetTokenStore } from "./Store.ts"

const unique = (names: ReadonlyArray<string> | undefined) => (names === undefined ? null : [...new Set(names)])

/** What a key in a browser mints reaches no page that the key does not. */
const originsOf = (caller: Caller, asked: ReadonlyArray<string> | null) => {
  const own = caller.kind === "publishable" ? caller.allowed_origins : null
  if (own === null || asked === null) return Effect.succeed(asked ?? own)
  const beyond = asked.find((origin) => !own.includes(origin))
  return beyond === undefined ? Effect.succeed(asked) : Effect.fail(new OriginForbidden({ origin: beyond }))
}

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
          event_types: unique(payload.event_types),
          allowed_origins: unique(payload.allowed_origins),
          ttl_seconds: payload.ttl_seconds ?? sessionTtl.normal
        })
      }),
      revokeSession: Effect.fnUntraced(function* ({ params }) {
        yield* store.revoke((yield* Principal).customer_id, params.id)
      }),
      createEmbed: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* Principal
        const allowed_origins = yield* originsOf(caller, unique(payload.allowed_origins))
        const { session_id: _, ...embed } = yield* store.mint(caller.customer_id, {
          kind: "embed",
          buddy_id: payload.buddy_id,
          user_id: undefined,
          scopes: ["read"],
          widget: payload.widget ?? null,
          event_types: null,
          allowed_origins,
          ttl_seconds: payload.ttl_seconds ?? embedTtl.normal,
          ...(caller.kind === "publishable" && { api_key_id: caller.credential_id })
        })
        return embed
      })
    })
  })
).pipe(Layer.provide(WidgetTokenStore.layer))
