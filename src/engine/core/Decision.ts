import type { LiveCampaigns } from "../../wire/campaigns/Live.ts"
import type { PathTerms } from "../../wire/content/PathDefinition.ts"
import type { OutboundEvent } from "../../wire/Webhook.ts"
import type { DeliverKudosSignal } from "../community/KudosTerms.ts"
import type { FeedEntry } from "../community/TeamTerms.ts"
import type { ItemTerms } from "./Command.ts"
import type { EngineError } from "./EngineError.ts"
import type { Reply } from "./Reply.ts"
import type { BuddyState } from "./State.ts"
import type { Write } from "./Writes.ts"

/**
 * What the engine may know besides its arguments. All of it is handed in, so that `decide` stays pure and replayable.
 */
export interface DecideContext {
  /** the moment of processing, epoch ms */
  readonly now: number
  readonly buddy: {
    readonly buddy_id: string
    readonly user_id: string
    readonly audience: string
    readonly status: "active" | "archived"
  }
  /** IANA zone of the tenant, the fallback behind the user's own */
  readonly tenant_timezone: string
  readonly max_lateness_days: number
  /** the active path of the buddy's audience; live configuration */
  readonly path: PathTerms | null
  /** what runs for everybody beside the config version; live configuration */
  readonly campaigns: LiveCampaigns
  /** the event that is decided was sent to catch up: it counts for nothing that is shared */
  readonly isBackfill: () => boolean
  /** whoever lives at another time than the others counts for nothing that is shared */
  readonly isOnTestClock: boolean
  /** what the buddy holds of boosters counts for nothing: the workspace may use none */
  readonly areBoostersOff?: boolean
  /** a fresh identifier (ledger ids); the caller owns where it comes from */
  readonly nextId: () => string
  /** uniform in [0, 1), a function of (tenant secret, event id, label) alone */
  readonly draw: (label: string) => number
  /** has this (rule_id, unique key) been paid before? unique keys are what `uniques` of earlier decisions returned */
  readonly paid: (rule_id: string, unique_key: string) => boolean
  /** coins left in a rule's tenant-wide budget for a period key; Infinity when the caller does not track it */
  readonly budget: (rule_id: string, period_key: string, max_coins: number) => number
}

export type Decision = Accepted | Rejected

export interface Rejected {
  readonly _tag: "Rejected"
  readonly error: EngineError
}

export interface Accepted {
  readonly _tag: "Accepted"
  readonly state: BuddyState
  /** ledger entries in order of effect */
  readonly entries: ReadonlyArray<LedgerEntry>
  /** bodies complete as in contract part 6 */
  readonly outbound: ReadonlyArray<OutboundEvent>
  readonly badges: ReadonlyArray<BadgeAward>
  /** what is told about the buddy later on; the outside keeps it in order */
  readonly history: ReadonlyArray<HistoryEntry>
  readonly feed: ReadonlyArray<FeedEntry>
  readonly uniques: ReadonlyArray<{ readonly rule_id: string; readonly unique_key: string }>
  /** unique keys that may be paid again */
  readonly freed: ReadonlyArray<{ readonly rule_id: string; readonly unique_key: string }>
  readonly budgets: ReadonlyArray<{
    readonly rule_id: string
    readonly period_key: string
    /** negative: given back */
    readonly amount: number
    readonly max_coins: number
  }>
  readonly writes: ReadonlyArray<Write>
  readonly trace: ReadonlyArray<TraceRow>
  readonly effects: Effects
  /** facts the answer of a manual command needs; shape per command: `Reply` */
  readonly reply: Reply
  /** set by Rename and Archive */
  readonly name?: string
  readonly status?: "archived"
  /** asks the outside to start something after commit */
  readonly signals: ReadonlyArray<Signal>
}

