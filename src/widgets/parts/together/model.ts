/** What the routes answer that tell a player of all others, in camelCase. */

/** What runs for all players and concerns this one. */
export interface CampaignsAnswer {
  readonly boosters: ReadonlyArray<{
    readonly boosterId: string
    readonly appliesTo: ReadonlyArray<"coins" | "tokens" | "skills">
    readonly multiplier: number
    readonly endsAt: string
  }>
  readonly quests: ReadonlyArray<Quest>
  readonly lotteries: ReadonlyArray<Lottery>
}

export interface Quest {
  readonly questId: string
  readonly name: string
  readonly total: number
  readonly target: number
  readonly endsAt: string | null
  readonly joined: boolean
  readonly myContribution: number
  readonly participants: number
}

export interface Lottery {
  readonly lotteryId: string
  readonly name: string
  readonly drawAt: string
  readonly entry: {
    readonly mode: "coin_cost" | "token_cost" | "event"
    readonly tokenKey?: string
    readonly amount?: number
    readonly maxEntriesPerBuddy: number
  }
  readonly myTickets: number
  readonly entries: number
  readonly oddsPerEntry: number | null
}

/** With whom this player plays, and what for. */
export interface CommunityAnswer {
  readonly kudos: {
    readonly types: ReadonlyArray<{ readonly kudoKey: string; readonly label: string; readonly emoji: string }>
    readonly received: ReadonlyArray<{
      readonly kudoId: string
      readonly kudoKey: string
      readonly from: { readonly name: string } | null
      readonly message: string | null
    }>
  }
  readonly causes: ReadonlyArray<{
    readonly causeKey: string
    readonly name: string
    readonly unitLabel: string
    readonly totalUnits: number
    readonly myUnits: number
    readonly thresholdUnit: number
  }>
}
