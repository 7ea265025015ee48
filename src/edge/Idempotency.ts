/**
 * Idempotency-Key on every mutating route. The handler's own writes join the transaction that claims the key and stores
 * the answer: all of it happens or nothing. Writes that commit elsewhere (a buddy's journal) are fenced by a command id
 * derived from the key, so a crash in between never doubles them. Only 2xx is stored; after a failure the key is free
 * again.
 *
 * A request holds its transaction for as long as its handler works, also while that waits for a buddy. So there are
 * fewer places for such requests than connections for transactions, no tenant may take all of them, and who waits for a
 * place, or for the first request of his key, waits in memory. Routes that work for seconds (`Lengthy`) hold none: they
 * say to other nodes what they have begun.
 */
import { Context, Effect, Layer, Result } from "effect"
import { type HttpBody, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { hash } from "node:crypto"
import { Crowded, makeTurnstile, tellCrowded } from "../platform/requests/FairPlaces.ts"
import {
  type Claim,
  IdempotencyKeys,
  type KeyedRequest,
  sameRequest,
  type StoredAnswer
} from "../platform/requests/IdempotencyKeys.ts"
import { EgressGuard } from "../platform/webhooks/EgressGuard.ts"
import { Lengthy, NamesHost, OwnAnswers, type RouteClass } from "../wire/Access.ts"
import { CommandKey, commandKeyPrefix, RequestMark } from "../wire/CommandKey.ts"
import { CurrentRequest } from "../wire/CurrentRequest.ts"
import { type ServiceUnavailable, ValidationFailed } from "../wire/Failure.ts"
import { IdempotencyKeyConflict, Idempotent, type RateLimited } from "../wire/Group.ts"
import { limits } from "../wire/Limits.ts"
import { type Caller, Principal } from "../wire/Principal.ts"
import { policyOf } from "./Admission.ts"
import { readBody } from "./Body.ts"
import { makeKeyLines } from "./KeyLines.ts"

/** Below the connections for transactions (see Platform), so that those without a key and workflows always find one. */
const admission = { places: 6, places_per_tenant: 4, waiting_per_tenant: 500, wait: "5 seconds" } as const

const visible = /^[\x21-\x7e]{1,255}$/

const malformed = () =>
  ValidationFailed.at(
    ["Idempotency-Key"],
    `Idempotency-Key must be 1..${limits.idempotency_key_length_max} visible ASCII characters`
  )

/**
 * What makes a request the same: its body, and by a token that may send some events only, which. Another token of the
 * buddy may not send them, and gets no answer that was given to the first.
 */
const askedBy = (caller: Caller, body: Buffer): Buffer => {
  const allowed = "event_types" in caller ? caller.event_types : null
  if (allowed === null) return body
  return Buffer.concat([Buffer.from(`${JSON.stringify(allowed.toSorted())}\n`), body])
}

/**
 * A key belongs to who chose it: the tenant's own credentials share their keys, a player's widget has those of its
 * buddy, and what runs in the browsers of everybody reaches neither. A test key is kept apart where the workspace
 * itself is at stake: a stored answer may hold a live key, which whoever asks anew is refused. The blank is in no key a
 * client can send.
 */
const scoped = (caller: Caller, key: string, access: RouteClass): string => {
  switch (caller.kind) {
    case "secret":
      return caller.mode === "test" && access === "account" ? `test ${key}` : key
    case "session":
    case "embed":
      return `buddy:${caller.buddy_id} ${key}`
    case "publishable":
      return `publishable ${key}`
    default:
      return key
  }
}

const textOf = (body: HttpBody.HttpBody): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

const answerOf = (response: HttpServerResponse.HttpServerResponse): StoredAnswer => ({
  status: response.status,
  content_type: response.headers["content-type"] ?? "application/json",
  body: textOf(response.body)
})

const replay = Effect.fnUntraced(function* ({ body, content_type, status }: StoredAnswer) {
  const current = yield* CurrentRequest
  current.replayed = true
  return body === ""
    ? HttpServerResponse.empty({ status })
    : HttpServerResponse.text(body, { status, contentType: content_type })
})

/** A key that is used again after its answer has expired names another change than before. */
const commandKey = ({ customer_id, key }: KeyedRequest, generation: number): string => {
  const use = generation === 0 ? "" : `\n${generation}`
  return commandKeyPrefix + hash("sha256", `${customer_id}\n${key}${use}`).slice(0, 48)
}

type Response = HttpServerResponse.HttpServerResponse
type Next = Effect.Effect<Response, unknown>

const markOf = ({ body_hash, method, path }: KeyedRequest): string =>
  hash("sha256", `${method} ${path}\n${Buffer.from(body_hash).toString("hex")}`).slice(0, 16)

/** `next` under its key. A handler may find that the key has changed something for another request. */
const under = (next: Next, request: KeyedRequest, generation: number): Next =>
  next.pipe(
    Effect.provideService(CommandKey, commandKey(request, generation)),
    Effect.provideService(RequestMark, markOf(request)),
    Effect.catchDefect((defect) =>
      defect instanceof IdempotencyKeyConflict ? Effect.fail(defect) : Effect.die(defect)
    )
  )

/** Carries an answer that must not be stored out of the transaction, which it rolls back. */
class NotStored {
  readonly response: HttpServerResponse.HttpServerResponse
  constructor(response: HttpServerResponse.HttpServerResponse) {
    this.response = response
  }
}

interface Settled {
  readonly answer: StoredAnswer
  readonly response: Response
}

const makeRun = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* IdempotencyKeys
  const turnstile = makeTurnstile(admission)
  const inLine = makeKeyLines()

  /** `work`, unless the key has its answer already or belongs to another request. */
  const unlessKnown = Effect.fnUntraced(function* (
    claim: Claim,
    work: (generation: number) => Effect.Effect<Settled, unknown>
  ) {
    if (claim._tag === "Taken") return yield* new IdempotencyKeyConflict()
    if (claim._tag === "Answered") return { answer: claim.answer, response: yield* replay(claim.answer) }
    return yield* work(claim.generation)
  })

  const answered = Effect.fnUntraced(function* (next: Next, request: KeyedRequest, generation: number) {
    const response = yield* under(next, request, generation)
    if (response.status < 200 || response.status > 299) return yield* Effect.fail(new NotStored(response))
    return { answer: answerOf(response), response }
  })

  /** Claims the key, works, and stores the answer: in one transaction, which rolls back when the work fails. */
  const inside = (request: KeyedRequest, work: (generation: number) => Effect.Effect<Settled, unknown>) =>
    sql.withTransaction(
      Effect.flatMap(keys.claim(request), (claim) =>
        unlessKnown(claim, (generation) => Effect.tap(work(generation), ({ answer }) => keys.store(request, answer)))
      )
    )

  /** While it works, the key is no other request's. What it leaves behind when the database is away ends by itself. */
  const begun = <A, E>(request: KeyedRequest, work: Effect.Effect<A, E>) =>
    Effect.flatMap(keys.begin(request), (isMine) =>
      isMine
        ? Effect.ensuring(work, Effect.ignoreCause(keys.end(request)))
        : Effect.fail<E | IdempotencyKeyConflict>(new IdempotencyKeyConflict())
    )

  /** Of two nodes that do this at once, both work, and both tell what the first one stores. */
  const before = (next: Next, request: KeyedRequest) =>
    Effect.flatMap(keys.look(request), (claim) =>
      unlessKnown(claim, (generation) =>
        begun(
          request,
          Effect.flatMap(answered(next, request, generation), (settled) =>
            inside(request, () => Effect.succeed(settled))
          )
        )
      )
    )

  return (next: Next, request: KeyedRequest, isLengthy: boolean) =>
    inLine(request, (settled, settle): Effect.Effect<Response, unknown> => {
      if (settled !== undefined)
        return sameRequest(settled.request, request)
          ? replay(settled.answer)
          : Effect.fail(new IdempotencyKeyConflict())
      const work = isLengthy
        ? before(next, request)
        : turnstile.pass(
            request.customer_id,
            inside(request, (generation) => answered(next, request, generation))
          )
      return work.pipe(
        Effect.map(({ answer, response }) => {
          settle({ request, answer })
          return response
        })
      )
    })
})

