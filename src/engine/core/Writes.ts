/**
 * Rows a decision writes beside ledger, badges and history: what campaigns and communities count and remember outside
 * the state. Each kind is one of the journal's kinds of rows.
 */

import type { KudosWrite } from "../community/KudosTerms.ts"

export type Write =
  | { readonly kind: "fences"; readonly row: { readonly subject_id: string } }
  | { readonly kind: "scores"; readonly row: ScoreWrite }
  | { readonly kind: "totals"; readonly row: TotalWrite }
  | { readonly kind: "quest_members"; readonly row: QuestMemberWrite }
  | { readonly kind: "receipts"; readonly row: ReceiptWrite }
  | { readonly kind: "tickets"; readonly row: TicketWrite }
  | { readonly kind: "kudos"; readonly row: KudosWrite }

/** What this buddy has brought. `add`: to its score; `max`: if it is higher; `last`: whatever it was before. */
export interface ScoreWrite {
  readonly subject_id: string
  readonly period_key: string
  readonly amount: number
  readonly fold: "add" | "max" | "last"
}

/** What all buddies have brought together. */
export interface TotalWrite {
  readonly subject_id: string
  readonly bucket: string
  readonly amount: number
}

/** A grant that is made once. */
export interface ReceiptWrite {
  readonly campaign_id: string
  readonly grant_key: string
  readonly source: string
  /** what the family remembers of it */
  readonly body: Readonly<Record<string, unknown>> | null
  readonly ledger_ids: ReadonlyArray<string>
}

/** Tickets of the buddy's entry in a draw; negative: taken back. */
export interface TicketWrite {
  readonly draw_id: string
  readonly entry_id: string
  readonly tickets: number
  /** epoch ms */
  readonly counted_at: number
}

/** Times are epoch ms; `left_at` null: it takes part. */
export interface QuestMemberWrite {
  readonly quest_id: string
  readonly joined_at: number
  readonly left_at: number | null
}
