import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { ConfigVersionsApi } from "./Api.ts"
import { BuddyMigrations } from "./Service/BuddyMigration.ts"
import { ConfigVersionStore, type OpenedDraft } from "./Store.ts"

/** Both statuses have the same body, which leaves the choice to the handler. */
const opened = ({ created, version }: OpenedDraft) =>
  HttpServerResponse.jsonUnsafe(version, { status: created ? 201 : 200 })

export const ConfigVersionsHttp = HttpApiBuilder.group(
  feature(ConfigVersionsApi),
  "config-versions",
  Effect.fn(function* (handlers) {
    const store = yield* ConfigVersionStore
    const migrations = yield* BuddyMigrations
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      open: Effect.fnUntraced(function* ({ payload }) {
        return opened(yield* store.open((yield* Principal).customer_id, payload?.name))
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* store.get((yield* Principal).customer_id, params.id)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* store.update((yield* Principal).customer_id, params.id, payload)
      }),
      clone: Effect.fnUntraced(function* ({ params, query }) {
        return opened(yield* store.clone((yield* Principal).customer_id, params.id, query.replace ?? false))
      }),
      publish: Effect.fnUntraced(function* ({ params }) {
        return yield* store.publish(yield* Principal, params.id)
      }),
      migrate: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id } = yield* Principal
        const { dry_run = false, ...request } = payload ?? {}
        if (dry_run) return yield* migrations.plan(customer_id, params.id, request)
        const operation_id = yield* migrations.start(customer_id, params.id, request)
        return { accepted: true, operation_id, status: "pending" } as const
      }),
      impact: Effect.fnUntraced(function* ({ params }) {
        return yield* store.impact((yield* Principal).customer_id, params.id)
      })
    })
  })
).pipe(Layer.provide([ConfigVersionStore.layer, BuddyMigrations.layer]))
