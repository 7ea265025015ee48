/** The shop, and what was bought in it. */
import { useState } from "preact/hooks"
import { useHere } from "../../core/here.ts"
import type { Item, MarketplaceAnswer } from "../../core/model.ts"
import type { View } from "../../core/view.ts"
import { Coins, Dialog } from "../../core/ui.tsx"
import { Confirm } from "./confirm.tsx"
import { Shop, shopPath } from "./shop.tsx"
import style from "./style.css"
import { Tabs } from "./tabs.tsx"
import { Wardrobe } from "./wardrobe.tsx"

const Show = ({ answer }: { readonly answer: MarketplaceAnswer }) => {
  const { words } = useHere()
  const [tab, setTab] = useState<"shop" | "yours">("shop")
  const [wanted, setWanted] = useState<Item>()
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
      {wanted && (
        <Dialog label={words.t("buy_question", { name: wanted.name })} onClose={() => setWanted(undefined)}>
          <Confirm item={wanted} balance={answer.balance} onDone={() => setWanted(undefined)} />
        </Dialog>
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
