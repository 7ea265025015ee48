import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { liveHandlers } from "../../../resource/Http.ts"
import { feature } from "../../../wire/Group.ts"
import { isoOrNull } from "../../../wire/Ids.ts"
import { Principal } from "../../../wire/Principal.ts"
import { eventTypes, EventTypesApi } from "./Api.ts"
import { inferenceLimits } from "./Api/Inferred.ts"
import { jsonSchemaOf, typescriptOf } from "./Rules/Declarations.ts"
import { inferType } from "./Rules/Inference.ts"
import { EventTypeStore } from "./Store.ts"
import { EventSamples } from "./Store/Inference.ts"

export const EventTypesHttp = HttpApiBuilder.group(
  feature(EventTypesApi),
  "event-types",
  Effect.fn(function* (handlers) {
    const samples = yield* EventSamples
    return handlers.handleAll({
      ...liveHandlers(eventTypes, yield* EventTypeStore),
      inferred: Effect.fnUntraced(function* ({
        query: { event_type, format, sample = inferenceLimits.sample_default }
      }) {
        const looked = yield* samples.look((yield* Principal).customer_id, { event_type, sample })
        const types = looked.types.map(inferType)
        if (format === "typescript") return typescriptOf(types)
        if (format === "json_schema") return HttpServerResponse.jsonUnsafe(jsonSchemaOf(types))
        return {
          sampled: looked.sampled,
          from: isoOrNull(looked.from),
          to: isoOrNull(looked.to),
          types,
          ...(looked.truncated ? { truncated: true } : {})
        }
      })
    })
  })
).pipe(Layer.provide([EventTypeStore.layer, EventSamples.layer]))
