/** What stands behind the demo page, without a browser: what it lets through, and what it believes. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { TestApp } from "../kit/TestApp.ts"

const dataDir = mkdtempSync(join(tmpdir(), "hatchery-demo-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

layer(TestApp.layer({ demo: true, dataDir }), { excludeTestServices: true })("behind the demo page", (it) => {
  it.effect("its server side lets through what the page needs, and no more", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const json = { "content-type": "application/json" }
      assert.strictEqual((yield* call("GET", "root:/demo/api/event-types")).status, 200)
      for (const path of ["/auth/whoami", "/customers/me", "/webhook-configs", "/event-types/../customers/me"]) {
        assert.strictEqual((yield* call("GET", `root:/demo/api${path}`)).body.error.code, "not_found", path)
      }
      assert.strictEqual((yield* call("POST", "root:/demo/api/event-types", {})).status, 405)
      const form = yield* call("POST", "root:/demo/api/eggs", undefined, {
        raw: "user_id=x",
        headers: { "content-type": "text/plain" }
      })
      assert.strictEqual(form.body.error.code, "unsupported_media_type")
      const bad = yield* call("POST", "root:/demo/api/eggs", undefined, { raw: '{"userId":"x"}', headers: json })
      assert.strictEqual(bad.body.error.code, "validation_failed")

      const before = (yield* call("GET", "root:/demo/deliveries?after=0")).body.last
      const forged = yield* call(
        "POST",
        "root:/demo/sink",
        { coins: 1e9 },
        {
          headers: {
            "x-svc-event": "coins.earned",
            "x-svc-timestamp": String(Math.floor(Date.now() / 1000)),
            "x-svc-signature": `sha256=${"0".repeat(64)}`
          }
        }
      )
      assert.strictEqual(forged.status, 401)
      const [seen] = (yield* call("GET", `root:/demo/deliveries?after=${before}`)).body.data
      assert.deepStrictEqual([seen.event, seen.verified], ["coins.earned", false])

      const egg = yield* call("GET", "root:/demo/eggs/3-ready.svg")
      assert.deepStrictEqual([egg.status, egg.headers.get("content-type")], [200, "image/svg+xml"])
      assert.strictEqual((yield* call("GET", "root:/demo/eggs/3-ready.png")).status, 404)
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
