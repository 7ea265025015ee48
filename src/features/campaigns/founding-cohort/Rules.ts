/** What the founding cohort decides without its tables. */
import { noReward, type Reward } from "../../../wire/content/Shared.ts"
import type { FoundingAuditEntry, FoundingCohort } from "./Api.ts"

export const defaultCohort: FoundingCohort = {
  enabled: false,
  size: 100,
  until: null,
  audience: null,
  badge_key: null,
  reward: noReward
}

/** What a member is promised; null: nothing. */
export const promised = ({ badge_key, reward }: Pick<FoundingCohort, "badge_key" | "reward">): Reward | null => {
  const badges = badge_key === null ? reward.badges : [...new Set([badge_key, ...reward.badges])]
  const { coins, items, skills, tokens } = reward
  const isNothing = coins === 0 && [badges, items, skills, tokens].every(({ length }) => length === 0)
  return isNothing ? null : { ...reward, badges }
}

export const csvNames = ["number", "buddy_id", "user_id", "action", "origin", "occurred_at"]

export const csvRowOf = ({ action, buddy_id, number, occurred_at, origin, user_id }: FoundingAuditEntry) => [
  number,
  buddy_id ?? "",
  user_id ?? "",
  action,
  `${origin.type}:${origin.id}`,
  occurred_at
]
