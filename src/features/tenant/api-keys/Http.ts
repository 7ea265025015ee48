import { Clock, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { parseInstant } from "../../../wire/Ids.ts"
import { activeCapabilities } from "../../../wire/Plans.ts"
import { Principal } from "../../../wire/Principal.ts"
import { ApiKeysApi } from "./Api.ts"
import { ApiKeyStore } from "./Store.ts"

const credentialType = {
  secret: "secret",
  publishable: "publishable",
  dashboard: "dashboard",
  session: "dashboard",
  embed: "dashboard"
} as const

export const ApiKeysHttp = HttpApiBuilder.group(
  feature(ApiKeysApi),
  "api-keys",
  Effect.fn(function* (handlers) {
    const store = yield* ApiKeyStore
    const tenants = yield* Tenants
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { data: yield* store.list(yield* Principal) }
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* Principal
        const expires_at = payload.expires_at ? new Date(parseInstant(payload.expires_at)) : null
        if (expires_at !== null && expires_at.getTime() <= (yield* Clock.currentTimeMillis)) {
          return yield* ValidationFailed.at(["expires_at"], "expires_at must lie in the future")
        }
        return yield* store.create(caller, {
          type: "secret",
          mode: payload.mode,
          label: payload.label,
          expires_at
        })
      }),
      revoke: Effect.fnUntraced(function* ({ params }) {
        yield* store.revoke(yield* Principal, params.id)
      }),
      rotate: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* Principal
        const mode = payload?.mode ?? (caller.kind === "secret" ? caller.mode : "live")
        return yield* store.rotate(caller, { type: "secret", mode, label: payload?.label ?? "rotated" })
      }),
      whoami: Effect.fnUntraced(function* () {
        const caller = yield* Principal
        const tenant = yield* Effect.orDie(tenants.get(caller.customer_id))
        return {
          customer_id: caller.customer_id,
          customer_name: tenant.name,
          plan: tenant.plan,
          capabilities: activeCapabilities(tenant),
          credential: {
            id: caller.credential_id,
            label: caller.label,
            type: credentialType[caller.kind],
            scopes: caller.kind === "publishable" ? caller.permissions : ["*"]
          },
          auth_method: caller.kind === "dashboard" ? "dashboard_jwt" : "api_key"
        } as const
      }),
      createPublishable: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* Principal
        const allowed_origins = payload.allowed_origins ?? null
        const permissions = [...new Set(payload.permissions)]
        const made = yield* store.create(caller, {
          type: "publishable",
          mode: caller.kind === "secret" ? caller.mode : "live",
          label: payload.label,
          permissions,
          allowed_origins
        })
        return { ...made, permissions, allowed_origins }
      })
    })
  })
).pipe(Layer.provide(ApiKeyStore.layer))
