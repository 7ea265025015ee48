/**
 * Pictures by the hash of their bytes. What is stored under a hash never changes, so it may be cached for ever and
 * storing it twice is free. The rows are shared by all tenants: who knows a hash has seen the bytes.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { nowDate, row } from "./Sql.ts"

export interface Asset {
  readonly content_type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const AssetRow = Schema.Struct({ content_type: Schema.String, bytes: Schema.Uint8Array })

const shaPattern = /^[0-9a-f]{64}$/

/** Where a stored picture is served; null stays null. */
export const assetUrl = (publicUrl: string, sha256: string | null): string | null =>
  sha256 === null ? null : `${publicUrl}/assets/${sha256}.png`

export class AssetStore extends Context.Service<
  AssetStore,
  {
    /** answers the SHA-256 of the bytes, in lower-case hex */
    put(bytes: Uint8Array, content_type?: string): Effect.Effect<string>
    get(sha256: string): Effect.Effect<Option.Option<Asset>>
  }
>()("hatchery/platform/AssetStore") {
  static readonly layer = Layer.effect(
    AssetStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AssetStore.of({
        put: Effect.fn("AssetStore.put")(function* (bytes, content_type = "image/png") {
          const sha256 = createHash("sha256").update(bytes).digest("hex")
          yield* sql`
          INSERT INTO assets (sha256, content_type, bytes, created_at)
          VALUES (${sha256}, ${content_type}, ${bytes}, ${yield* nowDate})
          ON CONFLICT (sha256) DO NOTHING`
          return sha256
        }, Effect.orDie),
        get: Effect.fn("AssetStore.get")(function* (sha256) {
          if (!shaPattern.test(sha256)) return Option.none()
          const found = yield* row(AssetRow)(sql`SELECT content_type, bytes FROM assets WHERE sha256 = ${sha256}`)
          return Option.map(found, ({ bytes, content_type }) => ({ content_type, bytes: new Uint8Array(bytes) }))
        })
      })
    })
  )
}
