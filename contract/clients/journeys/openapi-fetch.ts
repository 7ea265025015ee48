import createClient from "openapi-fetch"
import type { paths } from "../.generated/openapi-typescript"
import { base, headers, lesson, travel } from "./journey"

const { GET, PATCH, POST } = createClient<paths>({ baseUrl: base, headers })

const taken = <A>({ data, error }: { readonly data?: A; readonly error?: unknown }): A => {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
const at = (id: string) => ({ params: { path: { id } } })

await travel("openapi-fetch", {
  lay: async (user_id) =>
    taken(await POST("/api/v1/eggs", { body: { user_id, metadata: { from: "a client" } } })).egg_id,
  ready: async (egg) =>
    taken(await PATCH("/api/v1/eggs/{id}/status", { ...at(egg), body: { status: "ready" } })).status,
  hatch: async (egg) => taken(await POST("/api/v1/eggs/{id}/hatch", at(egg))).operation_id,
  statusOf: async (operation) => taken(await GET("/api/v1/operations/{id}", at(operation))).status,
  buddyOf: async (egg) => taken(await GET("/api/v1/eggs/{id}", at(egg))).buddy_id,
  learn: async (user, event) => taken(await POST("/api/v1/events", { body: lesson(user, event) })).effects.coins,
  coinsOf: async (buddy) => taken(await GET("/api/v1/buddies/{id}", at(buddy))).coins
})
