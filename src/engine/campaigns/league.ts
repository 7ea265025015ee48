/** What an event counts in the season it occurred in, for as long as that season is not closed. */
import { type SeasonTerms, seasonPeriod } from "../../wire/campaigns/League.ts"
import { type Draft, fired } from "../core/Draft.ts"
import type { Account } from "./Account.ts"
import { countedType, measure, type Measured } from "./metrics.ts"
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
    if (isOn(season, draft.context.now)) remember(draft.state, season_id, measured)
    fired(draft, "league_season", season_id, row)
  }
})

const remember = (state: Draft["state"], season_id: string, { amount, fold }: Measured): void => {
  if (amount === 0) return state.season === season_id ? forget(state) : undefined
  const before = state.season === season_id ? state.season_score : 0
  state.season = season_id
  if (fold === "add" && before !== undefined) state.season_score = before + amount
  else delete state.season_score
}

/** What a reversal takes from a season; whoever has nothing left in it has no score there. */
export const takeFromSeason = ({ state }: Draft, season_id: string, amount: number): void => {
  if (state.season !== season_id || state.season_score === undefined) return
  state.season_score -= amount
  if (state.season_score <= 0) forget(state)
}

const forget = (state: Draft["state"]): void => {
  delete state.season
  delete state.season_score
}

/** The season that runs, if the buddy has a score in it; null: none does, or it has none. */
export const seasonOf = ({ context: { campaigns, now }, state }: Draft): string | null =>
  campaigns.seasons?.find((season) => season.season_id === state.season && isOn(season, now))?.season_id ?? null

export const forgetSeason = ({ context: { campaigns }, state }: Draft): void => {
  if (state.season === undefined) return
  if (campaigns.seasons?.some(({ season_id }) => season_id === state.season) !== true) forget(state)
}
