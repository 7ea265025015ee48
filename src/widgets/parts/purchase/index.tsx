/** Asked once before coins are spent. Loaded with the first shop in which something can be bought or is on sale. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import {
  buddyPath,
  fellowsOf,
  marketplacePath,
  newKey,
  patchBuddies,
  patchMarkets,
  refresh,
  strangersOf
} from "../../core/actions.ts"
import { unknownError } from "../../core/api.ts"
import { useHere, useWrite } from "../../core/here.ts"
import type { Item, Purchase } from "../../core/model.ts"
import type { Session } from "../../core/session.ts"
import { Button, Picture, Problem } from "../../core/ui.tsx"
import { Dialog, dialogStyle } from "../dialog/dialog.tsx"
import { Price, priceStyle } from "../price/price.tsx"
import { Sale } from "./sale.tsx"
import own from "./style.css"
import { questionIn, saidIn } from "./words.ts"

const setBalance = (sessions: ReadonlyArray<Session>, balance: number) => {
  patchBuddies(sessions, (answer) => ({ ...answer, buddy: { ...answer.buddy, coins: balance } }))
  patchMarkets(sessions, (answer) => ({ ...answer, balance }))
}

/** Never for more than the price that is shown; undefined: it is another one by now. */
const purchase = async (session: Session, { itemId, priceCoins }: Item): Promise<Purchase | undefined> => {
  const fellows = fellowsOf(session)
  const answer = await session
    .write({
      method: "POST",
      path: "/widget/purchases",
      body: { item_id: itemId, max_price_coins: priceCoins },
      idempotencyKey: newKey()
    })
    .catch((cause: unknown) => {
      if (unknownError(cause).code !== "price_changed") throw cause
    })
  if (answer === undefined) return void refresh(fellows, [marketplacePath])
  const bought = answer.data as Purchase
  setBalance(fellows, bought.balance)
  refresh([...fellows, ...strangersOf(session)], [marketplacePath, buddyPath])
  return bought
}

export const Confirm = (props: {
  readonly item: Item
  readonly balance: number
  readonly fallback: ComponentChildren
  readonly onDone: () => void
}) => {
  const { announce, emit, session, words } = useHere()
  const { balance, fallback, item, onDone } = props
  const { busy, problem, run } = useWrite()
  const [isOther, setOther] = useState(false)
  const [said, question] = [saidIn(words), questionIn(words, item.name)]
  const buy = () =>
    run(async () => {
      const bought = await purchase(session, item)
      setOther(bought === undefined)
      if (bought === undefined) return announce(said.changed)
      emit("purchased", bought)
      onDone()
      announce(words.say(said.bought, { name: item.name }))
    })
  return (
    <Dialog label={question} onClose={onDone}>
      <div class="confirm">
        <Picture src={item.imageUrl} alt="" size={160} fallback={fallback} />
        <h2 class="clip two">{question}</h2>
        <dl>
          <div>
            <dt>{said.price}</dt>
            <dd>
              <Price coins={item.priceCoins} />
            </dd>
          </div>
          <div>
            <dt>{said.leftAfter}</dt>
            <dd>
              <Price coins={Math.max(0, balance - item.priceCoins)} />
            </dd>
          </div>
        </dl>
        {item.sale && <Sale sale={item.sale} />}
        <Problem text={isOther ? said.changed : problem} />
        <p class="answers">
          {!isOther && (
            <Button busy={busy} onPress={() => void buy()}>
              {words.t("buy")}
            </Button>
          )}
          <Button kind="quiet" onPress={onDone}>
            {said.cancel}
          </Button>
        </p>
      </div>
    </Dialog>
  )
}

export const style = dialogStyle + priceStyle + own

export { Sale }
