/**
 * Every request with a credential passes here, in this order: who is it (401), may this kind call this route (403),
 * does the plan include it (402, 403), how often (429). All of it before the body is looked at, so that nothing about
 * objects leaks to who may not know.
 */
import { Data, Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { hash } from "node:crypto"
import { AppConfig } from "../Config.ts"
import { Credentials, type UnknownCredential } from "../platform/auth/Credentials.ts"
import { makeSingleFlight } from "../platform/requests/SingleFlight.ts"
import { Tenants } from "../platform/auth/Tenants.ts"
import { CurrentRequest, type RequestRecord } from "../wire/CurrentRequest.ts"
import { AddressGate, Gate, type RateLimited, Unauthorized } from "../wire/Group.ts"
import { type Caller, Principal } from "../wire/Principal.ts"
import {
  addressTicket,
  Admission,
  policyOf,
  publicWindow,
  publicWriteWindow,
  ssoWindow,
  refusedTicket,
  type Ticket,
  ticketOf
} from "./Admission.ts"
import { auditOf } from "./Auditing.ts"

/** Counted, or the refusal as a failure. */
const pass = (admission: Admission["Service"], ticket: Ticket, current: RequestRecord) =>
  Effect.flatMap(admission.admit(ticket, current), (verdict) =>
    verdict === "admitted" ? Effect.void : Effect.fail(verdict)
  )

/** Stands for a credential that is not known here, and cannot be turned back into it. */
const fingerprint = (credential: string) => hash("sha256", credential).slice(0, 32)

/** The address has asked for too many credentials nobody has. */
class Crowded extends Data.TaggedError("Crowded") {}

/**
 * Who presents this credential. What this node has not seen is counted against the address before the database is
 * asked, or guessing keys would be free; the count is given back when the credential is good. Requests that come at
 * once with one credential ask once.
 */
const makeIdentify = Effect.gen(function* () {
  const credentials = yield* Credentials
  const tenants = yield* Tenants
  const admission = yield* Admission
  const once = (yield* makeSingleFlight)<Caller, UnknownCredential | Crowded>()

  const lookUp = Effect.fnUntraced(function* (credential: string, guess: Ticket) {
    if (!(yield* admission.count(guess))) return yield* new Crowded()
    const caller = yield* credentials.authenticate(credential)
    admission.giveBack(guess)
    return caller
  })

  /** Somebody's revoked key may be sent for ever: its storm ends in a window of its own. */
  const refuse = Effect.fnUntraced(function* (ticket: Ticket, current: RequestRecord) {
    yield* pass(admission, ticket, current)
    return yield* new Unauthorized()
  })

  return Effect.fnUntraced(function* (credential: string, current: RequestRecord) {
    const guess = addressTicket("unauthorized", current.address, publicWindow)
    if (credential === "") return yield* refuse(guess, current)
    const known = credentials.cached(credential)
    const unknown = () => refuse(refusedTicket(fingerprint(credential), current.address, undefined), current)
    if (known === undefined && !admission.hasRoom(refusedTicket(fingerprint(credential), current.address, undefined)))
      return yield* unknown()
    const caller =
      known ??
      (yield* once(`${current.address} ${credential}`, lookUp(credential, guess)).pipe(
        Effect.catchTags({ Crowded: () => refuse(guess, current), UnknownCredential: unknown })
      ))
    const tenant = yield* tenants.get(caller.customer_id).pipe(Effect.catchTag("TenantNotFound", unknown))
    return { caller, tenant }
  })
})

export const AuthorizationLive = Layer.effect(
  Gate,
  Effect.gen(function* () {
    const admission = yield* Admission
    const identify = yield* makeIdentify
    const credentials = yield* Credentials

    return Gate.of({
      bearer: (next, { credential, endpoint, group }) =>
        Effect.gen(function* () {
          const current = yield* CurrentRequest
          const request = yield* HttpServerRequest.HttpServerRequest
          const { caller, tenant } = yield* identify(Redacted.value(credential), current)
          current.customer_id = caller.customer_id
          current.credential = caller.kind
          const from = { address: current.address, origin: request.headers.origin }
          const policy = policyOf(group, endpoint)
          current.audit = auditOf(group, endpoint, policy, caller, request.url)
          yield* pass(admission, ticketOf(policy, caller, tenant, from), current)
          credentials.admitted(Redacted.value(credential))
          return yield* Effect.provideService(next, Principal, caller)
        })
    })
  })
)

export const AddressAuthorizationLive = Layer.effect(
  AddressGate,
  Effect.gen(function* () {
    const admission = yield* Admission
    const { authRequestsPerMinute } = yield* AppConfig
    const isPublicWrite = ({ method, path }: { readonly method: string; readonly path: string }) =>
      method === "POST" && /^\/api\/v1\/(?:public|marketing)\//.test(path)
    const entryWindow = { limit: authRequestsPerMinute, seconds: 60 } as const
    // Whoever allows an address more tries at passwords allows it more of these.
    const atProvider = { ...ssoWindow, limit: Math.max(ssoWindow.limit, authRequestsPerMinute) }
    return AddressGate.of((next, { endpoint }) =>
      Effect.gen(function* () {
        const current = yield* CurrentRequest
        const ticket = endpoint.path.startsWith("/api/v1/auth/sso/")
          ? addressTicket("sso", current.address, atProvider)
          : endpoint.path.startsWith("/api/v1/auth/")
            ? addressTicket("auth", current.address, entryWindow)
            : isPublicWrite(endpoint)
              ? addressTicket("public_write", current.address, publicWriteWindow)
              : addressTicket("public", current.address, publicWindow)
        yield* pass(admission, ticket, current) as Effect.Effect<void, RateLimited>
        return yield* next
      })
    )
  })
)
