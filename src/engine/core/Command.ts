import type { BoosterTerms } from "../../wire/campaigns/Boosters.ts"
import type { FreeLunchCard, FreeLunchCommand } from "../campaigns/freeLunchTerms.ts"
import type { JoinQuestCommand, LeaveQuestCommand } from "../campaigns/questCommands.ts"
import type { PathTerms } from "../../wire/content/PathDefinition.ts"
import type { Budget, Limits, Reward } from "../../wire/content/Shared.ts"
import type { StreakRule } from "../../wire/content/StreakRule.ts"
import type { OutboundEvent } from "../../wire/Webhook.ts"
import type { GrantSource } from "../../wire/Change.ts"
import type { OpenBoxCommand } from "../items/boxTerms.ts"
import type { ItemTerms } from "./ItemTerms.ts"
import type { EnterLotteryCommand } from "../campaigns/lotteryTerms.ts"
import type { CeremonyKind } from "../../wire/answers/Buddy.ts"
import type { TeamCommand } from "../community/TeamTerms.ts"
import type { GiveKudosCommand } from "../community/KudosTerms.ts"
import type { OutfitCommand } from "../community/OutfitTerms.ts"

export type { ItemTerms, SaleTerms } from "./ItemTerms.ts"

/**
 * Everything that can be asked of one buddy. The actor hands commands to `decide` one after the other; times are epoch
 * ms.
 */
export type Command =
  | EventCommand
  | ({
      readonly _tag: "EarnCoins"
      readonly amount: number
      readonly reason: string | null
      readonly reference_id: string | null
    } & OfRecipe)
  | {
      readonly _tag: "SpendCoins"
      readonly amount: number
      readonly reason: string | null
      readonly reference_id: string | null
    }
  | ({
      readonly _tag: "EarnToken"
      readonly token_key: string
      readonly amount: number
      readonly reason: string | null
    } & OfRecipe)
  | { readonly _tag: "SpendToken"; readonly token_key: string; readonly amount: number; readonly reason: string | null }
  | ({ readonly _tag: "AwardBadge"; readonly badge_key: string; readonly reason: string | null } & OfRecipe)
  /** gives a badge whose criteria are met already; asking again changes nothing */
  | { readonly _tag: "CheckBadge"; readonly badge_key: string }
  | { readonly _tag: "UpdateSkills"; readonly updates: ReadonlyArray<SkillUpdate> }
  | EvolveCommand
  | UnlockGateCommand
  | BuyItemCommand
  | GrantItemCommand
  | RefundGiftCommand
  | { readonly _tag: "EquipItems"; readonly equip: ReadonlyArray<string>; readonly unequip: ReadonlyArray<string> }
  | { readonly _tag: "ClearEquipment" }
  | OutfitCommand
  | CompleteSubStepCommand
  | ReverseCommand
  | { readonly _tag: "CompleteCeremony"; readonly ceremony: CeremonyKind; readonly evolution_stage: number }
  | { readonly _tag: "DecaySkill"; readonly rule_id: string; readonly period_key: string }
  | { readonly _tag: "RejectBadge"; readonly badge_key: string; readonly reason: string | null }
  /** local days of the user, both included; `from_day` null: today */
  | { readonly _tag: "TakeVacation"; readonly from_day: number | null; readonly to_day: number }
  | { readonly _tag: "EndVacation" }
  | { readonly _tag: "RestoreStreak"; readonly streak_key: string; readonly reason: string | null }
  | { readonly _tag: "FreezeStreak"; readonly streak_key: string }
  | { readonly _tag: "WarnStreak"; readonly streak_key: string }
  | GrantRewardCommand
  | TeamCommand
  | FreeLunchCommand
  | GrantBoosterCommand
  | RevokeBoosterCommand
  | EnterLotteryCommand
  | OpenBoxCommand
  | GiveKudosCommand
  | JoinQuestCommand
  | LeaveQuestCommand
  | { readonly _tag: "Rename"; readonly name: string }
  | { readonly _tag: "Archive" }

/** The run of a recipe that asks for it, which the ledger then refers to. */
interface OfRecipe {
  readonly run_id?: string
}

export interface EventCommand {
  readonly _tag: "Event"
  readonly event_id: string
  readonly type: string
  readonly occurred_at: number
  readonly properties: Readonly<Record<string, unknown>>
}

/** Levels, not points (decisions: manual updates are levels). */
export interface SkillUpdate {
  readonly skill_key: string
  readonly operation: "increase" | "decrease" | "set"
  readonly value: number
}

/**
 * `from_stage` is the stage the caller saw, so that an evolution asked for twice happens once. The picture of the new
 * stage is drawn before and announced with it; null when it could not be drawn yet.
 */
export interface EvolveCommand {
  readonly _tag: "Evolve"
  readonly from_stage: number
  readonly image_url: string | null
}

/** `starts_at` null: at once. */
export interface GrantBoosterCommand {
  readonly _tag: "GrantBooster"
  readonly booster: Omit<BoosterTerms, "starts_at" | "ends_at">
  readonly starts_at: number | null
  readonly duration_ms: number
}

