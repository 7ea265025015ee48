/** A season as one of its players sees it: its own cohort, and the lines between rising and falling. */
import { Context, Effect, Layer } from "effect"
import { isoTime } from "../../../../engine/calendar/zones.ts"
import type { Metric } from "../../../../wire/campaigns/Metric.ts"
import { linesOf, movesOf, stepsOf } from "../Rules.ts"
import { momentsOf, type RunningSeason, SeasonStore } from "../Store/Seasons.ts"
import type { LiveStanding } from "../Store/LiveStandings.ts"
import { StandingStore } from "../Store/Standings.ts"

export interface SeenSeason {
  readonly metric: Metric
  readonly starts_at: string
  readonly ends_at: string
  readonly league: {
    readonly season_name: string
    readonly tier_key: string
    readonly tier_name: string
    readonly ends_at: string
    readonly promote_rank: number | null
    readonly demote_rank: number | null
  }
  readonly score: number
  /** false: it has not scored, or waits for a place */
  readonly placed: boolean
  /** the cohort in order; empty without a place */
  readonly rows: ReadonlyArray<LiveStanding>
}

export class SeenSeasons extends Context.Service<
  SeenSeasons,
  {
    /** The running season this buddy has a place in, else the newest that runs; null: none does. */
    seen(customer_id: string, buddy_id: string): Effect.Effect<SeenSeason | null>
  }
>()("hatchery/features/leagues/SeenSeasons") {
  static readonly layer = Layer.effect(
    SeenSeasons,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([SeasonStore.layer, StandingStore.layer]))
}

const make = Effect.gen(function* () {
  const seasons = yield* SeasonStore
  const standings = yield* StandingStore
  const viewOf = Effect.fnUntraced(function* (customer_id: string, season: RunningSeason, buddy_id: string) {
    const { placed, score, tier_key } = yield* standings.own(customer_id, season, buddy_id)
    const rows = placed ? yield* standings.cohort(customer_id, season, buddy_id) : []
    const steps = stepsOf(season.rules.tiers).find(({ tier }) => tier.tier_key === tier_key)
    const { ends_at, starts_at } = momentsOf(season)
    const lines = steps === undefined ? noLines : linesOf(movesOf(steps, rows.length), rows.length)
    const tier_name = steps?.tier.name ?? tier_key
    return {
      metric: season.rules.config.metric,
      starts_at: isoTime(starts_at),
      ends_at: isoTime(ends_at),
      league: { season_name: season.name, tier_key, tier_name, ends_at: isoTime(ends_at), ...lines },
      score,
      placed,
      rows
    } satisfies SeenSeason
  })
  return SeenSeasons.of({
    seen: Effect.fn("SeenSeasons.seen")(function* (customer_id, buddy_id) {
      let newest: SeenSeason | null = null
      for (const season of yield* seasons.running(customer_id)) {
        const view: SeenSeason = yield* viewOf(customer_id, season, buddy_id)
        if (view.placed) return view
        newest ??= view
      }
      return newest
    })
  })
})

const noLines = { promote_rank: null, demote_rank: null }