/**
 * AutoEvolve: start the evolution. Repaint: the looks changed, a picture is wanted. DeliverGift: paid by this buddy,
 * granted to another. GrantItems: a reward named items; the outside knows whether they still exist. DeliverKudos: what
 * the receiver gets for kudos this buddy has given.
 */
export type Signal =
  | { readonly _tag: "AutoEvolve" }
  | { readonly _tag: "Repaint" }
  | {
      readonly _tag: "DeliverGift"
      /** on the terms it was paid on: what it cost, and the sale it was bought in */
      readonly item: ItemTerms
      readonly purchase_id: string
      readonly to_buddy_id: string
    }
  | { readonly _tag: "GrantItems"; readonly item_ids: ReadonlyArray<string> }
  | DeliverKudosSignal

/** One line of a buddy's story: a stage, an item, a gate, a fading skill, a step of a path. */
export interface HistoryEntry {
  readonly kind:
    | "evolution"
    | "prestige"
    | "item"
    | "gate"
    | "decay"
    | "path"
    | "streak"
    | "review"
    | "reversal"
    | "ceremony"
    | "team"
    | "kudos"
  /** what it is about: a stage, a key or an id of the thing */
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
}

/** One credit (amount > 0) or debit (amount < 0). seq, hashes and created_at are added by the journal side. */
export interface LedgerEntry {
  readonly ledger_id: string
  /** `coin` or `token:<token_key>` */
  readonly unit: string
  readonly amount: number
  readonly balance_after: number
  /** coin_rule | token_rule | badge | streak | evolution | manual | ... */
  readonly reason: string
  readonly reference_type: string
  readonly reference_id: string | null
  readonly rule_id: string | null
  readonly is_lucky: boolean
  /** the entry this one takes back */
  readonly reverses_ledger_id?: string
}

export interface BadgeAward {
  readonly badge_key: string
  readonly label: string
  readonly awarded_at: number
  readonly coin_reward: number
  readonly reason: string | null
}

export interface Effects {
  readonly coins: number
  readonly badges_awarded: ReadonlyArray<{
    readonly badge_key: string
    readonly label: string
    readonly coin_reward: number
  }>
  readonly tokens: ReadonlyArray<{ readonly token_key: string; readonly amount: number; readonly balance: number }>
  readonly evolution_ready: boolean
  readonly streak_updates: ReadonlyArray<StreakUpdate>
  readonly path_updates: ReadonlyArray<PathUpdate>
}

export interface PathUpdate {
  readonly path_key: string
  readonly step_key: string
  readonly sub_step_key: string
  readonly state: "completed"
  /** ISO 8601 UTC */
  readonly completed_at: string
  /** this was the last sub-step of the path */
  readonly path_completed: boolean
}

export interface StreakUpdate {
  readonly streak_key: string
  readonly current_streak: number
  readonly longest_streak: number
  readonly extended: boolean
  readonly period_key: string
  readonly freezes_left: number
  readonly used_freeze: boolean
  /** ISO 8601 UTC */
  readonly expires_at: string | null
}

export type TraceReason =
  | "fired"
  | "filter_failed"
  | "limit_reached"
  | "cooldown"
  | "unique_already_paid"
  | "budget_exhausted"
  | "condition_failed"
  | "audience_mismatch"
  | "disabled"
  | "outside_window"
  | "no_active_buddy"
  /** a draw that was lost */
  | "missed"
  /** shared campaigns know only the present, and so nobody on a test clock */
  | "test_clock"
  /** shared campaigns do not count what is sent to catch up */
  | "backfill"
  /** read from a trace that a newer release has stored */
  | "unknown_form"

export interface TraceRow {
  readonly type: string
  readonly key: string
  readonly outcome: "fired" | "skipped"
  readonly reason: TraceReason
  readonly detail: Readonly<Record<string, unknown>>
  readonly ledger_ids: ReadonlyArray<string>
}

/** What came of a command that is no event. */
export type ManualOutcome = { readonly reply: Reply } | { readonly error: EngineError }
