/**
 * Who writes texts for money: a model, or nobody. What comes back is what the asker's schema takes, or a failure with
 * its reason. It has no tools, and nothing it says is done or fetched.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../../Config.ts"
import type { TextPurpose } from "../billing/CreditBooks.ts"
import { chatCompletions } from "./ChatCompletions.ts"
import { AiFailed, type Question } from "./Port.ts"

/** Credits a text costs that a model writes. */
const paid: Readonly<Record<TextPurpose, number>> = { plan: 2, guide: 2, message: 1 }
const free: Readonly<Record<TextPurpose, number>> = { plan: 0, guide: 0, message: 0 }

export class AiProvider extends Context.Service<
  AiProvider,
  {
    /** undefined: there is none, and whoever asks fails */
    readonly model: string | undefined
    readonly costs: Readonly<Record<TextPurpose, number>>
    /** over all tenants */
    readonly calls_per_day: number
    ask<A>(question: Question<A>): Effect.Effect<A, AiFailed>
  }
>()("hatchery/platform/AiProvider") {
  static readonly layer = Layer.unwrap(
    Effect.map(AppConfig, (config) =>
      config.aiProviderUrl === undefined
        ? Layer.succeed(AiProvider, nobody)
        : Layer.effect(
            AiProvider,
            Effect.map(chatCompletions(config.aiProviderUrl, config), (ask) =>
              AiProvider.of({
                model: config.aiProviderModel,
                costs: paid,
                calls_per_day: config.aiCallsPerDay,
                ask
              })
            )
          ).pipe(Layer.provide(NodeHttpClient.layerUndici))
    )
  )
}

const away = new AiFailed({ reason: "unavailable", detail: "no provider is set up" })
const nobody = AiProvider.of({
  model: undefined,
  costs: free,
  calls_per_day: 0,
  ask: () => Effect.fail(away)
})
