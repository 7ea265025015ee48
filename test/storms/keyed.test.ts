/**
 * One tenant's storm of requests with Idempotency-Keys is nobody else's outage, and nobody in it is told of a fault of
 * the server. Each such request holds a transaction while its buddy reads.
 */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import type { Client } from "pg"
import { NameResolver, type Resolver } from "../../src/platform/webhooks/EgressGuard.ts"
import type { Answer } from "../../src/testing/Requests.ts"
import { TestService } from "../../src/testing/TestService.ts"
import { hatch, publish, studyContent } from "../kit/players/players.ts"
import { beside } from "../kit/postgres/Beside.ts"
import { mintSession } from "../kit/players/Widgets.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"

const keyed = (key: string) => ({ headers: { "idempotency-key": key } })

/** All at once; `requestOf` is given a number that is different for each. */
const storm = (count: number, requestOf: (number: number) => Effect.Effect<Answer>) =>
  Effect.all(
    Array.from({ length: count }, (_, number) => requestOf(number)),
    { concurrency: "unbounded" }
  )

const statusesOf = (answers: ReadonlyArray<Answer>) => [...new Set(answers.map(({ status }) => status))].toSorted()

/** Two tenants with a buddy each: one rages, the other one wants to read. */
const neighbours = Effect.gen(function* () {
  const app = yield* TestApp
  const [raging, quiet] = yield* Effect.all([app.tenant(), app.tenant()])
  yield* publish(raging)
  yield* publish(quiet)
  const { buddy_id } = yield* hatch(raging, "ada")
  const own = yield* hatch(quiet, "bob")
  const reads = Effect.gen(function* () {
    const buddy = yield* quiet.call("GET", `/buddies/${own.buddy_id}`)
    const streaks = yield* quiet.call("GET", `/buddies/${own.buddy_id}/streaks`)
    const spent = yield* quiet.call("POST", `/buddies/${own.buddy_id}/coins`, { amount: 1 }, keyed(crypto.randomUUID()))
    const probe = yield* app.call("GET", "root:/readyz")
    return [buddy, streaks, spent, probe].map(({ status }) => status)
  })
  return { raging, buddy_id, reads }
})

layer(TestApp.shared, { excludeTestServices: true })("a storm of keyed requests", (it) => {
  for (const count of [30, 50]) {
    it.effect(`of ${count} that a buddy cannot afford refuses each of them, and others read meanwhile`, () =>
      Effect.gen(function* () {
        const { buddy_id, raging, reads } = yield* neighbours
        const spend = (number: number) =>
          raging.call("POST", `/buddies/${buddy_id}/coins/spend`, { amount: 1_000 }, keyed(`spend-${number}`))
        const answers = yield* Effect.forkChild(storm(count, spend))
        assert.deepStrictEqual(yield* reads, [200, 200, 200, 200])
        assert.deepStrictEqual(statusesOf(yield* Fiber.join(answers)), [402])
        assert.strictEqual((yield* raging.call("GET", `/buddies/${buddy_id}`)).body.coins, 0)
      })
    )
  }

  it.effect("of a widget's purchases is refused, and others read meanwhile", () =>
    Effect.gen(function* () {
      const { buddy_id, raging, reads } = yield* neighbours
      yield* raging.call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
      const hat = { name: "Hat", category: "head", price_coins: 1_000 }
      const item = yield* raging.call("POST", "/marketplaces/main/items", hat)
      const session = { buddy_id, user_id: "ada", scopes: ["marketplace:purchase"] }
      // Three pages, because a token may write ten times a second.
      const keys = yield* Effect.forEach([1, 2, 3], () => mintSession(raging.call, session))
      const { item_id } = item.body
      const buy = (number: number) =>
        raging.call("POST", "/widget/purchases", { item_id }, { key: keys[number % 3]!, ...keyed(`buy-${number}`) })
      const answers = yield* Effect.forkChild(storm(30, buy))
      assert.deepStrictEqual(yield* reads, [200, 200, 200, 200])
      assert.deepStrictEqual(statusesOf(yield* Fiber.join(answers)), [402])
    })
  )

  it.effect("with one key tells everybody the same, and has one effect", () =>
    Effect.gen(function* () {
      const { buddy_id, raging, reads } = yield* neighbours
      const earn = () => raging.call("POST", `/buddies/${buddy_id}/coins`, { amount: 7 }, keyed("once"))
      const answers = yield* Effect.forkChild(storm(50, earn))
      assert.deepStrictEqual(yield* reads, [200, 200, 200, 200])
      const all = yield* Fiber.join(answers)
      assert.deepStrictEqual(statusesOf(all), [200])
      assert.strictEqual(new Set(all.map(({ text }) => text)).size, 1)
      const first = all.filter(({ headers }) => headers.get("idempotency-replayed") === null)
      assert.strictEqual(first.length, 1)
      assert.strictEqual((yield* raging.call("GET", `/buddies/${buddy_id}`)).body.coins, 7)
    })
  )
})

