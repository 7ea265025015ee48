import { Effect, Layer, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Pictures } from "../../../platform/images/Pictures.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { AlreadyExists, ServiceUnavailable } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import type { BadgeDefinition } from "../../../wire/content/BadgeDefinition.ts"
import { findEntry, replaceEntry } from "../config-versions/Rules/Sections.ts"
import { collectionHandlers } from "../config-versions/Service/DraftCollection.ts"
import { EventBadgeStore } from "../../campaigns/event-badges/Store.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { BadgeDefinitionsApi } from "./Api.ts"
import { Backfills } from "./Service.ts"

/** Secret badges are shown to those who own them only; inactive ones to nobody. */
const isPublic = (badge: BadgeDefinition) => !badge.is_secret && badge.status !== "inactive"

/** A key has one meaning: that of an event badge is taken, and stays free of it until the definition is written. */
const freeOfEventBadges = Effect.gen(function* () {
  const transaction = transactionOf(yield* SqlClient.SqlClient)
  const configs = yield* ConfigVersionStore
  const badges = yield* EventBadgeStore
  return <A, E, R>(key: string, change: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const { customer_id } = yield* Principal
      yield* configs.hold(customer_id)
      if (yield* badges.isTaken(customer_id, key)) return yield* new AlreadyExists({ resource: "event badge", key })
      return yield* change
    }).pipe(transaction)
})

export const BadgeDefinitionsHttp = HttpApiBuilder.group(
  feature(BadgeDefinitionsApi),
  "badge-definitions",
  Effect.fn(function* (handlers) {
    const pictures = yield* Pictures
    const store = yield* ConfigVersionStore
    const backfills = yield* Backfills
    const defined = yield* collectionHandlers("badge_definitions", Principal, isPublic)
    const free = yield* freeOfEventBadges
    return handlers.handleAll({
      ...defined,
      create: (request) => free(request.payload.badge_key, defined.create(request)),
      replace: (request) => free(request.payload.badge_key, defined.replace(request)),
      generateIcon: Effect.fnUntraced(function* ({ payload: { description = "", label, tier = null } }) {
        const { customer_id } = yield* Principal
        return { icon_url: yield* pictures.icon(customer_id, { kind: "badge", label, description, tier }) }
      }),
      uploadIcon: Effect.fnUntraced(function* ({ payload }) {
        const { customer_id } = yield* Principal
        return { icon_url: yield* pictures.upload(customer_id, payload.image) }
      }),
      regenerateIcon: Effect.fnUntraced(function* ({ params }) {
        const { customer_id } = yield* Principal
        const badge = yield* Effect.fromResult(
          findEntry(yield* store.read(customer_id, undefined), "badge_definitions", params.id)
        )
        const { description, label, tier } = badge
        const icon_url = yield* pictures.icon(customer_id, { kind: "badge", label, description, tier })
        // The badge may have been edited while its icon was drawn: only the icon is new.
        const repainted = store.edit(customer_id, (content) => {
          const found = findEntry(content, "badge_definitions", params.id)
          if (Result.isFailure(found)) return Result.fail(found.failure)
          const { badge_definition_id, ...input } = found.success
          return replaceEntry(content, "badge_definitions", badge_definition_id, { ...input, icon_url })
        })
        // It keeps its key, which nobody else can have.
        return yield* Effect.catchTag(repainted, "AlreadyExists", Effect.die)
      }),
      backfill: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id } = yield* Principal
        const operation_id = yield* backfills.start(customer_id, params.id, payload?.dry_run ?? false)
        return { accepted: true, operation_id, status: "pending" } as const
      }),
      previewBackfill: Effect.fnUntraced(function* ({ params }) {
        const { customer_id } = yield* Principal
        return yield* backfills
          .preview(customer_id, params.id)
          .pipe(
            Effect.catchTag("Unavailable", ({ reason, retry_after_seconds }) =>
              Effect.fail(new ServiceUnavailable({ reason, retry_after_seconds }))
            )
          )
      })
    })
  })
).pipe(Layer.provide([ConfigVersionStore.layer, EventBadgeStore.layer, Backfills.layer, Pictures.layer]))
