/** Who writes plans and guides of the guided start: a model behind an OpenAI-compatible endpoint, else nobody. */
import { Config, type Redacted, Schema } from "effect"
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

interface Given {
  readonly aiProviderKey: Redacted.Redacted | undefined
  readonly aiProviderUrl: string | undefined
  readonly imageProviderKey: Redacted.Redacted | undefined
  readonly imageProviderUrl: string | undefined
}

/** A key without the address it is sent to: the builtin artist or planner would do the work, and nobody be told. */
export const keyAlone = ({ aiProviderKey, aiProviderUrl, imageProviderKey, imageProviderUrl }: Given) => {
  const pairs = { AI_PROVIDER: [aiProviderKey, aiProviderUrl], IMAGE_PROVIDER: [imageProviderKey, imageProviderUrl] }
  const alone = Object.entries(pairs).find(([, [key, url]]) => key !== undefined && url === undefined)?.[0]
  return alone && `${alone}_KEY is set and ${alone}_URL is not: nobody is asked without an address, give both or none`
}
