/** What receivers answer, and what becomes of a delivery then. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { Vault } from "../../src/platform/secrets/Vault.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import {
  allAre,
  attemptsMade,
  enqueue,
  header,
  ownSignature,
  stage,
  standard,
  start,
  statuses
} from "../kit/webhooks/PumpStage.ts"
import { advance, advanceUntil, settle, until } from "../kit/service/time.ts"
import { deliveriesOf, makeEndpoint, makeTenant, pumpingNode } from "../kit/webhooks/PumpNodes.ts"
import { hang, status, webhookSink } from "../kit/webhooks/WebhookSink.ts"

it.effect("redirects and 410 are failures, are not followed, and a later 2xx still delivers", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function* () {
      const answers = [301, 302, 307, 410, 429, 204]
      sink.script(
        "/hook",
        (response, _, nth) =>
          void response.writeHead(answers[nth - 1]!, { location: sink.url("/elsewhere"), "retry-after": "1" }).end()
      )
      const { webhook_config_id } = yield* makeEndpoint(customer_id, sink.url("/hook"))
      yield* enqueue(customer_id, [1])
      for (let attempt = 1; attempt < answers.length; attempt++) {
        yield* attemptsMade(webhook_config_id, attempt)
        const [delivery] = yield* deliveriesOf(webhook_config_id)
        assert.strictEqual(delivery!.response_status, answers[attempt - 1])
        assert.strictEqual(delivery!.status, "failed")
        yield* TestClock.setTime(delivery!.next_attempt_at!.getTime())
        yield* sink.got("/hook", attempt + 1)
      }
      yield* allAre(webhook_config_id, "delivered", 1)
      assert.strictEqual(sink.at("/elsewhere").length, 0)
    }).pipe(Effect.provide(node))
  })
)

it.effect("an endpoint that never answers holds five places of its own and delays nobody else", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function* () {
      sink.script("/slow", hang)
      const slow = yield* makeEndpoint(customer_id, sink.url("/slow"))
      const fast = yield* makeEndpoint(customer_id, sink.url("/fast"))
      yield* enqueue(
        customer_id,
        Array.from({ length: 60 }, (_, index) => index + 1)
      )
      yield* allAre(fast.webhook_config_id, "delivered", 60)
      yield* sink.got("/slow", 5)
      yield* settle
      assert.strictEqual(sink.at("/slow").length, 5)
      assert.isAtMost(sink.mostOpen("/fast"), 5)
      assert.strictEqual(yield* Clock.currentTimeMillis, start)
      // 15 s is all a receiver gets
      yield* advance("14999 millis")
      assert.strictEqual(sink.open("/slow"), 5)
      yield* advance("1 millis")
      // the next five are sent at once, so that fewer than five are open for a moment only
      yield* until(
        "sockets closed",
        Effect.sync(() => sink.at("/slow").length - sink.open("/slow") >= 5)
      )
      yield* until(
        "time-outs written",
        Effect.map(
          deliveriesOf(slow.webhook_config_id),
          (rows) => rows.filter((row) => row.status === "failed").length === 5
        )
      )
      const sql = yield* SqlClient.SqlClient
      const [attempt] = yield* sql`SELECT error, response_ms FROM webhook_attempts WHERE error IS NOT NULL`
      assert.deepStrictEqual(attempt, { error: "no answer within 15 s", response_ms: 15_000 })
      assert.strictEqual(sink.mostOpen("/slow"), 5)
    }).pipe(Effect.provide(node))
  })
)

it.effect("a status counts even when the body drips or never ends", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function* () {
      sink.script("/drip", (response) => void response.writeHead(200).write("x"))
      sink.script("/flood", (response) => {
        response.writeHead(200)
        const chunk = Buffer.alloc(16_384, 120)
        const pour = () => {
          while (!response.destroyed && response.write(chunk)) continue
          if (!response.destroyed) response.once("drain", pour)
        }
        pour()
      })
      const drip = yield* makeEndpoint(customer_id, sink.url("/drip"))
      const flood = yield* makeEndpoint(customer_id, sink.url("/flood"))
      yield* enqueue(customer_id, [1])
      yield* allAre(flood.webhook_config_id, "delivered", 1)
      yield* sink.got("/drip", 1)
      yield* advanceUntil(
        "the drip is cut",
        Effect.map(statuses(drip.webhook_config_id), (found) => found[0] === "delivered"),
        {
          step: "100 millis"
        }
      )
      assert.isAtMost((yield* Clock.currentTimeMillis) - start, 14_000)
      const sql = yield* SqlClient.SqlClient
      const excerpts = yield* sql`SELECT response_excerpt FROM webhook_attempts ORDER BY length(response_excerpt)`
      assert.deepStrictEqual(
        excerpts.map((row) => row["response_excerpt"]),
        ["x", "x".repeat(256)]
      )
    }).pipe(Effect.provide(node))
  })
)

it.effect("nothing listening, garbage TLS and an unknown host are failures with a reason", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function* () {
      yield* makeEndpoint(customer_id, "http://127.0.0.1:1/")
      yield* makeEndpoint(customer_id, sink.url("/").replace("http:", "https:"))
      yield* makeEndpoint(customer_id, "http://no-such-host.invalid/")
      yield* enqueue(customer_id, [1])
      const sql = yield* SqlClient.SqlClient
      const errors = Effect.map(sql`SELECT error FROM webhook_attempts ORDER BY error`, (rows) =>
        rows.map((row) => String(row["error"]))
      )
      yield* until(
        "three failures",
        Effect.map(errors, (found) => found.length === 3)
      )
      const found = yield* errors
      assert.include(found, "connection refused")
      assert.include(found, "host name not found")
      assert.isTrue(
        found.some((error) => error.startsWith("TLS failure")),
        found.join()
      )
    }).pipe(Effect.provide(node))
  })
)

it.effect("a URL saved under another policy is not called any more", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const sink = yield* webhookSink
    const node = yield* pumpingNode(yield* testDatabase, { webhookAllowPrivate: false })
    yield* Effect.gen(function* () {
      const customer_id = yield* makeTenant
      const plain = yield* makeEndpoint(customer_id, sink.url("/hook"))
      const literal = yield* makeEndpoint(customer_id, sink.url("/hook").replace("http:", "https:"))
      const name = yield* makeEndpoint(customer_id, `https://localhost:${sink.port}/hook`)
      yield* enqueue(customer_id, [1])
      for (const { webhook_config_id } of [plain, literal, name]) yield* allAre(webhook_config_id, "failed", 1)
      assert.strictEqual(sink.connections(), 0)
    }).pipe(Effect.provide(node))
  })
)

it.effect("while a grace runs the own header is signed with the old secret and the standard one with both", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const fresh = yield* makeEndpoint(customer_id, sink.url("/hook"))
      const id = fresh.webhook_config_id
      // what rotate-secret leaves in the database: the secret made first becomes the previous one
      const next = "whsec_" + Buffer.alloc(32, 7).toString("base64")
      const sealed = yield* (yield* Vault).seal(next, `webhook:${id}`)
      yield* sql`UPDATE webhook_configs SET previous_secret = secret, secret = ${sealed},
                 previous_secret_expires_at = ${new Date(start + 3_600_000)} WHERE webhook_config_id = ${id}::uuid`
      yield* enqueue(customer_id, [1])
      yield* allAre(id, "delivered", 1)
      const during = sink.received[0]!
      assert.strictEqual(header(during, "x-svc-signature"), ownSignature(during, fresh.secret))
      const signatures = header(during, "webhook-signature").split(" ")
      assert.strictEqual(signatures.length, 2)
      for (const secret of [next, fresh.secret]) assert.include(signatures, standard(during, secret))
      yield* advance("1 hour")
      yield* enqueue(customer_id, [2])
      yield* allAre(id, "delivered", 2)
      const after = sink.received[1]!
      assert.strictEqual(header(after, "x-svc-signature"), ownSignature(after, next))
      assert.strictEqual(header(after, "webhook-signature"), standard(after, next))
    }).pipe(Effect.provide(node))
  })
)

it.effect(
  "five days of only failures disable the endpoint and tell the tenant; one success starts the count again",
  () =>
    Effect.gen(function* () {
      const { customer_id, node, sink } = yield* stage
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const day = 86_400_000
        sink.script("/dead", status(500))
        sink.script(
          "/moody",
          (response, request) => void response.writeHead(JSON.parse(request.body).amount === 3 ? 200 : 500).end()
        )
        const dead = yield* makeEndpoint(customer_id, sink.url("/dead"))
        const moody = yield* makeEndpoint(customer_id, sink.url("/moody"))
        const config = ({ webhook_config_id }: { readonly webhook_config_id: string }) =>
          Effect.map(
            sql`
              SELECT enabled, failing_since, disabled_at FROM webhook_configs
              WHERE webhook_config_id = ${webhook_config_id}::uuid`,
            (rows) => rows[0] as { enabled: boolean; failing_since: Date | null; disabled_at: Date | null }
          )
        // one event a day, each tried once on its day (the later steps of the ladder follow while the clock jumps)
        for (let today = 1; today <= 5; today++) {
          yield* TestClock.setTime(start + (today - 1) * day)
          yield* enqueue(customer_id, [today])
          for (const path of ["/dead", "/moody"]) {
            yield* advanceUntil(
              `day ${today} is tried at ${path}`,
              Effect.sync(() => sink.at(path).some((request) => JSON.parse(request.body).amount === today))
            )
          }
          yield* advanceUntil(
            "nothing is in flight",
            Effect.map(
              sql`SELECT 1 FROM webhook_deliveries WHERE locked_until IS NOT NULL`,
              (rows) => rows.length === 0
            )
          )
          assert.isTrue((yield* config(dead)).enabled, `day ${today}`)
        }
        assert.isAtMost((yield* config(dead)).failing_since!.getTime(), start + 60_000)
        assert.isAtLeast((yield* config(moody)).failing_since!.getTime(), start + 2 * day)
        yield* TestClock.setTime(start + 5 * day + 120_000)
        yield* enqueue(customer_id, [6])
        yield* advanceUntil(
          "the dead endpoint is disabled",
          Effect.map(config(dead), ({ enabled }) => !enabled)
        )
        assert.isAtLeast((yield* config(dead)).disabled_at!.getTime(), start + 5 * day)
        assert.isTrue((yield* config(moody)).enabled)
        const notifications = yield* sql`SELECT customer_id, kind, details FROM notifications`
        assert.deepStrictEqual(
          notifications.map(({ customer_id, details, kind }) => [
            customer_id,
            kind,
            (details as { webhook_config_id: string }).webhook_config_id
          ]),
          [[customer_id, "webhook_endpoint_disabled", dead.webhook_config_id]]
        )
        const [tried, queued] = [sink.at("/dead").length, (yield* deliveriesOf(dead.webhook_config_id)).length]
        yield* enqueue(customer_id, [7])
        yield* advanceUntil(
          "the other one still hears",
          Effect.sync(() => sink.at("/moody").some((request) => JSON.parse(request.body).amount === 7))
        )
        assert.strictEqual(
          (yield* deliveriesOf(dead.webhook_config_id)).length,
          queued,
          "nothing is queued for a disabled endpoint"
        )
        assert.strictEqual(sink.at("/dead").length, tried, "and it hears nothing")
      }).pipe(Effect.provide(node))
    })
)
