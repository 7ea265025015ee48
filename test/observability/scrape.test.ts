/** What a scraper finds: everything the catalogue promises, nothing else, and figures that follow the work. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { catalogue } from "../../src/platform/observability/metrics/Catalogue.ts"
import { hatch, lesson, publish } from "../kit/players/players.ts"
import { fewConnections } from "../../src/testing/Node.ts"
import { readScrape, familyOf, type Scrape } from "../kit/observability/Scrape.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"
import { webhookSink } from "../kit/webhooks/WebhookSink.ts"

const scrape = Effect.gen(function* () {
  const answer = yield* (yield* TestApp).call("GET", "root:/metrics")
  assert.strictEqual(answer.status, 200)
  return readScrape(answer.text)
})

/** How far a series went between two scrapes. */
const grown = (before: Scrape, after: Scrape) => (name: string, labels?: Readonly<Record<string, string>>) =>
  after.value(name, labels) - before.value(name, labels)

/** What a node has whatever it is given. */
const always = catalogue.filter(({ onlyWith }) => onlyWith === undefined)

/** Of values that code adds by itself: types of entities, versions. */
const open_values_max = 40

layer(TestApp.layer(), { excludeTestServices: true })("a scrape", (it) => {
  it.effect("has every metric of the catalogue with every value of its label, and no metric beside them", () =>
    Effect.gen(function* () {
      yield* until(
        "the first look at the backlogs",
        Effect.map(scrape, ({ kinds }) => kinds.has("hatchery_cluster_oldest_message_seconds"))
      )
      const found = yield* scrape
      const wrong = always.flatMap(({ kind, label, name }) => {
        if (found.kinds.get(name) !== kind) return [`${name} is ${found.kinds.get(name)}, not ${kind}`]
        if (label === undefined) return []
        const values = new Set(found.of(name).map(({ labels }) => labels[label.name]))
        if (typeof label.values === "string") return values.size > open_values_max ? [`${name} has no bound`] : []
        return [...values].sort().join() === [...label.values].sort().join()
          ? []
          : [`${name} has ${[...values].join()}`]
      })
      assert.deepStrictEqual(wrong, [])
      const known = new Set(catalogue.map(({ name }) => name))
      assert.deepStrictEqual(
        [...found.kinds.keys()].filter((name) => !known.has(name)),
        []
      )
    })
  )

  it.effect("carries no label the catalogue does not know", () =>
    Effect.gen(function* () {
      const labelOf = new Map(catalogue.map(({ label, name }) => [name, label?.name]))
      const strays = (yield* scrape).samples.flatMap(({ labels, name }) =>
        Object.keys(labels)
          .filter((key) => key !== labelOf.get(familyOf(name)) && key !== "le")
          .map((key) => `${name}{${key}}`)
      )
      assert.deepStrictEqual(strays, [])
    })
  )

  it.effect("counts what came in, what was committed and what went out", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const sink = yield* webhookSink
      yield* tenant.call("POST", "/webhook-configs", { url: sink.url("/hook"), events: ["coins.earned"] })
      yield* publish(tenant)
      yield* hatch(tenant, "ada")
      const before = yield* scrape
      const events = Array.from({ length: 5 }, () => lesson("ada"))
      for (const event of events) yield* tenant.call("POST", "/events", event)
      yield* tenant.call("POST", "/events", events[0])
      yield* tenant.call("POST", "/events", { ...lesson("ada"), event_id: "" })
      yield* tenant.call("POST", "/events", lesson("ada"), { headers: { "idempotency-key": "once" } })
      yield* tenant.call("POST", "/events/batch", { events: [lesson("ada"), lesson("eve"), { type: "no event" }] })
      yield* until(
        "every coin is told of",
        Effect.map(scrape, (now) => grown(before, now)("hatchery_webhook_results_total", { status: "delivered" }) >= 7)
      )
      const after = yield* scrape
      const by = grown(before, after)
      assert.strictEqual(by("hatchery_ingest_events_total", { outcome: "accepted" }), 8)
      assert.strictEqual(by("hatchery_ingest_events_total", { outcome: "duplicate" }), 1)
      assert.strictEqual(by("hatchery_ingest_events_total", { outcome: "refused" }), 2)
      assert.strictEqual(by("hatchery_ingest_events_total", { outcome: "unavailable" }), 0)
      assert.strictEqual(by("hatchery_ingest_duration_seconds_count", { outcome: "accepted" }), 6)
      const flushed = by("hatchery_journal_flushes_total", { outcome: "committed" })
      assert.isAtLeast(flushed, 6)
      assert.strictEqual(by("hatchery_journal_flush_duration_seconds_count"), flushed)
      assert.strictEqual(
        by("hatchery_journal_batch_change_sets_sum"),
        by("hatchery_journal_change_sets_total", { outcome: "committed" })
      )
      const delivered = by("hatchery_webhook_results_total", { status: "delivered" })
      assert.strictEqual(by("hatchery_webhook_attempts_total", { answer: "2xx" }), delivered)
      assert.strictEqual(by("hatchery_webhook_attempt_duration_seconds_count"), delivered)
      assert.strictEqual(by("hatchery_webhook_first_attempt_delay_seconds_count"), delivered)
      assert.isAbove(by("hatchery_webhook_first_attempt_delay_seconds_sum"), 0)
      assert.strictEqual(sink.received.length, delivered)
      assert.isAtLeast(by("hatchery_http_requests_total", { status: "2xx" }), 8)
      assert.strictEqual(by("hatchery_http_requests_total", { status: "4xx" }), 1)
      assert.strictEqual(by("hatchery_http_requests_total", { status: "5xx" }), 0)
      assert.isAbove(by("hatchery_database_acquire_duration_seconds_count"), 0)
      // this very request
      assert.isAtLeast(after.value("hatchery_http_requests_open"), 1)
      assert.strictEqual(after.value("hatchery_mailbox_depth", { over: "sum" }), 0)
      assert.strictEqual(after.value("hatchery_journal_queue"), 0)
      assert.strictEqual(after.value("hatchery_journal_stalled_seconds"), 0)
      assert.isAtLeast(after.value("hatchery_buddies_resident"), 1)
      assert.isAbove(after.value("effect_cluster_shards"), 0)
      // A node that is slow to hear from its database takes it for away, until it asks the next time.
      const app = yield* TestApp
      const asked = Effect.andThen(app.call("GET", "root:/readyz"), scrape)
      yield* until(
        "the database answers",
        Effect.map(asked, ({ value }) => value("hatchery_database_up") === 1)
      )
      assert.strictEqual(after.value("hatchery_database_connections", { state: "waiting" }), 0)
      const { statements, transactions } = fewConnections
      assert.strictEqual(
        after.value("hatchery_database_connections", { state: "max" }),
        statements.places + transactions.places
      )
      assert.isAbove(after.value("hatchery_process_memory_bytes", { kind: "rss" }), 50_000_000)
    })
  )

  it.effect("counts how often the ear for changes was lost", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const before = yield* scrape
      yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND query ILIKE 'LISTEN %'`
      yield* until(
        "it listens again",
        Effect.map(scrape, (now) => grown(before, now)("hatchery_listener_reconnects_total") === 1)
      )
    })
  )

  it.effect("counts who is told to slow down, by the kind of limit", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      const before = yield* scrape
      // 60 a minute: too many whether or not a new minute begins in between.
      const answers = yield* Effect.forEach(
        Array.from({ length: 130 }),
        () => Effect.map(tenant.call("POST", "/eggs", { user_id: "ada" }), ({ status }) => status),
        { concurrency: 10 }
      )
      const refused = answers.filter((status) => status === 429).length
      assert.isAbove(refused, 0)
      const by = grown(before, yield* scrape)
      assert.strictEqual(by("hatchery_rate_limit_refusals_total", { class: "eggs" }), refused)
      assert.strictEqual(by("hatchery_rate_limit_refusals_total", { class: "write" }), 0)
    })
  )
})

layer(TestApp.layer({ role: "runner", metricsToken: Redacted.make("let-me-read") }), { excludeTestServices: true })(
  "a runner",
  (it) => {
    it.effect("is scraped too, by whoever has the token", () =>
      Effect.gen(function* () {
        const app = yield* TestApp
        assert.strictEqual((yield* app.call("GET", "root:/metrics")).status, 401)
        const wrong = yield* app.call("GET", "root:/metrics", undefined, { key: "something else" })
        assert.strictEqual(wrong.status, 401)
        const answer = yield* app.call("GET", "root:/metrics", undefined, { key: "let-me-read" })
        assert.strictEqual(answer.status, 200)
        const found = readScrape(answer.text)
        const missing = always.filter(({ name, nodes }) => nodes !== "api" && !found.kinds.has(name))
        assert.deepStrictEqual(missing, [])
      })
    )
  }
)
