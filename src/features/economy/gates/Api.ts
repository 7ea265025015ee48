/** Token gates: what a buddy unlocks by spending primary tokens. Live, addressed by key. Contract part 2. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Schema } from "effect"
import { Access } from "../../../wire/Access.ts"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { Gate, GateInput } from "../../../wire/content/Gate.ts"

const gate_key = { gate_key: Schema.String }

export class GatesApi extends tenantGroup(
  HttpApiGroup.make("gates").add(
    HttpApiEndpoint.get("list", "/gates", { query: offsetQuery, success: offsetPage(Gate) }).annotate(
      Access,
      "tenant_read"
    ),
    HttpApiEndpoint.put("put", "/gates/:gate_key", {
      params: gate_key,
      payload: GateInput,
      success: [Gate, Gate.pipe(HttpApiSchema.status(201))],
      error: validationFailed
    }),
    HttpApiEndpoint.delete("remove", "/gates/:gate_key", {
      params: gate_key,
      success: HttpApiSchema.NoContent,
      error: notFound
    })
  ),
  { access: "config", description: "What buddies unlock by spending tokens" }
) {}
