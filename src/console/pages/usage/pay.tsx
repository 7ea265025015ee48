/** Paying: both ways lead to the provider's own page, and back. */
import { useState } from "preact/hooks"
import type { BillingStatus } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { numberFrom } from "../../core/numbers.ts"
import { Confirm } from "../../ui/confirm.tsx"
import { Select, Text } from "../../ui/field.tsx"
import { issueAt } from "../../ui/form.tsx"
import { usage as words } from "../../words/workspace.ts"

type Plan = BillingStatus["plan"]

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }))

export const ChangePlan = ({ now, onClose }: { readonly now: Plan | undefined; readonly onClose: () => void }) => {
  const [plan, setPlan] = useState<Plan>(now === "growth" ? "pro" : "growth")
  const [interval, setInterval] = useState<"month" | "year">("month")
  const send = async () => location.assign((await api.billing.checkout({ plan, interval })).url)
  return (
    <Confirm title={words.change} send={words.checkout} onClose={onClose} onSend={send}>
      <Select
        label={words.choose}
        value={plan}
        choices={choicesOf(words.plans).filter(({ value }) => value !== now)}
        onValue={(chosen) => setPlan(chosen as Plan)}
      />
      <Select
        label={words.interval}
        value={interval}
        choices={choicesOf(words.intervals)}
        onValue={(chosen) => setInterval(chosen === "year" ? "year" : "month")}
      />
      <p class="hint">{words.checkoutText}</p>
    </Confirm>
  )
}

export const BuyCredits = ({ onClose }: { readonly onClose: () => void }) => {
  const [amount, setAmount] = useState("100")
  const send = async () => location.assign((await api.billing.checkout({ credits: numberFrom(amount) ?? 0 })).url)
  return (
    <Confirm title={words.buy} send={words.checkout} fields={["credits"]} onClose={onClose} onSend={send}>
      {(error) => (
        <>
          <Text
            type="number"
            label={words.amount}
            value={amount}
            onValue={setAmount}
            error={issueAt(error, "credits")}
          />
          <p class="hint">{words.checkoutText}</p>
        </>
      )}
    </Confirm>
  )
}
