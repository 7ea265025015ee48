/**
 * One trace follows a request over process boundaries: from the caller through the api node, the message to the runner,
 * the buddy's turn and the commit to the webhook that is sent later.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, type Scope } from "effect"
import { freePort, type LocalNode, type NodeOptions } from "../../../src/cli/LocalCluster.ts"
import { secretKey, seed, type World } from "../../bench/seed.ts"
import { type CollectedSpan, type OtlpCollector, startCollector } from "../../kit/observability/OtlpCollector.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { startNode } from "../../kit/process/Programs.ts"
import { until } from "../../kit/service/time.ts"
import { type WebhookSink, webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const collector = Effect.acquireRelease(Effect.promise(startCollector), ({ close }) => Effect.promise(close))

interface Stage {
  readonly collected: OtlpCollector
  readonly sink: WebhookSink
  readonly world: World
  start(options: Pick<NodeOptions, "role" | "env">): Effect.Effect<LocalNode, never, Scope.Scope>
}

const stage = Effect.gen(function* () {
  const databaseUrl = Redacted.value(yield* testDatabase)
  const collected = yield* collector
  const sink = yield* webhookSink
  const world = yield* Effect.promise(() => seed(databaseUrl, 4, { receiver: sink.url("/hook") }))
  return {
    collected,
    sink,
    world,
    start: ({ env = {}, role }) =>
      Effect.acquireRelease(
        Effect.promise(async () =>
          startNode({
            role,
            databaseUrl,
            port: await freePort(),
            runnerPort: await freePort(),
            env: { ...collected.environment, SECRET_KEY: secretKey, WEBHOOK_ALLOW_PRIVATE: "true", ...env }
          })
        ),
        (node) => Effect.promise(() => node.kill("SIGTERM"))
      )
  } satisfies Stage
})

const secretWord = "nobody-elses-business"
const parentSpan = "b7ad6b7169203331"
let traces = 0
const newTrace = () => (++traces).toString(16).padStart(32, "a")

interface Sent {
  readonly traceId: string
  readonly event_id: string
}

/** An event of a caller who traces; `flags` 00: who does not want it recorded. */
const send = (node: LocalNode, { key }: World, user_id: string, flags = "01") =>
  Effect.promise(async (): Promise<Sent> => {
    const traceId = newTrace()
    const event_id = `${secretWord}-${traceId}`
    const answer = await fetch(`${node.baseUrl}/api/v1/events`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        traceparent: `00-${traceId}-${parentSpan}-${flags}`
      },
      body: JSON.stringify({
        event_id,
        user_id,
        type: "lesson.completed",
        occurred_at: new Date().toISOString(),
        properties: { score: 90, note: secretWord }
      })
    })
    assert.strictEqual(answer.status, 200, await answer.text())
    return { traceId, event_id }
  })

const get = (node: LocalNode, { key }: World, path: string) =>
  Effect.promise(() => fetch(`${node.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } }))

/** A call that has to succeed; with a trace id, by a caller who traces. */
const call = (node: LocalNode, { key }: World, method: string, path: string, body: unknown, traceId?: string) =>
  Effect.promise(async () => {
    const answer = await fetch(`${node.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(traceId === undefined ? {} : { traceparent: `00-${traceId}-${parentSpan}-01` })
      },
      body: JSON.stringify(body)
    })
    assert.isBelow(answer.status, 300)
    return (await answer.json()) as Readonly<Record<string, string>>
  })

const spansOf = ({ spans }: OtlpCollector, traceId: string) => spans.filter((span) => span.traceId === traceId)

const named = (spans: ReadonlyArray<CollectedSpan>, name: string): CollectedSpan => {
  const found = spans.filter((span) => span.name === name)
  assert.strictEqual(found.length, 1, `one span ${name} of ${spans.map((span) => span.name).join(", ")}`)
  return found[0]!
}

/** From a span up to the caller's, by name. */
const ancestors = (spans: ReadonlyArray<CollectedSpan>, span: CollectedSpan): ReadonlyArray<string> => {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent === undefined ? [] : [parent.name, ...ancestors(spans, parent)]
}

const arrived = (collected: OtlpCollector, traceId: string, name: string) =>
  until(
    `a span ${name}`,
    Effect.sync(() => spansOf(collected, traceId).some((span) => span.name === name))
  )

