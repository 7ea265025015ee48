import { Schema } from "effect"
import { triggeredFields } from "./CoinRule.ts"
import { balanceMax, Id, Key, Label, orNull, whole } from "./Shared.ts"

/** `primary` is spent; `progression` is only earned and feeds evolution readiness (Contract part 2). */
export const TokenTypeInput = Schema.Struct({
  token_key: Key,
  name: Label,
  kind: Schema.Literals(["primary", "progression"]),
  system_token: orNull(Schema.Literals(["coin_shard", "gem", "xp", "energy", "ticket"])),
  max_balance: orNull(whole(1, balanceMax))
}).annotate({ identifier: "TokenTypeInput" })
export type TokenTypeInput = typeof TokenTypeInput.Type

export const TokenType = Schema.Struct({ token_type_id: Id, ...TokenTypeInput.fields }).annotate({
  identifier: "TokenType"
})
export type TokenType = typeof TokenType.Type

/** Body of POST and PUT: pays tokens of one type for an event. */
export const TokenRuleInput = Schema.Struct({ ...triggeredFields, token_key: Key }).annotate({
  identifier: "TokenRuleInput"
})
export type TokenRuleInput = typeof TokenRuleInput.Type

export const TokenRule = Schema.Struct({ rule_id: Id, ...TokenRuleInput.fields }).annotate({ identifier: "TokenRule" })
export type TokenRule = typeof TokenRule.Type
