/** The shop, and what was bought in it. */
import { useEffect, useState } from "preact/hooks"
import { loadPurchase } from "../../core/parts.ts"
import { useHere } from "../../core/here.ts"
import type { Item, MarketplaceAnswer } from "../../core/model.ts"
import type { View } from "../../core/view.ts"
import { Coins } from "../../core/ui.tsx"
import { Hanger } from "./hanger.tsx"
import { Shop, shopPath } from "./shop.tsx"
import style from "./style.css"
import { Tabs } from "./tabs.tsx"
import { Wardrobe } from "./wardrobe.tsx"

const Show = ({ answer }: { readonly answer: MarketplaceAnswer }) => {
  const { adopt, session, words } = useHere()
  const [wanted, setWanted] = useState<Item>()
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadPurchase>>>()
  const mayBuy = session.scopes.includes("marketplace:purchase")
  useEffect(() => {
    if (mayBuy && part === undefined) void bring().catch(() => undefined)
  }, [mayBuy, wanted])
  const bring = async () => {
    const loaded = await loadPurchase()
    adopt(loaded.style)
    setPart(loaded)
  }
  const [tab, setTab] = useState<"shop" | "yours">("shop")
  return (
    <div class="market">
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
        {tab === "shop" ? <Shop answer={answer} onBuy={setWanted} /> : <Wardrobe answer={answer} />}
      </Tabs>
      {part && wanted && (
        <part.Confirm
          item={wanted}
          balance={answer.balance}
          fallback={<Hanger category={wanted.category} />}
          onDone={() => setWanted(undefined)}
        />
      )}
    </div>
  )
}

const marketplace: View<MarketplaceAnswer> = {
  style,
  path: () => shopPath(1),
  polls: true,
  after: (answer, { coins }) => ({ ...answer, balance: answer.balance + coins }),
  Show
}

export default marketplace
