/** What few visits need is loaded when it is wanted. */

export const loadCards = () => import("../parts/cards/index.tsx")
export const loadPurchase = () => import("../parts/purchase/index.tsx")
export const loadCeremony = () => import("../parts/ceremony/index.tsx")
