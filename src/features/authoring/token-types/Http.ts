import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Principal } from "../../../wire/Principal.ts"
import { feature } from "../../../wire/Group.ts"
import { collectionHandlers } from "../config-versions/Service/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { TokenTypesApi } from "./Api.ts"

export const TokenTypesHttp = HttpApiBuilder.group(
  feature(TokenTypesApi),
  "token-types",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* collectionHandlers("token_types", Principal))
  })
).pipe(Layer.provide(ConfigVersionStore.layer))
