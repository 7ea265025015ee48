/**
 * What a tenant's product sends. Live, not versioned; events of undefined types are accepted all the same. Contract
 * part 4.
 */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { alreadyExists, notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { text } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { EventType, EventTypeInput } from "../../../wire/content/EventType.ts"

const id = { id: text({ min: 1, max: 128 }) }

export class EventTypesApi extends tenantGroup(
  HttpApiGroup.make("event-types").add(
    HttpApiEndpoint.get("list", "/event-types", { query: offsetQuery, success: offsetPage(EventType) }).annotate(
      Access,
      "tenant_read"
    ),
    HttpApiEndpoint.post("create", "/event-types", {
      payload: EventTypeInput,
      success: EventType.pipe(HttpApiSchema.status(201)),
      error: alreadyExists
    }),
    HttpApiEndpoint.get("get", "/event-types/:id", { params: id, success: EventType, error: notFound }).annotate(
      Access,
      "tenant_read"
    ),
    HttpApiEndpoint.put("replace", "/event-types/:id", {
      params: id,
      payload: EventTypeInput,
      success: EventType,
      error: [notFound, alreadyExists]
    }),
    HttpApiEndpoint.delete("remove", "/event-types/:id", {
      params: id,
      success: HttpApiSchema.NoContent,
      error: notFound
    })
  ),
  { access: "config", description: "What your product sends; `{id}` is the event_type_id or the name of the type" }
) {}
