/** The handlers of economy, one line per group. */
import { Layer } from "effect"
import { EconomyHttp } from "./economy/Http.ts"
import { GatesHttp } from "./gates/Http.ts"
import { MarketplacesHttp } from "./marketplaces/Http.ts"

export const EconomyHandlers = Layer.mergeAll(GatesHttp, EconomyHttp, MarketplacesHttp)
