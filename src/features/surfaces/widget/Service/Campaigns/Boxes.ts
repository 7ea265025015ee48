/** Mystery boxes that are open to the buddy, with the chances it has: what it cannot take is never drawn for it. */
import { Effect } from "effect"
import { canTake } from "../../../../../engine/items/mysteryBoxes.ts"
import type { BoxChance } from "../../../../../engine/items/boxTerms.ts"
import { groupMet } from "../../../../../engine/rules/conditions.ts"
import { oddsOf } from "../../../../../wire/campaigns/MysteryBox.ts"
import { closedFor, MysteryBoxes } from "../../../../economy/mystery-boxes/Service.ts"
import { BoxStore, type KeptBox } from "../../../../economy/mystery-boxes/Store.ts"
import type { WidgetMysteryBox } from "../../Api/Campaigns.ts"
import { type Looking, where } from "../Looking.ts"

const isOpen = (box: KeptBox, { audience, facts }: Looking): boolean =>
  closedFor(box, audience, facts.now) === null && groupMet(box.content.eligibility, facts)

const shown = (
  { box_key, content, opened }: KeptBox,
  pool: ReadonlyArray<BoxChance>,
  { facts }: Looking
): WidgetMysteryBox => {
  const { name, price, stock_total } = content
  const odds = oddsOf(pool.filter((chance) => canTake(facts, chance, price)))
  return { box_key, name, price, odds, left: stock_total === null ? null : Math.max(0, stock_total - opened) }
}

export const boxesOf = Effect.gen(function* () {
  const store = yield* BoxStore
  const boxes = yield* MysteryBoxes
  const open = Effect.fnUntraced(function* (looking: Looking) {
    const { customer_id } = looking
    const found = (yield* store.active(customer_id)).filter((box) => isOpen(box, looking))
    const pools = yield* boxes.poolsOf(customer_id, found)
    return found.map((box, place) => shown(box, pools[place] ?? [], looking))
  })
  return (looking: Looking) => where(looking.may("surprise_drops"), open(looking))
})
