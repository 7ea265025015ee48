/**
 * Stored answers of requests with an Idempotency-Key. `claim` and `store` run in the caller's transaction: the key's
 * row is inserted first, so a second request with it blocks on the unique index until the first one is through, and
 * then sees its answer or, if it failed, nothing. Answers are sealed: some of them show a secret once.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { limits } from "../../wire/Limits.ts"
import { namedIn, namesErasedBuddy, personsUnderway } from "../erasures/Named.ts"
import { execute, nowDate, row, rows } from "../postgres/Sql.ts"
import { Vault } from "../secrets/Vault.ts"

export interface KeyedRequest {
  readonly customer_id: string
  /** within the scope of whoever chose it */
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body_hash: Uint8Array
  /** what the body says, for who asks whom it is about */
  readonly said?: () => string
}

/** A key names one request; with another one it is in conflict. */
export const sameRequest = (
  one: Pick<KeyedRequest, "body_hash" | "method" | "path">,
  other: Pick<KeyedRequest, "body_hash" | "method" | "path">
): boolean =>
  one.method === other.method && one.path === other.path && Buffer.compare(one.body_hash, other.body_hash) === 0

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
  body: Schema.NullOr(Schema.String),
  generation: Schema.Int,
  created_at: Schema.Date
})
type Row = typeof Row.Type

const ClaimedRow = Schema.Struct({ generation: Schema.Int })

const expiredBefore = (now: Date) => new Date(now.getTime() - limits.idempotency_ttl_hours * 3_600_000)

/** For which its answer is sealed. */
export const answerPlace = ({ customer_id, key }: Pick<KeyedRequest, "customer_id" | "key">) =>
  `idempotency:${customer_id}:${key}`

export class IdempotencyKeys extends Context.Service<
  IdempotencyKeys,
  {
    /** what a claim would meet at this moment; claims nothing */
    look(request: KeyedRequest): Effect.Effect<Claim>
    claim(request: KeyedRequest): Effect.Effect<Claim>
    store(request: KeyedRequest, answer: StoredAnswer): Effect.Effect<void>
    /** Says to other nodes that the request is worked on; false: they work on another one of this key. */
    begin(request: KeyedRequest): Effect.Effect<boolean>
    /** what was begun is over, whatever came of it */
    end(request: KeyedRequest): Effect.Effect<void>
  }
>()("hatchery/platform/IdempotencyKeys") {
  static readonly layer = Layer.effect(
    IdempotencyKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault

      const find = (request: KeyedRequest) =>
        row(Row)(sql`
        SELECT method, path, body_hash, status, content_type, body, generation, created_at FROM idempotency_keys
        WHERE customer_id = ${request.customer_id}::uuid AND key = ${request.key}`)

      const isErased = erasedIn(sql, vault)
      const told = Effect.fnUntraced(function* (request: KeyedRequest, found: Row): Effect.fn.Return<Claim> {
        if (!sameRequest(found, request)) return { _tag: "Taken" }
        const { body, content_type, created_at, generation, status } = found
        const plain = body === null ? "" : yield* vault.open(Buffer.from(body, "base64"), answerPlace(request))
        // As the same use of the key: what it changed of others is not changed twice.
        if (yield* isErased(request, created_at, plain)) return { _tag: "Mine", generation }
        return {
          _tag: "Answered",
          answer: { status: status ?? 200, content_type: content_type ?? "application/json", body: plain }
        }
      })

      const renewed = ({ customer_id, key }: KeyedRequest) =>
        Effect.flatMap(nowDate, (now) =>
          execute(sql`
            UPDATE idempotency_keys SET created_at = ${now}, status = NULL, body = NULL, content_type = NULL
            WHERE customer_id = ${customer_id}::uuid AND key = ${key}`)
        )

      return IdempotencyKeys.of({
        look: Effect.fn("IdempotencyKeys.look")(function* (request) {
          const found = yield* find(request)
          if (Option.isNone(found)) return { _tag: "Mine", generation: 0 } as const
          const { created_at, generation } = found.value
          return created_at < expiredBefore(yield* nowDate)
            ? ({ _tag: "Mine", generation: generation + 1 } as const)
            : yield* told(request, found.value)
        }),
        claim: Effect.fn("IdempotencyKeys.claim")(function* (request) {
          const now = yield* nowDate
          const claimed = yield* rows(ClaimedRow)(sql`
          INSERT INTO idempotency_keys (customer_id, key, method, path, body_hash, created_at)
          VALUES (${request.customer_id}::uuid, ${request.key}, ${request.method}, ${request.path},
          ${request.body_hash}, ${now})
          ON CONFLICT (customer_id, key) DO UPDATE
            SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
                created_at = excluded.created_at, status = NULL, body = NULL, content_type = NULL,
                generation = idempotency_keys.generation + 1
            WHERE idempotency_keys.created_at < ${expiredBefore(now)}
          RETURNING generation`)
          const [mine] = claimed
          if (mine !== undefined) return { _tag: "Mine", ...mine } as const
          const found = yield* find(request)
          if (Option.isSome(found)) {
            const claim = yield* told(request, found.value)
            if (claim._tag === "Mine") yield* renewed(request)
            return claim
          }
          return yield* Effect.die(new Error("an idempotency row vanished under its own lock"))
        }),
        store: Effect.fn("IdempotencyKeys.store")(function* (request, { body, content_type, status }) {
          const sealed = Buffer.from(yield* vault.seal(body, answerPlace(request))).toString("base64")
          yield* execute(sql`
          UPDATE idempotency_keys SET status = ${status}, body = ${sealed}, content_type = ${content_type}
          WHERE customer_id = ${request.customer_id}::uuid AND key = ${request.key}`)
        }),
        ...beginnings(sql)
      })
    })
  )
}

