/** Leagues: seasons in cohorts of a few dozen, tiers to rise and fall between. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, Lengthy, RequiredPermission } from "../../../wire/Access.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { invalidTransition, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { text } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery, wholeList } from "../../../wire/Page.ts"
import { campaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { operationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { says } from "../../../wire/Words.ts"
import { Tier } from "../../../wire/campaigns/League.ts"
import {
  ForceClose,
  leagueConfig,
  LeagueConfig,
  ReplaceTiers,
  Season,
  SeasonInput,
  seasonOverlap,
  SeasonPreview,
  seasonStatuses,
  Standing,
  tierInUse
} from "./Api/Records.ts"
import { SimulationInput } from "./Api/Simulation.ts"

export * from "./Api/Records.ts"
export * from "./Api/Simulation.ts"

const root = "/customers/me/leagues"
const season = `${root}/seasons/:seasonId` as const
const params = { seasonId: Schema.String }
const accepted = Accepted.pipe(HttpApiSchema.status(202))

export const standingsQuery = {
  ...offsetQuery,
  tier_key: Schema.optionalKey(text({ min: 1, max: 64 })),
  cohort: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }))),
  buddy_id: Schema.optionalKey(text({ min: 1, max: 64 }))
}

const settings = [
  HttpApiEndpoint.get("config", `${root}/config`, { success: LeagueConfig })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("Show the league's settings", "With its tiers, the season that runs and the next one.")),
  HttpApiEndpoint.patch("configure", `${root}/config`, {
    payload: leagueConfig.patch,
    success: LeagueConfig,
    error: validationFailed
  }).annotateMerge(
    says(
      "Change the league's settings",
      "Fields left out stay; null restores a default. A season keeps what held when it began. While the league is " +
        "off no season is written and no score moves."
    )
  ),
  HttpApiEndpoint.put("replaceTiers", `${root}/tiers`, {
    payload: ReplaceTiers,
    success: wholeList(Tier),
    error: [tierInUse, validationFailed]
  }).annotateMerge(
    says(
      "Replace the tiers",
      "From the next season on. A tier that buddies stand in can be removed when `moves` says where they go; one " +
        "that the running season plays in cannot."
    )
  )
] as const

const seasons = [
  HttpApiEndpoint.get("list", `${root}/seasons`, {
    query: { ...offsetQuery, status: Schema.optionalKey(Schema.Literals(seasonStatuses)) },
    success: offsetPage(Season)
  })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("List seasons", "Newest first. Narrow it down by status.")),
  HttpApiEndpoint.get("read", season, { params, success: Season, error: notFound })
    .annotate(Access, "tenant_read")
    .annotateMerge(says("Show a season", "Its moments, the rules it is played by, and what it came to.")),
  HttpApiEndpoint.post("create", `${root}/seasons`, {
    payload: SeasonInput,
    success: Season.pipe(HttpApiSchema.status(201)),
    error: [seasonOverlap, campaignLimit, validationFailed]
  }).annotateMerge(
    says(
      "Create a season",
      "Of 10 minutes to 92 days, begun at most 5 minutes ago. Seasons do not overlap; an automatic one that has not " +
        "begun gives way."
    )
  ),
  HttpApiEndpoint.post("preview", `${root}/seasons/preview`, {
    payload: SeasonInput,
    success: SeasonPreview,
    error: validationFailed
  })
    .annotate(Lengthy, true)
    .annotateMerge(
      says(
        "Preview a season",
        "What it would come to if everybody who was active in the last 30 days played. Writes nothing."
      )
    ),
  HttpApiEndpoint.post("simulate", `${root}/seasons/simulate`, {
    payload: SimulationInput,
    success: accepted,
    error: [operationLimit, validationFailed]
  }).annotateMerge(
    says(
      "Simulate a season on recorded events",
      "Plays what occurred in up to 31 days, at most 1,000,000 events in the order of their arrival, as a " +
        "season under the league's present rules or others, from where buddies stand now. Only for metrics that " +
        "add up. Writes nothing and pays nobody. Runs as an operation of the type season_simulation: `progress` " +
        "counts events, `result` holds participants, cohorts, moves, idle buddies, what the ranks cost and the " +
        "spread of scores, in all and for each tier. The same record gives the same result."
    )
  ),
  HttpApiEndpoint.delete("remove", season, {
    params,
    success: HttpApiSchema.NoContent,
    error: [notFound, invalidTransition]
  }).annotateMerge(says("Delete a season", "Only one that has not begun.")),
  HttpApiEndpoint.post("forceClose", `${season}/force-close`, {
    params,
    payload: [ForceClose, Schema.Null],
    success: accepted,
    error: [notFound, invalidTransition]
  }).annotateMerge(
    says(
      "Close a season now",
      "Its end becomes now and nothing counts any more. Ranks, moves and rewards follow as an operation of the type " +
        "season_close, which cannot be cancelled."
    )
  ),
  HttpApiEndpoint.get("standings", `${season}/standings`, {
    params,
    query: standingsQuery,
    success: offsetPage(Standing),
    error: notFound
  })
    .annotate(Access, "tenant_read")
    .annotate(RequiredPermission, "leaderboard:read")
    .annotateMerge(
      says(
        "List the standings of a season",
        "By cohort and rank. While it runs, zones and rewards are those of the present ranks; who has scored and " +
          "waits for a place comes last. To publishable keys, who hides on boards keeps its rank without id and name."
      )
    )
] as const

export class LeaguesApi extends tenantGroup(HttpApiGroup.make("leagues").add(...settings, ...seasons), {
  access: "config",
  capability: "leagues",
  description: "Seasons, tiers and cohorts"
}) {}
