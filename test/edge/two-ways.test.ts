/**
 * POST /events is answered by the router or below it, and nobody may be able to tell which: neither the client from the
 * answer nor the operator from log and metrics. `content-encoding: identity` says nothing and leads to the router.
 */
import { assert, layer } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Layer, Logger, References } from "effect"
import { SqlClient } from "effect/sql"
import { FrontDoor } from "../../src/edge/Server.ts"
import { hatched } from "../kit/players/StoredBuddy.ts"
import { oddEvents, type OddRequest } from "../kit/hostile/OddEvents.ts"
import { type Received, rawHttp, type Send } from "../kit/http/RawHttp.ts"
import { readScrape } from "../kit/observability/Scrape.ts"
import { openEnded } from "../kit/postgres/OpenEnded.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { advanceUntil, until } from "../kit/service/time.ts"

type Line = Readonly<Record<string, unknown>>

const lines: Array<Line> = []

const recorded = Layer.merge(
  Logger.layer([
    Logger.map(Logger.formatStructured, ({ annotations, message }) => {
      if (message === "request") lines.push(annotations)
    })
  ]),
  Layer.succeed(References.MinimumLogLevel, "Info")
)

const App = TestApp.layer({ logLevel: "Info" }, "single").pipe(Layer.provide(recorded))

/** What differs between any two requests is left out, and the id of the request is named as such. */
const comparable = ({ headers, status, text }: Received) => {
  const { "x-request-id": id, date, "keep-alive": _, ...rest } = headers
  assert.isString(date)
  const named = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1))
  return { status, headers: named, text: text.replaceAll(String(id), "<request id>") }
}

/** The test's connections come from several addresses. */
const lineOf = ({ address, credential, duration_ms, method, path, status }: Line) => ({
  credential,
  duration_ms,
  method,
  path,
  status,
  addressed: typeof address
})

/** Two workspaces that are alike, one for each way. */
const pair = Effect.fnUntraced(function* (plan: "free" | "enterprise") {
  const app = yield* TestApp
  const made = yield* Effect.all([app.tenant({ plan }), app.tenant({ plan })])
  for (const { call, customer_id } of made) {
    yield* hatched(customer_id)
    // From here on the node knows the key and the workspace.
    assert.strictEqual((yield* call("GET", "/eggs")).status, 200)
  }
  return made
})

const asked = (key: string, { body, headers = {} }: OddRequest, isRouted: boolean) => ({
  method: "POST",
  path: "/api/v1/events",
  body,
  headers: {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    ...headers,
    ...(isRouted ? { "content-encoding": "identity" } : {})
  }
})

/** Counts what enters the router. */
const routerEntries = Effect.gen(function* () {
  const { server } = yield* FrontDoor
  let count = 0
  const listen = () => void count++
  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("request", listen)),
    () => Effect.sync(() => server.off("request", listen))
  )
  return () => count
})

const bothWays = (send: Send, keys: readonly [string, string], request: OddRequest) =>
  Effect.all([send(asked(keys[0], request, false)), send(asked(keys[1], request, true))])

const latencies = Effect.gen(function* () {
  const { text } = yield* (yield* TestApp).call("GET", "root:/metrics")
  return readScrape(text).value("hatchery_http_request_duration_seconds_count")
})

const event = (at: string, event_id: string): OddRequest => ({
  label: event_id,
  body: JSON.stringify({ event_id, user_id: "ada", type: "lesson.completed", occurred_at: at })
})

const present = Effect.map(Clock.currentTimeMillis, (now) => new Date(now).toISOString())