/** Ends a booster of this buddy. */
export interface RevokeBoosterCommand {
  readonly _tag: "RevokeBooster"
  readonly booster_id: string
}

/**
 * Pays what was decided outside the buddy: the close of a season, a draw, a gift. Made once per campaign, key and
 * buddy, for ever. `outbound` is told in the same commit. `is_refund`: no cap stands in the way.
 */
export interface GrantRewardCommand {
  readonly _tag: "GrantReward"
  readonly source: GrantSource
  readonly campaign_id: string
  readonly grant_key: string
  readonly reward: Reward
  readonly is_refund: boolean
  /** kept with the receipt */
  readonly body: Readonly<Record<string, unknown>> | null
  readonly outbound: OutboundEvent | null
  /** the buddy keeps a card that tells of it */
  readonly card?: FreeLunchCard
}

/** Gates are live configuration: the caller read this one. */
export interface UnlockGateCommand {
  readonly _tag: "UnlockGate"
  readonly gate_key: string
  readonly token_key: string
  readonly cost: number
}

/** `step_key` null: the first sub-step of that key, whichever step it stands in. */
export interface CompleteSubStepCommand extends OfRecipe {
  readonly _tag: "CompleteSubStep"
  readonly path: PathTerms
  readonly step_key: string | null
  readonly sub_step_key: string
}

/** `gift_to_buddy_id` null: for oneself. A gift is paid here and granted to the receiver by the signal that follows. */
export interface BuyItemCommand {
  readonly _tag: "BuyItem"
  readonly item: ItemTerms
  readonly purchase_id: string
  readonly gift_to_buddy_id: string | null
  /** what the buyer is willing to pay; null or absent: whatever it costs */
  readonly max_price_coins?: number | null
}

/** An item without a price: unlocked by hand, named by a reward, or a gift that arrives. */
export interface GrantItemCommand extends OfRecipe {
  readonly _tag: "GrantItem"
  readonly item: ItemTerms
  readonly purchase_id: string
  readonly source: "unlock" | "reward" | "gift"
  readonly reason: string | null
  readonly from_buddy_id: string | null
}

/** A gift that nobody could receive: its price goes back to the giver, and its piece to the stock and to its sale. */
export interface RefundGiftCommand {
  readonly _tag: "RefundGift"
  /** on the terms it was paid on */
  readonly item: ItemTerms
  readonly purchase_id: string
  /** the row that paid for it; null: it cost nothing */
  readonly paid_ledger_id: string | null
}

/**
 * Takes an event back. `event` is what the tables say of it: what it was, what it paid, and what the user did besides.
 * `mode` says what happens to what is already spent: clamp takes what is there, debt lets later credits pay the rest,
 * reject refuses the reversal.
 */
export interface ReverseCommand {
  readonly _tag: "Reverse"
  readonly mode: "clamp" | "debt" | "reject"
  readonly reason: string | null
  readonly event: {
    readonly event_id: string
    readonly type: string
    readonly occurred_at: number
    /** epoch ms */
    readonly received_at: number
    readonly properties: Readonly<Record<string, unknown>>
    readonly entries: ReadonlyArray<{
      readonly ledger_id: string
      readonly unit: string
      readonly amount: number
      readonly rule_id: string | null
      /** true: a prestige gave it up since, it went with the life it was earned in; releases before did not say so */
      readonly given_up?: boolean
    }>
    /** true: a prestige gave up all points of skills since; releases before did not say so */
    readonly points_given_up?: boolean
    readonly badge_keys: ReadonlyArray<string>
    /** false: it came too late to be rewarded, so nothing was counted */
    readonly is_counted: boolean
    /** trace rows that fired */
    readonly fired: ReadonlyArray<{
      readonly type: string
      readonly key: string
      /** of a rule: it outlives its key; absent: no rule, or a release before did not say so */
      readonly rule_id?: string
      /** of a rule that pays: what stood when it paid; absent: no such rule, or a release before did not say so */
      readonly terms?: { readonly limits: Limits; readonly budget: Budget | null }
      /** of a streak, as they paid; absent: no streak, or a release before did not say so */
      readonly milestones?: StreakRule["milestones"]
      readonly detail: Readonly<Record<string, unknown>>
    }>
    /**
     * what else was counted of the types streaks ask for and is not reversed, in order of arrival, as far back as the
     * streaks remember single periods; null: more than can be told
     */
    readonly others: ReadonlyArray<{
      readonly type: string
      readonly occurred_at: number
      readonly properties: Readonly<Record<string, unknown>>
    }> | null
    /** how many of the others arrived before this event */
    readonly preceding: number
    /** the buddy as it was when the others were read; null: they do not matter */
    readonly as_of: AsOf | null
  }
}

/** What moves whenever an event comes or goes that a reversal has to know of. */
export interface AsOf {
  readonly config_version_id: string
  readonly prestige_level: number
  readonly reversals: number
  /** by event type: how many are counted */
  readonly counts: Readonly<Record<string, number>>
}
