/** Visits of pages: who counts, how often, and what is kept of anybody. */
import { assert, it } from "@effect/vitest"
import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { isProgram } from "../../../src/features/surfaces/visits/Rules.ts"
import { Visits, visitLimits } from "../../../src/features/surfaces/visits/Service.ts"
import { type Visit, VisitStore } from "../../../src/features/surfaces/visits/Store.ts"
import { CurrentRequest, emptyRequest } from "../../../src/wire/CurrentRequest.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { until } from "../../kit/service/time.ts"
import { makeTenant } from "../../kit/webhooks/PumpNodes.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
const noon = Date.UTC(2026, 4, 12, 12)
const today = { from: "2026-05-12", to: "2026-05-12" }
const page = "00000000-0000-7000-8000-000000000001"

it("nobody is a visitor who looks at an address because somebody else has posted it", () => {
  const programs = [
    "http.rb/5.1.1 (Mastodon/4.2.0; +https://mastodon.social/)",
    "Akkoma 3.10.4; https://example.social <admin@example.social>",
    "Bluesky Cardyb/1.1; +mailto:support@bsky.app",
    "Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)",
    "Mozilla/5.0 (compatible; SomebodyNew/2.0; +https://example.com/about)",
    "Python/3.11 aiohttp/3.9.1",
    "GuzzleHttp/7",
    "PostmanRuntime/7.39.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"
  ]
  for (const agent of programs) assert.isTrue(isProgram(agent), agent)
  const browsers = [
    firefox,
    "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)",
    "Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 [FBAN/FB4A;FBAV/480.0]",
    "Opera/9.80 (Android; Opera Mini/36.2/119.132; U; id) Presto/2.12.423 Version/12.16",
    "Acme/3.2 CFNetwork/1496.0.7 Darwin/23.5.0"
  ]
  for (const agent of browsers) assert.isFalse(isProgram(agent), agent)
})

/** `nodes` of the service over one database. */
const stage = Effect.gen(function* () {
  yield* TestClock.setTime(noon)
  const database = PgClient.layer({ url: yield* testDatabase, maxConnections: 4 })
  const services = yield* Layer.build(Layer.provideMerge(VisitStore.layer, database))
  const node = Effect.provide(
    Effect.map(Layer.build(Layer.fresh(Visits.layer)), (made) => made),
    services
  )
  const [one, other] = [yield* node, yield* node]
  return { services, one, other }
})

const from = (address: string) => Effect.provideService(CurrentRequest, emptyRequest("r", address))

it.effect("a visitor counts once a day, on whichever node, and everybody else too", () =>
  Effect.gen(function* () {
    const { one, other, services } = yield* stage
    yield* Effect.gen(function* () {
      const customer_id = yield* makeTenant
      const visitor = (address: string, agent: string = firefox) =>
        Effect.map(Effect.flatMap(Visits, (visits) => visits.visitor(agent)).pipe(from(address)), (one) => one?.visitor)
      const [ada, twin, bob] = [
        yield* Effect.provide(visitor("192.0.2.1"), one),
        yield* Effect.provide(visitor("192.0.2.1"), other),
        yield* Effect.provide(visitor("192.0.2.2"), one)
      ]
      assert.strictEqual(ada, twin)
      assert.notStrictEqual(ada, bob)
      assert.isUndefined(yield* Effect.provide(visitor("192.0.2.3", "facebookexternalhit/1.1"), one))
      // A browser without a window is a browser: whoever drives it may be anybody.
      assert.isDefined(yield* Effect.provide(visitor("192.0.2.3", `${firefox} HeadlessChrome/140.0.0.0`), one))
      const visit = (name: string | null, channel = "link", day = today.from): Visit => ({
        customer_id,
        day,
        kind: "showroom",
        subject_id: page,
        event: "visited",
        channel,
        visitor: name
      })
      const record = (told: Visit) => Effect.flatMap(Visits, (visits) => visits.record(told))
      assert.isTrue(yield* Effect.provide(record(visit(ada!)), one))
      assert.isFalse(yield* Effect.provide(record(visit(ada!)), one))
      assert.isFalse(yield* Effect.provide(record(visit(ada!, "qr")), other))
      // who comes many times at once counts once, what has no visitor each time
      const many = yield* Effect.provide(
        Effect.forEach([bob!, bob!, bob!, null, null], (name) => record(visit(name, "qr")), { concurrency: 5 }),
        other
      )
      assert.deepStrictEqual(many.filter((counted) => counted).length, 3)
      const store = yield* VisitStore
      // nobody of a whole batch has a visitor
      const elsewhere = { ...visit(null), day: "2026-05-11", subject_id: customer_id }
      assert.strictEqual((yield* store.record([elsewhere, elsewhere])).size, 2)
      assert.deepStrictEqual(yield* store.counts(customer_id, "showroom", today), [
        { day: "2026-05-12", event: "visited", channel: "link", visits: 1 },
        { day: "2026-05-12", event: "visited", channel: "qr", visits: 3 }
      ])
      // of a buddy that is nobody's nothing is counted
      assert.strictEqual((yield* store.record([{ ...visit(null), kind: "share" }])).size, 0)
      // who came before midnight is of that day, in one statement with whoever came after it
      const late = [
        visit("0a", "link", "2026-05-11"),
        visit("0a", "link", "2026-05-10"),
        visit("0a", "qr", "2026-05-11")
      ]
      assert.strictEqual((yield* store.record(late)).size, 2)
      assert.strictEqual(
        (yield* store.counts(customer_id, "showroom", { from: "2026-05-10", to: "2026-05-10" })).length,
        1
      )
      // the next day nobody is known
      yield* TestClock.adjust("1 day")
      const again = yield* Effect.provide(visitor("192.0.2.1"), one)
      assert.notStrictEqual(again, ada)
      assert.isTrue(yield* Effect.provide(record(visit(again!, "link", "2026-05-13")), one))
      const of = { subject_ids: [page], event: "visited" }
      const sums = yield* store.totals(customer_id, "showroom", of)
      assert.strictEqual(
        sums.reduce((sum, { visits }) => sum + visits, 0),
        7
      )
      assert.deepStrictEqual(yield* store.totals(customer_id, "showroom", { ...of, since: "2026-05-13" }), [
        { subject_id: page, channel: "link", visits: 1 }
      ])
    }).pipe(Effect.provide(services))
  })
)

