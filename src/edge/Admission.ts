/**
 * Who gets in, decided once for the router's gate and for the ingest fast path: which cell of the access table applies,
 * what the plan allows, which window the request counts in. What is refused whatever the count says burns a window of
 * its own, never the tenant's: a leaked token that may do nothing must not be able to stop the keys that may.
 */
import { Context, Effect, Layer } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import {
  Access,
  accessTable,
  Bucket,
  OfWidget,
  type RateBucket,
  RequiredCapability,
  RequiredPermission,
  RequiredScope,
  type RouteClass,
  type WidgetName
} from "../wire/Access.ts"
import type { RequestRecord } from "../wire/CurrentRequest.ts"
import {
  Forbidden,
  InsufficientScope,
  OriginForbidden,
  RateLimited,
  RoleForbidden,
  WidgetForbidden
} from "../wire/Group.ts"
import { limits } from "../wire/Limits.ts"
import { lackOf, type Lacking } from "../wire/Entitlement.ts"
import { type Capability, type Entitled, type PlanName, plans } from "../wire/Plans.ts"
import type { Caller } from "../wire/Principal.ts"
import { isAtLeast, leastRole, RequiredRole, type Role } from "../wire/Roles.ts"
import { counters } from "../platform/observability/metrics/Family.ts"
import { refusals } from "../platform/observability/metrics/Node.ts"
import { RateLimits, type Taken, type Window } from "../platform/requests/RateLimits.ts"

export interface Policy {
  readonly access: RouteClass
  /** the least one a person needs */
  readonly role: Role
  readonly permission: typeof RequiredPermission.Service | undefined
  readonly scope: typeof RequiredScope.Service | undefined
  readonly capability: Capability | undefined
  readonly bucket: RateBucket
  readonly widget: WidgetName | "every" | undefined
}

const policies = new WeakMap<HttpApiEndpoint.Top, Policy>()

/** Read once per endpoint. */
export const policyOf = (group: HttpApiGroup.Top, endpoint: HttpApiEndpoint.Top): Policy => {
  const known = policies.get(endpoint)
  if (known !== undefined) return known
  const policy = readPolicy(group, endpoint)
  policies.set(endpoint, policy)
  return policy
}

const readPolicy = (group: HttpApiGroup.Top, endpoint: HttpApiEndpoint.Top): Policy => {
  const get = <I, S>(key: Context.Key<I, S>): S | undefined =>
    Context.getOrUndefined(endpoint.annotations as Context.Context<I>, key) ??
    Context.getOrUndefined(group.annotations as Context.Context<I>, key)
  // A route nobody classified is a person's own: the narrowest class, so that forgetting shows at once.
  const classified = get(Access) ?? "dashboard_only"
  const scope = get(RequiredScope)
  // And what changes something for whoever may read is no better.
  const access = classified === "widget_write" && (scope ?? "read") === "read" ? "dashboard_only" : classified
  return {
    access,
    role: get(RequiredRole) ?? leastRole[access],
    permission: get(RequiredPermission),
    scope,
    capability: get(RequiredCapability),
    widget: get(OfWidget),
    bucket: get(Bucket) ?? (endpoint.method === "GET" ? "read" : "write")
  }
}

const accessRefusal = (policy: Policy, caller: Caller): Forbidden | InsufficientScope | undefined => {
  switch (accessTable[policy.access][caller.kind]) {
    case "yes":
      return undefined
    case "no":
      return new Forbidden({ credential: caller.kind })
    case "permission":
      return caller.kind === "publishable" &&
        policy.permission !== undefined &&
        caller.permissions.includes(policy.permission)
        ? undefined
        : new Forbidden({ credential: caller.kind })
    case "scope": {
      const scope = policy.scope ?? "read"
      return (caller.kind === "session" || caller.kind === "embed") && caller.scopes.includes(scope)
        ? undefined
        : new InsufficientScope({ required_scope: scope })
    }
  }
}

/** Undefined: this kind of credential has no role, the access table says all. */
const roleOf = (caller: Caller): Role | undefined => {
  if (caller.kind === "dashboard") return caller.role
  return caller.kind === "secret" ? "admin" : undefined
}

const roleRefusal = ({ role }: Policy, caller: Caller): RoleForbidden | undefined => {
  const held = roleOf(caller)
  return held === undefined || isAtLeast(held, role) ? undefined : new RoleForbidden({ required_role: role })
}

/** A token that was minted for one widget lies open in a page: it reads that one. */
const widgetRefusal = ({ widget }: Policy, caller: Caller): WidgetForbidden | undefined => {
  const bound = "widget" in caller ? caller.widget : null
  return bound === null || widget === "every" || widget === bound ? undefined : new WidgetForbidden({ widget: bound })
}

/** Browsers may use a credential made for them from the origins its owner named; null means any. */
const originRefusal = (caller: Caller, origin: string | undefined): OriginForbidden | undefined => {
  const allowed = "allowed_origins" in caller ? caller.allowed_origins : null
  return allowed === null || origin === undefined || allowed.includes(origin)
    ? undefined
    : new OriginForbidden({ origin })
}

const windowOf = (bucket: RateBucket, plan: PlanName): Window => {
  const { ingest_per_second, window_multiplier } = plans[plan]
  switch (bucket) {
    case "ingest":
      return { limit: ingest_per_second, seconds: 1 }
    case "eggs":
      return { limit: limits.eggs_per_minute * window_multiplier, seconds: 60 }
    case "widget_sessions":
      return { limit: limits.widget_sessions_per_minute * window_multiplier, seconds: 60 }
    case "write":
      return { limit: limits.writes_per_second * window_multiplier, seconds: 1 }
    case "read":
      return { limit: limits.reads_per_second * window_multiplier, seconds: 1 }
  }
}

