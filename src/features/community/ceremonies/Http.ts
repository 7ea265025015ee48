import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import type { CeremonyNotPending } from "../../../wire/refusals/Buddies.ts"
import { buddyCommands } from "../../players/buddies/Service/Commands.ts"
import { CeremoniesApi } from "./Api.ts"
import { CeremonyReads } from "./Store.ts"

export const CeremoniesHttp = HttpApiBuilder.group(
  feature(CeremoniesApi),
  "ceremonies",
  Effect.fn(function* (handlers) {
    const reads = yield* CeremonyReads
    const change = yield* buddyCommands
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return { data: yield* reads.pending((yield* Principal).customer_id, params.id) }
      }),
      complete: Effect.fnUntraced(function* ({ params, payload }) {
        const command = { _tag: "CompleteCeremony", ...payload } as const
        const { already_recorded } = yield* change<"Ceremony", CeremonyNotPending>(
          yield* Principal,
          params.id,
          command,
          "Ceremony"
        )
        return { recorded: true, already_recorded } as const
      })
    })
  })
).pipe(Layer.provide(CeremonyReads.layer))
