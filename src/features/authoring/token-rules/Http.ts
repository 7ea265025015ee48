import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Principal } from "../../../wire/Principal.ts"
import { feature } from "../../../wire/Group.ts"
import { collectionHandlers } from "../config-versions/Service/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { TokenRulesApi } from "./Api.ts"

export const TokenRulesHttp = HttpApiBuilder.group(
  feature(TokenRulesApi),
  "token-rules",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* collectionHandlers("token_rules", Principal))
  })
).pipe(Layer.provide(ConfigVersionStore.layer))
