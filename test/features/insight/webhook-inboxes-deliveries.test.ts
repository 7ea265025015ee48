/** Deliveries of ours to an inbox of ours, where webhooks may reach nothing that is not public. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EgressGuard } from "../../../src/platform/webhooks/EgressGuard.ts"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { type OwnAddress, ownAddress } from "../../kit/webhooks/OwnAddress.ts"
import { Outbox } from "../../../src/platform/webhooks/Outbox.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { enqueue } from "../../kit/webhooks/PumpStage.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

class Own extends Context.Service<Own, OwnAddress>()("hatchery/test/OwnAddress") {}

const Service = Layer.unwrap(
  Effect.map(Own, ({ url }) => TestApp.layer({ publicUrl: url, webhookAllowPrivate: false }))
).pipe(Layer.provideMerge(Layer.effect(Own, ownAddress)))

const staged = (reply: object = {}) =>
  Effect.gen(function* () {
    const app = yield* TestApp
    const own = yield* Own
    own.passOnTo(app.baseUrl)
    const tenant = yield* app.tenant()
    const inbox = (yield* tenant.call("POST", "/webhook-inboxes", { reply })).body
    const endpoint = yield* tenant.call("POST", "/webhook-configs", { url: inbox.url, events: ["coins.*"] })
    assert.strictEqual(endpoint.status, 201, endpoint.text)
    const requests = Effect.map(
      tenant.call("GET", `/webhook-inboxes/${inbox.webhook_inbox_id}/requests?wait_ms=500`),
      ({ body }) => body.data
    )
    return { ...tenant, own, inbox, endpoint: endpoint.body, requests }
  })

const broken = Effect.map(checkInvariants(), (reports) =>
  reports.filter(({ violations }) => violations > 0).map(({ id }) => id)
)

layer(Service, { excludeTestServices: true })("deliveries to webhook inboxes", (it) => {
  it.effect("arrive, are known, and hold: every attempt is listed once", () =>
    Effect.gen(function* () {
      const { customer_id, requests } = yield* staged()
      yield* enqueue(customer_id, [1])
      yield* enqueue(customer_id, [2])
      yield* until(
        "both are listed",
        Effect.map(requests, (found) => found.length === 2)
      )
      const found = yield* requests
      const amounts = found.map(({ body }: { body: string }) => JSON.parse(body).amount as number)
      assert.deepStrictEqual(amounts.toSorted(), [1, 2])
      for (const { verification } of found) {
        assert.deepInclude(verification, {
          event: "coins.earned",
          known: true,
          signature: "valid",
          standard_webhooks: "valid",
          duplicate_of: null,
          hint: null
        })
      }
    })
  )

  it.effect("are tried again while the inbox fails, and a repeat says of what", () =>
    Effect.gen(function* () {
      const { call, customer_id, endpoint, requests } = yield* staged({ fail_first: 1 })
      yield* enqueue(customer_id, [1])
      yield* until(
        "it has failed",
        Effect.map(requests, (found) => found.length === 1)
      )
      const [{ verification }] = yield* requests
      yield* until(
        "the failure is known",
        Effect.map(
          call("GET", `/webhook-deliveries/${verification.delivery_id}`),
          ({ body }) => body.attempts === 1 && body.response_status === 500
        )
      )
      yield* call("POST", `/webhook-deliveries/${verification.delivery_id}/replay`)
      yield* until(
        "it is tried again",
        Effect.map(requests, (found) => found.length === 2)
      )
      const [second, first] = yield* requests
      assert.deepStrictEqual([first.replied_status, second.replied_status], [500, 200])
      assert.strictEqual(second.verification.duplicate_of, first.request_id)
      assert.strictEqual(second.verification.delivery_id, verification.delivery_id)
      assert.strictEqual(endpoint.enabled, true)
    })
  )

  it.effect("pass the guard to exactly this address: no other path, query, port or host of ours", () =>
    Effect.gen(function* () {
      const { call, customer_id, endpoint, inbox, own } = yield* staged()
      const guard = yield* EgressGuard
      const { port } = new URL(own.url)
      for (const url of [
        own.url,
        `${own.url}/healthz`,
        `${own.url}/inbox/`,
        `${inbox.url}x`,
        `${inbox.url}/`,
        `${inbox.url}?a=b`,
        `${inbox.url}#a`,
        `${inbox.url}/../../healthz`,
        `${own.url}//inbox/${inbox.url.slice(-43)}`,
        inbox.url.replace("/inbox/", "/INBOX/"),
        inbox.url.replace("http://", "http://user:pass@"),
        inbox.url.replace(`:${port}`, ":5432"),
        inbox.url.replace("127.0.0.1", "localhost"),
        inbox.url.replace("127.0.0.1", "10.0.0.1"),
        inbox.url.replace("http:", "https:")
      ]) {
        const answer = yield* call("POST", "/webhook-configs", { url, events: ["*"] })
        assert.strictEqual(answer.status, 422, url)
        assert.isString(guard.refuses(url), url)
      }
      // One that was saved before the rule was: refused when it is called, and nothing arrives.
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        UPDATE webhook_configs SET url = ${`${own.url}/healthz`}
        WHERE webhook_config_id = ${endpoint.webhook_config_id}::uuid`
      yield* enqueue(customer_id, [1])
      yield* until(
        "it is refused",
        Effect.map(
          call("GET", `/webhook-configs/${endpoint.webhook_config_id}/deliveries`),
          ({ body }) => body.data[0]?.attempts > 0
        )
      )
      assert.notInclude(own.paths, "/healthz")
    })
  )

  it.effect("that named among others who is erased are not missed: what was listed of them goes", () =>
    Effect.gen(function* () {
      const tenant = yield* staged()
      const { call, customer_id, requests } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "u1")
      const others = [{ winners: [{ buddy_id }] }, { winners: [{ user_id: "u1" }] }, { winners: [] }]
      const told = others.map((body) => ({ event: "coins.earned", body }) as const)
      yield* (yield* Outbox).enqueue(customer_id, told as never)
      const about = (count: number) =>
        Effect.map(
          requests,
          (found) => found.filter(({ body }: { body: string }) => body.includes("winners")).length === count
        )
      yield* until("all are listed", about(3))
      yield* erased(call, "u1")
      yield* until("two are gone", about(1))
      assert.deepStrictEqual(yield* broken, [])
    })
  )

  it.effect("that got a 2xx and are not listed break the books", () =>
    Effect.gen(function* () {
      const { customer_id, requests } = yield* staged()
      yield* enqueue(customer_id, [1])
      const sql = yield* SqlClient.SqlClient
      yield* until(
        "it is delivered",
        Effect.map(
          sql`SELECT 1 FROM webhook_deliveries WHERE customer_id = ${customer_id}::uuid AND status = 'delivered'`,
          (found) => found.length === 1
        )
      )
      assert.strictEqual((yield* requests).length, 1)
      assert.deepStrictEqual(yield* broken, [])
      yield* sql`DELETE FROM webhook_inbox_requests WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(yield* broken, ["inbox_lists_what_it_took"])
    })
  )
})
