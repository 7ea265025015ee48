/** Webhook deliveries over HTTP: seeing them, and sending them again. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { settledAs, signedWith, stage, standardWith } from "../../kit/webhooks/EndpointStage.ts"
import { enqueue, header } from "../../kit/webhooks/PumpStage.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { Outbox } from "../../../src/platform/webhooks/Outbox.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { status } from "../../kit/webhooks/WebhookSink.ts"

layer(TestApp.shared, { excludeTestServices: true })("webhook deliveries", (it) => {
  it.effect("a test delivery carries the example of the event, signed, whatever the endpoint subscribes to", () =>
    Effect.gen(function* () {
      const { call, config, sink } = yield* stage
      const answer = yield* call("POST", `/webhook-configs/${config.webhook_config_id}/test`, {
        event: "buddy.hatched"
      })
      assert.strictEqual(answer.status, 200)
      assert.deepInclude(answer.body, { event: "buddy.hatched", webhook_config_id: config.webhook_config_id })
      yield* settledAs(call, answer.body.delivery_id, "delivered")
      const request = sink.at("/hook")[0]!
      assert.strictEqual(header(request, "x-svc-event"), "buddy.hatched")
      assert.strictEqual(header(request, "x-svc-delivery"), answer.body.delivery_id)
      assert.isTrue(signedWith(request, config.secret))
      const unknown = yield* call("POST", `/webhook-configs/${config.webhook_config_id}/test`, { event: "nope" })
      assert.strictEqual(unknown.status, 422)
      yield* call("PATCH", `/webhook-configs/${config.webhook_config_id}`, { enabled: false })
      const disabled = yield* call("POST", `/webhook-configs/${config.webhook_config_id}/test`, {
        event: "buddy.hatched"
      })
      assert.strictEqual(disabled.status, 409)
      assert.strictEqual(disabled.body.error.code, "webhook_config_disabled")
    })
  )

  it.effect("a rotated secret signs at once, or beside the old one while a grace runs", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      const path = `/webhook-configs/${config.webhook_config_id}`
      const second = yield* call("POST", `${path}/rotate-secret`)
      assert.strictEqual(second.status, 200, second.text)
      assert.deepStrictEqual(Object.keys(second.body).toSorted(), [
        "previous_secret_expires_at",
        "secret",
        "webhook_config_id"
      ])
      assert.isNull(second.body.previous_secret_expires_at)
      yield* enqueue(customer_id, [1])
      yield* sink.got("/hook", 1)
      assert.isTrue(signedWith(sink.at("/hook")[0]!, second.body.secret))
      assert.isFalse(standardWith(sink.at("/hook")[0]!, config.secret))

      const third = yield* call("POST", `${path}/rotate-secret`, { grace_hours: 24 })
      const end = Date.parse(third.body.previous_secret_expires_at) - Date.now()
      assert.isTrue(end > 23.9 * 3_600_000 && end <= 24 * 3_600_000)
      assert.strictEqual(
        (yield* call("GET", path)).body.previous_secret_expires_at,
        third.body.previous_secret_expires_at
      )
      yield* enqueue(customer_id, [2])
      yield* sink.got("/hook", 2)
      const during = sink.at("/hook")[1]!
      assert.isTrue(signedWith(during, second.body.secret))
      assert.isTrue(standardWith(during, second.body.secret) && standardWith(during, third.body.secret))

      const fourth = yield* call("POST", `${path}/rotate-secret`, { grace_hours: 0 })
      yield* enqueue(customer_id, [3])
      yield* sink.got("/hook", 3)
      assert.isTrue(signedWith(sink.at("/hook")[2]!, fourth.body.secret))
      for (const grace_hours of [73, -1, 1.5, "1"]) {
        assert.strictEqual((yield* call("POST", `${path}/rotate-secret`, { grace_hours })).status, 422)
      }
    })
  )

  it.effect("deliveries are listed newest first, page by page, with a filter, and each shows its attempts", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      sink.script(
        "/hook",
        (response, request) => void response.writeHead(JSON.parse(request.body).amount === 3 ? 500 : 200).end("ok")
      )
      for (const amount of [1, 2, 3, 4, 5]) yield* enqueue(customer_id, [amount])
      const path = `/webhook-configs/${config.webhook_config_id}/deliveries`
      yield* until(
        "all tried",
        Effect.map(call("GET", path), ({ body }) => body.data.every((row: { attempts: number }) => row.attempts > 0))
      )
      const first = (yield* call("GET", `${path}?limit=2`)).body
      assert.deepStrictEqual(Object.keys(first), ["data", "nextCursor"])
      const second = (yield* call("GET", `${path}?limit=2&cursor=${first.nextCursor}`)).body
      const third = (yield* call("GET", `${path}?limit=2&cursor=${second.nextCursor}`)).body
      assert.isNull(third.nextCursor)
      const all = [...first.data, ...second.data, ...third.data]
      const amounts = yield* Effect.forEach(all, (row) =>
        Effect.map(call("GET", `/webhook-deliveries/${row.delivery_id}`), ({ body }) => body.body.amount)
      )
      // the clock stands still: what one node makes in one millisecond keeps its order, too
      assert.deepStrictEqual(amounts, [5, 4, 3, 2, 1])
      const ids = all.map((row) => String(row.delivery_id))
      assert.deepStrictEqual(ids, ids.toSorted().toReversed())
      const failed = (yield* call("GET", `${path}?status=failed`)).body.data
      assert.strictEqual(failed.length, 1)
      assert.deepInclude(failed[0], {
        event: "coins.earned",
        status: "failed",
        response_status: 500,
        finished_at: null
      })
      assert.isString(failed[0].next_attempt_at)
      const { body } = yield* call("GET", `/webhook-deliveries/${all[0].delivery_id}`)
      assert.deepInclude(body, { status: "delivered", attempts: 1, response_status: 200, next_attempt_at: null })
      assert.deepInclude(body.attempt_log[0], { attempt: 1, response_status: 200, error: null, response_excerpt: "ok" })
      assert.strictEqual((yield* call("GET", `${path}?cursor=garbage`)).status, 400)
      assert.strictEqual((yield* call("GET", `${path}?limit=x`)).status, 422)
      assert.strictEqual((yield* call("GET", `${path}?limit=0`)).body.data.length, 1)
      assert.strictEqual((yield* call("GET", `${path}?status=lost`)).status, 422)
    })
  )

  it.effect("what has not been tried is listed among what has, in its place on the pages", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      const path = `/webhook-configs/${config.webhook_config_id}`
      yield* enqueue(customer_id, [1, 2])
      yield* sink.got("/hook", 2)
      const delivered = Effect.map(call("GET", `${path}/deliveries?status=delivered`), ({ body }) => body.data)
      yield* until(
        "two deliveries are over",
        Effect.map(delivered, (found) => found.length === 2)
      )
      yield* call("PATCH", path, { enabled: false })
      const outbox = yield* Outbox
      const untried: Array<string> = []
      for (const amounts of [
        [3, 4, 5],
        [6, 7]
      ]) {
        const rows = yield* Effect.forEach(amounts, (amount) =>
          Effect.map(uuid, (delivery_id) => {
            const event = amount === 7 ? "badge.awarded" : "coins.earned"
            const { webhook_config_id } = config
            return { delivery_id, webhook_config_id, event, body: JSON.stringify({ amount }) }
          })
        )
        untried.push(...rows.map(({ delivery_id }) => delivery_id))
        yield* outbox.enqueueRows(customer_id, rows)
      }
      const all = (yield* call("GET", `${path}/deliveries`)).body.data
      const idsOf = (rows: ReadonlyArray<{ readonly delivery_id: string }>) => rows.map((row) => row.delivery_id)
      assert.sameMembers(idsOf(all), [...untried, ...idsOf(yield* delivered)])
      assert.deepStrictEqual(idsOf(all), idsOf(all).toSorted().toReversed())
      for (const limit of [1, 2, 4]) {
        const paged: Array<string> = []
        for (let cursor: string | null = ""; cursor !== null;) {
          const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`
          const { body } = yield* call("GET", `${path}/deliveries?limit=${limit}${after}`)
          paged.push(...idsOf(body.data))
          cursor = body.nextCursor
        }
        assert.deepStrictEqual(paged, idsOf(all), `pages of ${limit}`)
      }
      const pending = (yield* call("GET", `${path}/deliveries?status=pending`)).body.data
      assert.sameMembers(idsOf(pending), untried)
      assert.deepInclude(pending[0], { attempts: 0, response_status: null, finished_at: null })
      assert.strictEqual(pending[0].next_attempt_at, pending[0].created_at)
      const badges = (yield* call("GET", `${path}/deliveries?event=badge.awarded`)).body.data
      assert.deepStrictEqual(idsOf(badges), [untried[4]])
      const { body } = yield* call("GET", `/webhook-deliveries/${untried[1]}`)
      assert.deepInclude(body, { status: "pending", attempt_log: [], body: { amount: 4 } })
    })
  )

  it.effect("a replay keeps the delivery id and body, and signs anew with the current secret", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      yield* enqueue(customer_id, [1])
      yield* sink.got("/hook", 1)
      const delivery_id = header(sink.at("/hook")[0]!, "x-svc-delivery")
      yield* settledAs(call, delivery_id, "delivered")
      const { secret } = (yield* call("POST", `/webhook-configs/${config.webhook_config_id}/rotate-secret`, {})).body
      const replayed = yield* call("POST", `/webhook-deliveries/${delivery_id}/replay`)
      assert.strictEqual(replayed.status, 200)
      assert.deepInclude(replayed.body, { delivery_id, status: "pending", finished_at: null })
      yield* sink.got("/hook", 2)
      yield* settledAs(call, delivery_id, "delivered")
      const [before, after] = sink.at("/hook")
      assert.strictEqual(header(after!, "x-svc-delivery"), delivery_id)
      assert.strictEqual(after!.body, before!.body)
      assert.isTrue(signedWith(after!, secret))
      assert.strictEqual((yield* call("GET", `/webhook-deliveries/${delivery_id}`)).body.attempt_log.length, 2)
    })
  )

  it.effect("a replay is not lost on what a pump has just sent, while its lease still names it", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      const sql = yield* SqlClient.SqlClient
      yield* enqueue(customer_id, [1])
      yield* sink.got("/hook", 1)
      const delivery_id = header(sink.at("/hook")[0]!, "x-svc-delivery")
      yield* settledAs(call, delivery_id, "delivered")
      const lease = sql`customer_id = ${customer_id}::uuid AND delivery_ids = ${[delivery_id]}::uuid[]`
      yield* sql`
        INSERT INTO webhook_leases (customer_id, webhook_config_id, pump_id, delivery_ids, leased_until)
        VALUES (${customer_id}::uuid, ${config.webhook_config_id}::uuid, ${yield* uuid}::uuid,
          ${[delivery_id]}::uuid[], ${new Date(Date.now() + 60_000)})`
      const replayed = yield* call("POST", `/webhook-deliveries/${delivery_id}/replay`)
      assert.deepInclude(replayed.body, { delivery_id, status: "pending", finished_at: null })
      yield* sql`DELETE FROM webhook_leases WHERE ${lease}`
      yield* sink.got("/hook", 2)
      yield* settledAs(call, delivery_id, "delivered")
    })
  )

  it.effect("recover sends again what did not succeed in a period, and climbs the ladder from its foot", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      const path = `/webhook-configs/${config.webhook_config_id}`
      const before = new Date(Date.now() - 1_000).toISOString()
      sink.script(
        "/hook",
        (response, request) => void response.writeHead(JSON.parse(request.body).amount === 1 ? 200 : 503).end()
      )
      yield* enqueue(customer_id, [1, 2, 3])
      const tried = (count: number) =>
        until(
          `${count} tries`,
          Effect.sync(() => sink.at("/hook").length === count)
        )
      yield* tried(3)
      const list = Effect.map(
        call("GET", `${path}/deliveries`),
        ({ body }) => body.data as ReadonlyArray<{ status: string; attempts: number }>
      )
      yield* until(
        "two failures",
        Effect.map(list, (rows) => rows.filter((row) => row.status === "failed").length === 2)
      )
      // as if the ladder had ended long ago
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        UPDATE webhook_deliveries
        SET status = 'exhausted', attempts = 8, next_attempt_at = NULL, finished_at = created_at
        WHERE customer_id = ${customer_id}::uuid AND status = 'failed'`
      yield* sql`
        UPDATE webhook_past_attempts SET attempt = 8
        WHERE customer_id = ${customer_id}::uuid AND response_status = 503`
      const early = yield* call("POST", `${path}/recover`, { since: "2020-01-01T00:00:00Z", until: before })
      assert.deepStrictEqual(early.body, { webhook_config_id: config.webhook_config_id, recovered: 0 })
      const answer = yield* call("POST", `${path}/recover`, { since: before })
      assert.deepStrictEqual(answer.body, { webhook_config_id: config.webhook_config_id, recovered: 2 })
      yield* tried(5)
      yield* until(
        "failed again, to be tried again",
        Effect.map(list, (rows) => rows.filter((row) => row.status === "failed" && row.attempts === 9).length === 2)
      )
      sink.script("/hook", status(200))
      yield* call("POST", `${path}/recover`, { since: before, until: null })
      yield* until(
        "all delivered",
        Effect.map(list, (rows) => rows.every((row) => row.status === "delivered"))
      )
      for (const body of [
        { since: "2099-01-01T00:00:00Z" },
        { since: before, until: before },
        { since: "yesterday" },
        {}
      ]) {
        assert.strictEqual((yield* call("POST", `${path}/recover`, body)).status, 422, JSON.stringify(body))
      }
    })
  )
})
