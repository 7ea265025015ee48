/**
 * Plays a season on the record in one step: it writes nothing, so a step that is lost is begun anew. It shares its
 * process with actors that have callers waiting, and gives way to them.
 */
import { Effect } from "effect"
import { Activity } from "effect/workflow"
import { BackgroundThrottle } from "../../../../platform/cluster/BackgroundThrottle.ts"
import { steady } from "../../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { iso } from "../../../../wire/Ids.ts"
import { begun } from "../../../players/operations/Service/Batches.ts"
import { OperationStore } from "../../../players/operations/Store.ts"
import { type SeasonSimulation, simulated_events_max } from "../Api.ts"
import { hourMs } from "../Rules/Calendar.ts"
import { addGain, type Player, playSeason, type Scores } from "../Rules/Simulation.ts"
import { SimulateSeason, SimulationPlan } from "../Service/Simulations.ts"
import { type Played, SeasonRecord } from "../Store/Record.ts"

/** Between two pages it says how far it is and looks whether it is still wanted. */
const page_size = 1_000
const batch_size = 500

const playedOf = (customer_id: string, { from, rules, to }: SimulationPlan): Played => ({
  customer_id,
  metric: rules.config.metric,
  from: new Date(from),
  to: new Date(to),
  finalizes_at: new Date(to + rules.config.finalize_delay_hours * hourMs)
})

/** Null: it is not wanted any more. */
const scoresOf = Effect.fnUntraced(function* (key: OperationKey, played: Played, wanted: number) {
  const record = yield* SeasonRecord
  const operations = yield* OperationStore
  const throttle = yield* BackgroundThrottle
  const scores: Scores = new Map()
  let done = 0
  for (let after = "0"; done < wanted;) {
    if (!(yield* steady(operations.progress(key, { events: done, of: wanted })))) return null
    const page = yield* steady(record.gains(played, after, Math.min(page_size, wanted - done)))
    if (page.length === 0) break
    yield* throttle.each(page, (gain) => addGain(scores, gain))
    done += page.length
    after = page.at(-1)!.sequence
  }
  yield* steady(operations.progress(key, { events: done, of: wanted }))
  return { scores, done }
})

const playersOf = Effect.fnUntraced(function* (customer_id: string, ids: ReadonlyArray<string>) {
  const record = yield* SeasonRecord
  const players: Array<Player> = []
  for (let start = 0; start < ids.length; start += batch_size) {
    for (const one of yield* steady(record.players(customer_id, ids.slice(start, start + batch_size)))) {
      players.push(one)
    }
  }
  return players
})

const simulate = Effect.fn("SimulateSeason.run")(function* (key: OperationKey, plan: SimulationPlan) {
  const { customer_id } = key
  const record = yield* SeasonRecord
  const played = playedOf(customer_id, plan)
  const size = yield* steady(record.size(played))
  const found = yield* scoresOf(key, played, Math.min(size, simulated_events_max))
  if (found === null) return null
  const players = yield* playersOf(customer_id, [...found.scores.keys()])
  const standing = yield* steady(record.standing(customer_id))
  const report: SeasonSimulation = {
    from: iso(played.from),
    to: iso(played.to),
    metric: played.metric,
    events: { played: found.done, is_complete: size <= simulated_events_max },
    ...playSeason(plan.rules, { scores: found.scores, players, standing })
  }
  return report
})

/** Needs WorkflowEngine, OperationStore, SeasonRecord and BackgroundThrottle. */
export const SimulateSeasonLive = SimulateSeason.toLayer(
  Effect.fn("SimulateSeason")(function* (key) {
    yield* Activity.make({
      name: "simulate",
      execute: Effect.gen(function* () {
        const operations = yield* OperationStore
        const throttle = yield* BackgroundThrottle
        const plan = yield* begun(key, SimulationPlan)
        if (plan === null) return
        const report = yield* throttle.alone(simulate(key, plan))
        if (report !== null) yield* steady(operations.complete(key, { ...report }))
      })
    })
  })
)
