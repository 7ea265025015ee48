/**
 * Idempotency-Key on every mutating route. The key's row is inserted first, inside the transaction the handler's own writes join, and
 * the answer is stored there before the commit: both happen or neither. A second request with the key blocks on the unique index until
 * the first is through, then replays it, or runs if it failed. Writes that commit elsewhere (a buddy's journal) are fenced by a command
 * id derived from the key, so a crash in between never doubles them.
 */
import { Effect, Layer, Option, Schema } from "effect"
import { HttpBody, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { nowDate, row } from "../platform/Sql.ts"
import { CurrentRequest } from "../wire/CurrentRequest.ts"
import { ValidationFailed } from "../wire/Failure.ts"
import { IdempotencyKeyConflict, Idempotent } from "../wire/Group.ts"
import { CommandKey } from "../wire/CommandKey.ts"
import { limits } from "../wire/Limits.ts"
import { Principal } from "../wire/Principal.ts"

const Stored = Schema.Struct({
  method: Schema.String,
  path: Schema.String,
  body_hash: Schema.Uint8Array,
  status: Schema.NullOr(Schema.Int),
  content_type: Schema.NullOr(Schema.String),
  body: Schema.NullOr(Schema.String)
})

const visible = /^[\x21-\x7e]{1,255}$/

const bodyText = (response: HttpServerResponse.HttpServerResponse): string => {
  const body: HttpBody.HttpBody = response.body
  return body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
}

const replay = (stored: typeof Stored.Type) =>
  stored.status === 204 || stored.body === null || stored.body === ""
    ? HttpServerResponse.empty({ status: stored.status ?? 200 })
    : HttpServerResponse.text(stored.body, { status: stored.status ?? 200, contentType: stored.content_type ?? "application/json" })

export const IdempotentLive = Layer.effect(Idempotent, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  return Idempotent.of((next) =>
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const key = request.headers["idempotency-key"]
      if (key === undefined || request.method === "GET") return yield* next
      if (!visible.test(key)) {
        return yield* ValidationFailed.at(["Idempotency-Key"], `Idempotency-Key must be 1..${limits.idempotency_key_length_max} visible ASCII characters`)
      }
      const { customer_id } = yield* Principal
      const current = yield* CurrentRequest
      const path = request.url
      const body_hash = new Uint8Array(createHash("sha256").update(new Uint8Array(yield* Effect.orDie(request.arrayBuffer))).digest())
      const find = row(Stored)(sql`
        SELECT method, path, body_hash, status, content_type, body FROM idempotency_keys
        WHERE customer_id = ${customer_id}::uuid AND key = ${key}`)

      const attempt = Effect.gen(function*() {
        const now = yield* nowDate
        const expired = new Date(now.getTime() - limits.idempotency_ttl_hours * 3_600_000)
        const inserted = yield* Effect.orDie(sql`
          INSERT INTO idempotency_keys (customer_id, key, method, path, body_hash, created_at)
          VALUES (${customer_id}::uuid, ${key}, ${request.method}, ${path}, ${body_hash}, ${now})
          ON CONFLICT (customer_id, key) DO UPDATE
            SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash, created_at = excluded.created_at,
                status = NULL, body = NULL, content_type = NULL
            WHERE idempotency_keys.created_at < ${expired}
          RETURNING key`)
        if (inserted.length === 0) {
          const stored = yield* find
          if (Option.isNone(stored)) return yield* Effect.die(new Error("an idempotency row vanished inside its own transaction"))
          const same = stored.value.method === request.method && stored.value.path === path &&
            Buffer.compare(stored.value.body_hash, body_hash) === 0
          if (!same) return yield* new IdempotencyKeyConflict()
          current.replayed = true
          return replay(stored.value)
        }
        const response = yield* Effect.provideService(next, CommandKey, commandKey(customer_id, key))
        if (response.status < 200 || response.status > 299) return yield* Effect.fail(new NotStored(response))
        yield* Effect.orDie(sql`
          UPDATE idempotency_keys SET status = ${response.status}, body = ${bodyText(response)},
            content_type = ${response.headers["content-type"] ?? null}
          WHERE customer_id = ${customer_id}::uuid AND key = ${key}`)
        return response
      })
      return yield* sql.withTransaction(attempt).pipe(
        Effect.catchIf((error) => error instanceof NotStored, (error) => Effect.succeed(error.response)),
        Effect.catchTag("SqlError", (error) => Effect.die(error))
      )
    }) as Effect.Effect<HttpServerResponse.HttpServerResponse, IdempotencyKeyConflict | ValidationFailed, Principal>
  )
}))

/** Carries an answer that must not be stored out of the transaction, which it rolls back. */
class NotStored {
  readonly response: HttpServerResponse.HttpServerResponse
  constructor(response: HttpServerResponse.HttpServerResponse) {
    this.response = response
  }
}

const commandKey = (customer_id: string, key: string): string =>
  "idem:" + createHash("sha256").update(`${customer_id}\n${key}`).digest("hex").slice(0, 48)