const transactionsOpen = `
  SELECT count(*)::int AS open FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'hatchery%' AND state = 'idle in transaction'`
const openIn = (client: Client) =>
  Effect.promise(async () => (await client.query<{ open: number }>(transactionsOpen)).rows[0]!.open)

it.effect("while a tenant's keyed requests wait for their buddy, others read, change and are probed", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const [raging, quiet] = yield* Effect.all([service.tenant(), service.tenant()])
    yield* raging.publish(studyContent)
    yield* quiet.publish(studyContent)
    const { buddy_id } = yield* raging.hatch("ada")
    const own = yield* quiet.hatch("bob")
    const [holding, looking] = [yield* beside(service.databaseUrl), yield* beside(service.databaseUrl)]
    yield* Effect.promise(() => holding.query("BEGIN"))
    yield* Effect.promise(() => holding.query("SELECT FROM buddies WHERE buddy_id = $1 FOR UPDATE", [buddy_id]))
    let answered = 0
    const earn = (number: number) =>
      Effect.tap(raging.call("POST", `/buddies/${buddy_id}/coins`, { amount: 1 }, keyed(`earn-${number}`)), () =>
        Effect.sync(() => answered++)
      )
    const answers = yield* Effect.forkChild(storm(50, earn))
    yield* until(
      "the storm holds what it can get",
      Effect.map(openIn(looking), (open) => open >= 4)
    )
    // The service's time stands still and their buddy cannot change: none of them can end meanwhile.
    const statuses = yield* Effect.forEach(
      [
        quiet.call("GET", `/buddies/${own.buddy_id}`),
        quiet.call("GET", "/events/types"),
        quiet.call("GET", `/buddies/${own.buddy_id}/streaks`),
        quiet.call("POST", "/eggs", { user_id: "eve" }, keyed("egg")),
        service.call("GET", "root:/readyz")
      ],
      Effect.map(({ status }) => status)
    )
    assert.deepStrictEqual(statuses, [200, 200, 200, 201, 200])
    assert.strictEqual(answered, 0)
    yield* Effect.promise(() => holding.query("ROLLBACK"))
    assert.deepStrictEqual(statusesOf(yield* Fiber.join(answers)), [200])
    assert.strictEqual((yield* raging.buddy("ada")).coins, 50)
  }).pipe(Effect.scoped, Effect.provide(TestService.layer()))
)

it.effect("a keyed drawing holds no transaction while the painter works, and is made once", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const tenant = yield* service.tenant()
    yield* service.images.slowNext(1, "4 seconds")
    const draw = tenant.call("POST", "/badge-definitions/generate-icon", { label: "Star" }, keyed("star"))
    const both = yield* Effect.forkChild(Effect.all([draw, draw], { concurrency: 2 }))
    const looking = yield* beside(service.databaseUrl)
    yield* until(
      "it is at work",
      Effect.map(service.images.icons, (count) => count === 1)
    )
    assert.strictEqual(yield* openIn(looking), 0)
    yield* service.advance("4 seconds")
    const [first, second] = yield* Fiber.join(both)
    assert.deepStrictEqual([first.status, second.text], [201, first.text])
    assert.strictEqual(yield* service.images.icons, 1)
  }).pipe(Effect.scoped, Effect.provide(TestService.layer()))
)

it.effect("a keyed webhook endpoint holds no transaction while its host is looked up, and is made once", () =>
  Effect.gen(function* () {
    const answers: Array<() => void> = []
    const resolver: Resolver = (_, done) =>
      void answers.push(() => done(null, [{ address: "93.184.216.34", family: 4 }]))
    yield* Effect.gen(function* () {
      const service = yield* TestService
      const [raging, quiet] = yield* Effect.all([service.tenant(), service.tenant()])
      const market = { marketplace_key: "main", name: "Main" }
      const add = (nth: number) =>
        raging.call(
          "POST",
          "/webhook-configs",
          { url: `https://slow-${nth}.example/hook`, events: ["coins.*"] },
          {
            headers: { "idempotency-key": `hook-${nth >> 1}` }
          }
        )
      const adding = yield* Effect.forkChild(storm(20, (nth) => add(nth & ~1)))
      yield* until(
        "the names are asked for",
        Effect.sync(() => answers.length === 10)
      )
      const looking = yield* beside(service.databaseUrl)
      assert.strictEqual(yield* openIn(looking), 0)
      assert.strictEqual((yield* quiet.call("POST", "/marketplaces", market, keyed("market"))).status, 201)
      for (const answer of answers.splice(0)) answer()
      assert.deepStrictEqual(statusesOf(yield* Fiber.join(adding)), [201])
      assert.strictEqual((yield* raging.call("GET", "/webhook-configs")).body.meta.total, 10)
    }).pipe(
      Effect.scoped,
      Effect.provide(
        TestService.layer({ settings: { webhookAllowPrivate: false } }).pipe(
          Layer.provide(Layer.succeed(NameResolver, resolver))
        )
      )
    )
  })
)
