/** What a buddy does besides earning: shopping, dressing, walking its path, growing up. */
import { asWidget, read } from "./api.js"
import { showEvolve } from "./evolve.js"
import { showJourney } from "./journey.js"
import { showShop } from "./shop.js"

const variants = new Map()

/** How the buddy was drawn when it hatched: what the shop shows is shown on it. */
const variantOf = async ({ egg_id, user_id }) => {
  if (!variants.has(egg_id)) {
    const { data } = await read(`/eggs?user_id=${encodeURIComponent(user_id)}&status=hatched&limit=100`)
    for (const egg of data) variants.set(egg.egg_id, egg.visual_variant)
  }
  return variants.get(egg_id) ?? 0
}

/** Workspaces without a shop or a path have an empty one. */
const orElse = ({ body, ok }, empty) => (ok ? body : empty)

/** What the widgets of the shop and the path would show. */
export const readWidgets = async (buddy) => {
  const [shop, journey, variant] = await Promise.all([
    asWidget(buddy, "GET", "/widget/marketplace?limit=60"),
    asWidget(buddy, "GET", "/widget/path"),
    variantOf(buddy)
  ])
  return {
    variant,
    shop: orElse(shop, { balance: buddy.coins, data: [], owned_items: [] }),
    journey: orElse(journey, { path: null })
  }
}

let shownFor

export const showWidgets = ({ buddy, evolution }, { journey, shop, variant }, names, act) => {
  const isNew = shownFor !== buddy.buddy_id
  shownFor = buddy.buddy_id
  showEvolve(evolution, names)
  showShop(shop, { look: `${variant}-${buddy.evolution_stage}`, names }, act)
  showJourney(journey, { isNew, names }, act)
}