it.live("an event is one trace from the caller through api and runner to its commit and its webhook", () =>
  Effect.gen(function* () {
    const { collected, sink, start, world } = yield* stage
    yield* start({ role: "runner" })
    const api = yield* start({ role: "api" })
    const { traceId } = yield* send(api, world, "u0")
    yield* arrived(collected, traceId, "webhook.attempt")
    yield* arrived(collected, traceId, "POST /api/v1/events")
    const spans = spansOf(collected, traceId)

    const request = named(spans, "POST /api/v1/events")
    assert.strictEqual(request.parentSpanId, parentSpan)
    assert.deepInclude(request.resource, { "service.name": "hatchery", "service.version": "0.1.0", role: "api" })
    assert.deepInclude(request.attributes, {
      "http.request.method": "POST",
      "http.route": "/api/v1/events",
      "http.response.status_code": 200
    })

    const turn = named(spans, "buddy.turn")
    assert.strictEqual(turn.resource["role"], "runner")
    const way = ancestors(spans, turn)
    assert.strictEqual(way[0], "Buddies.Send")
    assert.strictEqual(way[1], "Buddies.client.Send")
    assert.strictEqual(way.at(-1), "POST /api/v1/events")
    assert.strictEqual(named(spans, "Buddies.Send").resource["role"], "runner")
    assert.strictEqual(named(spans, "Buddies.client.Send").resource["role"], "api")

    const commit = named(spans, "journal.commit")
    assert.strictEqual(commit.parentSpanId, turn.spanId)
    assert.strictEqual(commit.attributes["hatchery.outcome"], "Committed")
    const flush = collected.spans.find(({ spanId }) => spanId === commit.links[0]?.spanId)!
    assert.strictEqual(flush.name, "journal.flush")
    assert.notStrictEqual(flush.traceId, traceId)
    assert.deepInclude(
      flush.links.map((link) => [link.traceId, link.spanId]),
      [traceId, turn.spanId]
    )
    const statement = collected.spans.find(({ parentSpanId }) => parentSpanId === flush.spanId)
    assert.include(String(statement?.attributes["db.query.text"]), "journal_write")

    for (const attempt of spans.filter(({ name }) => name === "webhook.attempt")) {
      assert.strictEqual(attempt.parentSpanId, turn.spanId)
      assert.strictEqual(attempt.resource["role"], "runner")
      assert.strictEqual(attempt.attributes["http.response.status_code"], 204)
    }
    for (const { headers } of sink.received) {
      const told = Object.keys(headers).filter((name) => /trace|^b3$|^x-b3/.test(name))
      assert.deepStrictEqual(told, [])
    }
  }).pipe(Effect.scoped)
)

it.live(
  "a buddy that is awake is reached by the short way, in one trace all the same, and only if the caller wants one",
  () =>
    Effect.gen(function* () {
      const { collected, start, world } = yield* stage
      const node = yield* start({ role: "all" })
      yield* send(node, world, "u1")
      const { traceId } = yield* send(node, world, "u1")
      const silent = yield* send(node, world, "u1", "00")
      yield* arrived(collected, traceId, "webhook.attempt")
      yield* arrived(collected, traceId, "POST /api/v1/events")
      const spans = spansOf(collected, traceId)
      const isLater = (span: CollectedSpan) => [span.name, ...ancestors(spans, span)].includes("webhook.attempt")
      assert.deepStrictEqual(ancestors(spans, named(spans, "journal.commit")), ["buddy.turn", "POST /api/v1/events"])
      assert.strictEqual(spans.filter((span) => !isLater(span)).length, 3)

      // A later one has arrived whole, so what was not to be recorded would have been here by now.
      const last = yield* send(node, world, "u1")
      yield* arrived(collected, last.traceId, "webhook.attempt")
      assert.deepStrictEqual(spansOf(collected, silent.traceId), [])
      assert.isFalse(collected.spans.some(({ links }) => links.some((link) => link.traceId === silent.traceId)))
    }).pipe(Effect.scoped)
)

it.live("a hatch goes on with its request's trace, through the workflow on the runner to the webhook at its end", () =>
  Effect.gen(function* () {
    const { collected, sink, start, world } = yield* stage
    yield* start({ role: "runner" })
    const api = yield* start({ role: "api" })
    yield* call(api, world, "POST", "/webhook-configs", { url: sink.url("/born"), events: ["buddy.hatched"] })
    const { egg_id } = yield* call(api, world, "POST", "/eggs", { user_id: "newcomer" })
    yield* call(api, world, "PATCH", `/eggs/${egg_id}/status`, { status: "ready" })
    const traceId = newTrace()
    yield* call(api, world, "POST", `/eggs/${egg_id}/hatch`, {}, traceId)
    yield* arrived(collected, traceId, "webhook.attempt")
    const attempt = spansOf(collected, traceId).find(
      ({ attributes }) => attributes["hatchery.event"] === "buddy.hatched"
    )!
    assert.strictEqual(attempt.resource["role"], "runner")
    // A span arrives when it has ended, the workflow's after the webhook it caused.
    yield* until(
      "the way back to the request",
      Effect.sync(() => ancestors(spansOf(collected, traceId), attempt).at(-1) === "POST /api/v1/eggs/:id/hatch")
    )
  }).pipe(Effect.scoped)
)

it.live(
  "nothing a collector gets names a person, a credential or what an event said, and nothing runs a trace by itself",
  () =>
    Effect.gen(function* () {
      const { collected, start, world } = yield* stage
      const node = yield* start({ role: "all" })
      const { traceId } = yield* send(node, world, "u2")
      yield* get(node, world, `/buddies?user_id=${secretWord}`)
      yield* get(node, world, `/buddies/users/${secretWord}/${secretWord}`)
      yield* get(node, world, `/events/${secretWord}`)
      yield* Effect.promise(() => fetch(`${node.baseUrl}/readyz`))
      yield* arrived(collected, traceId, "webhook.attempt")
      yield* until(
        "the reads",
        Effect.sync(() => collected.spans.some(({ name }) => name === "GET /api/v1/buddies"))
      )
      assert.deepStrictEqual([...collected.paths], ["/v1/traces"])
      const everything = collected.texts.join("\n")
      for (const word of [secretWord, world.key, "whsec_", secretKey, '"u2"', "127.0.0.1:"]) {
        const allowed = word === "127.0.0.1:" ? everything.replace(/"127\.0\.0\.1:\d+"/g, "") : everything
        assert.isFalse(allowed.includes(word), word)
      }
      const roots = collected.spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name)
      assert.deepStrictEqual(
        roots.filter((name) => name !== "journal.flush" && !/^(GET|POST) \/api\//.test(name) && name !== "GET"),
        []
      )
    }).pipe(Effect.scoped)
)
