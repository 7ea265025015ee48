/** Facts the answer of a command needs; times are epoch ms. */
import type { KudosReply } from "../community/KudosTerms.ts"
import type { OutfitReply } from "../community/OutfitTerms.ts"
import type { TeamReply } from "../community/TeamTerms.ts"
import type { EnteredReply } from "../campaigns/lotteryTerms.ts"
import type { OpenedReply } from "../items/boxTerms.ts"
import type { BadgeCheck } from "../badges/BadgeCheck.ts"
import type { FreeLunchReply } from "../campaigns/freeLunchTerms.ts"
import type { QuestReply } from "../campaigns/questCommands.ts"

export type Reply =
  | { readonly _tag: "Event" }
  | { readonly _tag: "Coins"; readonly amount: number; readonly balance: number; readonly ledger_id: string }
  | {
      readonly _tag: "Token"
      readonly token_key: string
      readonly amount: number
      readonly balance: number
      readonly ledger_id: string
    }
  | {
      readonly _tag: "Badge"
      readonly badge_key: string
      readonly label: string
      readonly awarded_at: number
      readonly coin_reward: number
      readonly already_awarded: boolean
    }
  | ({ readonly _tag: "BadgeCheck"; readonly badge_key: string } & BadgeCheck)
  | {
      readonly _tag: "Skills"
      readonly updates: Readonly<
        Record<string, { readonly level: number; readonly previous: number; readonly change: number }>
      >
    }
  | { readonly _tag: "Evolved"; readonly previous_stage: number; readonly new_stage: number }
  | {
      readonly _tag: "Gate"
      readonly already_unlocked: boolean
      readonly balance: number
      readonly unlocked_at: number
    }
  | {
      readonly _tag: "Item"
      readonly item_id: string
      readonly purchase_id: string
      readonly price_paid: number
      readonly balance: number
      readonly count: number
      /** the sale it was bought in; null or absent: none */
      readonly flash_sale_id?: string | null
    }
  | { readonly _tag: "Equipment"; readonly equipped: ReadonlyArray<string>; readonly is_changed: boolean }
  | {
      readonly _tag: "Reversed"
      /** coins taken back */
      readonly coins: number
      readonly ledger_ids: ReadonlyArray<string>
      readonly badges_revoked: ReadonlyArray<string>
      /** what was already spent, over all units: left out (clamp) or owed (debt) */
      readonly missing: number
    }
  | { readonly _tag: "SubStep"; readonly already_completed: boolean; readonly completed_at: number }
  | {
      readonly _tag: "Decay"
      readonly previous_level: number
      readonly new_level: number
      readonly is_applied: boolean
    }
  | {
      readonly _tag: "Streak"
      readonly streak_key: string
      readonly current_streak: number
      readonly longest_streak: number
      readonly freezes_left: number
      /** epoch ms */
      readonly expires_at: number | null
      /** keys of the periods restored or frozen */
      readonly periods: ReadonlyArray<string>
    }
  /** dates of the user's calendar, both included */
  | { readonly _tag: "Vacation"; readonly starts_on: string; readonly ends_on: string; readonly days: number }
  | { readonly _tag: "Ceremony"; readonly already_recorded: boolean }
  | { readonly _tag: "Warned"; readonly is_warned: boolean }
  /** epoch ms */
  | { readonly _tag: "Booster"; readonly booster_id: string; readonly starts_at: number; readonly ends_at: number }
  | QuestReply
  | FreeLunchReply
  | { readonly _tag: "Granted"; readonly coins: number; readonly ledger_ids: ReadonlyArray<string> }
  | TeamReply
  | KudosReply
  | OutfitReply
  | EnteredReply
  | OpenedReply
  | { readonly _tag: "Done" }
