/** One request is paid once, also where two nodes carry it out and where one of them does not live to see it drawn. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { Studio } from "../../../src/platform/images/Studio.ts"
import { CommandKey } from "../../../src/wire/CommandKey.ts"
import { defaultTopology } from "../../kit/service/Topology.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const App = TestApp.layer({}, defaultTopology, FakeImages.layerAt({ stage_image: 4, icon: 1 }))

const request = { kind: "badge", label: "first", description: "", tier: null, theme: "learning" } as const

const balance = ({ call }: TestTenant) => Effect.map(call("GET", "/credits/balance"), ({ body }) => body.balance)
const totals = ({ call }: TestTenant) => Effect.map(call("GET", "/image-usage/report"), ({ body }) => body.totals)

layer(App, { excludeTestServices: true })("a picture of one Idempotency-Key", (it) => {
  /** As a node of its own, behind what keeps requests of one key apart. */
  const icon = (tenant: TestTenant, key: string | undefined) =>
    Effect.gen(function* () {
      const studio = Context.get(yield* Layer.build(Layer.fresh(Studio.layer)), Studio)
      return yield* Effect.provideService(studio.icon(tenant.customer_id, request), CommandKey, key)
    }).pipe(Effect.scoped)

  it.effect("is paid once by those who draw it at the same time, and by who asks again as its answer was lost", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      const pictures = yield* FakeImages
      const go = [yield* pictures.holdNext({ purpose: "icon" }), yield* pictures.holdNext({ purpose: "icon" })]
      const both = yield* Effect.forkChild(
        Effect.all([icon(tenant, "idem:one"), icon(tenant, "idem:one")], { concurrency: 2 })
      )
      yield* until(
        "both draw",
        Effect.map(pictures.icons, (icons) => icons === 2)
      )
      yield* Effect.all(go, { concurrency: 2 })
      yield* Fiber.join(both)
      assert.strictEqual(yield* balance(tenant), 39)
      assert.deepStrictEqual(yield* totals(tenant), { drawn: 1, failed: 0, credits: 1 })
      yield* icon(tenant, "idem:one")
      assert.strictEqual(yield* balance(tenant), 39)
      yield* Effect.all([icon(tenant, undefined), icon(tenant, "idem:other")])
      assert.strictEqual(yield* balance(tenant), 37)
    })
  )

  it.effect("that failed is given back once, and is paid for when it is asked for again", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      yield* (yield* FakeImages).failNext(1, undefined, { purpose: "icon" })
      assert.strictEqual((yield* Effect.exit(icon(tenant, "idem:two")))._tag, "Failure")
      assert.strictEqual(yield* balance(tenant), 40)
      yield* icon(tenant, "idem:two")
      yield* icon(tenant, "idem:two")
      assert.strictEqual(yield* balance(tenant), 39)
      assert.deepStrictEqual(yield* totals(tenant), { drawn: 1, failed: 1, credits: 1 })
    })
  )

  it.effect("is another one once the key is free again", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      yield* icon(tenant, "idem:three")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE image_usage SET created_at = created_at - interval '25 hours'
        WHERE customer_id = ${tenant.customer_id}::uuid`
      yield* icon(tenant, "idem:three")
      yield* icon(tenant, "idem:three")
      assert.strictEqual(yield* balance(tenant), 38)
    })
  )
})
