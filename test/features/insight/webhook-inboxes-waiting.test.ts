/** Waiting for the next request of a webhook inbox, in a time that does not pass by itself. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { randomUUID } from "node:crypto"
import { openInbox } from "../../kit/webhooks/Inboxes.ts"
import { advanceUntil } from "../../kit/service/time.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.layer())("waits for requests of a webhook inbox", (it) => {
  it.effect("end as soon as a request is there", () =>
    Effect.gen(function* () {
      const { call, own, listed, send } = yield* openInbox()
      // More wait than there are connections, and everybody else is served meanwhile.
      const many = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 40 }), () => listed("?wait_ms=8000"), { concurrency: "unbounded" })
      )
      for (let index = 0; index < 20; index++) assert.strictEqual((yield* call("GET", own)).status, 200)
      yield* send("POST", "one")
      for (const found of yield* Fiber.join(many)) assert.strictEqual(found[0].body, "one")
      const [{ request_id }] = yield* listed()
      const next = yield* Effect.forkChild(listed(`?since=${request_id}&wait_ms=8000`))
      yield* send("POST", "two")
      yield* send("POST", "three")
      assert.strictEqual((yield* Fiber.join(next)).at(-1).body, "two")
      assert.deepStrictEqual(
        (yield* listed(`?since=${request_id}`)).map(({ body }: { body: string }) => body),
        ["three", "two"]
      )
      assert.strictEqual((yield* listed(`?since=${randomUUID()}`)).length, 3)
    })
  )

  it.effect("end without one when their time is over", () =>
    Effect.gen(function* () {
      const { listed } = yield* openInbox()
      const waiting = yield* Effect.forkChild(listed("?wait_ms=8000"))
      yield* advanceUntil(
        "the wait is over",
        Effect.sync(() => waiting.pollUnsafe() !== undefined)
      )
      assert.deepStrictEqual(yield* Fiber.join(waiting), [])
    })
  )
})
