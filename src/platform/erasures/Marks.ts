/**
 * What is left of a name after an erasure: a hash under a key of its tenant, which the tenant's proofs, its ledgers and
 * its intake have in common. Without the key nobody can tell whom it stood for by trying names.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac, randomBytes } from "node:crypto"
import { execute, row } from "../postgres/Sql.ts"
import { Vault } from "../secrets/Vault.ts"

const KeyRow = Schema.Struct({ sealed_key: Schema.Uint8Array })

/** What the id of a user is sealed for while it is erased. */
export const sealedUserPlace = (erasure_id: string) => `erasure:${erasure_id}`

export const erasureKeyPlace = (customer_id: string) => `erasures:${customer_id}`

/** What stands for an event id: 16 bytes, or as the reference of a ledger row. */
export const eventMark = (key: Uint8Array, event_id: string): Buffer =>
  createHmac("sha256", key).update(event_id).digest().subarray(0, 16)
export const referenceMark = (key: Uint8Array, reference_id: string): string =>
  `erased:${eventMark(key, reference_id).toString("hex")}`

/** What stands for a user; of another kind than those of events, whatever their ids are. */
export const userMark = (key: Uint8Array, user_id: string): Buffer =>
  createHmac("sha256", key).update(`user\n${user_id}`).digest()

/** Tenants whose keys are kept open. */
const keys_max = 1_000

export class ErasureMarks extends Context.Service<
  ErasureMarks,
  {
    /** none: the tenant has never erased */
    key(customer_id: string): Effect.Effect<Option.Option<Uint8Array>>
    /** makes the key of a tenant that has none; in the caller's transaction, which holds its row from then on */
    hold(customer_id: string, now: Date): Effect.Effect<Uint8Array>
    /** whether an event was one of somebody who was erased */
    isErased(customer_id: string, event_id: string): Effect.Effect<boolean>
  }
>()("hatchery/platform/ErasureMarks") {
  static readonly layer = Layer.effect(
    ErasureMarks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const known = new Map<string, Uint8Array>()

      const opened = Effect.fnUntraced(function* (customer_id: string, sealed: Uint8Array) {
        const key = Buffer.from(yield* vault.open(sealed, erasureKeyPlace(customer_id)), "base64")
        if (known.size >= keys_max) known.clear()
        known.set(customer_id, key)
        return key
      })

      const key = Effect.fnUntraced(function* (customer_id: string) {
        const held = known.get(customer_id)
        if (held !== undefined) return Option.some(held)
        const found = yield* row(KeyRow)(
          sql`SELECT sealed_key FROM erasure_keys WHERE customer_id = ${customer_id}::uuid`
        )
        return Option.isNone(found) ? Option.none() : Option.some(yield* opened(customer_id, found.value.sealed_key))
      })

      return ErasureMarks.of({
        key,
        hold: Effect.fn("ErasureMarks.hold")(function* (customer_id, now) {
          const made = yield* vault.seal(randomBytes(32).toString("base64"), erasureKeyPlace(customer_id))
          const held = yield* row(KeyRow)(sql`
            INSERT INTO erasure_keys AS k (customer_id, sealed_key, newest_at, last_hash)
            VALUES (${customer_id}::uuid, ${made}, ${now}, ${"0".repeat(64)})
            ON CONFLICT (customer_id) DO UPDATE SET newest_at = greatest(k.newest_at, excluded.newest_at)
            RETURNING sealed_key`)
          // Not kept: the transaction may yet be undone.
          const { sealed_key } = Option.getOrThrow(held)
          return Buffer.from(yield* vault.open(sealed_key, erasureKeyPlace(customer_id)), "base64")
        }),
        isErased: Effect.fn("ErasureMarks.isErased")(function* (customer_id, event_id) {
          const found = yield* key(customer_id)
          if (Option.isNone(found)) return false
          const mark = eventMark(found.value, event_id)
          const hits = yield* execute(sql`
            SELECT 1 FROM event_tombstones WHERE customer_id = ${customer_id}::uuid AND event_hash = ${mark}`)
          return hits > 0
        })
      })
    })
  )
}
