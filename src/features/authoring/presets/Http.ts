import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { NotFound } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { PresetsApi } from "./Api.ts"
import { presetOf, presets } from "./Rules/Catalogue.ts"
import { Presets } from "./Service.ts"

const summaries = presets.map(({ description, key, name, version }) => ({ key, name, description, version }))

const find = (key: string) => {
  const preset = presetOf(key)
  return preset === undefined ? Effect.fail(new NotFound({ resource: "preset" })) : Effect.succeed(preset)
}

export const PresetsHttp = HttpApiBuilder.group(
  feature(PresetsApi),
  "presets",
  Effect.fn(function* (handlers) {
    const store = yield* Presets
    return handlers.handleAll({
      list: () => Effect.succeed({ data: summaries }),
      get: ({ params }) => find(params.key),
      apply: Effect.fnUntraced(function* ({ payload }) {
        const preset = yield* find(payload.preset_key)
        return yield* store.apply((yield* Principal).customer_id, preset)
      })
    })
  })
).pipe(Layer.provide(Presets.layer))
