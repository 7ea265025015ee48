/** The contract of economy: what is owned, earned and spent. One line per group. */
import { EconomyApi } from "./economy/Api.ts"
import { GatesApi } from "./gates/Api.ts"
import { MarketplacesApi } from "./marketplaces/Api.ts"

export const economy = [GatesApi, EconomyApi, MarketplacesApi] as const
