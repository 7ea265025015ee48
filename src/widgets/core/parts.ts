/** What few visits need is loaded when it is wanted. */
import { moduleOf } from "./modules.ts"

export const loadCards = () => moduleOf("cards", () => import("../parts/cards/index.tsx"))
export const loadPurchase = () => moduleOf("purchase", () => import("../parts/purchase/index.tsx"))
export const loadWardrobe = () => moduleOf("wardrobe", () => import("../parts/wardrobe/index.tsx"))
export const loadCollection = () => moduleOf("collection", () => import("../parts/collection/index.tsx"))
export const loadTogether = () => moduleOf("together", () => import("../parts/together/index.tsx"))
export const loadCeremony = () => moduleOf("ceremony", () => import("../parts/ceremony/index.tsx"))
export const loadBrag = () => moduleOf("brag", () => import("../parts/brag/index.tsx"))
