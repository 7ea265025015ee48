/** What a buddy remembers of what runs beside its config version. */

export interface SaleCount {
  readonly count: number
  /** epoch ms */
  readonly ends_at: number
}

export interface EventBadgeProgress {
  /** events, up to what is asked for */
  readonly count: number
  readonly awarded: boolean
}

export interface LotteryTickets {
  readonly draw_id: string
  /** of the buddy in this draw */
  readonly entry_id: string
  readonly tickets: number
  /** epoch ms at which it is to be drawn, as far as was known */
  readonly draw_at: number
}

/** Times are epoch ms. What it has brought stays when it leaves, and counts again when it comes back. */
export interface QuestPart {
  readonly joined_at: number
  readonly contribution: number
  /** absent: it takes part */
  readonly left_at?: number
  readonly changed_at: number
}
