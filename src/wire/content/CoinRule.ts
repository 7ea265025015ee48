import { Schema } from "effect"
import {
  absentAs,
  AudienceKey,
  Budget,
  Enabled,
  Group,
  Id,
  Key,
  Label,
  Limits,
  orNull,
  Priority,
  RuleAmount,
  Trigger
} from "./Shared.ts"

/** What every rule that answers an event has in common. */
export const triggeredFields = {
  rule_key: Key,
  name: orNull(Label),
  enabled: Enabled,
  priority: Priority,
  audience: AudienceKey,
  trigger: Trigger,
  conditions: absentAs(Group, {}),
  amount: RuleAmount,
  limits: absentAs(Limits, {})
}

/**
 * Body of POST and PUT: pays coins for an event. The budget is shared by the whole tenant and pays in full or not at
 * all.
 */
export const CoinRuleInput = Schema.Struct({ ...triggeredFields, budget: orNull(Budget) }).annotate({
  identifier: "CoinRuleInput"
})
export type CoinRuleInput = typeof CoinRuleInput.Type

export const CoinRule = Schema.Struct({ rule_id: Id, ...CoinRuleInput.fields }).annotate({ identifier: "CoinRule" })
export type CoinRule = typeof CoinRule.Type
