/** The engine's refusals as the errors of this family; the endpoint knows their status. */
import type { EngineError } from "../../engine/Decision.ts"
import { NotFound } from "../../wire/Failure.ts"
import { BalanceLimit, BuddyArchived, InsufficientCoins, InsufficientTokens, ProgressionNotSpendable } from "./Api.ts"

export const refusalOf = (error: EngineError) => {
  switch (error.code) {
    case "insufficient_coins":
      return new InsufficientCoins({ balance: error.balance, required: error.required })
    case "insufficient_tokens":
      return new InsufficientTokens({ token_key: error.token_key, balance: error.balance, required: error.required })
    case "progression_not_spendable":
      return new ProgressionNotSpendable({ token_key: error.token_key })
    case "unknown_token":
      return new NotFound({ resource: "token type" })
    case "unknown_badge":
      return new NotFound({ resource: "badge" })
    case "unknown_skill":
      return new NotFound({ resource: "skill" })
    case "balance_limit":
      return new BalanceLimit({ unit: error.unit, max: error.max })
    case "buddy_archived":
      return new BuddyArchived()
  }
}
