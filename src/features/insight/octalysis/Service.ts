/** What is set up against what is used. The look at all users is kept for a minute, what is set up is told as it is. */
import { Context, Effect, Layer } from "effect"
import type { ConfigContent } from "../../../wire/content/ConfigContent.ts"
import type { ValidationFailed } from "../../../wire/Failure.ts"
import type { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { ConfigVersionStore } from "../../authoring/config-versions/Store.ts"
import { scanOf } from "../analytics/Service/Engagement.ts"
import { makeKept } from "../analytics/Service/Kept.ts"
import { headOf, type Look, lookAt } from "../analytics/Service/Look.ts"
import { Figures } from "../analytics/Store/Figures.ts"
import { Scans } from "../analytics/Store/Scans.ts"
import type { Crowded } from "../analytics/Store/Sums.ts"
import type { OctalysisState } from "./Api.ts"
import { groupsOf, stateOf } from "./Rules.ts"
import { MechanicStore } from "./Store.ts"

interface Asked {
  readonly window_days?: number | undefined
  readonly audience?: string | undefined
}

export class Octalysis extends Context.Service<
  Octalysis,
  {
    state(
      customer_id: string,
      asked: Asked
    ): Effect.Effect<OctalysisState, Crowded | ValidationFailed | UnknownAudience>
    /** the same of a window that is there already */
    within(look: Look): Effect.Effect<ReturnType<typeof stateOf>, Crowded>
  }
>()("hatchery/features/octalysis/Octalysis") {
  static readonly layer = Layer.effect(
    Octalysis,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([Figures.layer, Scans.layer, MechanicStore.layer, ConfigVersionStore.layer]))
}

/** What the version in force sets up; a buddy can always be named. */
const factsOf = (content: ConfigContent): ReadonlyArray<string> => {
  const pays = content.coin_rules.filter(({ enabled }) => enabled)
  const set: Readonly<Record<string, boolean>> = {
    badges: content.badge_definitions.some(({ status }) => status === "active"),
    skills: content.skill_sets.some(({ skills }) => skills.length > 0),
    evolution: (content.evolution_rules?.stages.length ?? 0) > 0,
    tokens: content.token_types.length > 0,
    coins: pays.length > 0,
    buddy_name: true,
    coin_pools: pays.some(({ amount }) => amount.mode === "pool"),
    streaks: content.streak_rules.some(({ enabled }) => enabled),
    decay: content.skill_decay_rules.some(({ enabled }) => enabled)
  }
  return Object.keys(set).filter((fact) => set[fact])
}

const make = Effect.gen(function* () {
  const figures = yield* Figures
  const scans = yield* Scans
  const store = yield* MechanicStore
  const configs = yield* ConfigVersionStore
  const keep = (yield* makeKept)<ReadonlyMap<string, number>, Crowded>()

  const within = Effect.fn("Octalysis.within")(function* (look: Look) {
    const { content } = yield* configs.active(look.of.customer_id)
    const facts = new Set([...factsOf(content), ...(yield* store.facts(look.of.customer_id))])
    const scan = yield* scanOf(figures, look)
    const groups = groupsOf(facts)
    return stateOf(
      facts,
      yield* keep(look.of.customer_id, JSON.stringify([scan, groups]), scans.usersOfAny(scan, groups))
    )
  })

  return Octalysis.of({
    within,
    state: Effect.fn("Octalysis.state")(function* (customer_id, asked) {
      const look = yield* lookAt(figures, customer_id, asked)
      return { ...headOf(look), ...(yield* within(look)) }
    })
  })
})
