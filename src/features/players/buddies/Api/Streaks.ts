/**
 * Streaks of a buddy day by day, what keeps them besides events, and what the warnings and vacations of a workspace
 * come to. Contract part 4 (customers/me/vacation, customers/me/streak-at-risk); the rest extends it.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, RequiredPermission } from "../../../../wire/Access.ts"
import { Day } from "../../../../wire/Day.ts"
import { notFound, validationFailed } from "../../../../wire/Failure.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { Id, PathId, text, Timestamp } from "../../../../wire/Ids.ts"
import { changeRefusals } from "../../../../wire/refusals/Buddies.ts"
import {
  noFreezesLeft,
  streakNotRestorable,
  streakNotRunning,
  vacationRefused
} from "../../../../wire/refusals/Streaks.ts"
import { says } from "../../../../wire/Words.ts"

const LocalDay = Schema.String.annotate({ format: "date" })

const CalendarDay = Schema.Struct({
  date: LocalDay,
  period_key: Schema.String,
  status: Schema.Literals(["done", "missed", "frozen", "restored", "vacation", "pending", "upcoming", "none"]).annotate(
    {
      description:
        "frozen: bridged by a freeze. pending: today, and the period before within the grace. none: before the first " +
        "period that counted, or more than 400 periods ago. Days of a week or month share its status."
    }
  )
})

const BuddyStreak = Schema.Struct({
  streak_key: Schema.String,
  name: Schema.NullOr(Schema.String),
  frequency: Schema.Literals(["daily", "weekly", "monthly"]),
  status: Schema.Literals(["running", "at_risk", "broken", "not_started"]),
  current_streak: Schema.Int,
  longest_streak: Schema.Int,
  period_key: Schema.NullOr(Schema.String),
  freezes_left: Schema.Int,
  expires_at: Schema.NullOr(Timestamp).annotate({
    description: "end of the period it lacks, grace included; null when it does not run"
  }),
  restorable_until: Schema.NullOr(Timestamp),
  next_milestone: Schema.NullOr(Schema.Int).annotate({ description: "the next length that pays" }),
  calendar: Schema.Array(CalendarDay)
}).annotate({ identifier: "BuddyStreak" })

const vacation = { starts_on: LocalDay, ends_on: LocalDay, days: Schema.Int }
const Allowance = Schema.Struct({ max_days: Schema.Int, max_per_year: Schema.Int, taken_this_year: Schema.Int })

export const BuddyStreaks = Schema.Struct({
  buddy_id: Id,
  today: LocalDay.annotate({ description: "in the zone of the user" }),
  vacation_allowance: Schema.NullOr(Allowance).annotate({
    description: "the narrowest of all streaks that offer vacations; null: none does"
  }),
  vacations: Schema.Array(Schema.Struct({ ...vacation, status: Schema.Literals(["planned", "running", "over"]) })),
  streaks: Schema.Array(BuddyStreak)
}).annotate({ identifier: "BuddyStreaks" })
export type BuddyStreaks = typeof BuddyStreaks.Type

export const TakeVacation = Schema.Struct({ starts_on: Schema.optionalKey(Day), ends_on: Day })
export const Vacation = Schema.Struct({ buddy_id: Id, ...vacation }).annotate({ identifier: "Vacation" })

export const RestoreStreak = Schema.Struct({ reason: Schema.optionalKey(text({ max: 200 })) }).annotate({
  identifier: "RestoreStreak"
})
export const StreakKept = Schema.Struct({
  buddy_id: Id,
  streak_key: Schema.String,
  current_streak: Schema.Int,
  longest_streak: Schema.Int,
  freezes_left: Schema.Int,
  expires_at: Schema.NullOr(Timestamp),
  periods: Schema.Array(Schema.String).annotate({ description: "the periods restored or frozen" })
}).annotate({ identifier: "StreakKept" })

export const VacationAnalytics = Schema.Struct({
  window_days: Schema.Int,
  taken: Schema.Int,
  cancelled: Schema.Int,
  ended_early: Schema.Int,
  buddies: Schema.Int,
  average_days: Schema.Finite,
  running_now: Schema.Int.annotate({ description: "of those of the window, by the calendar of the workspace" }),
  planned: Schema.Int
}).annotate({ identifier: "VacationAnalytics" })

const outcomes = {
  warned: Schema.Int,
  rescued: Schema.Int.annotate({ description: "extended in the period the warning was about" }),
  kept: Schema.Int.annotate({ description: "not extended in time, but a freeze, a vacation or a restore kept it" }),
  lost: Schema.Int.annotate({ description: "begun anew since, or over without anything having come" }),
  open: Schema.Int.annotate({ description: "there is still time" }),
  rescue_rate: Schema.NullOr(Schema.Finite).annotate({ description: "rescued of all that are decided" })
}
export const AtRiskAnalytics = Schema.Struct({
  window_days: Schema.Int,
  ...outcomes,
  streaks: Schema.Array(Schema.Struct({ streak_key: Schema.String, ...outcomes }))
}).annotate({ identifier: "StreakAtRiskAnalytics" })
export type AtRiskAnalytics = typeof AtRiskAnalytics.Type

const window = {
  window_days: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 366 }))).annotate({
    description: "default 30"
  })
}
const params = { id: PathId }
const one = { id: PathId, streak_key: Schema.String }

const calendarDescription =
  "Every streak of the buddy's config version with one entry per local day from `from` to `to` (default: the last " +
  "30 days; at most 366)."

export class BuddyStreaksApi extends tenantGroup(
  HttpApiGroup.make("buddy-streaks").add(
    HttpApiEndpoint.get("streaks", "/buddies/:id/streaks", {
      params,
      query: { from: Schema.optionalKey(Day), to: Schema.optionalKey(Day) },
      success: BuddyStreaks,
      error: [notFound, validationFailed]
    })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "buddy:read")
      .annotateMerge(says("Show streaks day by day", calendarDescription)),
    HttpApiEndpoint.post("restore", "/buddies/:id/streaks/:streak_key/restore", {
      params: one,
      payload: [RestoreStreak, Schema.Null],
      success: StreakKept,
      error: [...changeRefusals, streakNotRestorable]
    }).annotateMerge(
      says(
        "Restore a broken streak",
        "Mends the last break as if its periods had counted, within the days the rule allows."
      )
    ),
    HttpApiEndpoint.post("freeze", "/buddies/:id/streaks/:streak_key/freeze", {
      params: one,
      success: StreakKept,
      error: [...changeRefusals, streakNotRunning, noFreezesLeft]
    }).annotateMerge(
      says(
        "Spend a freeze on a streak",
        "Bridges the period that is missing. The buddy needs a freeze that no period missed before takes."
      )
    ),
    HttpApiEndpoint.post("takeVacation", "/buddies/:id/vacation", {
      params,
      payload: TakeVacation,
      success: Vacation.pipe(HttpApiSchema.status(201)),
      error: [...changeRefusals, vacationRefused]
    }).annotateMerge(
      says(
        "Start or plan a vacation",
        "Streaks rest from `starts_on` (today, when left out) to `ends_on`, both included, as far as their " +
          "rules offer vacations."
      )
    ),
    HttpApiEndpoint.delete("endVacation", "/buddies/:id/vacation", {
      params,
      success: HttpApiSchema.NoContent,
      error: changeRefusals
    }).annotateMerge(
      says("End or call off a vacation", "Ends the present vacation with yesterday, else calls off the next one.")
    ),
    HttpApiEndpoint.get("vacationAnalytics", "/customers/me/vacation/analytics", {
      query: window,
      success: VacationAnalytics
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "Sum up vacations",
          "How many were taken, cancelled and ended early in the window, and how many of those run now or are to come."
        )
      ),
    HttpApiEndpoint.get("atRiskAnalytics", "/customers/me/streak-at-risk/analytics", {
      query: window,
      success: AtRiskAnalytics
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("Sum up streaks at risk", "How many were warned about in the window, and what became of them, by streak.")
      )
  ),
  {
    access: "runtime_write",
    capability: "buddies",
    description: "Streaks day by day, vacations, restores, freezes and warnings"
  }
) {}