const entitlement = (capability: Capability | undefined, tenant: Entitled): Lacking | undefined =>
  capability === undefined ? undefined : lackOf(capability, tenant)

export type Refusal = NonNullable<
  ReturnType<
    typeof accessRefusal | typeof roleRefusal | typeof widgetRefusal | typeof originRefusal | typeof entitlement
  >
>

type RefusalClass = NonNullable<typeof refusals.label>["values"] extends ReadonlyArray<infer V> | string ? V : never

/** Where a request counts and, when it is refused whatever the count says, with what. */
export interface Ticket {
  readonly key: string
  readonly window: Window
  /** a window of the credential alone, which has to have room as well */
  readonly own?: { readonly key: string; readonly window: Window }
  /** what a 429 is counted as */
  readonly class: RefusalClass
  readonly refusal: Refusal | undefined
}

/** `credential`: its id, or for one nobody knows its fingerprint. */
export const refusedTicket = (credential: string, address: string, refusal: Refusal | undefined): Ticket => ({
  key: `refused:${credential}:${address}`,
  window: { limit: limits.refused_per_minute, seconds: 60 },
  class: "refused",
  refusal
})

/** Requests of an address, for routes and moments without a credential. */
export const addressTicket = (
  kind: "auth" | "sso" | "public" | "public_write" | "unauthorized",
  address: string,
  window: Window
): Ticket => ({
  key: `${kind}:${address}`,
  window,
  class: kind === "public_write" ? "public" : kind === "sso" ? "auth" : kind,
  refusal: undefined
})

export const publicWindow: Window = { limit: limits.public_reads_per_second, seconds: 1 }
export const publicWriteWindow: Window = { limit: limits.public_writes_per_minute, seconds: 60 }
/** A school has one address; nothing of a sign-in at a provider can be guessed. */
export const ssoWindow: Window = { limit: limits.sso_requests_per_minute, seconds: 60 }

/** One page cannot use up what its workspace has for all of them. */
const ownWindow = ({ access }: Policy, { credential_id, kind }: Caller): Pick<Ticket, "own"> => {
  if (kind !== "session" && kind !== "embed") return {}
  const isWrite = access === "widget_write"
  const limit = isWrite ? limits.widget_writes_per_second : limits.widget_reads_per_second
  return { own: { key: `widget:${credential_id}:${isWrite ? "write" : "read"}`, window: { limit, seconds: 1 } } }
}

/** Kind, scope and role first, then widget and origin, then the plan: each says no more than the caller may know. */
export const ticketOf = (
  policy: Policy,
  caller: Caller,
  tenant: Entitled,
  from: { readonly address: string; readonly origin: string | undefined }
): Ticket => {
  const refusal =
    accessRefusal(policy, caller) ??
    roleRefusal(policy, caller) ??
    widgetRefusal(policy, caller) ??
    originRefusal(caller, from.origin) ??
    entitlement(policy.capability, tenant)
  if (refusal !== undefined) return refusedTicket(caller.credential_id, from.address, refusal)
  const { bucket } = policy
  return {
    key: `${caller.customer_id}:${bucket}`,
    window: windowOf(bucket, tenant.plan),
    ...ownWindow(policy, caller),
    class: bucket,
    refusal: undefined
  }
}

export type Verdict = Refusal | RateLimited | "admitted"

export class Admission extends Context.Service<
  Admission,
  {
    /** Counts, and notes the count for the answer's headers. Undefined: only `admit` can tell, nothing was counted. */
    admitNow(ticket: Ticket, current: RequestRecord): Verdict | undefined
    /** the same, asking the other nodes where that is needed */
    admit(ticket: Ticket, current: RequestRecord): Effect.Effect<Verdict>
    /** Counts without a word in the answer; false when there is no room. */
    count(ticket: Ticket): Effect.Effect<boolean>
    /** whether the window has room; counts nothing */
    hasRoom(ticket: Ticket): boolean
    /** what was counted was no such request after all */
    giveBack(ticket: Ticket): void
  }
>()("hatchery/edge/Admission") {
  static readonly layer = Layer.effect(
    Admission,
    Effect.gen(function* () {
      const rates = yield* RateLimits
      const limited = counters(refusals, yield* Effect.context<never>())

      const verdict = (ticket: Ticket, taken: Taken, current: RequestRecord): Verdict => {
        current.rate = taken
        if (taken.allowed) return ticket.refusal ?? "admitted"
        limited[ticket.class].add(1)
        return new RateLimited({ retry_after_seconds: taken.retry_after_seconds })
      }

      return Admission.of({
        admitNow: (ticket, current) => {
          const taken = ticket.own === undefined ? rates.take(ticket.key, ticket.window) : undefined
          return taken === undefined ? undefined : verdict(ticket, taken, current)
        },
        admit: Effect.fnUntraced(function* (ticket, current) {
          const { own } = ticket
          const first = own === undefined ? undefined : yield* rates.ask(own.key, own.window)
          if (first?.allowed === false) return verdict(ticket, first, current)
          const taken = yield* rates.ask(ticket.key, ticket.window)
          if (own !== undefined && !taken.allowed) rates.giveBack(own.key, own.window)
          return verdict(ticket, taken, current)
        }),
        count: ({ key, window }) => Effect.map(rates.ask(key, window), ({ allowed }) => allowed),
        hasRoom: ({ key, window }) => rates.hasRoom(key, window),
        giveBack: ({ key, window }) => rates.giveBack(key, window)
      })
    })
  )
}
