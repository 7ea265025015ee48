import { Effect, Layer, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import type { EvolutionRules } from "../../../wire/content/EvolutionRules.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { EvolutionRulesApi } from "./Api.ts"

/** What a version without evolution rules means: buddies stay hatchlings. */
const noEvolution: EvolutionRules = { max_stage: 1, auto_evolve: false, stages: [], prestige: null }

export const EvolutionRulesHttp = HttpApiBuilder.group(
  feature(EvolutionRulesApi),
  "evolution-rules",
  Effect.fn(function* (handlers) {
    const store = yield* ConfigVersionStore
    return handlers.handleAll({
      get: Effect.fnUntraced(function* ({ query }) {
        const { customer_id } = yield* Principal
        return (yield* store.read(customer_id, query.version)).evolution_rules ?? noEvolution
      }),
      replace: Effect.fnUntraced(function* ({ payload }) {
        const { customer_id } = yield* Principal
        return yield* store.edit(customer_id, (content) =>
          Result.succeed({ content: { ...content, evolution_rules: payload }, value: payload })
        )
      })
    })
  })
).pipe(Layer.provide(ConfigVersionStore.layer))
