/** The shop, and what was bought in it. */
import { type RefObject } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { loadPurchase, loadWardrobe } from "../../core/parts.ts"
import { useHere, usePart } from "../../core/here.ts"
import type { Item, MarketplaceAnswer } from "../../core/model.ts"
import type { View } from "../../core/view.ts"
import { Coins } from "../../core/ui.tsx"
import { Hanger } from "./hanger.tsx"
import { Shop, shopPath } from "./shop.tsx"
import { priceStyle } from "../../parts/price/price.tsx"
import { quietStyle } from "../../parts/quiet/quiet.tsx"
import style from "./style.css"
import { Tabs } from "./tabs.tsx"

/** Where the button is gone that asked the question, the focus goes to what it was about. */
const useReturn = (market: RefObject<HTMLElement | null>, wanted: Item | undefined) =>
  useLayoutEffect(() => {
    if (wanted === undefined) return
    return () => {
      const place = market.current
      if (place === null || (place.getRootNode() as ShadowRoot).activeElement !== null) return
      place.querySelector<HTMLElement>(`[data-item="${wanted.itemId}"]`)?.focus()
    }
  }, [wanted])

const Show = ({ answer }: { readonly answer: MarketplaceAnswer }) => {
  const { session, words } = useHere()
  const [wanted, setWanted] = useState<Item>()
  const [tab, setTab] = useState<"shop" | "yours">("shop")
  const mayShow = session.scopes.includes("marketplace:purchase") || answer.data.some(({ sale }) => sale)
  const part = usePart(loadPurchase, wanted ?? mayShow)
  const market = useRef<HTMLDivElement>(null)
  useReturn(market, wanted)
  const own = usePart(loadWardrobe, tab === "yours")
  return (
    <div class="market" ref={market}>
      <header class="row">
        <h2>{words.t("shop")}</h2>
        <Coins value={answer.balance} />
      </header>
      <Tabs
        label={words.t("shop")}
        current={tab}
        onChange={setTab}
        tabs={[
          ["shop", words.t("shop")],
          ["yours", words.t("yours")]
        ]}
      >
        {tab === "shop" ? (
          <Shop answer={answer} Sale={part?.Sale} onBuy={setWanted} />
        ) : own ? (
          <own.Wardrobe answer={answer} />
        ) : (
          <p class="waiting" aria-busy="true" />
        )}
      </Tabs>
      {part && wanted && (
        <part.Confirm
          item={wanted}
          balance={answer.balance}
          fallback={<Hanger category={wanted.category} />}
          onDone={() => setWanted((now) => (now === wanted ? undefined : now))}
        />
      )}
    </div>
  )
}

const marketplace: View<MarketplaceAnswer> = {
  style: quietStyle + priceStyle + style,
  path: () => shopPath(1),
  polls: true,
  after: (answer, { coins }) => ({ ...answer, balance: answer.balance + coins }),
  Show
}

export default marketplace