it.effect("an address has so many visitors an hour, and others have theirs", () =>
  Effect.gen(function* () {
    const { one, services } = yield* stage
    yield* Effect.gen(function* () {
      const { visitor } = yield* Visits
      const come = (address: string, version: number) =>
        visitor(`${firefox} Version/${version}`).pipe(
          from(address),
          Effect.map((found) => found !== undefined)
        )
      const all = yield* Effect.forEach(Array.from({ length: visitLimits.of_address + 1 }), (_, at) =>
        come("192.0.2.1", at)
      )
      assert.strictEqual(all.indexOf(false), visitLimits.of_address)
      assert.isTrue(yield* come("192.0.2.1", 0))
      assert.isTrue(yield* come("192.0.2.2", 0))
      yield* TestClock.adjust("1 hour")
      assert.isTrue(yield* come("192.0.2.1", visitLimits.of_address))
    }).pipe(Effect.provide(one), Effect.provide(services))
  })
)

it.effect("a crowd is written in few statements, and one tenant's does not crowd out another's", () =>
  Effect.gen(function* () {
    const { one, services } = yield* stage
    yield* Effect.gen(function* () {
      const [busy, quiet] = [yield* makeTenant, yield* makeTenant]
      const visits = yield* Visits
      const sql = yield* SqlClient.SqlClient
      const visit = (customer_id: string, visitor: string): Visit => ({
        customer_id,
        day: today.from,
        kind: "showroom",
        subject_id: page,
        event: "visited",
        channel: "link",
        visitor
      })
      const hex = (place: number) => place.toString(16).padStart(32, "0")
      const crowd = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: visitLimits.waiting_of_tenant_max + 500 }, (_, place) => hex(place)),
          (visitor) => Effect.exit(visits.record(visit(busy, visitor))),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.yieldNow
      assert.isTrue(yield* visits.record(visit(quiet, hex(1))))
      const outcomes = yield* Fiber.join(crowd)
      const counted = outcomes.filter(({ _tag }) => _tag === "Success").length
      assert.isAtLeast(counted, visitLimits.waiting_of_tenant_max)
      assert.isBelow(counted, outcomes.length)
      const [found] = yield* sql`SELECT sum(visits)::int AS sum FROM visit_counts
        WHERE customer_id = ${busy}::uuid`
      assert.strictEqual(found!["sum"], counted)
      // pages do not wait, and what is theirs to tell is told once
      const told: Array<string> = []
      for (let time = 0; time < 3; time++)
        yield* visits.note(
          visit(quiet, hex(7)),
          Effect.sync(() => told.push("new"))
        )
      yield* until(
        "the visit to be told",
        Effect.sync(() => told.length > 0)
      )
      assert.isFalse(yield* visits.record(visit(quiet, hex(7))))
      assert.deepStrictEqual(told, ["new"])
    }).pipe(Effect.provide(one), Effect.provide(services))
  })
)
