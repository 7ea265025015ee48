/** The best of seasons that are over, for anybody to see: where a workspace has opened its hall. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { KeptForAll } from "../../../wire/Access.ts"
import { notFound } from "../../../wire/Failure.ts"
import { publicGroup } from "../../../wire/Group.ts"
import { Id, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

const shownName = Schema.NullOr(Schema.String).annotate({
  description: "as the buddy is called today; null: it is not to be seen any more"
})

const Champion = Schema.NullOr(Schema.Struct({ name: shownName, thumb_url: Schema.NullOr(Schema.String) })).annotate({
  identifier: "HallOfFameChampion",
  description: "the first of the highest tier anybody played in; null: nobody played"
})

const ownName = { tenant_slug: Schema.String, tenant_name: Schema.String }

export const Hall = Schema.Struct({
  ...ownName,
  seasons: Schema.Int,
  latest: Schema.Struct({ season_id: Id, name: Schema.String, closed_at: Timestamp, champion: Champion })
}).annotate({ identifier: "HallOfFame" })
export type Hall = typeof Hall.Type

export const HallSeason = Schema.Struct({
  season_id: Id,
  name: Schema.String,
  starts_at: Timestamp,
  ends_at: Timestamp,
  closed_at: Timestamp,
  participants: Schema.Int,
  champion: Champion
}).annotate({ identifier: "HallOfFameSeason" })
export type HallSeason = typeof HallSeason.Type

const seasons = offsetPage(HallSeason)
export const HallSeasons = Schema.Struct({ ...ownName, ...seasons.fields }).annotate({
  identifier: "HallOfFameSeasons"
})
export type HallSeasons = typeof HallSeasons.Type

export const HallTier = Schema.Struct({
  tier_key: Schema.String,
  name: Schema.String,
  entries: Schema.Array(
    Schema.Struct({
      rank: Schema.Int,
      name: shownName,
      thumb_url: Schema.NullOr(Schema.String),
      evolution_stage: Schema.NullOr(Schema.Int),
      value: Schema.Int.annotate({ description: "the score, of the season's metric" })
    })
  )
}).annotate({ identifier: "HallOfFameTier" })
export type HallTier = typeof HallTier.Type

export const HallSeasonPage = Schema.Struct({
  ...ownName,
  season: HallSeason,
  tiers: Schema.Array(HallTier).annotate({ description: "as they were then, the highest first" })
}).annotate({ identifier: "HallOfFameSeasonPage" })
export type HallSeasonPage = typeof HallSeasonPage.Type

const base = "/public/hall-of-fame"

export class HallOfFameApi extends publicGroup(
  HttpApiGroup.make("hall-of-fame").add(
    HttpApiEndpoint.get("list", `${base}-index`, { query: offsetQuery, success: offsetPage(Hall) })
      .annotate(KeptForAll, true)
      .annotateMerge(
        says("List halls of fame", "Of workspaces that show theirs and have a season that is over, the newest first.")
      ),
    HttpApiEndpoint.get("seasons", `${base}/:tenantSlug`, {
      params: { tenantSlug: Schema.String },
      query: offsetQuery,
      success: HallSeasons,
      error: notFound
    })
      .annotate(KeptForAll, true)
      .annotateMerge(
        says("List the seasons of a hall", "Those that are over, the newest first, each with its champion.")
      ),
    HttpApiEndpoint.get("season", `${base}/:tenantSlug/:seasonId`, {
      params: { tenantSlug: Schema.String, seasonId: Schema.String },
      success: HallSeasonPage,
      error: notFound
    })
      .annotate(KeptForAll, true)
      .annotateMerge(
        says(
          "Show the best of a season",
          "Ranks over all cohorts of a tier, as they were when it closed; names and pictures as they are today. Who " +
            "is private, archived or erased, or hides on leaderboards, keeps its rank without them."
        )
      )
  ),
  { description: "The best of seasons that are over" }
) {}
