/** Everything that is for sale, page after page, and what stands between it and the buddy. */
import { useState } from "preact/hooks"
import type { Refused } from "../../core/api.ts"
import type { Feed } from "../../core/feed.ts"
import { useHere, useRead } from "../../core/here.ts"
import type { Item, MarketplaceAnswer } from "../../core/model.ts"
import { Button, Meter, Picture, Problem } from "../../core/ui.tsx"
import { Price } from "../../parts/price/price.tsx"
import { Quiet } from "../../parts/quiet/quiet.tsx"
import { categories, type Category, Hanger } from "./hanger.tsx"
import type { Sale } from "../../parts/purchase/sale.tsx"
import { Check, Lock } from "./icons.tsx"
import { inWords } from "./requirements.ts"

const page_size = 24

export const shopPath = (page: number, category?: string) =>
  `/widget/marketplace?limit=${page_size}&page=${page}${category === undefined ? "" : `&category=${category}`}`

interface Handed {
  readonly balance: number
  /** of a part that may not be there yet */
  readonly Sale: typeof Sale | undefined
  readonly onBuy: (item: Item) => void
}

/** Why it is not sold, in the player's words; what is missing is named. */
const useObstacle = (item: Item, balance: number): string | undefined => {
  const { config, words } = useHere()
  const { priceCoins, refusal, requirements } = item
  switch (refusal) {
    case null:
      return item.isGiftOnly ? words.t("gift_only") : undefined
    case "item_gift_only":
      return words.t("gift_only")
    case "item_already_owned":
      return words.t(item.equipped ? "wearing" : "yours")
    case "out_of_stock":
      return words.t("sold_out")
    case "insufficient_coins": {
      const amount = Math.max(1, priceCoins - balance)
      return words.t("to_go", { amount, unit: words.coins(amount) })
    }
    case "requirements_not_met": {
      const missing = requirements.filter(({ met }) => !met).map((each) => words.apart(inWords(each, words, config)))
      const list = new Intl.ListFormat(words.tag, { type: "conjunction" }).format(missing)
      return words.t("needs", { list })
    }
    default:
      return words.refusal(refusal)
  }
}

const Ware = ({ balance, item, onBuy, Sale }: Handed & { readonly item: Item }) => {
  const { session, words } = useHere()
  const obstacle = useObstacle(item, balance)
  const { availableUntil, imageUrl, name, priceCoins, sale, stockLeft } = item
  const isMine = item.owned > 0
  const mayBuy = obstacle === undefined && session.scopes.includes("marketplace:purchase")
  const label = `${words.t("buy")}: ${name}, ${words.number(priceCoins)} ${words.coins(priceCoins)}`
  const saved = item.refusal === "insufficient_coins" && priceCoins > 0 ? balance / priceCoins : undefined
  return (
    <li
      class={["ware", isMine ? "mine" : "", obstacle === undefined || isMine ? "" : "shut", sale ? "reduced" : ""].join(
        " "
      )}
      tabIndex={-1}
      data-item={item.itemId}
    >
      <Picture src={imageUrl} alt="" size={160} fallback={<Hanger category={item.category} />} />
      <div class="ware-text">
        <p class="name clip two">
          <bdi>{name}</bdi>
        </p>
        {item.description !== "" && (
          <p class="fine clip two">
            <bdi>{item.description}</bdi>
          </p>
        )}
        <p class="fine hints">
          {stockLeft !== null && stockLeft > 0 && <span>{words.t("stock", { count: stockLeft })}</span>}
          {availableUntil !== null && <span>{words.t("ends", { when: words.until(availableUntil) })}</span>}
        </p>
      </div>
      {saved !== undefined && <Meter share={saved} label={name} text={words.percent(saved)} />}
      <div class="deal">
        {sale && Sale && <Sale sale={sale} />}
        {!isMine && <Price coins={priceCoins} />}
        {obstacle !== undefined && (
          <span class="obstacle">
            {isMine ? <Check /> : <Lock />} <span class="clip two">{obstacle}</span>
          </span>
        )}
        {mayBuy && (
          <Button label={label} onPress={() => onBuy(item)}>
            {words.t("buy")}
          </Button>
        )}
      </div>
    </li>
  )
}

const Wares = ({ items, ...handed }: Handed & { readonly items: ReadonlyArray<Item> }) => (
  <>
    {items.map((item) => (
      <Ware key={item.itemId} item={item} {...handed} />
    ))}
  </>
)

/** Until a part of the shop is there: that it comes, or why it does not, and how to ask again. */
const Coming = ({ feed }: { readonly feed: Feed<MarketplaceAnswer> }) => {
  const { words } = useHere()
  const [asked, setAsked] = useState<Refused>()
  const { error } = feed
  if (error === undefined) return <p class="waiting" aria-busy="true" />
  const again = () => {
    setAsked(error)
    feed.refresh()
  }
  return (
    <div class="waiting">
      <Problem text={words.refusal(error.code)} />
      <Button kind="quiet" busy={asked === error} onPress={again}>
        {words.t("retry")}
      </Button>
    </div>
  )
}

/** One page more; what was sold or came meanwhile may show twice or not at all until the next read. */
const Page = ({ path, ...handed }: Handed & { readonly path: string }) => {
  const feed = useRead<MarketplaceAnswer>(path)
  if (feed.value !== undefined) return <Wares items={feed.value.data} {...handed} />
  return (
    <li class="coming">
      <Coming feed={feed} />
    </li>
  )
}

const Shelf = (props: Handed & { readonly category: Category | undefined }) => {
  const { words } = useHere()
  const { category, ...handed } = props
  const [pages, setPages] = useState(1)
  const feed = useRead<MarketplaceAnswer>(shopPath(1, category))
  const first = feed.value
  if (first === undefined) return <Coming feed={feed} />
  if (first.data.length === 0) return <Quiet drawing={<Hanger category={category} />}>{words.t("no_items")}</Quiet>
  return (
    <>
      <ul class="wares">
        <Wares items={first.data} {...handed} />
        {Array.from({ length: pages - 1 }, (_, index) => (
          <Page key={index} path={shopPath(index + 2, category)} {...handed} />
        ))}
      </ul>
      {pages * page_size < first.meta.total && (
        <p class="more">
          <Button kind="quiet" onPress={() => setPages(pages + 1)}>
            {words.t("more")}
          </Button>
        </p>
      )}
    </>
  )
}

export const Shop = (props: { readonly answer: MarketplaceAnswer } & Omit<Handed, "balance">) => {
  const { config, words } = useHere()
  const { answer, ...handed } = props
  const [category, setCategory] = useState<Category>()
  if (answer.meta.total === 0)
    return <Quiet drawing={<Hanger category={undefined} />}>{config.copy.emptyCopy ?? words.t("no_items")}</Quiet>
  return (
    <>
      <div class="chips" role="group" aria-label={words.t("category")}>
        {[undefined, ...categories].map((each) => (
          <button
            type="button"
            key={each ?? "all"}
            class="chip"
            aria-pressed={each === category}
            onClick={() => setCategory(each)}
          >
            {words.t(each ?? "all")}
          </button>
        ))}
      </div>
      <Shelf key={category ?? "all"} category={category} balance={answer.balance} {...handed} />
    </>
  )
}
