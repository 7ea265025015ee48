/** Who writes plans and guides of the guided start: a model behind an OpenAI-compatible endpoint, else nobody. */
import { Config, Schema } from "effect"
import { HttpUrl, optional, secret } from "./Kinds.ts"

const calls_per_day = 2_000
const Calls = Schema.FiniteFromString.pipe(
  Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 })))
)

export const aiSettings = {
  /** e.g. https://api.openai.com/v1; absent: the builtin planner, which needs nobody and costs nothing */
  aiProviderUrl: optional(Config.schema(HttpUrl, "AI_PROVIDER_URL")),
  aiProviderKey: secret("AI_PROVIDER_KEY"),
  aiProviderModel: Config.withDefault(Config.NonEmptyString("AI_PROVIDER_MODEL"), "gpt-5-mini"),
  /** texts asked for in a day (UTC), over all tenants: what the operator is ready to pay for */
  aiCallsPerDay: Config.withDefault(Config.schema(Calls, "AI_CALLS_PER_DAY"), calls_per_day)
}

export const noAi = {
  aiProviderUrl: undefined,
  aiProviderKey: undefined,
  aiProviderModel: "gpt-5-mini",
  aiCallsPerDay: calls_per_day
}
