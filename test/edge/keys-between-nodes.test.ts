/** An Idempotency-Key is one request's on all nodes together, also while it is worked on. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, References } from "effect"
import { HttpServer } from "effect/http"
import { Application } from "../../src/Application.ts"
import { AppConfig } from "../../src/Config.ts"
import { ServerLive } from "../../src/edge/Server.ts"
import { SqlLive } from "../../src/Platform.ts"
import { FakeImages } from "../../src/platform/images/FakeImages.ts"
import { portOf } from "../../src/testing/Node.ts"
import { beside } from "../kit/postgres/Beside.ts"
import { defaultTopology } from "../kit/service/Topology.ts"
import { request, TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"

const App = TestApp.layer({}, defaultTopology, FakeImages.layerAt({ stage_image: 4, icon: 1 }))

/** Another node that speaks HTTP, over the same database. */
const otherNode = Effect.gen(function* () {
  const { databaseUrl } = yield* TestApp
  const node = Application.pipe(
    Layer.provideMerge(ServerLive({ host: "127.0.0.1", port: 0 })),
    Layer.provideMerge(SqlLive),
    Layer.provide(AppConfig.test({ role: "api", databaseUrl }))
  )
  const services = yield* Layer.build(Layer.fresh(node)).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  return `http://127.0.0.1:${yield* Effect.provide(portOf, Context.pick(HttpServer.HttpServer)(services))}`
})

const headers = { "idempotency-key": "one" }

layer(App, { excludeTestServices: true })("an Idempotency-Key on two nodes", (it) => {
  it.effect("refuses another request while work of seconds is under way, and carries nothing of it out", () =>
    Effect.gen(function* () {
      const { call, key } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const elsewhere = request(yield* otherNode, key)
      const pictures = yield* FakeImages
      const go = yield* pictures.holdNext({ purpose: "icon" })
      const icon = (at: typeof call, label: string) =>
        at("POST", "/badge-definitions/generate-icon", { label }, { headers })
      const first = yield* Effect.forkChild(icon(call, "first"))
      yield* until(
        "it is drawn",
        Effect.map(pictures.icons, (icons) => icons === 1)
      )
      const other = yield* icon(elsewhere, "other")
      assert.deepStrictEqual([other.status, other.body.error?.code], [409, "idempotency_key_conflict"])
      assert.strictEqual(yield* pictures.icons, 1)
      yield* go
      const made = yield* Fiber.join(first)
      assert.strictEqual(made.status, 201, made.text)
      const again = yield* icon(elsewhere, "first")
      assert.deepStrictEqual([again.headers.get("idempotency-replayed"), again.text], ["true", made.text])
    }).pipe(Effect.scoped)
  )

  it.effect("is free again for anything once such work has failed", () =>
    Effect.gen(function* () {
      const { call, key } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const elsewhere = request(yield* otherNode, key)
      yield* (yield* FakeImages).failNext(1, undefined, { purpose: "icon" })
      const icon = (at: typeof call, label: string) =>
        at("POST", "/badge-definitions/generate-icon", { label }, { headers })
      assert.isAtLeast((yield* icon(call, "first")).status, 400)
      const other = yield* icon(elsewhere, "other")
      assert.strictEqual(other.status, 201, other.text)
    }).pipe(Effect.scoped)
  )

  it.effect("gives the booster of one request once, and each node tells of it", () =>
    Effect.gen(function* () {
      const { databaseUrl, tenant } = yield* TestApp
      const { call, customer_id, key } = yield* tenant({ plan: "enterprise" })
      const elsewhere = request(yield* otherNode, key)
      const booster = { booster_key: "double", applies_to: ["coins"], multiplier: 2, duration_minutes: 60 }
      const body = { ...booster, target: { audience: "default" } }
      const grant = (at: typeof call) => at("POST", "/customers/me/boosters/grant", body, { headers })
      const aside = yield* beside(databaseUrl)
      const ask = (text: string, values: ReadonlyArray<unknown> = []) =>
        Effect.promise(() => aside.query(text, [...values]))
      yield* ask("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`booster_grants:${customer_id}`])
      const both = yield* Effect.forkChild(Effect.all([grant(call), grant(elsewhere)], { concurrency: 2 }))
      const waiting = "SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
      yield* until(
        "both wait to be booked",
        Effect.map(ask(waiting), ({ rowCount }) => rowCount === 2)
      )
      yield* ask("SELECT pg_advisory_unlock_all()")
      const [one, other] = yield* Fiber.join(both)
      assert.strictEqual(one.status, 201, one.text)
      assert.deepStrictEqual([other.status, other.body], [one.status, one.body])
      assert.strictEqual((yield* call("GET", "/customers/me/boosters")).body.meta.total, 1)
    }).pipe(Effect.scoped)
  )
})
