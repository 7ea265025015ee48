import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../wire/Group.ts"
import { collectionHandlers } from "../config-versions/Store/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { CoinRulesApi } from "./Api.ts"

export const CoinRulesHttp = HttpApiBuilder.group(feature(CoinRulesApi), "coin-rules", Effect.fn(function*(handlers) {
  return handlers.handleAll(yield* collectionHandlers("coin_rules"))
})).pipe(Layer.provide(ConfigVersionStore.layer))
