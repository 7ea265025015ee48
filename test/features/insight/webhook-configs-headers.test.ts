/** Headers of an endpoint hold the tenant's credentials: shown to the tenant, sent along, and nowhere in plain text. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../kit/service/TestApp.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const secret = "Bearer of-the-tenant"

const rowsOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql`SELECT string_agg(webhook_configs::text, ' ') AS text,
    string_agg(encode(sealed_headers, 'escape'), ' ') AS sealed FROM webhook_configs`
  return `${String(found!["text"])} ${String(found!["sealed"])}`
})

layer(TestApp.shared, { excludeTestServices: true })("headers of a webhook endpoint", (it) => {
  it.effect("are sealed, shown to their tenant and sent along", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const sink = yield* webhookSink
      const headers = { authorization: secret, "x-team": "birds" }
      const made = yield* call("POST", "/webhook-configs", { url: sink.url("/in"), events: ["*"], headers })
      const at = `/webhook-configs/${made.body.webhook_config_id}`
      assert.deepStrictEqual(made.body.headers, headers)
      assert.deepStrictEqual((yield* call("GET", at)).body.headers, headers)
      assert.deepStrictEqual((yield* call("GET", "/webhook-configs")).body.data[0].headers, headers)
      assert.notInclude(yield* rowsOf, "of-the-tenant")
      assert.notProperty(made.body, "sealed_headers")

      yield* call("POST", `${at}/test`, { event: "buddy.hatched" })
      yield* sink.got("/in", 1)
      assert.deepInclude(sink.at("/in")[0]!.headers, headers)

      const changed = yield* call("PATCH", at.toUpperCase().replace("/WEBHOOK-CONFIGS", "/webhook-configs"), {
        headers: { authorization: `${secret}-2` }
      })
      assert.deepStrictEqual(changed.body.headers, { authorization: `${secret}-2` })
      assert.deepStrictEqual((yield* call("PATCH", at, { description: "the same headers" })).body.headers, {
        authorization: `${secret}-2`
      })
      assert.notInclude(yield* rowsOf, "of-the-tenant")
    })
  )

  it.effect("that stand there in plain text from before are sent along too, until they are changed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call } = yield* (yield* TestApp).tenant()
      const sink = yield* webhookSink
      const made = yield* call("POST", "/webhook-configs", { url: sink.url("/old"), events: ["*"] })
      const at = `/webhook-configs/${made.body.webhook_config_id}`
      yield* sql`UPDATE webhook_configs SET sealed_headers = NULL,
          headers = ${JSON.stringify({ "x-old": secret })}::jsonb
        WHERE webhook_config_id = ${made.body.webhook_config_id}::uuid`
      assert.deepStrictEqual((yield* call("GET", at)).body.headers, { "x-old": secret })
      yield* call("POST", `${at}/test`, { event: "buddy.hatched" })
      yield* sink.got("/old", 1)
      assert.strictEqual(sink.at("/old")[0]!.headers["x-old"], secret)
      assert.deepStrictEqual((yield* call("PATCH", at, { headers: {} })).body.headers, {})
      assert.notInclude(yield* rowsOf, "of-the-tenant")
    })
  )
})
