import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../kit/service/TestApp.ts"

// Of its own: what other files leave waiting for their endpoints is a queue that stands still.
layer(TestApp.layer(), { excludeTestServices: true })("health", (it) => {
  it.effect("tells without a credential how every component is", () =>
    Effect.gen(function* () {
      const { body, status } = yield* (yield* TestApp).call("GET", "/health")
      assert.deepStrictEqual([status, body.status], [200, "ok"])
      const components = body.components as Record<string, { status: string; latency_ms: number }>
      assert.sameMembers(Object.keys(components), ["database", "cache", "cluster", "queues", "image_provider"])
      for (const [name, { latency_ms, status }] of Object.entries(components)) {
        assert.strictEqual(status, "ok", name)
        assert.isAtLeast(latency_ms, 0, name)
      }
    })
  )

  it.effect("is alive, ready and of one build, under the prefix as beside it", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const live = yield* call("GET", "/health/live")
      assert.deepStrictEqual([live.status, live.body.alive], [200, true])
      const ready = yield* call("GET", "/health/ready")
      assert.deepStrictEqual([ready.status, ready.body.ready], [200, true], ready.text)
      assert.isTrue(
        Object.values(ready.body.checks).every((isGood) => isGood === true),
        ready.text
      )
      const version = yield* call("GET", "/health/version")
      assert.strictEqual(version.body.node_version, process.version)
      assert.deepStrictEqual((yield* call("GET", "root:/version")).body, version.body)
    })
  )
})
