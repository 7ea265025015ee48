import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { collectionHandlers } from "../config-versions/Store/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { TokenTypesApi } from "./Api.ts"

export const TokenTypesHttp = HttpApiBuilder.group(
  feature(TokenTypesApi),
  "token-types",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* collectionHandlers("token_types"))
  })
).pipe(Layer.provide(ConfigVersionStore.layer))
