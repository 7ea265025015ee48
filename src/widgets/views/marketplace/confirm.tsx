/** Asked once before coins are spent. */
import { purchase } from "./actions.ts"
import { useHere, useWrite } from "../../core/here.ts"
import type { Item } from "../../core/model.ts"
import { Button, Picture, Problem } from "../../core/ui.tsx"
import { Hanger } from "./hanger.tsx"
import { Price } from "./price.tsx"

export const Confirm = (props: { readonly item: Item; readonly balance: number; readonly onDone: () => void }) => {
  const { announce, emit, session, words } = useHere()
  const { balance, item, onDone } = props
  const { busy, problem, run } = useWrite()
  const buy = () =>
    run(async () => {
      const bought = await purchase(session, item.itemId)
      emit("purchased", bought)
      onDone()
      announce(words.t("bought", { name: item.name }))
    })
  return (
    <div class="confirm">
      <Picture src={item.imageUrl} alt="" size={160} fallback={<Hanger category={item.category} />} />
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
  )
}
