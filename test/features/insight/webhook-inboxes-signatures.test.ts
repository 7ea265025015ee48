/** What a webhook inbox says of the signature of a request. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac, randomUUID } from "node:crypto"
import { signature, signedHeaders, signingKeys, standardSignature } from "../../../src/platform/webhooks/Signing.ts"
import { endpointOf, inboxes as path, rooted } from "../../kit/webhooks/Inboxes.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const second = () => Math.floor(Date.now() / 1_000)

layer(TestApp.shared, { excludeTestServices: true })("signatures at webhook inboxes", (it) => {
  it.effect("say of each request whether its signature holds, and name the usual mistake", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const endpoint = yield* endpointOf(call)
      const { webhook_config_id } = endpoint
      const inbox = (yield* call("POST", path, { webhook_config_id })).body
      const send = (headers: Readonly<Record<string, string>>) =>
        Effect.gen(function* () {
          yield* (yield* TestApp).call("POST", rooted(inbox.url), undefined, { raw: body, headers })
          const { data } = (yield* call("GET", `${path}/${inbox.webhook_inbox_id}/requests?limit=1`)).body
          return data[0].verification
        })
      const body = '{ "b": 1,  "a": "é" }'
      const own = (secret: string, timestamp: number, signed: string) => ({
        "x-svc-timestamp": String(timestamp),
        "x-svc-signature": signature(secret, timestamp, signed)
      })
      const delivery_id = randomUUID()
      const good = (timestamp = second()) =>
        signedHeaders({
          delivery_id,
          event: "coins.earned",
          body,
          timestamp,
          keys: signingKeys({ current: endpoint.secret, previous: [] })
        })
      const first = yield* send(good())
      assert.deepInclude(first, {
        delivery_id,
        event: "coins.earned",
        known: false,
        signature: "valid",
        standard_webhooks: "valid",
        duplicate_of: null,
        hint: null
      })
      assert.isAtMost(Math.abs(first.skew_seconds), 2)
      assert.isString((yield* send(good())).duplicate_of)
      assert.deepInclude(yield* send(good(second() - 400)), { signature: "valid", hint: "old_timestamp" })
      const hint = (headers: Readonly<Record<string, string>>) => Effect.map(send(headers), (judged) => judged.hint)
      const { secret } = endpoint
      const rewritten = JSON.stringify(JSON.parse(body))
      assert.strictEqual(yield* hint(own(secret, second(), rewritten)), "body_parsed_before_hashing")
      assert.strictEqual(yield* hint(own(secret, second(), '{"b": 1, "a": "é"}')), "body_parsed_before_hashing")
      const alone = createHmac("sha256", secret).update(body).digest("hex")
      assert.strictEqual(
        yield* hint({ "x-svc-timestamp": String(second()), "x-svc-signature": `sha256=${alone}` }),
        "timestamp_not_signed"
      )
      assert.strictEqual(yield* hint(own("whsec_other", second(), body)), "wrong_secret")
      const standard = yield* send({
        "webhook-id": delivery_id,
        "webhook-timestamp": String(second()),
        "webhook-signature": `v1,nonsense ${standardSignature(secret, delivery_id, second(), body)}`
      })
      assert.deepInclude(standard, { signature: "missing", standard_webhooks: "valid" })
      yield* call("POST", `/webhook-configs/${webhook_config_id}/rotate-secret`, { grace_hours: 1 })
      assert.deepInclude(yield* send(own(secret, second(), body)), { signature: "valid_previous", hint: null })
      yield* call("DELETE", `/webhook-configs/${webhook_config_id}`)
      assert.deepInclude(yield* send(good()), { signature: "invalid", hint: "no_endpoint" })
    })
  )

  it.effect("name no first request of a delivery that has left the list since", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant()
      const inbox = (yield* call("POST", path, {})).body
      const headers = { "x-svc-delivery": randomUUID() }
      for (let sent = 0; sent < 3; sent++) yield* app.call("POST", rooted(inbox.url), undefined, { raw: "{}", headers })
      const listed = Effect.map(call("GET", `${path}/${inbox.webhook_inbox_id}/requests`), ({ body }) => body.data)
      const [third, second, first] = yield* listed
      assert.strictEqual(third.verification.duplicate_of, first.request_id)
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM webhook_inbox_requests WHERE request_id = ${first.request_id}::uuid`
      const left = (yield* listed).map((one: typeof third) => one.verification.duplicate_of)
      assert.deepStrictEqual(left, [second.request_id, null])
    })
  )
})
