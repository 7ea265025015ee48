import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { AssetStore } from "../../../src/platform/storage/Assets.ts"
import { hatch, publish, readyEgg } from "../../kit/players/Eggs.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const App = AssetStore.layer.pipe(Layer.provideMerge(TestApp.layer({ publicUrl: "https://hatchery.example" })))

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13])
const sha256 = createHash("sha256").update(bytes).digest("hex")

layer(App, { excludeTestServices: true })("pictures", (it) => {
  it.effect("are kept once, under the hash of their bytes", () =>
    Effect.gen(function* () {
      const assets = yield* AssetStore
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual(yield* assets.put(bytes), sha256)
      assert.strictEqual(yield* assets.put(bytes), sha256)
      assert.strictEqual((yield* sql`SELECT sha256 FROM assets WHERE sha256 = ${sha256}`).length, 1)
    })
  )

  it.effect("are served to any page, to be kept for ever", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      yield* (yield* AssetStore).put(bytes)
      const response = yield* Effect.promise(() => fetch(`${baseUrl}/assets/${sha256}.png`))
      assert.strictEqual(response.status, 200)
      const body = yield* Effect.promise(() => response.arrayBuffer())
      assert.deepStrictEqual(new Uint8Array(body), bytes)
      const header = (name: string) => response.headers.get(name)
      assert.strictEqual(header("content-type"), "image/png")
      assert.strictEqual(header("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(header("etag"), `"${sha256}"`)
      assert.strictEqual(header("x-content-type-options"), "nosniff")
      assert.strictEqual(header("cross-origin-resource-policy"), "cross-origin")
      assert.isNotNull(header("x-request-id"))
    })
  )

  it.effect("are not sent again to who has them", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      yield* (yield* AssetStore).put(bytes)
      const read = (tag: string) =>
        call("GET", `root:/assets/${sha256}.png`, undefined, { headers: { "if-none-match": tag } })
      assert.deepStrictEqual(
        [(yield* read(`"${sha256}"`)).status, (yield* read(`W/"${sha256}", "x"`)).status],
        [304, 304]
      )
      assert.strictEqual((yield* read('"something else"')).status, 200)
    })
  )

  it.effect("that do not exist are a 404 in the envelope, and only GET is answered", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      for (const file of [
        `${"0".repeat(64)}.png`,
        `${sha256}.jpg`,
        "x.png",
        "..%2fsecret.png",
        sha256.toUpperCase() + ".png"
      ]) {
        const missing = yield* call("GET", `root:/assets/${file}`)
        assert.deepStrictEqual([missing.status, missing.body.error.code], [404, "not_found"])
        assert.strictEqual(missing.body.error.requestId, missing.headers.get("x-request-id"))
      }
      const posted = yield* call("POST", `root:/assets/${sha256}.png`)
      assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET"])
    })
  )

  it.effect("of a hatched buddy are where its record says", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant()
      yield* publish(call)
      const { result } = yield* hatch(call, yield* readyEgg(call, "ada"))
      const buddy = (yield* call("GET", `/buddies/${result.buddy_id}`)).body
      assert.strictEqual(buddy.base_image_url, buddy.image_url)
      for (const url of [buddy.image_url, buddy.thumb_url]) {
        const { origin, pathname } = new URL(url)
        assert.strictEqual(origin, "https://hatchery.example")
        const response = yield* Effect.promise(() => fetch(app.baseUrl + pathname))
        assert.strictEqual(response.status, 200)
        const body = yield* Effect.promise(() => response.arrayBuffer())
        assert.strictEqual(`/assets/${createHash("sha256").update(new Uint8Array(body)).digest("hex")}.png`, pathname)
      }
    })
  )
})
