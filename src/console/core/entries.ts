/**
 * Entries of a configuration as they are on the wire: forms are made from the service's own schemas, whose names these
 * are, so nothing is renamed on the way.
 */
import { clientOf } from "../../../sdk/src/client.ts"
import type { Call, List } from "../../../sdk/src/calls.ts"
import type { CallOptions } from "../../../sdk/src/index.ts"
import { connection } from "./api.ts"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

interface Entries {
  list(query?: object, options?: CallOptions): List<JsonObject, { readonly meta: { readonly total: number } }>
  create(body: JsonObject): Call<JsonObject>
  replace(id: string, body: JsonObject): Call<JsonObject>
  get(id: string, options?: CallOptions): Call<JsonObject>
  delete(id: string): Call<void>
}

const collection = (path: `/${string}`) =>
  ({
    list: { route: `GET ${path}`, takes: "query", pages: "offset", answer: 0 },
    create: { route: `POST ${path}`, takes: "body", body: 0, answer: 0 },
    get: { route: `GET ${path}/{id}`, answer: 0 },
    replace: { route: `PUT ${path}/{id}`, takes: "body", body: 0, answer: 0 },
    delete: { route: `DELETE ${path}/{id}` }
  }) as const

const paths = {
  eventTypes: "/event-types",
  tokenTypes: "/token-types",
  coinRules: "/coin-rules",
  tokenRules: "/token-rules",
  skillSets: "/skill-sets",
  skillRules: "/skill-rules",
  skillDecayRules: "/skill-decay-rules",
  badgeDefinitions: "/badge-definitions",
  streakRules: "/streak-rules",
  gates: "/gates"
} as const

type Name = keyof typeof paths

interface Whole {
  get(options?: CallOptions): Call<JsonObject>
  replace(body: JsonObject): Call<JsonObject>
}

interface Items {
  list(marketplaceId: string, query?: object, options?: CallOptions): List<JsonObject, unknown>
  create(marketplaceId: string, body: JsonObject): Call<JsonObject>
  get(marketplaceId: string, id: string, options?: CallOptions): Call<JsonObject>
  replace(marketplaceId: string, id: string, body: JsonObject): Call<JsonObject>
  delete(marketplaceId: string, id: string): Call<void>
}

type Resources = Readonly<Record<Name, Entries>> & { readonly evolutionRules: Whole; readonly items: Items }

const lists: Record<string, ReturnType<typeof collection>> = Object.fromEntries(
  Object.entries(paths).map(([name, path]) => [name, collection(path)])
)

const Client = clientOf<Resources>({
  ...lists,
  // A gate is known by its key, and a PUT makes it.
  gates: {
    ...lists["gates"]!,
    replace: { route: "PUT /gates/{gate_key}", takes: "body", body: 0, answer: 0 }
  },
  evolutionRules: {
    get: { route: "GET /evolution-rules", answer: 0 },
    replace: { route: "PUT /evolution-rules", takes: "body", body: 0, answer: 0 }
  },
  items: collection("/marketplaces/{marketplace_id}/items")
})

export const entries = new Client(connection)
