/** The handlers of economy, one line per group. */
import { Layer } from "effect"
import { EconomyHttp } from "./economy/Http.ts"
import { BoostersHttp } from "./boosters/Http.ts"
import { FlashSalesHttp } from "./flash-sales/Http.ts"
import { FreeLunchesHttp } from "./free-lunches/Http.ts"
import { GatesHttp } from "./gates/Http.ts"
import { MarketplacesHttp } from "./marketplaces/Http.ts"
import { MysteryBoxesHttp } from "./mystery-boxes/Http.ts"

export const EconomyHandlers = Layer.mergeAll(
  GatesHttp,
  EconomyHttp,
  MarketplacesHttp,
  FlashSalesHttp,
  BoostersHttp,
  MysteryBoxesHttp,
  FreeLunchesHttp
)
