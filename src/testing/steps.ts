/** What nearly every test does as a customer of the service. */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeyStore } from "../features/tenant/api-keys/Store.ts"
import type { Buddy } from "../wire/answers/Buddy.ts"
import type { EventInput } from "../features/players/events/Api.ts"
import type { Ingested } from "../wire/answers/Effects.ts"
import type { Operation } from "../features/players/operations/Api.ts"
import { randomBytes, uuid } from "../platform/postgres/Ids.ts"
import { nowDate } from "../platform/postgres/Sql.ts"
import type { PlanName } from "../wire/Plans.ts"
import { type Call, succeeded } from "./Requests.ts"

export interface TenantOptions {
  /** what the tenant may do and how much; `enterprise` unless it matters */
  readonly plan?: PlanName
  readonly name?: string
  /** of its key: `test` unless it matters; only a test key may use test clocks, only a live one makes live keys */
  readonly mode?: "live" | "test"
}

export interface Account {
  readonly customer_id: string
  /** a secret key */
  readonly key: string
}

/** A new customer with a secret key of its own. */
export const makeAccount = Effect.fnUntraced(function* (options: TenantOptions) {
  const { mode = "test", name = "Acme", plan = "enterprise" } = options
  const sql = yield* SqlClient.SqlClient
  const keys = yield* ApiKeyStore
  const customer_id = yield* uuid
  const now = yield* nowDate
  yield* sql`INSERT INTO customers (customer_id, name, slug, plan, draw_secret, created_at, updated_at)
             VALUES (${customer_id}::uuid, ${name}, ${`acme-${customer_id}`}, ${plan},
                     ${yield* randomBytes(32)}, ${now}, ${now})`
  const { key } = yield* keys.issue(customer_id, "test", { type: "secret", mode, label: "test" })
  return { customer_id, key } satisfies Account
}, Effect.orDie)

export interface Published {
  readonly config_version_id: string
  readonly number: number
}

/** Opens a draft, gives it `content` (a whole configuration) and publishes it. Refusals are defects that show why. */
export const publish = Effect.fnUntraced(function* (call: Call, content: unknown) {
  const draft = yield* succeeded(call("POST", "/config-versions"))
  const path = `/config-versions/${draft.body.config_version_id}`
  yield* succeeded(call("PATCH", path, { content }))
  const { body } = yield* succeeded(call("POST", `${path}/publish`))
  return body as Published
})

export interface Started {
  readonly egg_id: string
  readonly operation_id: string
}

/** Lays an egg, makes it ready and starts its hatch; what becomes of it is the operation's. */
export const startHatch = Effect.fnUntraced(function* (
  call: Call,
  user_id: string,
  metadata: Readonly<Record<string, unknown>> = {}
) {
  const { egg_id } = (yield* succeeded(call("POST", "/eggs", { user_id, metadata }))).body
  yield* succeeded(call("PATCH", `/eggs/${egg_id}/status`, { status: "ready" }))
  const { operation_id } = (yield* succeeded(call("POST", `/eggs/${egg_id}/hatch`))).body
  return { egg_id, operation_id } as Started
})

export const operationOf = (call: Call, operation_id: string): Effect.Effect<Operation> =>
  Effect.map(succeeded(call("GET", `/operations/${operation_id}`)), ({ body }) => body as Operation)

export const isEnded = ({ status }: Operation): boolean => status !== "pending" && status !== "processing"

export const buddyOf = (call: Call, user_id: string): Effect.Effect<Buddy | undefined> =>
  Effect.map(
    succeeded(call("GET", `/buddies?user_id=${encodeURIComponent(user_id)}`)),
    ({ body }) => body.data[0] as Buddy | undefined
  )

/** Sends an event that happens now, unless it says otherwise. */
export const send = Effect.fnUntraced(function* (
  call: Call,
  event: Omit<EventInput, "occurred_at"> & Partial<EventInput>
) {
  const occurred_at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const { body } = yield* succeeded(call("POST", "/events", { occurred_at, ...event }))
  return body as Ingested
})
