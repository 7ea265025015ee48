/** Planning seasons: by hand, by the calendar, and what one would come to. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { eachAlone } from "../../../platform/campaigns/Clock.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { type SeasonRules } from "../../../wire/campaigns/League.ts"
import { InvalidTransition, type NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { parseInstant } from "../../../wire/Ids.ts"
import { CampaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { type Season, type SeasonInput, SeasonOverlap, type SeasonPreview, seasons_planned_max } from "./Api.ts"
import { outlookOf } from "./Rules.ts"
import { hourMs, nameOfSeason, statusAt, type Window, windowIssue } from "./Rules/Calendar.ts"
import { leagueReads } from "./Store.ts"
import { momentsOf, type NewSeason, SeasonStore, toWire } from "./Store/Seasons.ts"

/** Who changed within this long is expected to play. */
const active_ms = 30 * 24 * hourMs

export class SeasonPlans extends Context.Service<
  SeasonPlans,
  {
    create(
      customer_id: string,
      input: SeasonInput
    ): Effect.Effect<Season, SeasonOverlap | CampaignLimit | ValidationFailed>
    preview(customer_id: string, input: SeasonInput): Effect.Effect<SeasonPreview, ValidationFailed>
    remove(customer_id: string, season_id: string): Effect.Effect<void, NotFound | InvalidTransition>
    /** writes the next automatic season of every league whose time has come */
    writeAutomatic: Effect.Effect<void>
  }
>()("hatchery/features/leagues/SeasonPlans") {
  static readonly layer = Layer.effect(
    SeasonPlans,
    Effect.suspend(() => make)
  ).pipe(Layer.provideMerge(SeasonStore.layer))
}

const windowOf = Effect.fnUntraced(function* ({ ends_at, starts_at }: SeasonInput) {
  const window = { starts_at: parseInstant(starts_at), ends_at: parseInstant(ends_at) }
  const issue = windowIssue(window, yield* Clock.currentTimeMillis)
  return issue === null ? window : yield* new ValidationFailed({ issues: [issue] })
})

const seasonOf = ({ name }: SeasonInput, window: Window, rules: SeasonRules): NewSeason => ({
  ...window,
  name: name ?? nameOfSeason(window, rules.config.timezone),
  automatic: false,
  rules
})

/** Clocks are set by less than this all the time. */
const set_back_ms = 5_000

const writing = (
  sql: SqlClient.SqlClient,
  seasons: SeasonStore["Service"]
): SeasonPlans["Service"]["writeAutomatic"] => {
  const { lock } = leagueReads(sql)
  let looked_at = Infinity
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    // When to look at a league follows from a clock that may have been ahead: of this node, or of the one before it.
    if (now < looked_at - set_back_ms) yield* seasons.planAnew
    looked_at = now
    const waiting = yield* seasons.toPlan
    yield* eachAlone(
      waiting.map((customer_id) => ({ customer_id })),
      ({ customer_id }) =>
        transactionOf(sql)(Effect.flatMap(lock(customer_id), (held) => seasons.replan(customer_id, held)))
    )
  })
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const seasons = yield* SeasonStore
  const { lock, rules } = leagueReads(sql)

  return SeasonPlans.of({
    create: Effect.fn("SeasonPlans.create")(function* (customer_id, input) {
      const window = yield* windowOf(input)
      return yield* transactionOf(sql)(
        Effect.gen(function* () {
          const held = yield* lock(customer_id)
          const met = yield* seasons.overlaps(customer_id, window)
          const stays = met.find(({ gives_way }) => !gives_way)
          if (stays !== undefined) return yield* new SeasonOverlap({ season_id: stays.season_id })
          yield* Effect.forEach(met, ({ season_id }) => seasons.remove(customer_id, season_id), { discard: true })
          if ((yield* seasons.planned(customer_id)) >= seasons_planned_max) {
            return yield* new CampaignLimit({ of: "planned_seasons", max: seasons_planned_max })
          }
          const made = yield* seasons.insert(customer_id, seasonOf(input, window, held))
          yield* seasons.replan(customer_id, held)
          return toWire(made, yield* Clock.currentTimeMillis)
        })
      )
    }),
    preview: Effect.fn("SeasonPlans.preview")(function* (customer_id, input) {
      const window = yield* windowOf(input)
      const now = yield* Clock.currentTimeMillis
      const held = yield* rules(customer_id)
      const players = yield* seasons.players(customer_id, held, new Date(now - active_ms))
      const tiers = outlookOf(held, players).map(({ cost, ...tier }) => ({ ...tier, max_reward_coins: cost.coins }))
      const season = {
        ...seasonOf(input, window, held),
        season_id: yield* uuid,
        state: "open" as const,
        starts_at: new Date(window.starts_at),
        ends_at: new Date(window.ends_at),
        finalizes_at: new Date(window.ends_at + held.config.finalize_delay_hours * hourMs),
        closed_at: null,
        result: null,
        participants: 0
      }
      return {
        season: toWire(season, now),
        overlaps: (yield* seasons.overlaps(customer_id, window)).map(({ season_id }) => season_id),
        tiers,
        active_buddies: tiers.reduce((sum, { buddies }) => sum + buddies, 0),
        max_reward_coins: tiers.reduce((sum, { max_reward_coins }) => sum + max_reward_coins, 0)
      }
    }),
    remove: Effect.fn("SeasonPlans.remove")((customer_id, season_id) =>
      transactionOf(sql)(
        Effect.gen(function* () {
          const held = yield* lock(customer_id)
          const season = yield* seasons.find(customer_id, season_id)
          const status = statusAt(momentsOf(season), yield* Clock.currentTimeMillis)
          if (status !== "scheduled") return yield* new InvalidTransition({ from: status, to: "deleted" })
          yield* seasons.remove(customer_id, season.season_id)
          yield* seasons.replan(customer_id, held)
        })
      )
    ),
    writeAutomatic: writing(sql, seasons)
  })
})
