/** Which reads carry an ETag, as the reference says: whoever polls looks there, and only there. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { operations, prefix, reference } from "../kit/contract/ApiContract.ts"
import { makeFullTenant } from "../kit/contract/FullTenant.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { webhookSink } from "../kit/webhooks/WebhookSink.ts"

layer(TestApp.layer(), { excludeTestServices: true })("an answer that stands for itself", (it) => {
  it.effect("carries an ETag exactly where the reference says so", () =>
    Effect.gen(function* () {
      const sink = yield* webhookSink
      const held = yield* makeFullTenant("tagged", sink.url("/tagged"))
      const { call } = held.tenant
      const wrong: Array<string> = []
      let compared = 0
      let sampled = 0
      for (const operation of operations.filter(({ method }) => method === "GET")) {
        const answer = yield* call("GET", held.pathOf(operation), undefined, { key: held.credentialFor(operation) })
        if (answer.status !== 200) continue
        compared++
        const isTold = reference.paths[prefix + operation.path]?.["get"]?.responses["304"] !== undefined
        const etag = answer.headers.get("etag")
        if (isTold !== (etag !== null)) wrong.push(`${operation.key}: ${isTold ? "none" : "one"}`)
        // That one tells when the token of its widget ends, which goes on with each request.
        if (!isTold || operation.path === "/widget/config") continue
        sampled++
        // Whoever asks for the headers alone is told the same ones.
        const known = { "if-none-match": etag! }
        for (const [headers, status] of [
          [{}, 200],
          [known, 304]
        ] as const) {
          const key = held.credentialFor(operation)
          const head = yield* call("HEAD", held.pathOf(operation), undefined, { key, headers })
          if (head.status !== status || head.headers.get("etag") !== etag)
            wrong.push(`HEAD ${operation.key}: ${status}`)
        }
      }
      assert.deepStrictEqual(wrong, [])
      assert.isAbove(compared, 150)
      assert.isAbove(sampled, 5)
    })
  )
})
