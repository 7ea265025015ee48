/** What streaks, vacations and badge reviews may refuse. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"

const streak = { streak_key: Schema.String }

export class StreakNotRestorable extends Schema.TaggedError<StreakNotRestorable>()("StreakNotRestorable", {
  ...streak,
  reason: Schema.Literals(["not_broken", "too_late"]),
  until: Schema.NullOr(Schema.String)
}) {}
export const streakNotRestorable = failure(StreakNotRestorable, {
  status: 409,
  code: "streak_not_restorable",
  message: (e) =>
    e.reason === "too_late"
      ? `The streak ${e.streak_key} could be restored until ${e.until}.`
      : `There is no break in the streak ${e.streak_key} to restore.`,
  details: (e) => ({ streak_key: e.streak_key, reason: e.reason, until: e.until })
})

export class StreakNotRunning extends Schema.TaggedError<StreakNotRunning>()("StreakNotRunning", streak) {}
export const streakNotRunning = failure(StreakNotRunning, {
  status: 409,
  code: "streak_not_running",
  message: (e) => `The streak ${e.streak_key} does not run: there is nothing to freeze.`,
  details: (e) => ({ streak_key: e.streak_key })
})

export class NoFreezesLeft extends Schema.TaggedError<NoFreezesLeft>()("NoFreezesLeft", streak) {}
export const noFreezesLeft = failure(NoFreezesLeft, {
  status: 409,
  code: "no_freezes_left",
  message: (e) => `The buddy has no freeze to spare for the streak ${e.streak_key}.`,
  details: (e) => ({ streak_key: e.streak_key })
})

const reasons = {
  not_offered: "no streak of this buddy offers vacations",
  in_the_past: "it begins before today or ends before it begins",
  too_far_ahead: "it begins more than a year ahead",
  too_long: "it is longer than the streaks allow",
  overlaps: "it overlaps another one",
  too_many: "there are no more vacations left in that year"
} as const

export class VacationRefused extends Schema.TaggedError<VacationRefused>()("VacationRefused", {
  reason: Schema.Literals(["not_offered", "in_the_past", "too_far_ahead", "too_long", "overlaps", "too_many"]),
  allowance: Schema.NullOr(Schema.Struct({ max_days: Schema.Int, max_per_year: Schema.Int }))
}) {}
export const vacationRefused = failure(VacationRefused, {
  status: 409,
  code: "vacation_refused",
  message: (e) => `This vacation is not possible: ${reasons[e.reason]}.`,
  details: (e) => ({ reason: e.reason, ...e.allowance }),
  shape: { max_days: Schema.optionalKey(Schema.Int), max_per_year: Schema.optionalKey(Schema.Int) }
})

export class BadgeNotReady extends Schema.TaggedError<BadgeNotReady>()("BadgeNotReady", { badge_key: Schema.String }) {}
export const badgeNotReady = failure(BadgeNotReady, {
  status: 409,
  code: "badge_not_ready",
  message: (e) => `The badge ${e.badge_key} does not await a review.`,
  details: (e) => ({ badge_key: e.badge_key })
})
