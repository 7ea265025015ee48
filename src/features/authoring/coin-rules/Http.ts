import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { NotFound } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { findEntry } from "../config-versions/Rules/Sections.ts"
import { collectionHandlers } from "../config-versions/Service/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { CoinRulesApi } from "./Api.ts"
import { hasPool, telemetryOf } from "./Rules.ts"
import { CoinRuleStore } from "./Store.ts"

const default_window_days = 30

export const CoinRulesHttp = HttpApiBuilder.group(
  feature(CoinRulesApi),
  "coin-rules",
  Effect.fn(function* (handlers) {
    const versions = yield* ConfigVersionStore
    const store = yield* CoinRuleStore
    return handlers.handleAll({
      ...(yield* collectionHandlers("coin_rules", Principal)),
      telemetry: Effect.fnUntraced(function* ({ params, query }) {
        const { customer_id } = yield* Principal
        const rule = yield* Effect.fromResult(findEntry(yield* versions.read(customer_id), "coin_rules", params.id))
        if (!hasPool(rule)) return yield* new NotFound({ resource: "reward pool" })
        const { window_days = default_window_days } = query
        const drawn = yield* store.draws(customer_id, rule, window_days)
        return telemetryOf(rule, window_days, drawn, yield* store.budgetUsed(customer_id, rule))
      })
    })
  })
).pipe(Layer.provide([ConfigVersionStore.layer, CoinRuleStore.layer]))
