/** Answers against figures: how far users are from what the newest frozen revision expects of them. */
import { Context, Effect, Layer, Option } from "effect"
import type { ValidationFailed } from "../../../wire/Failure.ts"
import { daysIn } from "../analytics/Rules/Window.ts"
import { activeUsers } from "../analytics/Service/Activity.ts"
import { amountOf, type Look, lookAt } from "../analytics/Service/Look.ts"
import { weeklyRate } from "../analytics/Service/Retention.ts"
import { Figures } from "../analytics/Store/Figures.ts"
import type { Crowded } from "../analytics/Store/Sums.ts"
import { users_min } from "../octalysis/Rules.ts"
import { Octalysis } from "../octalysis/Service.ts"
import type { SixDDrift, Steps } from "./Api.ts"
import { behaviorOf, objectiveOf, weeklyOf } from "./Rules.ts"
import { SixDStore } from "./Store.ts"

type Objective = NonNullable<Steps["objectives"]>[number]

export class SixDDrifts extends Context.Service<
  SixDDrifts,
  {
    drift(
      customer_id: string,
      asked: { readonly window_days?: number | undefined }
    ): Effect.Effect<SixDDrift, Crowded | ValidationFailed>
  }
>()("hatchery/features/six-d/SixDDrifts") {
  static readonly layer = Layer.effect(
    SixDDrifts,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([Figures.layer, Octalysis.layer, SixDStore.layer]))
}

const make = Effect.gen(function* () {
  const figures = yield* Figures
  const octalysis = yield* Octalysis
  const store = yield* SixDStore

  const toolsIn = Effect.fnUntraced(function* (look: Look, tools: NonNullable<Steps["tools"]>, active: number) {
    if (tools.length === 0) return []
    const { drives } = yield* octalysis.within(look)
    const found = new Map(drives.flatMap(({ mechanics }) => mechanics.map((one) => [one.mechanic, one] as const)))
    return tools.map((tool) => {
      const { configured, users } = found.get(tool)!
      const used = users === null || active < users_min ? null : Math.round((users / active) * 100)
      return { tool, configured, used }
    })
  })

  return SixDDrifts.of({
    drift: Effect.fn("SixDDrifts.drift")(function* (customer_id, asked) {
      const frozen = yield* store.frozen(customer_id)
      if (Option.isNone(frozen)) return { revision: null, behaviors: [], objectives: [], tools: [] }
      const { revision, steps } = frozen.value
      // Of everybody: no audience is asked for that could be unknown.
      const look = yield* Effect.catchTag(lookAt(figures, customer_id, asked), "UnknownAudience", Effect.die)
      const active = yield* activeUsers(figures, look)
      const sums = yield* figures.totals(look.of, ["events", "coins_out"], look.window)
      const events = (type: string) => sums.get("events")?.get(type)?.count ?? 0
      const w4 = yield* weeklyRate(figures, look, 4)
      const measured = ({ event_type = "", metric }: Objective): number | null => {
        if (active < users_min) return null
        if (metric === "active_users") return active
        if (metric === "retention_w4") return w4
        return metric === "coins_spent" ? amountOf(sums.get("coins_out")) : events(event_type)
      }
      return {
        revision,
        behaviors: (steps.behaviors ?? []).map((one) =>
          behaviorOf(one, weeklyOf(events(one.event_type), active, daysIn(look.window)))
        ),
        objectives: (steps.objectives ?? []).map((one) => objectiveOf(one, measured(one))),
        tools: yield* toolsIn(look, steps.tools ?? [], active)
      }
    })
  })
})
