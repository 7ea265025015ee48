/** What the runtime routes of widgets answer, in camelCase. Keys of maps are the tenant's and stay as they are. */

export interface Config {
  readonly theme: {
    readonly mode: "auto" | "light" | "dark"
    readonly accentColor: string
    readonly radius: "none" | "sm" | "md" | "lg"
    readonly font: "system" | "rounded" | "serif" | "mono"
  }
  readonly locale: string
  readonly modules: ReadonlyArray<string>
  readonly pollSeconds: number
  readonly brag: { readonly moments: ReadonlyArray<string>; readonly channels: ReadonlyArray<string> } | null
  readonly copy: {
    readonly hatchCopy?: string
    /** by the stage reached: stage_2 to stage_5 */
    readonly levelUpCopy?: Readonly<Record<string, string>>
    readonly badgeCopy?: string
    readonly emptyCopy?: string
  }
  /** above the widgets it names; absent or null: nothing is said */
  readonly missionAnchor?: Anchor | null
  readonly token: { readonly kind: string; readonly scopes: ReadonlyArray<string>; readonly expiresAt: string }
  readonly labels: {
    readonly coin: { readonly singular: string; readonly plural: string }
    readonly tokens: Readonly<Record<string, string>>
    readonly skills: Readonly<Record<string, string>>
    readonly stages: Readonly<Record<string, string>>
  }
}

/** Why all this matters, in the tenant's words. */
export interface Anchor {
  readonly title: string | null
  readonly statement: string
  readonly ctaLabel: string | null
  readonly ctaUrl: string | null
  readonly placements: ReadonlyArray<string>
  readonly cause: { readonly name: string; readonly unitLabel: string; readonly totalUnits: number } | null
}

export interface Badge {
  readonly badgeKey: string
  readonly label: string
  readonly description: string
  readonly iconUrl: string | null
  readonly tier: string | null
  readonly times: number
  readonly awardedAt: string
}

export interface Streak {
  readonly streakKey: string
  readonly currentStreak: number
  readonly longestStreak: number
  readonly freezesLeft: number
  readonly expiresAt: string | null
}

export type CeremonyKind = "hatch" | "evolution" | "prestige"

export interface Ceremony {
  readonly ceremony: CeremonyKind
  readonly evolutionStage: number
}

export interface Skill {
  readonly level: number
  readonly points: number
  readonly nextLevelPoints: number | null
}

export interface BuddyAnswer {
  readonly buddy: {
    readonly buddyId: string
    readonly name: string
    readonly status: string
    readonly evolutionStage: number
    readonly prestigeLevel: number
    readonly coins: number
    readonly tokens: Readonly<Record<string, number>>
    readonly skills: Readonly<Record<string, Skill>>
    readonly imageUrl: string | null
    readonly appearance: { readonly status: string }
  }
  /** the newest */
  readonly badges: ReadonlyArray<Badge>
  /** all it has; absent from services of an earlier release */
  readonly badgeCount?: number
  readonly streaks: ReadonlyArray<Streak>
  readonly evolution: {
    readonly currentStage: number
    readonly nextStage: number | null
    readonly stageName?: string
    readonly nextStageName?: string | null
    readonly ready: boolean
    /** 0..1 */
    readonly progress: number
  }
  readonly pendingCeremony?: Ceremony | null
  readonly profile: { readonly tagline: string | null; readonly accentColor: string | null }
  readonly scopes: ReadonlyArray<string>
}

export interface Requirement {
  readonly type: string
  readonly key: string | null
  readonly operator: string
  readonly value: unknown
  readonly current: unknown
  readonly met: boolean
}

export interface Item {
  readonly itemId: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly imageUrl: string | null
  readonly priceCoins: number
  readonly isGiftOnly: boolean
  readonly stockLeft: number | null
  readonly availableUntil: string | null
  readonly owned: number
  readonly equipped: boolean
  readonly requirements: ReadonlyArray<Requirement>
  readonly canBuy: boolean
  readonly refusal: string | null
  readonly sale: {
    readonly name: string
    readonly listPriceCoins: number
    readonly endsAt: string
    readonly leftForYou: number | null
    readonly stockLeft: number | null
  } | null
}

export interface OwnedItem {
  readonly itemId: string
  readonly name: string
  readonly category: string
  readonly imageUrl: string | null
  readonly count: number
  readonly equipped: boolean
}

export interface MarketplaceAnswer {
  readonly data: ReadonlyArray<Item>
  readonly meta: { readonly page: number; readonly limit: number; readonly total: number }
  readonly balance: number
  readonly ownedItems: ReadonlyArray<OwnedItem>
  readonly scopes: ReadonlyArray<string>
}

export interface Purchase {
  readonly itemId: string
  readonly itemName: string
  readonly pricePaid: number
  readonly balance: number
  readonly count: number
}

export interface Equipped {
  readonly status: "pending" | "completed"
  readonly equippedItems: ReadonlyArray<string>
}

export type StepState = "locked" | "available" | "completed"

export interface SubStep {
  readonly subStepKey: string
  readonly title: string
  readonly contentUrl: string | null
  readonly ctaLabel: string
  readonly allowManualComplete: boolean
  readonly state: StepState
  readonly completedAt: string | null
}

export interface Step {
  readonly stepKey: string
  readonly title: string
  readonly state: StepState
  readonly subSteps: ReadonlyArray<SubStep>
}

export interface Path {
  readonly buddyId: string
  readonly pathKey: string
  readonly title: string
  readonly displayMode: "straight" | "zigzag" | "stepper"
  readonly icon: string
  readonly accentColor: string | null
  readonly progress: { readonly completed: number; readonly total: number }
  readonly completedAt: string | null
  readonly steps: ReadonlyArray<Step>
}

export interface PathAnswer {
  readonly path: Path | null
  /** absent: those of the token */
  readonly scopes?: ReadonlyArray<string>
}

export interface Standing {
  /** null: no place of its own */
  readonly rank: number | null
  /** null: it hides */
  readonly name: string | null
  readonly thumbUrl: string | null
  readonly value: number
  readonly rankChange: number | null
  readonly isMe: boolean
}

export interface LeaderboardAnswer {
  /** null: there is none */
  readonly leaderboard: {
    readonly period: string
    /** `team`: rows are teams */
    readonly scope: string
    readonly metric: { readonly type: string; readonly key: string | null }
    readonly endsAt: string | null
    readonly asOf: string
  } | null
  readonly total: number
  readonly me: { readonly rank: number | null; readonly value: number; readonly rankChange: number | null } | null
  readonly entries: ReadonlyArray<Standing>
  readonly league: {
    readonly seasonName: string
    readonly tierName: string
    readonly endsAt: string
    readonly promoteRank: number | null
    readonly demoteRank: number | null
  } | null
  readonly scopes: ReadonlyArray<string>
}

export interface Effects {
  readonly coins: number
  readonly badgesAwarded: ReadonlyArray<{
    readonly badgeKey: string
    readonly label: string
    readonly coinReward: number
  }>
  readonly tokens: ReadonlyArray<{ readonly tokenKey: string; readonly amount: number; readonly balance: number }>
  readonly evolutionReady: boolean
  readonly streakUpdates: ReadonlyArray<Streak & { readonly extended: boolean }>
  readonly pathUpdates: ReadonlyArray<{
    readonly pathKey: string
    readonly stepKey: string
    readonly subStepKey: string
    readonly completedAt: string
    readonly pathCompleted: boolean
  }>
}

export interface Ingested {
  readonly accepted: boolean
  readonly eventId: string
  readonly effects: Effects
}
