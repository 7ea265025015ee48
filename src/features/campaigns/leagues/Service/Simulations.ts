/** Simulated seasons: what is asked for becomes a job, which Workflow/Simulation carries out. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jobWorkflow } from "../../../../platform/cluster/Jobs.ts"
import { transactionOf } from "../../../../platform/postgres/Sql.ts"
import { SeasonRules } from "../../../../wire/campaigns/League.ts"
import { isAdding } from "../../../../wire/campaigns/Metric.ts"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { parseInstant } from "../../../../wire/Ids.ts"
import type { OperationLimit } from "../../../../wire/refusals/OpenJobs.ts"
import { itemReferences } from "../../../economy/marketplaces/Store/References.ts"
import { Operations } from "../../../players/operations/Service.ts"
import { leagueConfig, simulated_days_max, type SimulationInput } from "../Api.ts"
import { hourMs } from "../Rules/Calendar.ts"
import { leagueReads } from "../Store.ts"

export const SimulateSeason = jobWorkflow("SimulateSeason")

/** What an operation is started with: running ones find it in this form, which may only grow. Epoch ms. */
export const SimulationPlan = Schema.Struct({ from: Schema.Number, to: Schema.Number, rules: SeasonRules })
export type SimulationPlan = typeof SimulationPlan.Type

export class SeasonSimulations extends Context.Service<
  SeasonSimulations,
  {
    /** answers the operation */
    start(customer_id: string, input: SimulationInput): Effect.Effect<string, ValidationFailed | OperationLimit>
  }
>()("hatchery/features/leagues/SeasonSimulations") {
  static readonly layer = Layer.effect(
    SeasonSimulations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const operations = yield* Operations
      const { rules } = leagueReads(sql)
      const items = itemReferences(sql)
      return SeasonSimulations.of({
        start: Effect.fn("SeasonSimulations.start")(function* (customer_id, input) {
          const window = yield* windowOf(input)
          const now = yield* rules(customer_id)
          const named = yield* items.within(customer_id, { rules: input.rules ?? {} })
          const { config = {}, tiers = now.tiers } = named.rules
          const held = { config: leagueConfig.patched(now.config, config), tiers }
          if (!isAdding(held.config.metric)) {
            const message = "only what adds up can be simulated: coins_earned, token_earned, event_count"
            return yield* ValidationFailed.at(["rules", "config", "metric"], message)
          }
          const payload: SimulationPlan = { ...window, rules: held }
          const asked = { type: "season_simulation", resource_type: "league", resource_id: customer_id } as const
          return yield* transactionOf(sql)(
            operations.openOfFew(customer_id, SimulateSeason, { ...asked, payload: { ...payload } })
          )
        })
      })
    })
  ).pipe(Layer.provide(Operations.layer))
}

const windowOf = Effect.fnUntraced(function* (input: SimulationInput) {
  const [from, to] = [parseInstant(input.from), parseInstant(input.to)]
  if (to <= from) return yield* ValidationFailed.at(["to"], "to is not after from")
  if (to - from > simulated_days_max * 24 * hourMs) {
    return yield* ValidationFailed.at(["to"], `at most ${simulated_days_max} days are played`)
  }
  return { from, to }
})