layer(App)("an event", (it) => {
  it.effect("is answered byte for byte alike, whoever answers it", () =>
    Effect.gen(function* () {
      const [first, second] = yield* pair("enterprise")
      const send = yield* rawHttp((yield* TestApp).baseUrl)
      const entries = yield* routerEntries
      const requests = oddEvents(yield* present)
      assert.isAtLeast(requests.length, 200)
      const measured = yield* latencies
      const before = entries()
      lines.length = 0
      const differing: Array<unknown> = []
      let refused = 0
      for (const request of requests) {
        const [below, routed] = yield* bothWays(send, [first!.key, second!.key], request)
        const [one, other] = [comparable(below), comparable(routed)]
        if (JSON.stringify(one) !== JSON.stringify(other)) differing.push({ request: request.label, one, other })
        if (below.status >= 400) refused++
      }
      assert.deepStrictEqual(differing, [])
      // Otherwise the router was compared with itself.
      assert.strictEqual(entries() - before, requests.length, "one of the two ways leads through the router")
      assert.isAbove(refused, 100)
      assert.isAbove(requests.length - refused, 10)
      yield* until(
        "every refusal has its line",
        Effect.sync(() => lines.length >= 2 * refused)
      )
      const of = (customer_id: string) => lines.filter((line) => line["customer_id"] === customer_id).map(lineOf)
      assert.deepStrictEqual(of(first!.customer_id), of(second!.customer_id))
      assert.lengthOf(of(first!.customer_id), refused)
      // The scrape itself is a probe and is measured like any other request.
      assert.strictEqual((yield* latencies) - measured, 2 * requests.length + 1)
    })
  )

  it.effect("beyond the window, beyond the quota and of a switched-off workspace is refused alike", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const send = yield* rawHttp((yield* TestApp).baseUrl)
      const at = yield* present
      const alike = Effect.fnUntraced(function* (status: number, keys: readonly [string, string]) {
        const [below, routed] = yield* bothWays(send, keys, event(at, "one-more"))
        assert.strictEqual(below.status, status, below.text)
        assert.deepStrictEqual(comparable(below), comparable(routed))
      })
      const full = yield* pair("free")
      for (const { customer_id } of full)
        yield* sql`INSERT INTO event_usage (customer_id, month, slot, used)
                   VALUES (${customer_id}::uuid, ${at.slice(0, 7)}, 0, 10000)`
      yield* alike(402, [full[0]!.key, full[1]!.key])

      const off = yield* Effect.all([(yield* TestApp).tenant(), (yield* TestApp).tenant()])
      for (const { call, customer_id } of off) {
        yield* sql`UPDATE customers SET disabled_capabilities = '{events}' WHERE customer_id = ${customer_id}::uuid`
        assert.strictEqual((yield* call("GET", "/eggs")).status, 200)
      }
      yield* alike(403, [off[0]!.key, off[1]!.key])

      const busy = yield* pair("free")
      const invalid = { label: "no event", body: "{}" }
      for (let count = 0; count < 500; count++) {
        for (const { key } of busy) assert.strictEqual((yield* send(asked(key, invalid, false))).status, 422)
      }
      yield* alike(429, [busy[0]!.key, busy[1]!.key])
    })
  )

  it.effect("for which nobody answers is given up after the same time, and leaves a line", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [first, second] = yield* pair("free")
      const send = yield* rawHttp((yield* TestApp).baseUrl)
      const at = yield* present
      const release = yield* Deferred.make<void>()
      const holder = yield* Effect.forkChild(
        openEnded(sql)(Effect.andThen(sql`LOCK TABLE event_usage IN ACCESS EXCLUSIVE MODE`, Deferred.await(release)))
      )
      yield* until(
        "the count of events cannot be read",
        Effect.map(
          sql`SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted
              AND relation = 'event_usage'::regclass`,
          (found) => found.length > 0
        )
      )
      lines.length = 0
      const answers: Array<Received> = []
      const under_way = yield* Effect.forkChild(
        Effect.all(
          [send(asked(first!.key, event(at, "late"), false)), send(asked(second!.key, event(at, "late"), true))].map(
            (answer) => Effect.tap(answer, (got) => Effect.sync(() => answers.push(got)))
          ),
          { concurrency: 2 }
        )
      )
      yield* advanceUntil(
        "both are answered",
        Effect.sync(() => answers.length === 2)
      )
      const [below, routed] = yield* Fiber.join(under_way)
      assert.strictEqual(below!.status, 503)
      assert.deepStrictEqual(comparable(below!), comparable(routed!))
      for (const { customer_id } of [first!, second!]) {
        yield* until(
          "it has its line",
          Effect.sync(() => lines.some((line) => line["customer_id"] === customer_id && line["status"] === 503))
        )
      }
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(holder)
    })
  )

  it.effect("an expectation nobody meets is refused with a line in the log", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const send = yield* rawHttp(baseUrl)
      lines.length = 0
      const answer = yield* send({
        method: "POST",
        path: "/api/v1/events",
        headers: { expect: "200-ok", "x-request-id": "expecting" },
        body: "{}"
      })
      assert.deepStrictEqual([answer.status, answer.headers["x-request-id"]], [417, "expecting"])
      yield* until(
        "it has its line",
        Effect.sync(() => lines.some(({ request_id, status }) => request_id === "expecting" && status === 417))
      )
    })
  )
})
