/**
 * Stored answers of requests with an Idempotency-Key. `claim` and `store` run in the caller's transaction: the key's
 * row is inserted first, so a second request with it blocks on the unique index until the first one is through, and
 * then sees its answer or, if it failed, nothing. Answers are sealed: some of them show a secret once.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { limits } from "../wire/Limits.ts"
import { execute, nowDate, row, rows } from "./Sql.ts"
import { Vault } from "./Vault.ts"

export interface KeyedRequest {
  readonly customer_id: string
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body_hash: Uint8Array
}

export interface StoredAnswer {
  readonly status: number
  readonly content_type: string
  readonly body: string
}

export type Claim =
  /**
   * The caller runs the request and stores its answer. `generation` counts how often the key was used again after its
   * answer had expired: each use means another change, while the tries of one use all mean the same.
   */
  | { readonly _tag: "Mine"; readonly generation: number }
  | { readonly _tag: "Answered"; readonly answer: StoredAnswer }
  /** the key belongs to another request */
  | { readonly _tag: "Taken" }

const Row = Schema.Struct({
  method: Schema.String,
  path: Schema.String,
  body_hash: Schema.Uint8Array,
  status: Schema.NullOr(Schema.Int),
  content_type: Schema.NullOr(Schema.String),
  body: Schema.NullOr(Schema.String)
})

const ClaimedRow = Schema.Struct({ generation: Schema.Int })

const place = ({ customer_id, key }: KeyedRequest) => `idempotency:${customer_id}:${key}`

export class IdempotencyKeys extends Context.Service<
  IdempotencyKeys,
  {
    claim(request: KeyedRequest): Effect.Effect<Claim>
    store(request: KeyedRequest, answer: StoredAnswer): Effect.Effect<void>
  }
>()("hatchery/platform/IdempotencyKeys") {
  static readonly layer = Layer.effect(
    IdempotencyKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault

      const read = Effect.fnUntraced(function* (request: KeyedRequest): Effect.fn.Return<Claim> {
        const found = yield* row(Row)(sql`
        SELECT method, path, body_hash, status, content_type, body FROM idempotency_keys
        WHERE customer_id = ${request.customer_id}::uuid AND key = ${request.key}`)
        if (Option.isNone(found)) return yield* Effect.die(new Error("an idempotency row vanished under its own lock"))
        const { body, body_hash, content_type, method, path, status } = found.value
        if (method !== request.method || path !== request.path || Buffer.compare(body_hash, request.body_hash) !== 0) {
          return { _tag: "Taken" }
        }
        const plain = body === null ? "" : yield* vault.open(Buffer.from(body, "base64"), place(request))
        return {
          _tag: "Answered",
          answer: { status: status ?? 200, content_type: content_type ?? "application/json", body: plain }
        }
      })

      return IdempotencyKeys.of({
        claim: Effect.fn("IdempotencyKeys.claim")(function* (request) {
          const now = yield* nowDate
          const expired = new Date(now.getTime() - limits.idempotency_ttl_hours * 3_600_000)
          const claimed = yield* rows(ClaimedRow)(sql`
          INSERT INTO idempotency_keys (customer_id, key, method, path, body_hash, created_at)
          VALUES (${request.customer_id}::uuid, ${request.key}, ${request.method}, ${request.path},
          ${request.body_hash}, ${now})
          ON CONFLICT (customer_id, key) DO UPDATE
            SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
                created_at = excluded.created_at, status = NULL, body = NULL, content_type = NULL,
                generation = idempotency_keys.generation + 1
            WHERE idempotency_keys.created_at < ${expired}
          RETURNING generation`)
          const [mine] = claimed
          return mine === undefined ? yield* read(request) : ({ _tag: "Mine", ...mine } as const)
        }),
        store: Effect.fn("IdempotencyKeys.store")(function* (request, { body, content_type, status }) {
          const sealed = Buffer.from(yield* vault.seal(body, place(request))).toString("base64")
          yield* execute(sql`
          UPDATE idempotency_keys SET status = ${status}, body = ${sealed}, content_type = ${content_type}
          WHERE customer_id = ${request.customer_id}::uuid AND key = ${request.key}`)
        })
      })
    })
  )
}
