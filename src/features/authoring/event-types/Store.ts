/** Event types in Postgres. Intake of every node knows which of them are strict. */
import { Context, Layer } from "effect"
import { liveTable, type LiveStore } from "../../../resource/Store.ts"
import { eventTypes } from "./Api.ts"

export class EventTypeStore extends Context.Service<EventTypeStore, LiveStore<typeof eventTypes>>()(
  "hatchery/features/event-types/EventTypeStore"
) {
  static readonly layer = Layer.effect(
    EventTypeStore,
    liveTable(eventTypes, {
      table: "event_types",
      columns: {
        event_type: "text",
        name: "text",
        description: { type: "text", read: "coalesce(record.description, '')" },
        properties: "jsonb",
        unknown_properties: "text",
        status: "text"
      },
      // A type without a name is shown under its key.
      stored: (input) => ({ ...input, name: input.name ?? input.event_type }),
      announced: true
    })
  )
}
