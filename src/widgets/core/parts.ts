/** What few visits need is loaded when it is wanted. */

export const loadCards = () => import("../parts/cards/index.tsx")
export const loadPurchase = () => import("../parts/purchase/index.tsx")
export const loadWardrobe = () => import("../parts/wardrobe/index.tsx")
export const loadCollection = () => import("../parts/collection/index.tsx")
export const loadTogether = () => import("../parts/together/index.tsx")
export const loadCeremony = () => import("../parts/ceremony/index.tsx")
export const loadBrag = () => import("../parts/brag/index.tsx")
