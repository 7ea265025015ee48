/** The API's routes as data, and tokens for them: what tests of the gate go through. */
import { Context, Effect, type Schema } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Api } from "../../../src/Api.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { nowDate } from "../../../src/platform/postgres/Sql.ts"
import { Tokens } from "../../../src/platform/auth/Tokens.ts"
import {
  Access,
  LargeBody,
  type Permission,
  RequiredCapability,
  RequiredPermission,
  RequiredScope,
  type Scope,
  SmallBody
} from "../../../src/wire/Access.ts"
import { Gate } from "../../../src/wire/Group.ts"
import type { Capability } from "../../../src/wire/Plans.ts"
import { leastRole, RequiredRole, type Role } from "../../../src/wire/Roles.ts"

export interface Route {
  readonly name: string
  readonly method: string
  /** under the version prefix, with identifiers nobody has */
  readonly path: string
  readonly gated: boolean
  readonly takesBody: boolean
  readonly takesLargeBody: boolean
  readonly takesSmallBody: boolean
  readonly payloads: ReadonlyArray<Schema.Top>
  readonly access: typeof Access.Service | undefined
  readonly permission: Permission | undefined
  readonly scope: Scope
  readonly capability: Capability | undefined
  /** the least one of a person */
  readonly role: Role
}

export const routes: ReadonlyArray<Route> = (
  Object.values(Api.groups) as unknown as ReadonlyArray<HttpApiGroup.Top>
).flatMap((group) =>
  Object.values<HttpApiEndpoint.Top>(group.endpoints).map((endpoint) => {
    const annotation = <I, S>(key: Context.Key<I, S>): S | undefined =>
      Context.getOrUndefined(endpoint.annotations as Context.Context<I>, key) ??
      Context.getOrUndefined(group.annotations as Context.Context<I>, key)
    const access = annotation(Access)
    return {
      name: `${endpoint.method} ${endpoint.path}`,
      method: endpoint.method,
      path: endpoint.path.replace(/^\/api\/v1/, "").replace(/:[A-Za-z_]+/g, "01990000-0000-7000-8000-000000000000"),
      gated: endpoint.middlewares.has(Gate),
      takesBody: endpoint.payload.size > 0 && endpoint.method !== "GET",
      payloads: Array.from(endpoint.payload.values(), ({ schemas }) => schemas).flat(),
      takesLargeBody: annotation(LargeBody) ?? false,
      takesSmallBody: endpoint.payload.size === 0 || (annotation(SmallBody) ?? false),
      access,
      role: annotation(RequiredRole) ?? leastRole[access ?? "dashboard_only"],
      permission: annotation(RequiredPermission),
      scope: annotation(RequiredScope) ?? "read",
      capability: annotation(RequiredCapability)
    }
  })
)

/**
 * A token as POST /widget-sessions and POST /embed-tokens make them, for scopes, lifetimes and fates of the test's
 * choice.
 */
export const widgetToken = Effect.fn(function* (
  { buddy_id, customer_id }: { readonly buddy_id: string; readonly customer_id: string },
  kind: "session" | "embed",
  held: ReadonlyArray<Scope>,
  options: { readonly lives_ms?: number; readonly revoked?: boolean } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* nowDate
  const session_id = yield* uuid
  const expires_at = now.getTime() + (options.lives_ms ?? 86_400_000)
  yield* sql`INSERT INTO widget_tokens (customer_id, session_id, kind, buddy_id, user_id, scopes, created_at,
               expires_at, revoked_at)
             VALUES (${customer_id}::uuid, ${session_id}::uuid, ${kind}, ${buddy_id}::uuid, 'ada', ${held}::text[],
                     ${now}, ${new Date(expires_at)}, ${options.revoked ? now : null})`
  return yield* (yield* Tokens).makeWidget(kind, { customer_id, session_id, expires_at })
})
