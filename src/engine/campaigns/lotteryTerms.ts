/** How a buddy is asked for tickets of a lottery, and what it may answer. */
import type { LiveLottery } from "../../wire/campaigns/Lottery.ts"
import type { Requirement } from "../core/Facts.ts"

/** `lottery`: as the caller read it. */
export interface EnterLotteryCommand {
  readonly _tag: "EnterLottery"
  readonly lottery: LiveLottery
  readonly tickets: number
}

export interface EnteredReply {
  readonly _tag: "Entered"
  readonly entry_id: string
  readonly draw_id: string
  readonly tickets: number
  readonly tickets_total: number
  readonly price_paid: number
  readonly balance: number
  /** ISO 8601 */
  readonly draw_at: string
  readonly commit_hash: string
}

export type LotteryError =
  | { readonly code: "lottery_not_open"; readonly status: string }
  | { readonly code: "entry_limit_reached"; readonly used: number; readonly max: number }
  | { readonly code: "entry_automatic" }
  | { readonly code: "entry_requirements_not_met"; readonly requirements: ReadonlyArray<EntryRequirement> }

/** Also of whose audience one has to be. */
export type EntryRequirement =
  | Requirement
  | (Pick<Requirement, "operator" | "met"> & {
      readonly type: "audience"
      readonly key: null
      readonly value: string
      readonly current: string
    })
