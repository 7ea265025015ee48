/** When a badge can be given after the fact, and what is told of those who were looked at. */
import { Result } from "effect"
import type { BadgeVerdict } from "../../../engine/badges/BadgeCheck.ts"
import type { BadgeDefinition } from "../../../wire/content/BadgeDefinition.ts"
import { type BackfillFigures, BadgeNotEarned } from "./Api.ts"

const obstacle = ({ award_mode, criteria, status }: BadgeDefinition): BadgeNotEarned["reason"] | null => {
  if (status !== "active") return "inactive"
  if (award_mode === "api") return "award_mode_api"
  return criteria.conditions.length === 0 ? "no_criteria" : null
}

/** The badge, unless nobody can have earned it as the published version has it. */
export const earnable = (badge: BadgeDefinition): Result.Result<BadgeDefinition, BadgeNotEarned> => {
  const reason = obstacle(badge)
  return reason === null
    ? Result.succeed(badge)
    : Result.fail(new BadgeNotEarned({ badge_key: badge.badge_key, reason }))
}

/** A buddy that was looked at, or asked. */
export interface Looked {
  readonly buddy_id: string
  readonly user_id: string
  readonly verdict: BadgeVerdict | "failed"
  readonly coin_reward: number
}

const sample_max = 20

export const figuresOf = (looked: ReadonlyArray<Looked>): BackfillFigures => {
  const count = (verdict: Looked["verdict"]) => looked.filter((one) => one.verdict === verdict).length
  const awarded = looked.filter(({ verdict }) => verdict === "awarded")
  return {
    buddies: looked.length,
    awarded: awarded.length,
    awaiting_review: count("awaiting_review"),
    already_held: count("already_held"),
    not_met: count("not_met"),
    on_other_version: count("on_other_version"),
    skipped: count("skipped"),
    failed: count("failed"),
    coins: awarded.reduce((coins, { coin_reward }) => coins + coin_reward, 0),
    sample: awarded
      .slice(0, sample_max)
      .map(({ buddy_id, coin_reward, user_id }) => ({ buddy_id, user_id, coin_reward }))
  }
}

export const nothing: BackfillFigures = figuresOf([])

export const plus = (left: BackfillFigures, right: BackfillFigures): BackfillFigures => ({
  buddies: left.buddies + right.buddies,
  awarded: left.awarded + right.awarded,
  awaiting_review: left.awaiting_review + right.awaiting_review,
  already_held: left.already_held + right.already_held,
  not_met: left.not_met + right.not_met,
  on_other_version: left.on_other_version + right.on_other_version,
  skipped: left.skipped + right.skipped,
  failed: left.failed + right.failed,
  coins: left.coins + right.coins,
  sample: [...left.sample, ...right.sample].slice(0, sample_max)
})
