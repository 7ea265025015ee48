/** What stands behind the demo page, without a browser: what it lets through, and what it believes. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { rawHttp } from "../kit/http/RawHttp.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"

interface Failure {
  readonly error: { readonly code: string }
}
interface Delivery {
  readonly event: string
  readonly verified: boolean
}

const dataDir = mkdtempSync(join(tmpdir(), "hatchery-demo-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

layer(TestApp.layer({ demo: true, dataDir }), { excludeTestServices: true })("behind the demo page", (it) => {
  it.effect("calls with the workspace's key reach the routes the page needs, and no other", () =>
    Effect.gen(function* () {
      const { baseUrl, call } = yield* TestApp
      const types = yield* call("GET", "root:/demo/api/event-types")
      assert.deepStrictEqual([types.status, types.body.meta.total], [200, 5])
      const send = yield* rawHttp(baseUrl)
      const closed = [
        "/auth/whoami",
        "/customers/me",
        "/webhook-configs",
        "/event-types/../customers/me",
        "/operations/%2e%2e",
        "/events/%2E./trace",
        "/operations/..%2fcustomers%2fme"
      ]
      for (const path of closed) {
        const { json, status } = yield* send({ method: "GET", path: `/demo/api${path}` })
        assert.deepStrictEqual([status, (json as Failure).error.code], [404, "not_found"], path)
      }
      assert.strictEqual((yield* call("POST", "root:/demo/api/event-types", {})).status, 405)
    })
  )

  it.effect("a mistyped address leads back to the page", () =>
    Effect.gen(function* () {
      const send = yield* rawHttp((yield* TestApp).baseUrl)
      for (const [path, way] of [
        ["/demo/nope", "../demo"],
        ["/demo/nope/", "../../demo"]
      ] as const) {
        const { status, text } = yield* send({ method: "GET", path, headers: { accept: "text/html" } })
        assert.strictEqual(status, 404)
        assert.include(text, `<a class="go" href="${way}">To the demo</a>`)
      }
      assert.notInclude((yield* send({ method: "GET", path: "/p/nope" })).text, "demo")
    })
  )

  it.effect("another site's form is refused, and what the service refuses is passed on", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const post = (raw: string, type: string) =>
        call("POST", "root:/demo/api/eggs", undefined, { raw, headers: { "content-type": type } })
      assert.strictEqual((yield* post("user_id=x", "text/plain")).body.error.code, "unsupported_media_type")
      const wrong = yield* post('{"userId":"x"}', "application/json")
      assert.deepStrictEqual([wrong.status, wrong.body.error.code], [422, "validation_failed"])
      assert.include(wrong.body.error.message, "property userId should not exist")
      assert.strictEqual(wrong.body.error.requestId, wrong.headers.get("x-request-id"))
    })
  )

  it.effect("its receiver believes the service's signature and no other", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const received = (after: number) => call("GET", `root:/demo/deliveries?after=${after}`)
      yield* until(
        "the delivery of the seeded hatch",
        Effect.map(received(0), ({ body }) => body.data.some(({ event }: Delivery) => event === "buddy.hatched"))
      )
      const before = (yield* received(0)).body
      assert.deepStrictEqual(
        before.data.map(({ verified }: Delivery) => verified),
        [true]
      )
      const [genuine] = before.data
      const headers = {
        "x-svc-event": genuine.event,
        "x-svc-delivery": genuine.delivery_id,
        "x-svc-timestamp": genuine.timestamp,
        "x-svc-signature": genuine.signature
      }
      const deliver = (raw: string, changed = {}) =>
        call("POST", "root:/demo/sink", undefined, {
          raw,
          headers: { "content-type": "application/json", ...headers, ...changed }
        })
      assert.strictEqual((yield* deliver(genuine.body)).status, 204)
      assert.strictEqual((yield* deliver(`${genuine.body} `)).status, 401)
      assert.strictEqual((yield* deliver(genuine.body, { "x-svc-timestamp": "1" })).status, 401)
      assert.strictEqual((yield* deliver(genuine.body, { "x-svc-signature": "sha256=00" })).status, 401)
      const after = (yield* received(before.last)).body.data
      assert.deepStrictEqual(
        after.map(({ verified }: Delivery) => verified),
        [true, false, false, false]
      )
    })
  )

  it.effect("eggs are drawn by variant and status", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const egg = yield* call("GET", "root:/demo/eggs/3-ready.svg")
      assert.deepStrictEqual([egg.status, egg.headers.get("content-type")], [200, "image/svg+xml"])
      assert.notStrictEqual((yield* call("GET", "root:/demo/eggs/3-hatching.svg")).text, egg.text)
      assert.strictEqual((yield* call("GET", "root:/demo/eggs/3-ready.png")).status, 404)
    })
  )

  it.effect("a part that has not changed is not sent twice", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const first = yield* call("GET", "root:/demo/main.js")
      assert.strictEqual(first.headers.get("content-encoding"), "gzip")
      const etag = first.headers.get("etag") ?? ""
      const again = yield* call("GET", "root:/demo/main.js", undefined, { headers: { "if-none-match": etag } })
      assert.deepStrictEqual([again.status, again.text], [304, ""])
      const plain = yield* call("GET", "root:/demo/main.js", undefined, { headers: { "accept-encoding": "identity" } })
      assert.isNull(plain.headers.get("content-encoding"))
      assert.strictEqual(plain.text, first.text)
    })
  )
})

layer(TestApp.layer(), { excludeTestServices: true })("without DEMO", (it) => {
  it.effect("there is no demo page and nothing beside it", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      for (const path of ["/demo", "/demo/main.js", "/demo/deliveries", "/demo/api/event-types"]) {
        const answer = yield* call("GET", `root:${path}`)
        assert.deepStrictEqual([answer.status, answer.body.error.code], [404, "not_found"], path)
      }
      assert.strictEqual((yield* call("POST", "root:/demo/sink", {})).status, 404)
    })
  )
})
