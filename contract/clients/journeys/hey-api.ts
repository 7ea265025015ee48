import { client } from "../.generated/hey-api/client.gen"
import * as api from "../.generated/hey-api"
import { base, headers, lesson, travel } from "./journey"

client.setConfig({ baseUrl: base, headers })

const taken = <A>({ data, error }: { readonly data?: A; readonly error?: unknown }): A => {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
const at = (id: string) => ({ path: { id } })

await travel("hey-api", {
  lay: async (user_id) => taken(await api.eggsCreate({ body: { user_id, metadata: { from: "a client" } } })).egg_id,
  ready: async (egg) => taken(await api.eggsUpdateStatus({ ...at(egg), body: { status: "ready" } })).status,
  hatch: async (egg) => taken(await api.eggsHatch(at(egg))).operation_id,
  statusOf: async (operation) => taken(await api.operationsGet(at(operation))).status,
  buddyOf: async (egg) => taken(await api.eggsGet(at(egg))).buddy_id,
  learn: async (user, event) => taken(await api.eventsCreate({ body: lesson(user, event) })).effects.coins,
  coinsOf: async (buddy) => taken(await api.buddiesGet(at(buddy))).coins
})
