import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../wire/Group.ts"
import type { BadgeDefinition } from "../../wire/content/BadgeDefinition.ts"
import { collectionHandlers } from "../config-versions/Store/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { BadgeDefinitionsApi } from "./Api.ts"

/** Secret badges are shown to those who own them only; inactive ones to nobody. */
const isPublic = (badge: BadgeDefinition) => !badge.is_secret && badge.status !== "inactive"

export const BadgeDefinitionsHttp = HttpApiBuilder.group(
  feature(BadgeDefinitionsApi),
  "badge-definitions",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* collectionHandlers("badge_definitions", isPublic))
  })
).pipe(Layer.provide(ConfigVersionStore.layer))
