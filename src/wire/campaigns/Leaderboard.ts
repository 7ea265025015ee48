/** The board of a tenant while it counts, as every node keeps it, and what is said of it in more than one place. */
import { Schema } from "effect"
import { failure, notFound } from "../Failure.ts"
import { buddyArchived } from "../refusals/Buddies.ts"
import type { Metric } from "./Metric.ts"

export const boardPeriods = ["daily", "weekly", "monthly", "all_time"] as const
export type BoardPeriod = (typeof boardPeriods)[number]
export const boardScopes = ["audience", "tenant", "team"] as const
export const tieBreaks = ["first_to_reach", "shared_rank"] as const
export type TieBreak = (typeof tieBreaks)[number]

export interface LeaderboardTerms {
  /** of one count: whatever starts it anew takes another */
  readonly subject_id: string
  readonly metric: Metric
  readonly period: BoardPeriod
}

export class OptOutNotAllowed extends Schema.TaggedError<OptOutNotAllowed>()("OptOutNotAllowed", {}) {}
export const optOutNotAllowed = failure(OptOutNotAllowed, {
  status: 409,
  code: "opt_out_not_allowed",
  message: () => "Buddies of this workspace may not hide from the leaderboard."
})

const Visibility = Schema.Struct({ visible: Schema.Boolean }).annotate({ identifier: "LeaderboardVisibility" })

/** Whether a buddy shows its name: asked for by the workspace and by the player alike. */
export const visibility = {
  payload: Visibility,
  success: Visibility,
  error: [notFound, buddyArchived, optOutNotAllowed]
} as const
