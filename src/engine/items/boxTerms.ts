/** How a buddy is asked to open a mystery box, and what it may answer. */
import type { BoxPrice, BoxReward } from "../../wire/campaigns/MysteryBox.ts"
import type { Group, Limits } from "../../wire/content/Shared.ts"
import type { ItemTerms } from "../core/ItemTerms.ts"

/** `item`: on which terms it is given, for a reward that is one; null: it is gone. */
export interface BoxChance {
  readonly weight: number
  readonly reward: BoxReward
  readonly item: ItemTerms | null
}

/** A box as it was when the caller read it. */
export interface BoxTerms {
  readonly mystery_box_id: string
  readonly box_key: string
  /** grows with every other pool, so that outcomes of two are not counted together */
  readonly revision: number
  readonly price: BoxPrice
  readonly pool: ReadonlyArray<BoxChance>
  readonly limits: Limits
  readonly eligibility: Group
  readonly stock_total: number | null
}

export interface OpenBoxCommand {
  readonly _tag: "OpenBox"
  readonly box: BoxTerms
  readonly opening_id: string
}

export interface OpenedReply {
  readonly _tag: "Opened"
  readonly opening_id: string
  readonly box_key: string
  readonly reward: BoxReward
  readonly price_paid: number
  readonly balance: number
}

export type BoxError =
  | { readonly code: "box_out_of_stock"; readonly box_key: string }
  | { readonly code: "box_exhausted"; readonly box_key: string }
  | { readonly code: "box_limit_reached"; readonly limit: string; readonly used: number; readonly max: number }
