/** What few visits need is loaded when it is wanted. */
import type * as Brag from "../parts/brag/index.tsx"
import type * as Cards from "../parts/cards/index.tsx"
import type * as Ceremony from "../parts/ceremony/index.tsx"
import type * as Collection from "../parts/collection/index.tsx"
import type * as Purchase from "../parts/purchase/index.tsx"
import type * as Together from "../parts/together/index.tsx"
import type * as Wardrobe from "../parts/wardrobe/index.tsx"
import { moduleOf } from "./modules.ts"

export const loadCards = () => moduleOf<typeof Cards>("cards")
export const loadPurchase = () => moduleOf<typeof Purchase>("purchase")
export const loadWardrobe = () => moduleOf<typeof Wardrobe>("wardrobe")
export const loadCollection = () => moduleOf<typeof Collection>("collection")
export const loadTogether = () => moduleOf<typeof Together>("together")
export const loadCeremony = () => moduleOf<typeof Ceremony>("ceremony")
export const loadBrag = () => moduleOf<typeof Brag>("brag")
