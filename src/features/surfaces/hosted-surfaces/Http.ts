import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { HostedSurfacesApi } from "./Api.ts"
import { HostedPlayersApi } from "./Api/Players.ts"
import { HostedRecipesApi } from "./Api/Recipes.ts"
import { Hosting } from "./Service/Hosting.ts"
import { HostedRecipes } from "./Service/Recipes.ts"
import { HostedSurfaceStore } from "./Store.ts"
import { HostedPlayerStore } from "./Store/Players.ts"

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

export const HostedSurfacesHttp = HttpApiBuilder.group(
  feature(HostedSurfacesApi),
  "hosted-surfaces",
  Effect.fn(function* (handlers) {
    const store = yield* HostedSurfaceStore
    const hosting = yield* Hosting
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(customer, (id) => store.list(id, query)),
      create: ({ payload }) => Effect.flatMap(customer, (id) => store.create(id, payload)),
      get: ({ params }) => Effect.flatMap(customer, (id) => store.get(id, params.id)),
      update: ({ params, payload }) => Effect.flatMap(customer, (id) => store.update(id, params.id, payload)),
      publish: ({ params }) => Effect.flatMap(customer, (id) => hosting.publish(id, params.id)),
      unpublish: ({ params }) => Effect.flatMap(customer, (id) => hosting.close(id, params.id, "unpublish")),
      archive: ({ params }) => Effect.flatMap(customer, (id) => hosting.close(id, params.id, "archive")),
      logo: ({ params, payload }) => Effect.flatMap(customer, (id) => hosting.setLogo(id, params.id, payload.image)),
      readiness: ({ params }) => Effect.flatMap(customer, (id) => hosting.readiness(id, params.id))
    })
  })
).pipe(Layer.provide([HostedSurfaceStore.layer, Hosting.layer]))

export const HostedPlayersHttp = HttpApiBuilder.group(
  feature(HostedPlayersApi),
  "hosted-players",
  Effect.fn(function* (handlers) {
    const surfaces = yield* HostedSurfaceStore
    const players = yield* HostedPlayerStore
    const hosting = yield* Hosting
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const customer_id = yield* customer
        return yield* players.list(customer_id, yield* surfaces.get(customer_id, params.id), query)
      }),
      create: ({ params, payload }) => Effect.flatMap(customer, (id) => hosting.addPlayer(id, params.id, payload)),
      update: ({ params, payload }) =>
        Effect.flatMap(customer, (id) => hosting.changePlayer(id, params.id, params.playerId, payload)),
      accessCode: ({ params }) => Effect.flatMap(customer, (id) => hosting.accessCode(id, params.id, params.playerId)),
      regenerate: ({ params }) => Effect.flatMap(customer, (id) => hosting.regenerate(id, params.id, params.playerId))
    })
  })
).pipe(Layer.provide([HostedSurfaceStore.layer, HostedPlayerStore.layer, Hosting.layer]))

export const HostedRecipesHttp = HttpApiBuilder.group(
  feature(HostedRecipesApi),
  "hosted-recipes",
  Effect.fn(function* (handlers) {
    const recipes = yield* HostedRecipes
    return handlers.handleAll({
      list: ({ params, query }) => Effect.flatMap(customer, (id) => recipes.list(id, params.id, query)),
      save: Effect.fnUntraced(function* ({ params, payload }) {
        const { created, recipe } = yield* recipes.save(yield* customer, params.id, payload)
        return created ? recipe : HttpServerResponse.jsonUnsafe(recipe, { status: 200 })
      }),
      run: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* recipes.run(yield* Principal, params.id, params.key, payload)
      })
    })
  })
).pipe(Layer.provide(HostedRecipes.layer))
