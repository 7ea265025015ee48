/** /cdn as pages and their caches see it. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { request } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { TestApp } from "../../kit/service/TestApp.ts"
import { smallBuild } from "../../kit/widgets/SmallWidgets.ts"

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: Buffer
}

/** As it comes over the wire, still packed. */
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  Effect.flatMap(TestApp, ({ baseUrl }) =>
    Effect.promise(
      () =>
        new Promise<Raw>((resolve, reject) => {
          const asked = request(baseUrl + path, { method, headers }, (response) => {
            const parts: Array<Buffer> = []
            response.on("data", (part: Buffer) => parts.push(part))
            response.on("end", () =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
            )
          })
          asked.on("error", reject).end()
        })
    )
  )

interface Entry {
  readonly name: string
  readonly path: string
  readonly integrity: string
  readonly bytes_gzip: number
}

interface Manifest {
  readonly version: string
  readonly build: string
  readonly loader: Entry
  readonly files: ReadonlyArray<Entry>
}

const manifest = Effect.map(get("/cdn/manifest.json"), ({ body }) => JSON.parse(body.toString()) as Manifest)

layer(Layer.provide(TestApp.layer(), smallBuild()), { excludeTestServices: true })("/cdn", (it) => {
  it.effect("has the loader of now, which caches ask for again after five minutes", () =>
    Effect.gen(function* () {
      const { body, headers, status } = yield* get("/cdn/widget.js")
      assert.strictEqual(status, 200)
      assert.include(body.toString(), "data-hatched-mount")
      assert.strictEqual(headers["content-type"], "text/javascript; charset=utf-8")
      assert.strictEqual(headers["cache-control"], "public, max-age=300, stale-while-revalidate=86400")
      assert.strictEqual(headers["access-control-allow-origin"], "*")
      assert.strictEqual(headers["cross-origin-resource-policy"], "cross-origin")
      assert.strictEqual(headers["x-content-type-options"], "nosniff")
      assert.strictEqual(headers["vary"], "Accept-Encoding")
      assert.isUndefined(headers["set-cookie"])
      const again = yield* get("/cdn/widget.js?v=2", { "if-none-match": `"other", ${String(headers["etag"])}` })
      assert.deepStrictEqual([again.status, again.body.length, again.headers["etag"]], [304, 0, headers["etag"]])
      assert.strictEqual((yield* get("/cdn/widget.js", { "if-none-match": '"other"' })).status, 200)
    })
  )

  it.effect("names every file of the build with its hash and its weight, and serves them for ever", () =>
    Effect.gen(function* () {
      const { build, files, loader, version } = yield* manifest
      assert.match(version, /^\d+\.\d+\.\d+/)
      assert.strictEqual(loader.path, `/cdn/${build}/widget.js`)
      assert.deepStrictEqual(
        files.map(({ name }) => name),
        ["buddy.js", "core.js", "de.js", "en.js", "path.js"]
      )
      for (const { bytes_gzip, integrity, path } of [loader, ...files]) {
        const { body, headers } = yield* get(path, { "accept-encoding": "gzip" })
        assert.strictEqual(headers["cache-control"], "public, max-age=31536000, immutable", path)
        assert.strictEqual(body.length, bytes_gzip, path)
        const digest = createHash("sha384").update(gunzipSync(body)).digest("base64")
        assert.strictEqual(`sha384-${digest}`, integrity, path)
      }
      const pinned = yield* get(loader.path)
      const current = yield* get("/cdn/widget.js")
      assert.isTrue(pinned.body.equals(current.body))
      for (const folder of [1, 99]) {
        const again = yield* get(`/cdn/${build}/${folder}/core.js`)
        assert.isTrue(again.body.equals((yield* get(`/cdn/${build}/core.js`)).body))
      }
      const map = yield* get(`/cdn/${build}/core.js.map`)
      assert.strictEqual((JSON.parse(map.body.toString()) as { version: number }).version, 3)
    })
  )

  it.effect("is packed as the client likes it", () =>
    Effect.gen(function* () {
      const { build } = yield* manifest
      const path = `/cdn/${build}/core.js`
      const plain = yield* get(path)
      const br = yield* get(path, { "accept-encoding": "gzip, deflate, br" })
      const gzip = yield* get(path, { "accept-encoding": "br;q=0, gzip;q=0.5" })
      const none = yield* get(path, { "accept-encoding": "gzip;q=0, identity" })
      assert.deepStrictEqual(
        [plain, br, gzip, none].map(({ headers }) => headers["content-encoding"]),
        [undefined, "br", "gzip", undefined]
      )
      assert.isTrue(brotliDecompressSync(br.body).equals(plain.body))
      assert.isTrue(gunzipSync(gzip.body).equals(plain.body))
      assert.isTrue(none.body.equals(plain.body))
      assert.isBelow(br.body.length, gzip.body.length)
    })
  )

  it.effect("answers HEAD with everything but the file", () =>
    Effect.gen(function* () {
      // What is packed with brotli may be packed anew in between.
      const asked = yield* get("/cdn/widget.js", { "accept-encoding": "gzip" }, "HEAD")
      const whole = yield* get("/cdn/widget.js", { "accept-encoding": "gzip" })
      assert.deepStrictEqual([asked.status, asked.body.length], [200, 0])
      for (const name of ["content-type", "etag", "cache-control", "content-encoding", "content-length"]) {
        assert.strictEqual(asked.headers[name], whole.headers[name], name)
      }
    })
  )

  it.effect("says of a file nobody has that there is none, and nobody keeps that answer", () =>
    Effect.gen(function* () {
      const { build } = yield* manifest
      const strange = [
        "/cdn/core.js",
        "/cdn/manifest.json.map",
        `/cdn/${build}/manifest.json`,
        `/cdn/${build}/xx.js`,
        `/cdn/${build.toUpperCase()}x/core.js`,
        "/cdn/000000000000/core.js",
        "/cdn/000000000000/..%2f..%2fpackage.json",
        `/cdn/${build}/core.js%00`,
        `/cdn/${build}/x/core.js`,
        `/cdn/${build}/0/core.js`,
        `/cdn/${build}/100/core.js`,
        `/cdn/${build}/1/1/core.js`,
        `/cdn/${build}/1/xx.js`
      ]
      for (const path of strange) {
        const { body, headers, status } = yield* get(path)
        assert.strictEqual(status, 404, path)
        assert.strictEqual(headers["cache-control"], "no-store", path)
        assert.strictEqual((JSON.parse(body.toString()) as { error: { code: string } }).error.code, "not_found")
      }
      assert.strictEqual((yield* get("/cdn/widget.js", {}, "POST")).status, 405)
    })
  )

  it.effect("is there for a crowd behind one address", () =>
    Effect.gen(function* () {
      const statuses = yield* Effect.all(
        Array.from({ length: 300 }, () => Effect.map(get("/cdn/widget.js"), ({ status }) => status)),
        { concurrency: 20 }
      )
      assert.deepStrictEqual([...new Set(statuses)], [200])
    })
  )
})
