/**
 * Pictures by the hash of their bytes. What is stored under a hash never changes, so it may be cached for ever and
 * storing it twice is free. They are shared by all tenants: who knows a hash has seen the bytes. They are kept in
 * Postgres, or with ASSETS_URL in a bucket; what was drawn before there was one is still found where it is.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { AppConfig } from "../../Config.ts"
import { type Asset, type AssetBucket, openBucket } from "./AssetBucket.ts"
import { execute, nowDate, row } from "../postgres/Sql.ts"

const AssetRow = Schema.Struct({ content_type: Schema.String, bytes: Schema.Uint8Array })

const shaPattern = /^[0-9a-f]{64}$/

/** Where a stored picture is served; null stays null. */
export const assetUrl = (publicUrl: string, sha256: string | null): string | null =>
  sha256 === null ? null : `${publicUrl}/assets/${sha256}.png`

/** SHA-256 in lower-case hex */
export const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

export class AssetStore extends Context.Service<
  AssetStore,
  {
    /** answers the SHA-256 of the bytes, in lower-case hex */
    put(bytes: Uint8Array, content_type?: string): Effect.Effect<string>
    get(sha256: string): Effect.Effect<Option.Option<Asset>>
    /** takes it out of the bucket, where there is one; what is in Postgres goes with the row it belongs to */
    discard(sha256: string): Effect.Effect<void>
  }
>()("hatchery/platform/AssetStore") {
  static readonly layer = Layer.effect(
    AssetStore,
    Effect.gen(function* () {
      const { assetsUrl } = yield* AppConfig
      const table = yield* assetTable
      return AssetStore.of(storeOf(assetsUrl === undefined ? table : withBucket(openBucket(assetsUrl), table)))
    })
  )
}

const assetTable: Effect.Effect<AssetBucket, never, SqlClient.SqlClient> = Effect.map(SqlClient.SqlClient, (sql) => ({
  put: (sha256, { bytes, content_type }) =>
    Effect.flatMap(nowDate, (now) =>
      Effect.asVoid(
        execute(sql`
        INSERT INTO assets (sha256, content_type, bytes, created_at)
        VALUES (${sha256}, ${content_type}, ${bytes}, ${now})
        ON CONFLICT (sha256) DO NOTHING`)
      )
    ),
  get: (sha256) =>
    Effect.map(
      row(AssetRow)(sql`SELECT content_type, bytes FROM assets WHERE sha256 = ${sha256}`),
      Option.match({
        onNone: () => undefined,
        onSome: ({ bytes, content_type }) => ({ content_type, bytes: new Uint8Array(bytes) })
      })
    ),
  remove: () => Effect.void
}))

const withBucket = (bucket: AssetBucket, table: AssetBucket): AssetBucket => ({
  put: bucket.put,
  remove: bucket.remove,
  get: (sha256) =>
    Effect.flatMap(bucket.get(sha256), (found) => (found === undefined ? table.get(sha256) : Effect.succeed(found)))
})

const storeOf = (place: AssetBucket): AssetStore["Service"] => ({
  put: Effect.fn("AssetStore.put")(function* (bytes, content_type = "image/png") {
    const sha256 = nameOf(bytes)
    yield* place.put(sha256, { bytes: new Uint8Array(bytes), content_type })
    return sha256
  }),
  get: Effect.fn("AssetStore.get")(function* (sha256) {
    return shaPattern.test(sha256) ? Option.fromNullishOr(yield* place.get(sha256)) : Option.none()
  }),
  discard: place.remove
})
