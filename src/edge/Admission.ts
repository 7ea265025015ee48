/**
 * The decisions of the gate as plain functions, shared by the HttpApi middleware and the ingest fast path: which cell
 * of the access table applies, which window a request counts in, what the plan allows.
 */
import { Context } from "effect"
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
import { CapabilityDisabled, Forbidden, InsufficientScope, PathsLocked, PlanFeatureLocked } from "../wire/Group.ts"
import { limits } from "../wire/Limits.ts"
import { type Capability, type PlanName, plans } from "../wire/Plans.ts"
import type { Caller } from "../wire/Principal.ts"
import type { Window } from "../platform/RateLimits.ts"

export interface Policy {
  readonly access: RouteClass
  readonly permission: typeof RequiredPermission.Service | undefined
  readonly scope: typeof RequiredScope.Service | undefined
  readonly capability: Capability | undefined
  readonly bucket: RateBucket
}

export const policyOf = (group: HttpApiGroup.Top, endpoint: HttpApiEndpoint.Top): Policy => {
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

export const refusal = (policy: Policy, caller: Caller): Forbidden | InsufficientScope | undefined => {
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

export const windowOf = (bucket: RateBucket, plan: PlanName): Window => {
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

export const entitlement = (
  capability: Capability | undefined,
  tenant: { readonly plan: PlanName; readonly disabled_capabilities: ReadonlyArray<Capability> }
): PlanFeatureLocked | PathsLocked | CapabilityDisabled | undefined => {
  if (capability === undefined) return undefined
  if (!plans[tenant.plan].capabilities.includes(capability)) {
    const fields = { capability, plan: tenant.plan }
    return capability === "paths" ? new PathsLocked(fields) : new PlanFeatureLocked(fields)
  }
  return tenant.disabled_capabilities.includes(capability) ? new CapabilityDisabled({ capability }) : undefined
}
