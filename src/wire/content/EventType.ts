import { Schema } from "effect"
import { absentAs, EventTypeName, Id, LongText, orNull, PropertyName, Text } from "./Shared.ts"

/**
 * Documents the events a tenant sends. Events of unknown types are accepted all the same (a typo must not lose data).
 */
export const EventTypeInput = Schema.Struct({
  event_type: EventTypeName,
  name: orNull(Text),
  description: absentAs(LongText, ""),
  properties: absentAs(
    Schema.Array(
      Schema.Struct({
        name: PropertyName,
        type: Schema.Literals(["string", "number", "boolean", "array", "object"]),
        required: absentAs(Schema.Boolean, false)
      })
    ).check(Schema.isMaxLength(50)),
    []
  ),
  unknown_properties: absentAs(Schema.Literals(["allow", "reject"]), "allow"),
  status: absentAs(Schema.Literals(["active", "archived"]), "active")
}).annotate({ identifier: "EventTypeInput" })
export type EventTypeInput = typeof EventTypeInput.Type

export const EventType = Schema.Struct({ event_type_id: Id, ...EventTypeInput.fields }).annotate({
  identifier: "EventType"
})
export type EventType = typeof EventType.Type