/** The text of a field of a body, where there is one; what is wrong with the body others say. */
const textIn = (body: Buffer, field: string): string | undefined => {
  const read = readBody(body)
  const value: unknown = Result.isSuccess(read) ? read.success?.value : undefined
  if (typeof value !== "object" || value === null) return undefined
  const found: unknown = (value as Record<string, unknown>)[field]
  return typeof found === "string" ? found : undefined
}

type Tagged = { readonly _tag?: unknown }

export const IdempotentLive = Layer.effect(
  Idempotent,
  Effect.gen(function* () {
    const run = yield* makeRun
    const guard = yield* EgressGuard

    return Idempotent.of(
      (next, { endpoint, group }) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const key = request.headers["idempotency-key"]
          if (key === undefined || endpoint.method === "GET") return yield* next
          if (!visible.test(key)) return yield* malformed()
          const caller = yield* Principal
          const body = Buffer.from(yield* Effect.orDie(request.arrayBuffer))
          const keyed = {
            customer_id: caller.customer_id,
            key: scoped(caller, key, policyOf(group, endpoint).access),
            method: request.method,
            // Kept for a day, also of a user who is erased by this very request.
            path: endpoint.path.includes(":user_id") ? `${endpoint.path}#${hash("sha256", request.url)}` : request.url,
            body_hash: new Uint8Array(hash("sha256", askedBy(caller, body), "buffer")),
            said: () => body.toString("utf8")
          }
          if (Context.getOrUndefined(endpoint.annotations, OwnAnswers) === true) return yield* under(next, keyed, 0)
          const host = Context.getOrUndefined(endpoint.annotations, NamesHost)
          const url = host === undefined ? undefined : textIn(body, host)
          if (url !== undefined) yield* guard.look(url)
          const isLengthy = Context.getOrUndefined(endpoint.annotations, Lengthy) ?? false
          return yield* run(next, keyed, isLengthy).pipe(
            Effect.catch((error): Effect.Effect<Response, unknown> => {
              if (error instanceof NotStored) return Effect.succeed(error.response)
              if (error instanceof Crowded) return tellCrowded(error.own, "Too many changes are under way.")
              return (error as Tagged)._tag === "SqlError" ? Effect.die(error) : Effect.fail(error)
            })
          )
        }) as Effect.Effect<
          Response,
          IdempotencyKeyConflict | RateLimited | ServiceUnavailable | ValidationFailed,
          Principal
        >
    )
  })
)
