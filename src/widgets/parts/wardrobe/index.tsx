/** What the buddy owns, and what of it it wears. Loaded with the first look at it. */
import { dress } from "./actions.ts"
import { useHere, useWrite } from "../../core/here.ts"
import type { MarketplaceAnswer, OwnedItem } from "../../core/model.ts"
import { Button, Picture, Problem } from "../../core/ui.tsx"
import { Quiet, quietStyle } from "../quiet/quiet.tsx"
import { Check } from "../../views/marketplace/icons.tsx"
import { type Category, categories, Hanger } from "../../views/marketplace/hanger.tsx"
import { saidIn } from "./words.ts"
import own from "./style.css"

const Piece = ({ item }: { readonly item: OwnedItem }) => {
  const { announce, emit, session, words } = useHere()
  const { busy, problem, run } = useWrite()
  const said = saidIn(words)
  const { category, count, equipped, imageUrl, name } = item
  const change = (times: number) =>
    // The second click of a double click may come after the answer.
    times > 1 ||
    void run(async () => {
      emit("equipped", await dress(session, item))
      announce(words.say(equipped ? said.takenOff : said.putOn, { name }))
    })
  return (
    <li class={`ware ${equipped ? "worn" : ""}`}>
      <Picture src={imageUrl} alt="" size={160} fallback={<Hanger category={category} />} />
      <div class="ware-text">
        <p class="name clip two">
          <bdi>{name}</bdi>
          {count > 1 && <span class="times">×{words.number(count)}</span>}
        </p>
        <p class="fine">
          {equipped ? (
            <span class="obstacle">
              <Check /> {words.t("wearing")}
            </span>
          ) : (
            (categories as ReadonlyArray<string>).includes(category) && words.t(category as Category)
          )}
        </p>
      </div>
      {session.scopes.includes("items:equip") && (
        <div class="deal">
          <Button
            kind={equipped ? "quiet" : "main"}
            busy={busy}
            label={`${equipped ? said.takeOff : said.wear}: ${name}`}
            onPress={change}
          >
            {equipped ? said.takeOff : said.wear}
          </Button>
        </div>
      )}
      <Problem text={problem} />
    </li>
  )
}

export const Wardrobe = ({ answer }: { readonly answer: MarketplaceAnswer }) => {
  const { words } = useHere()
  const all = answer.ownedItems
  if (all.length === 0) return <Quiet drawing={<Hanger category="body" />}>{saidIn(words).nothing}</Quiet>
  return (
    <ul class="wares">
      {all.map((item) => (
        <Piece key={item.itemId} item={item} />
      ))}
    </ul>
  )
}

export const style = quietStyle + own
