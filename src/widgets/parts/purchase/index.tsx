/** Asked once before coins are spent. Loaded with the first shop in which something can be bought. */
import type { ComponentChildren } from "preact"
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
import { useHere, useWrite } from "../../core/here.ts"
import type { Item, Purchase } from "../../core/model.ts"
import type { Session } from "../../core/session.ts"
import { Button, Dialog, Picture, Price, Problem } from "../../core/ui.tsx"
import style from "./style.css"

const setBalance = (sessions: ReadonlyArray<Session>, balance: number) => {
  patchBuddies(sessions, (answer) => ({ ...answer, buddy: { ...answer.buddy, coins: balance } }))
  patchMarkets(sessions, (answer) => ({ ...answer, balance }))
}

const purchase = async (session: Session, itemId: string): Promise<Purchase> => {
  const { data } = await session.write({
    method: "POST",
    path: "/widget/purchases",
    body: { item_id: itemId },
    idempotencyKey: newKey()
  })
  const bought = data as Purchase
  const fellows = fellowsOf(session)
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
  const buy = () =>
    run(async () => {
      const bought = await purchase(session, item.itemId)
      emit("purchased", bought)
      onDone()
      announce(words.t("bought", { name: item.name }))
    })
  return (
    <Dialog label={words.t("buy_question", { name: item.name })} onClose={onDone}>
      <div class="confirm">
        <Picture src={item.imageUrl} alt="" size={160} fallback={fallback} />
        <h2 class="clip two">{words.t("buy_question", { name: item.name })}</h2>
        <dl>
          <div>
            <dt>{words.t("price")}</dt>
            <dd>
              <Price coins={item.priceCoins} />
            </dd>
          </div>
          <div>
            <dt>{words.t("left_after")}</dt>
            <dd>
              <Price coins={Math.max(0, balance - item.priceCoins)} />
            </dd>
          </div>
        </dl>
        <Problem text={problem} />
        <p class="answers">
          <Button busy={busy} onPress={() => void buy()}>
            {words.t("buy")}
          </Button>
          <Button kind="quiet" onPress={onDone}>
            {words.t("cancel")}
          </Button>
        </p>
      </div>
    </Dialog>
  )
}

export { style }
