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
  type RateBucket,
  RequiredCapability,
  RequiredPermission,
  RequiredScope,
  type RouteClass
} from "../wire/Access.ts"
import type { RequestRecord } from "../wire/CurrentRequest.ts"
import {
  CapabilityDisabled,
  Forbidden,
  InsufficientScope,
  OriginForbidden,
  PathsLocked,
  PlanFeatureLocked,
  RateLimited
} from "../wire/Group.ts"
import { limits } from "../wire/Limits.ts"
import { type Capability, type PlanName, plans } from "../wire/Plans.ts"
import type { Caller } from "../wire/Principal.ts"
import { counters } from "../platform/observability/metrics/Family.ts"
import { refusals } from "../platform/observability/metrics/Node.ts"
import { RateLimits, type Taken, type Window } from "../platform/requests/RateLimits.ts"

export interface Policy {
  readonly access: RouteClass
  readonly permission: typeof RequiredPermission.Service | undefined
  readonly scope: typeof RequiredScope.Service | undefined
  readonly capability: Capability | undefined
  readonly bucket: RateBucket
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
  return {
    // A route nobody classified is a person's own: the narrowest class, so that forgetting shows at once.
    access: get(Access) ?? "dashboard_only",
    permission: get(RequiredPermission),
    scope: get(RequiredScope),
    capability: get(RequiredCapability),
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

/** Browsers may use a publishable key from the origins its owner named; null means any. */
const originRefusal = (caller: Caller, origin: string | undefined): OriginForbidden | undefined =>
  caller.kind !== "publishable" ||
  caller.allowed_origins === null ||
  origin === undefined ||
  caller.allowed_origins.includes(origin)
    ? undefined
    : new OriginForbidden({ origin })

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

interface Entitled {
  readonly plan: PlanName
  readonly disabled_capabilities: ReadonlyArray<Capability>
}

const entitlement = (
  capability: Capability | undefined,
  tenant: Entitled
): PlanFeatureLocked | PathsLocked | CapabilityDisabled | undefined => {
  if (capability === undefined) return undefined
  if (!plans[tenant.plan].capabilities.includes(capability)) {
    const fields = { capability, plan: tenant.plan }
    return capability === "paths" ? new PathsLocked(fields) : new PlanFeatureLocked(fields)
  }
  return tenant.disabled_capabilities.includes(capability) ? new CapabilityDisabled({ capability }) : undefined
}

export type Refusal = NonNullable<ReturnType<typeof accessRefusal | typeof originRefusal | typeof entitlement>>

type RefusalClass = NonNullable<typeof refusals.label>["values"] extends ReadonlyArray<infer V> | string ? V : never

/** Where a request counts and, when it is refused whatever the count says, with what. */
export interface Ticket {
  readonly key: string
  readonly window: Window
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
export const addressTicket = (kind: "auth" | "public" | "unauthorized", address: string, window: Window): Ticket => ({
  key: `${kind}:${address}`,
  window,
  class: kind,
  refusal: undefined
})

export const publicWindow: Window = { limit: limits.public_reads_per_second, seconds: 1 }

/** Kind and scope first, then the origin, then the plan: each says no more than the caller may know. */
export const ticketOf = (
  policy: Policy,
  caller: Caller,
  tenant: Entitled,
  from: { readonly address: string; readonly origin: string | undefined }
): Ticket => {
  const refusal =
    accessRefusal(policy, caller) ?? originRefusal(caller, from.origin) ?? entitlement(policy.capability, tenant)
  if (refusal !== undefined) return refusedTicket(caller.credential_id, from.address, refusal)
  const { bucket } = policy
  return {
    key: `${caller.customer_id}:${bucket}`,
    window: windowOf(bucket, tenant.plan),
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
          const taken = rates.take(ticket.key, ticket.window)
          return taken === undefined ? undefined : verdict(ticket, taken, current)
        },
        admit: (ticket, current) =>
          Effect.map(rates.ask(ticket.key, ticket.window), (taken) => verdict(ticket, taken, current)),
        count: ({ key, window }) => Effect.map(rates.ask(key, window), ({ allowed }) => allowed),
        hasRoom: ({ key, window }) => rates.hasRoom(key, window),
        giveBack: ({ key, window }) => rates.giveBack(key, window)
      })
    })
  )
}
