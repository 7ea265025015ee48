import type { TokenRule } from "../../wire/content/Token.ts"
import { boost } from "../campaigns/boosters.ts"
import type { EventCommand } from "../core/Command.ts"
import { type Draft, fired } from "../core/Draft.ts"
import { admit, drawnBy, refuse, settle } from "./rules.ts"
import type { CompiledRule } from "../core/Snapshot.ts"
import { creditToken, tokenMax, tokensOf } from "./wallet.ts"

export const applyTokenRule = (draft: Draft, rule: CompiledRule<TokenRule>, event: EventCommand): void => {
  const { rule_id, rule_key, token_key } = rule.rule
  const admission = admit(draft, rule, event)
  if (admission === null) return
  if (!draft.snapshot.tokens.has(token_key)) {
    refuse(draft, rule, "disabled", { unknown_token: token_key })
    return
  }
  const { amount, told } = boost(draft, "tokens", admission.amount)
  const ledgerId = amount === 0 ? "" : creditToken(draft, token_key, amount, { reason: "token_rule", rule_id })
  if (ledgerId === null) {
    const used = tokensOf(draft, token_key).balance
    const full = { limit: "max_balance", used, max: tokenMax(draft, token_key), amount }
    refuse(draft, rule, "limit_reached", { ...full, ...drawnBy(rule, admission) })
    return
  }
  settle(draft, rule, event, admission)
  fired(draft, rule.type, rule_key, { token_key, amount, ...told }, ledgerId === "" ? [] : [ledgerId])
}
