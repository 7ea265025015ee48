/**
 * Everything that can be asked of one buddy. The actor hands commands to `decide` one after the other; times are epoch
 * ms.
 */
export type Command =
  | EventCommand
  | {
      readonly _tag: "EarnCoins"
      readonly amount: number
      readonly reason: string | null
      readonly reference_id: string | null
    }
  | {
      readonly _tag: "SpendCoins"
      readonly amount: number
      readonly reason: string | null
      readonly reference_id: string | null
    }
  | { readonly _tag: "EarnToken"; readonly token_key: string; readonly amount: number; readonly reason: string | null }
  | { readonly _tag: "SpendToken"; readonly token_key: string; readonly amount: number; readonly reason: string | null }
  | { readonly _tag: "AwardBadge"; readonly badge_key: string; readonly reason: string | null }
  | { readonly _tag: "UpdateSkills"; readonly updates: ReadonlyArray<SkillUpdate> }
  | { readonly _tag: "Rename"; readonly name: string }
  | { readonly _tag: "Archive" }

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
