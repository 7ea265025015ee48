/**
 * Every request with a credential passes here, in this order: who is it (401), may this kind call this route (403), how
 * often (429), does the plan include it (402, 403). All of it before the body is looked at, so that nothing about
 * objects leaks to who may not know.
 */
import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AppConfig } from "../Config.ts"
import { AuditLog } from "../platform/AuditLog.ts"
import { Credentials } from "../platform/Credentials.ts"
import { counters } from "../platform/metrics/Family.ts"
import { refusals } from "../platform/metrics/Node.ts"
import { RateLimits, type Window } from "../platform/RateLimits.ts"
import { Tenants } from "../platform/Tenants.ts"
import type { RateBucket } from "../wire/Access.ts"
import { CurrentRequest } from "../wire/CurrentRequest.ts"
import { AddressGate, Gate, RateLimited, Unauthorized } from "../wire/Group.ts"
import { limits } from "../wire/Limits.ts"
import { type Caller, Principal } from "../wire/Principal.ts"
import { entitlement, type Policy, policyOf, refusal, windowOf } from "./Admission.ts"

/** Browsers may use a publishable key from the origins its owner named; null means any. */
const originAllowed = (caller: Caller, origin: string | undefined): boolean =>
  caller.kind !== "publishable" ||
  caller.allowed_origins === null ||
  origin === undefined ||
  caller.allowed_origins.includes(origin)

export const GateLive = Layer.effect(
  Gate,
  Effect.gen(function* () {
    const credentials = yield* Credentials
    const tenants = yield* Tenants
    const rates = yield* RateLimits
    const audit = yield* AuditLog
    const refused = counters(refusals, yield* Effect.context<never>())
    const policies = new WeakMap<HttpApiEndpoint.Top, Policy>()
    const policy = (group: HttpApiGroup.Top, endpoint: HttpApiEndpoint.Top): Policy => {
      const known = policies.get(endpoint)
      if (known !== undefined) return known
      const made = policyOf(group, endpoint)
      policies.set(endpoint, made)
      return made
    }

    /** Requests without a good credential count against the address, or guessing keys would be free. */
    const refuse = (address: string) =>
      Effect.gen(function* () {
        const current = yield* CurrentRequest
        const taken = yield* rates.ask(`unauthorized:${address}`, { limit: limits.public_reads_per_second, seconds: 1 })
        current.rate = taken
        if (taken.allowed) return yield* new Unauthorized()
        refused.unauthorized.add(1)
        current.retry_after_seconds = taken.retry_after_seconds
        return yield* new RateLimited({ retry_after_seconds: taken.retry_after_seconds })
      })

    const limit = (customer_id: string, bucket: RateBucket, window: Window) =>
      Effect.gen(function* () {
        const current = yield* CurrentRequest
        const taken = yield* rates.ask(`${customer_id}:${bucket}`, window)
        current.rate = taken
        if (taken.allowed) return
        refused[bucket].add(1)
        current.retry_after_seconds = taken.retry_after_seconds
        return yield* new RateLimited({ retry_after_seconds: taken.retry_after_seconds })
      })

    return Gate.of({
      bearer: (next, { credential, endpoint, group }) =>
        Effect.gen(function* () {
          const current = yield* CurrentRequest
          const request = yield* HttpServerRequest.HttpServerRequest
          const caller = yield* credentials
            .authenticate(Redacted.value(credential))
            .pipe(Effect.catchTag("UnknownCredential", () => refuse(current.address)))
          current.customer_id = caller.customer_id
          current.credential = caller.kind
          const rules = policy(group, endpoint)
          const tenant = yield* tenants
            .get(caller.customer_id)
            .pipe(Effect.catchTag("TenantNotFound", () => refuse(current.address)))
          yield* limit(caller.customer_id, rules.bucket, windowOf(rules.bucket, tenant.plan))
          const refusedBy = refusal(rules, caller) ?? entitlement(rules.capability, tenant)
          if (refusedBy !== undefined) return yield* refusedBy
          if (!originAllowed(caller, request.headers.origin)) return yield* refuse(current.address)
          const response = yield* Effect.provideService(next, Principal, caller)
          if (caller.kind === "dashboard" && request.method !== "GET") {
            yield* audit.record(caller, request.method, request.url.split("?")[0]!, response.status, current.requestId)
          }
          return response
        })
    })
  })
)

export const AddressGateLive = Layer.effect(
  AddressGate,
  Effect.gen(function* () {
    const rates = yield* RateLimits
    const config = yield* AppConfig
    const refused = counters(refusals, yield* Effect.context<never>())
    return AddressGate.of((next, { endpoint }) =>
      Effect.gen(function* () {
        const current = yield* CurrentRequest
        const entry = endpoint.path.startsWith("/api/v1/auth/")
        const window: Window = entry
          ? { limit: config.authRequestsPerMinute, seconds: 60 }
          : { limit: limits.public_reads_per_second, seconds: 1 }
        const taken = yield* rates.ask(`${entry ? "auth" : "public"}:${current.address}`, window)
        current.rate = taken
        if (!taken.allowed) {
          refused[entry ? "auth" : "public"].add(1)
          current.retry_after_seconds = taken.retry_after_seconds
          return yield* new RateLimited({ retry_after_seconds: taken.retry_after_seconds })
        }
        return yield* next
      })
    )
  })
)
