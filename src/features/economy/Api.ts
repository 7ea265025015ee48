/** The contract of economy: what is owned, earned and spent. One line per group. */
import { EconomyApi } from "./economy/Api.ts"
import { BoostersApi } from "./boosters/Api.ts"
import { FlashSalesApi } from "./flash-sales/Api.ts"
import { FreeLunchesApi, WidgetFreeLunchesApi } from "./free-lunches/Api.ts"
import { GatesApi } from "./gates/Api.ts"
import { MarketplacesApi } from "./marketplaces/Api.ts"
import { MysteryBoxesApi } from "./mystery-boxes/Api.ts"

export const economy = [
  GatesApi,
  EconomyApi,
  MarketplacesApi,
  FlashSalesApi,
  BoostersApi,
  MysteryBoxesApi,
  FreeLunchesApi,
  WidgetFreeLunchesApi
] as const
