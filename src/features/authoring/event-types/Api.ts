/**
 * What a tenant's product sends. Live, not versioned; events of undefined types are accepted all the same. Contract
 * part 4.
 */
import { HttpApiGroup } from "effect/http-api"
import { liveCollection } from "../../../resource/Api.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { text } from "../../../wire/Ids.ts"
import { EventType, EventTypeInput } from "../../../wire/content/EventType.ts"
import { inferred } from "./Api/Inferred.ts"

export const eventTypes = liveCollection({
  path: "/event-types",
  resource: "event type",
  id: "event_type_id",
  key: "event_type",
  reference: text({ min: 1, max: 128 }),
  item: EventType,
  input: EventTypeInput,
  methods: ["list", "create", "get", "replace", "remove"]
})

export class EventTypesApi extends tenantGroup(
  HttpApiGroup.make("event-types").add(inferred, ...eventTypes.endpoints),
  {
    access: "config",
    capability: "none",
    description: "What your product sends; `{id}` is the event_type_id or the name of the type"
  }
) {}
