/** What something costs. */
import { useHere } from "../../core/here.ts"
import { Coin } from "../../core/icons.tsx"
import style from "./style.css"

export const Price = ({ coins }: { readonly coins: number }) => {
  const { words } = useHere()
  return (
    <span class="price">
      <Coin /> <b>{words.number(coins)}</b> <span class="heard">{words.coins(coins)}</span>
    </span>
  )
}

export { style as priceStyle }
