/** Token gates: what a buddy unlocks by spending primary tokens. Live, addressed by key. Contract part 2. */
import { HttpApiGroup } from "effect/http-api"
import { liveCollection } from "../../../resource/Api.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Gate, GateInput } from "../../../wire/content/Gate.ts"

export const gates = liveCollection({
  path: "/gates",
  resource: "gate",
  key: "gate_key",
  item: Gate,
  input: GateInput,
  methods: ["list", "put", "remove"]
})

export class GatesApi extends tenantGroup(HttpApiGroup.make("gates").add(...gates.endpoints), {
  access: "config",
  capability: "none",
  description: "What buddies unlock by spending tokens"
}) {}
