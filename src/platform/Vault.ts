/**
 * Secrets at rest: AES-256-GCM with a fresh nonce, bound to their place by additional data, so that a sealed value
 * copied to another row does not open. The key comes from SECRET_KEY; without it, one is generated once and kept in the
 * database (weaker: a dump then holds both halves, which is why production sets the variable).
 */
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto"
import { AppConfig } from "../Config.ts"
import { randomBytes, uuid } from "./Ids.ts"
import { nowDate, row } from "./Sql.ts"

const Material = Schema.Struct({ key_id: Schema.String, material: Schema.Uint8Array })

/** The newest key of a purpose, made on first use; two nodes that start at once agree through the table's lock. */
export const serviceKey = (purpose: string, length: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const newest = row(Material)(
      sql`SELECT key_id, material FROM service_keys WHERE purpose = ${purpose} AND retired_at IS NULL
        ORDER BY created_at DESC LIMIT 1`
    )
    const existing = yield* newest
    if (Option.isSome(existing)) return existing.value
    return yield* sql
      .withTransaction(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE service_keys IN EXCLUSIVE MODE`
          const raced = yield* newest
          if (Option.isSome(raced)) return raced.value
          const made = { key_id: yield* uuid, material: yield* randomBytes(length) }
          yield* sql`INSERT INTO service_keys (key_id, purpose, material, created_at)
                 VALUES (${made.key_id}, ${purpose}, ${made.material}, ${yield* nowDate})`
          return made
        })
      )
      .pipe(Effect.orDie)
  })

export class Vault extends Context.Service<
  Vault,
  {
    seal(plain: string, place: string): Effect.Effect<Uint8Array>
    /** dies when the value was not sealed for this place: that is tampering or a bug */
    open(sealed: Uint8Array, place: string): Effect.Effect<string>
  }
>()("hatchery/platform/Vault") {
  static readonly layer = Layer.effect(
    Vault,
    Effect.gen(function* () {
      const config = yield* AppConfig
      const base =
        config.secretKey === undefined
          ? (yield* serviceKey("vault", 32)).material
          : new TextEncoder().encode(Redacted.value(config.secretKey))
      const key = new Uint8Array(hkdfSync("sha256", base, "hatchery", "vault", 32))
      return Vault.of({
        seal: (plain, place) =>
          Effect.map(randomBytes(12), (nonce) => {
            const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place))
            const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
            return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body]))
          }),
        open: (sealed, place) =>
          Effect.sync(() => {
            const bytes = Buffer.from(sealed)
            const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(place))
            decipher.setAuthTag(bytes.subarray(12, 28))
            return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")
          })
      })
    })
  )
}
