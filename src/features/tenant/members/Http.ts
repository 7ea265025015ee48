import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Attempts } from "../../../platform/auth/Attempts.ts"
import { Mail } from "../../../platform/mail/Mail.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { MembersApi } from "./Api.ts"
import { MemberStore } from "./Store.ts"

export const MembersHttp = HttpApiBuilder.group(
  feature(MembersApi),
  "members",
  Effect.fn(function* (handlers) {
    const store = yield* MemberStore
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { data: yield* store.list((yield* Principal).customer_id) }
      }),
      invite: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.invite(yield* Principal, payload)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* store.changeRole(yield* Principal, params.account_id, payload.role)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove(yield* Principal, params.account_id)
      })
    })
  })
).pipe(Layer.provide(MemberStore.layer), Layer.provide([Attempts.layer, Mail.layer]))
