/** The board of a workspace: who is ahead in a period, among whom, and by what. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { patchable } from "../../../resource/Api.ts"
import { boardPeriods, boardScopes, tieBreaks, visibility } from "../../../wire/campaigns/Leaderboard.ts"
import { MetricAnswer, MetricField } from "../../../wire/campaigns/Metric.ts"
import { Access, RequiredPermission } from "../../../wire/Access.ts"
import { absentAs, whole } from "../../../wire/content/Shared.ts"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetQuery } from "../../../wire/Page.ts"
import { missingAudience, unknownAudience } from "../../../wire/refusals/Intake.ts"
import { says } from "../../../wire/Words.ts"

const Period = Schema.Literals(boardPeriods)
const Scope = Schema.Literals(boardScopes)

export const LeaderboardInput = Schema.Struct({
  enabled: absentAs(Schema.Boolean, false),
  metric: MetricField,
  period: absentAs(Period, "weekly").annotate({ description: "periods of the workspace's time zone" }),
  scope: absentAs(Scope, "audience").annotate({ description: "among whom one is ranked; team: teams are" }),
  max_entries: absentAs(whole(1, 1_000), 100),
  tie_break: absentAs(Schema.Literals(tieBreaks), "first_to_reach"),
  allow_opt_out: absentAs(Schema.Boolean, true).annotate({ description: "whether a buddy may hide" })
}).annotate({ identifier: "LeaderboardConfigInput" })
export type LeaderboardInput = typeof LeaderboardInput.Type

export const leaderboardConfig = patchable(LeaderboardInput)

export const LeaderboardConfig = Schema.Struct({
  enabled: Schema.Boolean,
  metric: MetricAnswer,
  period: Period,
  scope: Scope,
  max_entries: Schema.Int,
  tie_break: Schema.Literals(tieBreaks),
  allow_opt_out: Schema.Boolean,
  counting_since: Schema.NullOr(Timestamp).annotate({ description: "when the running count began; null: none runs" })
}).annotate({ identifier: "LeaderboardConfig" })
export type LeaderboardConfig = typeof LeaderboardConfig.Type

export const Board = Schema.Struct({
  period: Period,
  period_key: Schema.String.annotate({ description: "2026-11-22, 2026-W47, 2026-11 or total" }),
  scope: Scope,
  metric: MetricAnswer,
  starts_at: Schema.NullOr(Timestamp),
  ends_at: Schema.NullOr(Timestamp),
  counting_since: Timestamp,
  as_of: Timestamp.annotate({ description: "the moment the ranks were read, at most 10 s ago" })
}).annotate({ identifier: "Leaderboard" })
export type Board = typeof Board.Type

export const LeaderboardEntry = Schema.Struct({
  rank: Schema.NullOr(Schema.Int).annotate({ description: "exact up to 10,000; null beyond" }),
  percentile: Schema.Int.annotate({ description: "how many in a hundred score no more, rounded down" }),
  buddy_id: Schema.NullOr(Id).annotate({ description: "null: it hides, or this is a team" }),
  team_id: Schema.NullOr(Id),
  name: Schema.NullOr(Schema.String),
  thumb_url: Schema.NullOr(Schema.String),
  score: Schema.Int,
  hidden: Schema.Boolean
}).annotate({ identifier: "LeaderboardEntry" })
export type LeaderboardEntry = typeof LeaderboardEntry.Type

export const LeaderboardPage = Schema.Struct({
  data: Schema.Array(LeaderboardEntry),
  meta: Schema.Struct({ total: Schema.Int, page: Schema.Int, limit: Schema.Int }),
  board: Schema.NullOr(Board).annotate({ description: "null: the board is off" })
}).annotate({ identifier: "LeaderboardPage" })

export const boardQuery = {
  ...offsetQuery,
  period_key: Schema.optionalKey(text({ min: 1, max: 16 })),
  audience: Schema.optionalKey(text({ min: 1, max: 64 })),
  team_id: Schema.optionalKey(
    text({ min: 1, max: 64 }).annotate({ description: "ranks the members of this team among themselves" })
  )
}

export class LeaderboardsApi extends tenantGroup(
  HttpApiGroup.make("leaderboards").add(
    HttpApiEndpoint.get("config", "/customers/me/leaderboard-config", { success: LeaderboardConfig })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show the leaderboard's settings", "What it counts, over which period, and since when.")),
    HttpApiEndpoint.patch("configure", "/customers/me/leaderboard-config", {
      payload: leaderboardConfig.patch,
      success: LeaderboardConfig
    }).annotateMerge(
      says(
        "Change the leaderboard's settings",
        "Fields left out stay; null restores a default. Another value of enabled, metric, period or scope starts a " +
          "new count from zero."
      )
    ),
    HttpApiEndpoint.get("read", "/leaderboard", {
      query: boardQuery,
      success: LeaderboardPage,
      error: [missingAudience, unknownAudience, notFound, validationFailed]
    })
      .annotate(Access, "tenant_read")
      .annotate(RequiredPermission, "leaderboard:read")
      .annotateMerge(
        says(
          "List the leaders of a period",
          "At most `max_entries` rows of the running period, or of the one `period_key` names: the last 30 days, 13 " +
            "weeks or 13 months. Where several audiences are ranked apart, say which one. On a board of teams a row " +
            "is a team with the sum of those who are in it now; `team_id` ranks its members instead."
        )
      ),
    HttpApiEndpoint.patch("setVisibility", "/buddies/:id/leaderboard", {
      params: { id: Schema.String },
      ...visibility
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Hide a buddy from the leaderboard",
          "Who is hidden keeps its rank, without name and picture. Where the workspace lets nobody hide, one can " +
            "still be shown again."
        )
      )
  ),
  { access: "config", capability: "buddies", description: "The leaderboard: settings, ranks, who hides" }
) {}
