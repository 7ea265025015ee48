/** Webhook inboxes: what they take, how they reply, and who may look. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { RateLimits } from "../../../src/platform/requests/RateLimits.ts"
import { rawHttp } from "../../kit/http/RawHttp.ts"
import { endpointOf, inboxes, openInbox } from "../../kit/webhooks/Inboxes.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const path = inboxes
const code = ({ body, status }: Answer) => [status, body?.error?.code]

layer(TestApp.shared, { excludeTestServices: true })("webhook inboxes", (it) => {
  it.effect("are made, shown, changed and removed, five at a time", () =>
    Effect.gen(function* () {
      const { call, inbox, own, send } = yield* openInbox({ name: "mine" })
      const { created_at, expires_at, url, webhook_inbox_id: _, ...told } = inbox
      assert.deepStrictEqual(told, {
        name: "mine",
        webhook_config_id: null,
        reply: { status: 200, delay_ms: 0, fail_first: 0, body: null },
        requests: 0
      })
      assert.match(url, /\/inbox\/[0-9A-Za-z]{43}$/)
      assert.strictEqual(Date.parse(expires_at) - Date.parse(created_at), 7 * 86_400_000)
      assert.deepStrictEqual((yield* call("GET", own)).body, inbox)
      const changed = yield* call("PATCH", own, { name: null, reply: { status: 202 } })
      assert.deepStrictEqual(changed.body, { ...inbox, name: null, reply: { ...told.reply, status: 202 } })
      for (let index = 1; index < 5; index++) assert.strictEqual((yield* call("POST", path, {})).status, 201)
      const sixth = yield* call("POST", path, {})
      assert.deepStrictEqual(code(sixth), [409, "inbox_limit"])
      assert.deepStrictEqual(sixth.body.error.details, { max: 5 })
      assert.strictEqual((yield* call("GET", path)).body.data.length, 5)
      assert.strictEqual((yield* send("POST", "{}")).status, 202)
      assert.strictEqual((yield* call("GET", own)).body.requests, 1)
      assert.strictEqual((yield* call("DELETE", own)).status, 204)
      assert.deepStrictEqual(code(yield* call("GET", own)), [404, "not_found"])
      assert.deepStrictEqual(code(yield* send("POST", "{}")), [404, "not_found"])
      assert.strictEqual((yield* call("POST", path, {})).status, 201)
    })
  )

  it.effect("refuse what is out of bounds, and an endpoint that is not the tenant's", () =>
    Effect.gen(function* () {
      const { call, own } = yield* openInbox()
      const stranger = yield* endpointOf((yield* (yield* TestApp).tenant()).call)
      for (const wrong of [
        { reply: { status: 199 } },
        { reply: { status: 600 } },
        { reply: { delay_ms: 20_001 } },
        { reply: { fail_first: 21 } },
        { reply: { body: "x".repeat(1_025) } },
        { reply: { body: "é".repeat(513) } },
        { reply: null },
        { name: "" },
        { colour: "red" },
        { webhook_config_id: "unknown" },
        { webhook_config_id: stranger.webhook_config_id }
      ]) {
        assert.strictEqual((yield* call("POST", path, wrong)).status, 422, JSON.stringify(wrong))
      }
      assert.strictEqual((yield* call("PATCH", own, { webhook_config_id: null })).status, 422)
      for (const query of ["wait_ms=8001", "wait_ms=-1", "since=newest", "limit=x", "until=1"]) {
        assert.strictEqual((yield* call("GET", `${own}/requests?${query}`)).status, 422, query)
      }
    })
  )

  it.effect("take any method with any body, and keep it as it came but for credentials", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { inbox, listed, send } = yield* openInbox({ reply: { status: 418, body: "<b>tea</b>" } })
      const raw = yield* rawHttp(baseUrl)
      const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
      const answer = yield* raw({
        method: "PUT",
        path: new URL(inbox.url).pathname,
        headers: { authorization: "Bearer hush", cookie: "a=hush", "x-mine": "1", origin: "https://a.example" },
        body
      })
      assert.strictEqual(answer.status, 418)
      assert.strictEqual(answer.text, "<b>tea</b>")
      assert.strictEqual(answer.headers["content-type"], "text/plain; charset=utf-8")
      assert.strictEqual(answer.headers["content-disposition"], "attachment")
      assert.isUndefined(answer.headers["set-cookie"])
      assert.isUndefined(answer.headers["access-control-allow-origin"])
      for (const method of ["GET", "DELETE", "PATCH", "OPTIONS", "HEAD"]) {
        assert.strictEqual((yield* send(method)).status, 418, method)
      }
      const all = yield* listed()
      assert.deepStrictEqual(
        all.map(({ method }: { method: string }) => method),
        ["HEAD", "OPTIONS", "PATCH", "DELETE", "GET", "PUT"]
      )
      const put = all.at(-1)
      assert.deepInclude(put.headers, { authorization: "***", cookie: "***", "x-mine": "1" })
      assert.strictEqual(put.body, "{\ufffd\u0000}")
      assert.deepInclude(put, { size: 4, replied_status: 418 })
      assert.deepInclude(put.verification, { signature: "missing", standard_webhooks: "missing", hint: null })
      assert.notInclude(JSON.stringify(all), "hush")
    })
  )

  it.effect("take 256 kB, and answer 413 to more and 404 to an address nobody has", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const { listed, send } = yield* openInbox()
      assert.strictEqual((yield* send("POST", "x".repeat(262_144))).status, 200)
      assert.deepStrictEqual(code(yield* send("POST", "x".repeat(262_145))), [413, "payload_too_large"])
      assert.strictEqual((yield* listed()).length, 1)
      for (const token of ["x", "A".repeat(43), "A".repeat(44)]) {
        assert.deepStrictEqual(code(yield* call("POST", `root:/inbox/${token}`, {})), [404, "not_found"])
      }
    })
  )

  it.effect("fail first as often as told, again after each PATCH, and reply late", () =>
    Effect.gen(function* () {
      const { call, listed, own, send } = yield* openInbox({ reply: { status: 201, fail_first: 2, body: "ok" } })
      const replies = Effect.forEach([1, 2, 3], () => Effect.map(send("POST", "{}"), ({ status }) => status))
      assert.deepStrictEqual(yield* replies, [500, 500, 201])
      yield* call("PATCH", own, { name: "again" })
      assert.deepStrictEqual(yield* replies, [500, 500, 201])
      assert.deepStrictEqual(
        (yield* listed()).map((request: { replied_status: number }) => request.replied_status),
        [201, 500, 500, 201, 500, 500]
      )
      yield* call("PATCH", own, { reply: { delay_ms: 400 } })
      const before = Date.now()
      assert.strictEqual((yield* send("POST", "{}")).status, 200)
      assert.isAtLeast(Date.now() - before, 399)
      // Stored first: it is there while its reply still waits.
      yield* call("PATCH", own, { reply: { delay_ms: 20_000 } })
      const waiting = yield* Effect.forkChild(send("POST", "late"))
      yield* until(
        "the request is listed",
        Effect.map(listed("?limit=1"), ([newest]) => newest.body === "late")
      )
      yield* Fiber.interrupt(waiting)
    })
  )

  it.effect("keep the newest 200, and those of the last day", () =>
    Effect.gen(function* () {
      const { customer_id, inbox, call, own, listed, send } = yield* openInbox()
      const sql = yield* SqlClient.SqlClient
      yield* send("POST", "first")
      // 199 more, as if they had come: the next one pushes the first out.
      yield* sql`
        INSERT INTO webhook_inbox_requests
        SELECT customer_id, webhook_inbox_id, 1 + n, gen_random_uuid(), received_at, method, headers, body,
          replied_status, delivery_id, verification
        FROM webhook_inbox_requests, generate_series(1, 199) AS n
        WHERE webhook_inbox_id = ${inbox.webhook_inbox_id}::uuid`
      yield* sql`UPDATE webhook_inboxes SET taken = 200 WHERE webhook_inbox_id = ${inbox.webhook_inbox_id}::uuid`
      assert.strictEqual((yield* call("GET", own)).body.requests, 200)
      yield* send("POST", "last")
      const first = yield* call("GET", `${own}/requests?limit=150`)
      const second = yield* call("GET", `${own}/requests?limit=150&cursor=${first.body.pagination.nextCursor}`)
      const all = [...first.body.data, ...second.body.data]
      assert.strictEqual(all.length, 200)
      assert.strictEqual(new Set(all.map(({ request_id }) => request_id)).size, 200)
      assert.strictEqual(all[0].body, "last")
      assert.isNull(second.body.pagination.nextCursor)
      yield* sql`
        UPDATE webhook_inbox_requests SET received_at = received_at - interval '25 hours'
        WHERE customer_id = ${customer_id}::uuid AND place <= 200`
      assert.deepStrictEqual(
        (yield* listed()).map(({ body }: { body: string }) => body),
        ["last"]
      )
      assert.strictEqual((yield* call("DELETE", `${own}/requests`)).status, 204)
      assert.deepStrictEqual(yield* listed(), [])
    })
  )

  it.effect("belong to their tenant alone, end after a week, and are no address while webhooks are off", () =>
    Effect.gen(function* () {
      const { call, inbox, own, send } = yield* openInbox()
      const stranger = yield* (yield* TestApp).tenant()
      for (const [method, rest] of [
        ["GET", ""],
        ["PATCH", ""],
        ["DELETE", ""],
        ["GET", "/requests"],
        ["DELETE", "/requests"]
      ] as const) {
        const answer = yield* stranger.call(method, own + rest, method === "PATCH" ? {} : undefined)
        assert.deepStrictEqual(code(answer), [404, "not_found"], method + rest)
      }
      assert.deepStrictEqual((yield* stranger.call("GET", path)).body.data, [])
      yield* call("PATCH", "/customers/me/feature-toggles", { toggles: { webhooks: false } })
      yield* call("POST", "/customers/me/feature-toggles/publish")
      assert.deepStrictEqual(code(yield* send("POST", "{}")), [404, "not_found"])
      assert.deepStrictEqual(code(yield* call("GET", own)), [403, "capability_disabled"])
      yield* call("PATCH", "/customers/me/feature-toggles", { toggles: { webhooks: true } })
      yield* call("POST", "/customers/me/feature-toggles/publish")
      assert.strictEqual((yield* send("POST", "{}")).status, 200)
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        UPDATE webhook_inboxes SET expires_at = now() - interval '1 second'
        WHERE webhook_inbox_id = ${inbox.webhook_inbox_id}::uuid`
      assert.deepStrictEqual(code(yield* send("POST", "{}")), [404, "not_found"])
      assert.deepStrictEqual(code(yield* call("GET", own)), [404, "not_found"])
      assert.deepStrictEqual((yield* call("GET", path)).body.data, [])
    })
  )

  it.effect("take 100 requests a second", () =>
    Effect.gen(function* () {
      const { inbox, listed, send } = yield* openInbox()
      const rates = yield* RateLimits
      let taken = 0
      // The second may end between the 100th and this one: then it is tried again.
      const refused = Effect.gen(function* () {
        yield* rates.ask(`inbox:${inbox.webhook_inbox_id}`, { limit: 100, seconds: 1 }, 100)
        const answer = yield* send("POST", "{}")
        if (answer.status === 200) taken++
        else assert.deepStrictEqual(code(answer), [429, "rate_limited"])
        return answer.status === 429
      })
      yield* until("one too many", refused)
      assert.strictEqual((yield* listed()).length, taken)
    })
  )
})