/** Longer than any request takes: a node that went with its work keeps nobody from the key for good. */
const begun_ms = 10 * 60_000

/** Under which work is known that has no answer yet. The blank is in no key a client can send. */
const begunKey = (key: string) => `begun ${key}`

/**
 * Work that is done before its answer's transaction is committed as begun, in a row of its own: it is no answer, and
 * takes no place of one. Two nodes may work on the same request, which is fenced; on two requests of one key they may
 * not, for the one that is refused in the end has been carried out by then.
 */
const beginnings = (sql: SqlClient.SqlClient) => ({
  begin: Effect.fn("IdempotencyKeys.begin")(function* (request: KeyedRequest) {
    const now = yield* nowDate
    const mine = yield* execute(sql`
      INSERT INTO idempotency_keys AS k (customer_id, key, method, path, body_hash, status, content_type, body,
        created_at)
      VALUES (${request.customer_id}::uuid, ${begunKey(request.key)}, ${request.method}, ${request.path},
        ${request.body_hash}, 202, 'text/plain', '', ${now})
      ON CONFLICT (customer_id, key) DO UPDATE
        SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
            created_at = excluded.created_at
        WHERE k.created_at < ${new Date(now.getTime() - begun_ms)}
          OR (k.method, k.path, k.body_hash) = (excluded.method, excluded.path, excluded.body_hash)
      RETURNING 1`)
    return mine > 0
  }),
  end: Effect.fn("IdempotencyKeys.end")(function* (request: KeyedRequest) {
    yield* execute(sql`
      DELETE FROM idempotency_keys
      WHERE customer_id = ${request.customer_id}::uuid AND key = ${begunKey(request.key)}
        AND body_hash = ${request.body_hash} AND method = ${request.method} AND path = ${request.path} RETURNING 1`)
  })
})

/**
 * While a user is erased, answers about them are still there and are told no more; nor afterwards those that did not
 * say whom they are about.
 */
const erasedIn = (sql: SqlClient.SqlClient, vault: Vault["Service"]) =>
  Effect.fnUntraced(function* ({ customer_id, path, said }: KeyedRequest, since: Date, answer: string) {
    const persons = yield* personsUnderway(sql, vault, customer_id, since)
    const body = said?.() ?? ""
    if (persons.map(namedIn).some((isNamed) => isNamed(path, answer) || isNamed(path, body))) return true
    return yield* namesErasedBuddy(sql, customer_id, body, since)
  })
