/**
 * The house style of an endpoint group is one function. A group carries the prefix and its middleware itself (the root
 * API's are not seen by handlers that are built per family). Endpoints come first: a group's middleware covers only
 * what was added before it.
 */
import { Schema } from "effect"
import {
  HttpApi,
  type HttpApiEndpoint,
  type HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSecurity,
  OpenApi
} from "effect/http-api"
import { Access, RequiredCapability, type RouteClass, SmallBody } from "./Access.ts"
import {
  badRequest,
  failure,
  payloadTooLarge,
  serviceUnavailable,
  unsupportedMediaType,
  validationFailed
} from "./Failure.ts"
import { type Capability, requiredPlan } from "./Plans.ts"
import type { Principal } from "./Principal.ts"
import { Role } from "./Roles.ts"

export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}) {}
export const unauthorized = failure(Unauthorized, {
  status: 401,
  code: "unauthorized",
  message: () => "Send a valid credential: Authorization: Bearer <key or token>."
})

export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", { credential: Schema.String }) {}
export const forbidden = failure(Forbidden, {
  status: 403,
  code: "forbidden",
  message: (e) => `A credential of the kind ${e.credential} may not call this route.`
})

export class OriginForbidden extends Schema.TaggedError<OriginForbidden>()("OriginForbidden", {
  origin: Schema.String
}) {}
export const originForbidden = failure(OriginForbidden, {
  status: 403,
  code: "forbidden",
  message: (e) => `This credential may not be used from ${e.origin}.`,
  details: (e) => ({ origin: e.origin })
})

export class WidgetForbidden extends Schema.TaggedError<WidgetForbidden>()("WidgetForbidden", {
  widget: Schema.String
}) {}
export const widgetForbidden = failure(WidgetForbidden, {
  status: 403,
  code: "forbidden",
  message: (e) => `This token was minted for the widget ${e.widget} and opens no other.`,
  details: (e) => ({ widget: e.widget })
})

export class RoleForbidden extends Schema.TaggedError<RoleForbidden>()("RoleForbidden", { required_role: Role }) {}
export const roleForbidden = failure(RoleForbidden, {
  status: 403,
  code: "forbidden",
  message: (e) => `This takes the role ${e.required_role}.`,
  details: (e) => ({ required_role: e.required_role })
})

export class InsufficientScope extends Schema.TaggedError<InsufficientScope>()("InsufficientScope", {
  required_scope: Schema.String
}) {}
export const insufficientScope = failure(InsufficientScope, {
  status: 403,
  code: "insufficient_scope",
  message: (e) => `This token does not hold the scope ${e.required_scope}.`,
  details: (e) => ({ required_scope: e.required_scope })
})

export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  retry_after_seconds: Schema.Int
}) {}
export const rateLimited = failure(RateLimited, {
  status: 429,
  code: "rate_limited",
  message: (e) => `Too many requests. Try again in ${e.retry_after_seconds} s.`,
  details: (e) => ({ retryAfter: e.retry_after_seconds })
})

const locked = { capability: Schema.String, plan: Schema.String }
const lockedWords = (e: { readonly capability: string; readonly plan: string }) => ({
  capability: e.capability,
  plan: e.plan,
  required_plan: requiredPlan(e.capability as Capability)
})
export class PlanFeatureLocked extends Schema.TaggedError<PlanFeatureLocked>()("PlanFeatureLocked", locked) {}
export const planFeatureLocked = failure(PlanFeatureLocked, {
  status: 402,
  code: "plan_feature_locked",
  message: (e) => `The plan ${e.plan} does not include ${e.capability}.`,
  details: lockedWords,
  shape: { required_plan: Schema.String }
})
/** Contract part 7: on path endpoints the same refusal is a 403. */
export class PathsLocked extends Schema.TaggedError<PathsLocked>()("PathsLocked", locked) {}
export const pathsLocked = failure(PathsLocked, {
  status: 403,
  code: "plan_feature_locked",
  message: (e) => `The plan ${e.plan} does not include ${e.capability}.`,
  details: lockedWords,
  shape: { required_plan: Schema.String }
})

export class CapabilityDisabled extends Schema.TaggedError<CapabilityDisabled>()("CapabilityDisabled", {
  capability: Schema.String
}) {}
export const capabilityDisabled = failure(CapabilityDisabled, {
  status: 403,
  code: "capability_disabled",
  message: (e) => `${e.capability} is switched off for this workspace.`,
  details: (e) => ({ capability: e.capability })
})

