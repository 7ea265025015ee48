import type { CoinRule } from "../../wire/content/CoinRule.ts"
import { zoneFor } from "../calendar/calendar.ts"
import { boost, countExtra } from "../campaigns/boosters.ts"
import type { EventCommand } from "../core/Command.ts"
import { type Draft, fired } from "../core/Draft.ts"
import { periodKey, periodOf } from "../calendar/periods.ts"
import { admit, drawnBy, refuse, settle } from "./rules.ts"
import type { CompiledRule } from "../core/Snapshot.ts"
import { balanceMax, creditCoins } from "./wallet.ts"
import { localDay } from "../calendar/zones.ts"

export const applyCoinRule = (draft: Draft, rule: CompiledRule<CoinRule>, event: EventCommand): void => {
  const admission = admit(draft, rule, event)
  if (admission === null) return
  const { is_lucky } = admission
  const { amount, told } = boost(draft, "coins", admission.amount)
  const { budget, rule_id, rule_key } = rule.rule
  const charge = budget === null || amount === 0 ? null : chargeOf(draft, budget, event.occurred_at)
  if (charge !== null) {
    const left = draft.context.budget(rule_id, charge.period_key, charge.max_coins)
    if (left < amount) {
      const drawn = { ...drawnBy(rule, admission), ...(is_lucky ? { is_lucky } : {}) }
      refuse(draft, rule, "budget_exhausted", { ...charge, left, required: amount, ...drawn })
      return
    }
  }
  const posting = { reason: "coin_rule", rule_id, is_lucky }
  const ledgerId = amount === 0 ? "" : creditCoins(draft, amount, posting)
  if (ledgerId === null) {
    refuse(draft, rule, "limit_reached", { limit: "max_balance", used: draft.state.coins.earned, max: balanceMax })
    return
  }
  if (charge !== null) draft.budgets.push({ rule_id, amount, ...charge })
  settle(draft, rule, event, admission)
  countExtra(draft, told, amount, 1)
  fired(draft, rule.type, rule_key, { amount, is_lucky, ...told }, ledgerId === "" ? [] : [ledgerId])
}

export interface Charge {
  readonly period_key: string
  readonly max_coins: number
}

/** Budgets are shared by the whole tenant, so its own calendar counts and not the user's. */
export const chargeOf = (draft: Draft, budget: NonNullable<CoinRule["budget"]>, at: number): Charge => {
  const { max_coins, period } = budget
  if (period === "total") return { period_key: "total", max_coins }
  const zone = zoneFor("tenant", { user: null, tenant: draft.context.tenant_timezone })
  return { period_key: periodKey(period, periodOf(period, localDay(zone, at))), max_coins }
}
