import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { liveHandlers } from "../../../resource/Http.ts"
import { feature } from "../../../wire/Group.ts"
import { eventTypes, EventTypesApi } from "./Api.ts"
import { EventTypeStore } from "./Store.ts"

export const EventTypesHttp = HttpApiBuilder.group(
  feature(EventTypesApi),
  "event-types",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(liveHandlers(eventTypes, yield* EventTypeStore))
  })
).pipe(Layer.provide(EventTypeStore.layer))
