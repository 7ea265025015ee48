/** Marketplaces follow their audience when the workspace gives it another name. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveMarketplaces = following({ table: "marketplaces" })
