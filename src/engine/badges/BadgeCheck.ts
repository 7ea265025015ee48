/**
 * on_other_version: the buddy's own version does not have the badge, or not as one that is earned. skipped: it is meant
 * for others, or its criteria are met and it was refused by a reviewer or lost again.
 */
export type BadgeVerdict = "awarded" | "awaiting_review" | "already_held" | "not_met" | "on_other_version" | "skipped"

export interface BadgeCheck {
  readonly verdict: BadgeVerdict
  /** what it paid; 0 unless awarded */
  readonly coin_reward: number
  /** the check changed something: the badge was given or became ready */
  readonly is_due: boolean
}
