import type { FreeLunchError } from "../campaigns/freeLunchTerms.ts"
import type { QuestError } from "../campaigns/questCommands.ts"
import type { CeremonyKind } from "../../wire/answers/Buddy.ts"
import type { KudosError } from "../community/KudosTerms.ts"
import type { OutfitError } from "../community/OutfitTerms.ts"
import type { TeamError } from "../community/TeamTerms.ts"
import type { BoxError } from "../items/boxTerms.ts"
import type { LotteryError } from "../campaigns/lotteryTerms.ts"
import type { Requirement } from "./Facts.ts"
import type { ItemError } from "./ItemError.ts"
import type { KeepingError } from "./KeepingError.ts"

/** Expected refusals. `code` is the contract's error code; the edge knows the HTTP status. */
export type EngineError =
  | { readonly code: "insufficient_coins"; readonly balance: number; readonly required: number }
  | {
      readonly code: "insufficient_tokens"
      readonly token_key: string
      readonly balance: number
      readonly required: number
    }
  | { readonly code: "progression_not_spendable"; readonly token_key: string }
  | { readonly code: "unknown_token"; readonly token_key: string }
  | { readonly code: "unknown_badge"; readonly badge_key: string }
  | { readonly code: "unknown_skill"; readonly skill_key: string }
  | { readonly code: "balance_limit"; readonly unit: string; readonly max: number }
  | { readonly code: "buddy_archived" }
  | { readonly code: "facts_outdated" }
  | { readonly code: "already_granted" }
  | { readonly code: "campaign_limit"; readonly of: string; readonly max: number }
  | { readonly code: "test_clock_user" }
  | QuestError
  | FreeLunchError
  | { readonly code: "evolution_not_ready"; readonly requirements: ReadonlyArray<Requirement> }
  | { readonly code: "evolution_max_stage"; readonly stage: number }
  | { readonly code: "unknown_sub_step"; readonly sub_step_key: string }
  | { readonly code: "sub_step_locked"; readonly sub_step_key: string }
  | { readonly code: "sub_step_automatic"; readonly sub_step_key: string }
  | { readonly code: "ceremony_not_pending"; readonly ceremony: CeremonyKind; readonly evolution_stage: number }
  | { readonly code: "unknown_rule"; readonly rule_id: string }
  | { readonly code: "booster_limit"; readonly max: number }
  | { readonly code: "unknown_booster"; readonly booster_id: string }
  | ItemError
  | LotteryError
  | BoxError
  | KeepingError
  | KudosError
  | OutfitError
  | TeamError
