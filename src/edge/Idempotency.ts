/**
 * Idempotency-Key on every mutating route. The handler's own writes join the transaction that claims the key and stores
 * the answer: all of it happens or nothing. Writes that commit elsewhere (a buddy's journal) are fenced by a command id
 * derived from the key, so a crash in between never doubles them. Only 2xx is stored; after a failure the key is free
 * again.
 */
import { Effect, Layer } from "effect"
import { type HttpBody, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { hash } from "node:crypto"
import { IdempotencyKeys, type KeyedRequest, type StoredAnswer } from "../platform/IdempotencyKeys.ts"
import { CommandKey, commandKeyPrefix } from "../wire/CommandKey.ts"
import { CurrentRequest } from "../wire/CurrentRequest.ts"
import { ValidationFailed } from "../wire/Failure.ts"
import { IdempotencyKeyConflict, Idempotent } from "../wire/Group.ts"
import { limits } from "../wire/Limits.ts"
import { Principal } from "../wire/Principal.ts"

const visible = /^[\x21-\x7e]{1,255}$/

const malformed = () =>
  ValidationFailed.at(
    ["Idempotency-Key"],
    `Idempotency-Key must be 1..${limits.idempotency_key_length_max} visible ASCII characters`
  )

const textOf = (body: HttpBody.HttpBody): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

const answerOf = (response: HttpServerResponse.HttpServerResponse): StoredAnswer => ({
  status: response.status,
  content_type: response.headers["content-type"] ?? "application/json",
  body: textOf(response.body)
})

const replay = ({ body, content_type, status }: StoredAnswer) =>
  body === ""
    ? HttpServerResponse.empty({ status })
    : HttpServerResponse.text(body, { status, contentType: content_type })

/** A key that is used again after its answer has expired names another change than before. */
const commandKey = ({ customer_id, key }: KeyedRequest, generation: number): string => {
  const use = generation === 0 ? "" : `\n${generation}`
  return commandKeyPrefix + hash("sha256", `${customer_id}\n${key}${use}`).slice(0, 48)
}

/** Carries an answer that must not be stored out of the transaction, which it rolls back. */
class NotStored {
  readonly response: HttpServerResponse.HttpServerResponse
  constructor(response: HttpServerResponse.HttpServerResponse) {
    this.response = response
  }
}

type Next = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>

export const IdempotentLive = Layer.effect(
  Idempotent,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const keys = yield* IdempotencyKeys

    const run = Effect.fnUntraced(function* (next: Next, request: KeyedRequest) {
      const claim = yield* keys.claim(request)
      if (claim._tag === "Taken") return yield* new IdempotencyKeyConflict()
      if (claim._tag === "Answered") {
        const current = yield* CurrentRequest
        current.replayed = true
        return replay(claim.answer)
      }
      const response = yield* Effect.provideService(next, CommandKey, commandKey(request, claim.generation))
      if (response.status < 200 || response.status > 299) return yield* Effect.fail(new NotStored(response))
      yield* keys.store(request, answerOf(response))
      return response
    })

    return Idempotent.of(
      (next) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const key = request.headers["idempotency-key"]
          if (key === undefined || request.method === "GET") return yield* next
          if (!visible.test(key)) return yield* malformed()
          const { customer_id } = yield* Principal
          const body = Buffer.from(yield* Effect.orDie(request.arrayBuffer))
          const body_hash = new Uint8Array(hash("sha256", body, "buffer"))
          return yield* sql
            .withTransaction(run(next, { customer_id, key, method: request.method, path: request.url, body_hash }))
            .pipe(
              Effect.catchIf(
                (error) => error instanceof NotStored,
                (error) => Effect.succeed((error as NotStored).response)
              ),
              Effect.catchIf(
                (error) => (error as { readonly _tag?: unknown })._tag === "SqlError",
                (error) => Effect.die(error)
              )
            )
        }) as Effect.Effect<HttpServerResponse.HttpServerResponse, IdempotencyKeyConflict | ValidationFailed, Principal>
    )
  })
)
