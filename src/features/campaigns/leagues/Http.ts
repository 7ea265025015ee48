import { Clock, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { LeaguesApi } from "./Api.ts"
import { SeasonClosings } from "./Service/Closing.ts"
import { shownStandings } from "./Service/Shown.ts"
import { SeasonSimulations } from "./Service/Simulations.ts"
import { SeasonPlans } from "./Service.ts"
import { LeagueStore } from "./Store.ts"
import { SeasonStore, toWire } from "./Store/Seasons.ts"
import { StandingStore } from "./Store/Standings.ts"

export const LeaguesHttp = HttpApiBuilder.group(
  feature(LeaguesApi),
  "leagues",
  Effect.fn(function* (handlers) {
    const league = yield* LeagueStore
    const seasons = yield* SeasonStore
    const plans = yield* SeasonPlans
    const standings = yield* StandingStore
    const shown = yield* shownStandings
    const closings = yield* SeasonClosings
    const simulations = yield* SeasonSimulations
    const tenant = Effect.map(Principal, ({ customer_id }) => customer_id)
    return handlers.handleAll({
      config: () => Effect.flatMap(tenant, league.config),
      configure: ({ payload }) => Effect.flatMap(tenant, (customer_id) => league.update(customer_id, payload)),
      replaceTiers: Effect.fnUntraced(function* ({ payload }) {
        return { data: yield* league.replaceTiers(yield* tenant, payload) }
      }),
      list: ({ query }) => Effect.flatMap(tenant, (customer_id) => seasons.list(customer_id, query)),
      read: Effect.fnUntraced(function* ({ params }) {
        const season = yield* seasons.find(yield* tenant, params.seasonId)
        return toWire(season, yield* Clock.currentTimeMillis)
      }),
      create: ({ payload }) => Effect.flatMap(tenant, (customer_id) => plans.create(customer_id, payload)),
      preview: ({ payload }) => Effect.flatMap(tenant, (customer_id) => plans.preview(customer_id, payload)),
      simulate: Effect.fnUntraced(function* ({ payload }) {
        const operation_id = yield* simulations.start(yield* tenant, payload)
        return { accepted: true, operation_id, status: "pending" } as const
      }),
      remove: ({ params }) => Effect.flatMap(tenant, (customer_id) => plans.remove(customer_id, params.seasonId)),
      forceClose: Effect.fnUntraced(function* ({ params, payload }) {
        const { reason = null } = payload ?? {}
        const operation_id = yield* closings.force(yield* tenant, params.seasonId, reason)
        return { accepted: true, operation_id, status: "pending" } as const
      }),
      standings: Effect.fnUntraced(function* ({ params, query }) {
        const { customer_id, kind } = yield* Principal
        const season = yield* seasons.find(customer_id, params.seasonId)
        return yield* kind === "publishable"
          ? shown(customer_id, season, query)
          : standings.list(customer_id, season, query)
      })
    })
  })
).pipe(
  Layer.provide([
    LeagueStore.layer,
    SeasonStore.layer,
    SeasonPlans.layer,
    StandingStore.layer,
    SeasonClosings.layer,
    SeasonSimulations.layer
  ])
)
