import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { UsersApi } from "./Api.ts"
import { UserReads } from "./Store.ts"

export const UsersHttp = HttpApiBuilder.group(
  feature(UsersApi),
  "users",
  Effect.fn(function* (handlers) {
    const users = yield* UserReads
    return handlers.handleAll({
      summary: Effect.fnUntraced(function* ({ params }) {
        return yield* users.overview((yield* Principal).customer_id, params.user_id)
      })
    })
  })
).pipe(Layer.provide(UserReads.layer))
