/** What an item costs without its sale, and how long that lasts. */
import { useHere } from "../../core/here.ts"
import type { Item } from "../../core/model.ts"
import { saidIn } from "./words.ts"

export const Sale = ({ sale }: { readonly sale: NonNullable<Item["sale"]> }) => {
  const { words } = useHere()
  const { endsAt, leftForYou, listPriceCoins, name, stockLeft } = sale
  const left = Math.min(stockLeft ?? Infinity, leftForYou ?? Infinity)
  return (
    <p class="fine sale">
      <b class="clip">
        <bdi>{name}</bdi>
      </b>
      <span class="heard">{saidIn(words).before}</span>
      <s>{words.number(listPriceCoins)}</s>
      <span>{words.t("ends", { when: words.until(endsAt) })}</span>
      {left < Infinity && <span>{words.t("stock", { count: left })}</span>}
    </p>
  )
}