export class IdempotencyKeyConflict extends Schema.TaggedError<IdempotencyKeyConflict>()(
  "IdempotencyKeyConflict",
  {}
) {}
export const idempotencyKeyConflict = failure(IdempotencyKeyConflict, {
  status: 409,
  code: "idempotency_key_conflict",
  message: () => "This Idempotency-Key was used with another request."
})

/** What the gate may refuse a known caller with, by tag. */
export const admissionErrors = {
  Forbidden: forbidden,
  OriginForbidden: originForbidden,
  WidgetForbidden: widgetForbidden,
  RoleForbidden: roleForbidden,
  InsufficientScope: insufficientScope,
  RateLimited: rateLimited,
  PlanFeatureLocked: planFeatureLocked,
  PathsLocked: pathsLocked,
  CapabilityDisabled: capabilityDisabled
} as const

/** Authenticates, authorizes, limits and entitles; see edge/Authorization. */
export class Gate extends HttpApiMiddleware.Service<Gate, { provides: Principal }>()("hatchery/Gate", {
  security: { bearer: HttpApiSecurity.bearer },
  error: [
    unauthorized,
    forbidden,
    originForbidden,
    widgetForbidden,
    roleForbidden,
    insufficientScope,
    rateLimited,
    planFeatureLocked,
    pathsLocked,
    capabilityDisabled,
    serviceUnavailable
  ]
}) {}

/** Limits routes without a credential by client address. */
export class AddressGate extends HttpApiMiddleware.Service<AddressGate>()("hatchery/AddressGate", {
  error: [rateLimited]
}) {}

/** Replays the stored answer of an Idempotency-Key; see edge/Idempotency. */
export class Idempotent extends HttpApiMiddleware.Service<Idempotent, { requires: Principal }>()(
  "hatchery/Idempotent",
  {
    error: [idempotencyKeyConflict, validationFailed, rateLimited, serviceUnavailable]
  }
) {}

/** Turns undecodable input into the contract's 400, 404, 413, 415 and 422; see edge/Validation. */
export class Validation extends HttpApiMiddleware.Service<Validation>()("hatchery/Validation", {
  error: [validationFailed, badRequest, payloadTooLarge, unsupportedMediaType]
}) {}

/** Answers of reads carry an ETag, and 304 to whoever has the same; see edge/EntityTags. Inside all others. */
export class Tagged extends HttpApiMiddleware.Service<Tagged>()("hatchery/Tagged") {}

const strict = { onExcessProperty: "error", errors: "all" } as const

/** A family's own API value: same identifier and strictness everywhere, so that its handlers can be built beside it. */
export const feature = <Group extends HttpApiGroup.Constraint>(group: Group) =>
  HttpApi.make("hatchery")
    .add(group)
    .annotate(HttpApi.PayloadParseOptions, strict)
    .annotate(HttpApi.QueryParseOptions, strict)

export interface GroupOptions {
  /** default class of the group's endpoints */
  readonly access: RouteClass
  /** what has to be active for its routes to answer; none: nobody can lock themselves out of it */
  readonly capability: Capability | "none"
  readonly description?: string
}

/** Routes of a tenant: behind the gate, idempotent, strict, under the version prefix. */
export const tenantGroup = <const Id extends string, E extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, E, false>,
  options: GroupOptions
) => {
  const annotated = group
    .middleware(Validation)
    .middleware(Idempotent)
    .middleware(Gate)
    .prefix("/api/v1")
    .annotate(Access, options.access)
    .annotateMerge(
      OpenApi.annotations({
        title: group.identifier,
        ...(options.description ? { description: options.description } : {})
      })
    )
  return options.capability === "none" ? annotated : annotated.annotate(RequiredCapability, options.capability)
}

/** Routes that need no credential: limited by address, and given no more than a form's worth to read. */
export const publicGroup = <const Id extends string, E extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, E, false>,
  options: { readonly description?: string } = {}
) =>
  group
    .middleware(Validation)
    .middleware(AddressGate)
    .prefix("/api/v1")
    .annotate(SmallBody, true)
    .annotateMerge(OpenApi.annotations({ title: group.identifier, ...options }))
