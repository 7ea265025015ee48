/** What an event counts in the season it occurred in, for as long as that season is not closed. */
import { type SeasonTerms, seasonPeriod } from "../../wire/campaigns/League.ts"
import { type Draft, fired } from "../core/Draft.ts"
import type { Account } from "./Account.ts"
import { countedType, measure } from "./metrics.ts"
import { score } from "./writes.ts"

const isOn = ({ ends_at, starts_at }: SeasonTerms, at: number): boolean => starts_at <= at && at < ends_at

export const seasonAccount = (season: SeasonTerms): Account => ({
  type: "league_season",
  key: season.season_id,
  event_type: countedType(season.metric),
  concerns: (_draft, { occurred_at }) => isOn(season, occurred_at),
  count: (draft) => {
    const { metric, season_id } = season
    const measured = measure(draft, metric)
    if (measured === null) return
    const row = { subject_id: season_id, period_key: seasonPeriod, ...measured }
    score(draft, row)
    // What comes late for a season that is over says nothing of the one that runs.
    if (isOn(season, draft.context.now)) draft.state.season = season_id
    fired(draft, "league_season", season_id, row)
  }
})

/** The season that runs, if the buddy has a score in it; null: none does, or it has none. */
export const seasonOf = ({ context: { campaigns, now }, state }: Draft): string | null =>
  campaigns.seasons?.find((season) => season.season_id === state.season && isOn(season, now))?.season_id ?? null

export const forgetSeason = ({ context: { campaigns }, state }: Draft): void => {
  if (state.season === undefined) return
  if (campaigns.seasons?.some(({ season_id }) => season_id === state.season) !== true) delete state.season
}
