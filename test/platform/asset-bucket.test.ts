/** Pictures in a bucket, against a server that checks the signature of every request as S3 does. */
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, createHmac } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { describe } from "vitest"
import { AppConfig } from "../../src/Config.ts"
import { openBucket } from "../../src/platform/storage/AssetBucket.ts"
import { AssetStore } from "../../src/platform/storage/Assets.ts"
import { isTransient } from "../../src/platform/postgres/Sql.ts"
import { sweep } from "../../src/platform/retention/Sweep.ts"
import { of } from "../kit/postgres/RetentionDatabase.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const secretOf = "a/secret+key"
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** AWS Signature Version 4, as the specification has it, told from what arrived. */
const isSigned = (request: IncomingMessage, body: Buffer): boolean => {
  const found =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? ""
    )
  if (found === null) return false
  const [, who, day, region, signed, signature] = found as unknown as ReadonlyArray<string>
  const url = new URL(request.url!, "http://bucket")
  const headers = signed!.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const given = String(request.headers["x-amz-content-sha256"])
  const query = [...url.searchParams].map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
  const canonical = [request.method, url.pathname, query.sort().join("&"), headers.join(""), signed, given].join("\n")
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n")
  const key = [region!, "s3", "aws4_request"].reduce<Buffer>(hmac, hmac(`AWS4${secretOf}`, day!))
  return (
    who === "hatchling" &&
    region === "eu-north-9" &&
    [sha256(body), "UNSIGNED-PAYLOAD"].includes(given) &&
    hmac(key, text).toString("hex") === signature
  )
}

interface Kept {
  readonly body: Buffer
  readonly type: string
}

const answer = async (
  objects: Map<string, Kept>,
  state: { away: boolean },
  request: IncomingMessage,
  response: ServerResponse
) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  if (state.away) return void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>")
  if (!isSigned(request, body))
    return void response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>")
  if (request.method === "PUT") {
    objects.set(request.url!, { body, type: request.headers["content-type"]! })
    return void response.writeHead(200, { etag: '"x"' }).end()
  }
  if (request.method === "DELETE") {
    objects.delete(request.url!)
    return void response.writeHead(204).end()
  }
  const kept = objects.get(request.url!)
  if (kept === undefined) response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>")
  else response.writeHead(200, { "content-type": kept.type }).end(kept.body)
}

const bucketServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const objects = new Map<string, Kept>()
    const state = { away: false }
    const server = createServer((request, response) => void answer(objects, state, request, response))
    await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume))
    const { port } = server.address() as AddressInfo
    const address = (secret: string) =>
      Redacted.make(`http://hatchling:${encodeURIComponent(secret)}@127.0.0.1:${port}/pictures?region=eu-north-9`)
    return { objects, state, server, address }
  }),
  ({ server }) => Effect.sync(() => server.closeAllConnections() ?? server.close())
)

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13])
const png = { bytes, content_type: "image/png" }

const failureOf = <A>(effect: Effect.Effect<A>) =>
  Effect.map(Effect.exit(effect), (exit) => {
    if (Exit.isSuccess(exit)) throw new Error("it went well")
    const [reason] = exit.cause.reasons
    return reason?._tag === "Die" ? reason.defect : undefined
  })

describe("a bucket", () => {
  it.live("keeps pictures under their hash and serves them, those from before it too", () =>
    Effect.gen(function* () {
      const { address, objects } = yield* bucketServer
      const earlier = new Uint8Array([1, 2, 3])
      yield* Effect.gen(function* () {
        const { baseUrl } = yield* TestApp
        const sql = yield* SqlClient.SqlClient
        const sha = yield* (yield* AssetStore).put(bytes)
        assert.deepStrictEqual([...objects.keys()], [`/pictures/${sha}`])
        assert.strictEqual((yield* sql`SELECT FROM assets WHERE sha256 = ${sha}`).length, 0)
        yield* sql`INSERT INTO assets (sha256, content_type, bytes, created_at)
          VALUES (${sha256(earlier)}, 'image/png', ${earlier}, now())`
        for (const [hash, expected] of [
          [sha, bytes],
          [sha256(earlier), earlier]
        ] as const) {
          const response = yield* Effect.promise(() => fetch(`${baseUrl}/assets/${hash}.png`))
          assert.deepStrictEqual([response.status, response.headers.get("content-type")], [200, "image/png"])
          assert.deepStrictEqual(new Uint8Array(yield* Effect.promise(() => response.arrayBuffer())), expected)
        }
        const missing = yield* Effect.promise(() => fetch(`${baseUrl}/assets/${sha256("nothing")}.png`))
        assert.strictEqual(missing.status, 404)
      }).pipe(
        Effect.provide(AssetStore.layer.pipe(Layer.provideMerge(TestApp.layer({ assetsUrl: address(secretOf) }))))
      )
    }).pipe(Effect.scoped)
  )

  it.live("loses uploads nothing refers to, and as long as it is away they are remembered", () =>
    Effect.gen(function* () {
      const { address, objects, state } = yield* bucketServer
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const assets = yield* AssetStore
        const { customer_id } = yield* (yield* TestApp).tenant()
        const discard = (sha256s: ReadonlyArray<string>) => Effect.forEach(sha256s, assets.discard, { discard: true })
        yield* sql`INSERT INTO uploads (customer_id, sha256, bytes, touched_at)
          VALUES (${customer_id}::uuid, ${yield* assets.put(bytes)}, ${bytes.length}, now() - interval '2 days')`
        state.away = true
        assert.deepInclude((yield* sweep({ ...of("uploads"), discard }))[0], { deleted: 0, isDone: false })
        state.away = false
        assert.strictEqual(objects.size, 1)
        assert.deepInclude((yield* sweep({ ...of("uploads"), discard }))[0], { deleted: 1, isDone: true })
        assert.strictEqual(objects.size, 0)
      }).pipe(
        Effect.provide(AssetStore.layer.pipe(Layer.provideMerge(TestApp.layer({ assetsUrl: address(secretOf) }))))
      )
    }).pipe(Effect.scoped)
  )

  it.live("that is away or refuses is waited for like the database", () =>
    Effect.gen(function* () {
      const { address, objects, state } = yield* bucketServer
      const bucket = openBucket(address(secretOf))
      state.away = true
      assert.isTrue(isTransient(yield* failureOf(bucket.put(sha256(bytes), png))))
      assert.isTrue(isTransient(yield* failureOf(bucket.get(sha256(bytes)))))
      state.away = false
      yield* bucket.put(sha256(bytes), png)
      assert.deepStrictEqual((yield* bucket.get(sha256(bytes)))?.bytes, bytes)
      assert.isUndefined(yield* bucket.get(sha256("nothing")))
      objects.clear()
      assert.isTrue(isTransient(yield* failureOf(openBucket(address("another secret")).put(sha256(bytes), png))))
      assert.strictEqual(objects.size, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("needs an address with a key, a secret and a name, which no message repeats", () =>
    Effect.gen(function* () {
      const start = (ASSETS_URL: string) =>
        Effect.exit(Layer.build(AppConfig.layer)).pipe(
          Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ ASSETS_URL })))
        )
      for (const address of ["hidden", "https://host/hidden", "https://key@host/hidden", "https://key:hidden@host/"]) {
        const words = String(yield* start(address))
        assert.include(words, "https://<access key>:<secret>@<host>/<bucket> is wanted")
        assert.notInclude(words, "hidden")
      }
    })
  )
})
