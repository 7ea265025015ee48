import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BuddyProfilesApi } from "./Api.ts"
import { ProfileStore } from "./Store.ts"

export const BuddyProfilesHttp = HttpApiBuilder.group(
  feature(BuddyProfilesApi),
  "buddy-profiles",
  Effect.fn(function* (handlers) {
    const profiles = yield* ProfileStore
    return handlers.handleAll({
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* profiles.read((yield* Principal).customer_id, params.id)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* profiles.update((yield* Principal).customer_id, params.id, payload)
      })
    })
  })
).pipe(Layer.provide(ProfileStore.layer))
