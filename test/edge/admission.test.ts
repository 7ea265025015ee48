/** Who may not come in burns nothing that belongs to those who may, and is bounded all the same. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { permissions } from "../../src/wire/Access.ts"
import { limits } from "../../src/wire/Limits.ts"
import { widgetToken } from "../kit/contract/AccessMatrix.ts"
import { hatched } from "../kit/players/StoredBuddy.ts"
import { type Answer, TestApp, type TestTenant } from "../kit/service/TestApp.ts"

const storm = <E, R>(count: number, request: Effect.Effect<Answer, E, R>) =>
  Effect.all(
    Array.from({ length: count }, () => request),
    { concurrency: 16 }
  )

const counted = (answers: ReadonlyArray<Answer>) => {
  const found: Record<string, number> = {}
  for (const { body, status } of answers) {
    const name = `${status} ${body.error?.code}`
    found[name] = (found[name] ?? 0) + 1
  }
  return found
}

/** A new window for everybody. */
const later = TestClock.adjust("1 minute")

layer(TestApp.layer())("a storm of refused requests", (it) => {
  const keyOf = ({ call }: TestTenant, path: string, body: Record<string, unknown>) =>
    Effect.map(call("POST", path, { label: "k", ...body }), (answer) => {
      assert.strictEqual(answer.status, 201, answer.text)
      return answer.body.key as string
    })

  /** Three refusals beyond what the window of refused requests takes; the tenant's own window is left as it was. */
  const burnsItsOwn = Effect.fnUntraced(function* (
    tenant: TestTenant,
    refused: Effect.Effect<Answer, never, TestApp>,
    name: string
  ) {
    yield* later
    const answers = yield* storm(limits.refused_per_minute + 3, refused)
    assert.deepStrictEqual(counted(answers), { [name]: limits.refused_per_minute, "429 rate_limited": 3 })
    const limited = answers.find(({ status }) => status === 429)!
    assert.strictEqual(limited.headers.get("retry-after"), "60")
    assert.strictEqual(limited.headers.get("x-ratelimit-limit"), String(limits.refused_per_minute))
    const [read, written] = [yield* tenant.call("GET", "/eggs"), yield* tenant.call("POST", "/gates/none", {})]
    for (const [answer, window] of [
      [read, limits.reads_per_second],
      [written, limits.writes_per_second]
    ] as const) {
      if (answer.status === 405) continue
      assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), String(window - 1), answer.text)
    }
  })

  it.effect("of a widget that may only read leaves the tenant's windows alone", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenant = yield* app.tenant({ plan: "free" })
      const { buddy_id } = yield* hatched(tenant.customer_id)
      const key = yield* widgetToken({ customer_id: tenant.customer_id, buddy_id }, "embed", ["read"])
      yield* burnsItsOwn(tenant, tenant.call("GET", "/eggs", undefined, { key }), "403 forbidden")
      const session = yield* widgetToken({ customer_id: tenant.customer_id, buddy_id }, "session", ["read"])
      yield* burnsItsOwn(
        tenant,
        tenant.call("POST", "/widget/events", { type: "x" }, { key: session }),
        "403 insufficient_scope"
      )
      // Its own window is full of refusals, but what it may do it may still do.
      assert.strictEqual((yield* tenant.call("GET", "/widget/buddy", undefined, { key: session })).status, 200)
    })
  )

  it.effect("of one widget token ends in its own windows: what other tokens, keys and tenants have is untouched", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenant = yield* app.tenant({ plan: "free" })
      const neighbour = yield* app.tenant({ plan: "free" })
      const player = { customer_id: tenant.customer_id, buddy_id: (yield* hatched(tenant.customer_id)).buddy_id }
      const [key, other] = [
        yield* widgetToken(player, "session", ["read", "events:track"]),
        yield* widgetToken(player, "session", ["read", "events:track"])
      ]
      const read = (token: string) => tenant.call("GET", "/widget/buddy", undefined, { key: token })
      const write = (token: string) =>
        tenant.call("POST", "/widget/ceremonies", { ceremony: "evolution", evolution_stage: 2 }, { key: token })
      yield* later
      const reads = counted(yield* storm(limits.widget_reads_per_second + 7, read(key)))
      assert.deepStrictEqual(reads, { "200 undefined": limits.widget_reads_per_second, "429 rate_limited": 7 })
      const writes = counted(yield* storm(limits.widget_writes_per_second + 5, write(key)))
      assert.deepStrictEqual(writes, {
        "409 ceremony_not_pending": limits.widget_writes_per_second,
        "429 rate_limited": 5
      })
      const limited = yield* read(key)
      assert.deepStrictEqual(
        [limited.headers.get("x-ratelimit-limit"), limited.headers.get("retry-after")],
        [String(limits.widget_reads_per_second), "1"]
      )
      assert.deepStrictEqual([(yield* read(other)).status, (yield* write(other)).status], [200, 409])
      // What the token was refused cost its workspace nothing.
      const left = limits.reads_per_second - limits.widget_reads_per_second - 2
      assert.strictEqual((yield* tenant.call("GET", "/eggs")).headers.get("x-ratelimit-remaining"), String(left))
      const elsewhere = (yield* neighbour.call("GET", "/eggs")).headers.get("x-ratelimit-remaining")
      assert.strictEqual(elsewhere, String(limits.reads_per_second - 1))
    })
  )

  it.effect("of all tokens together leaves each what its workspace refused it", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      const player = { customer_id: tenant.customer_id, buddy_id: (yield* hatched(tenant.customer_id)).buddy_id }
      const count = limits.reads_per_second / limits.widget_reads_per_second
      const tokens = yield* Effect.forEach(Array.from({ length: count + 1 }), () =>
        widgetToken(player, "embed", ["read"])
      )
      yield* later
      const read = (key: string) => tenant.call("GET", "/widget/config", undefined, { key })
      for (const key of tokens.slice(0, count)) {
        assert.deepStrictEqual(counted(yield* storm(limits.widget_reads_per_second, read(key))), {
          "200 undefined": limits.widget_reads_per_second
        })
      }
      const last = yield* storm(limits.widget_reads_per_second + 1, read(tokens[count]!))
      for (const { headers, status } of last) {
        assert.deepStrictEqual(
          [status, headers.get("x-ratelimit-limit")],
          [429, String(limits.reads_per_second)],
          "the window of the workspace, for a token that was never counted"
        )
      }
    })
  )

  it.effect("of a publishable key leaves them alone: without the permission, or from a page of somebody else", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free", mode: "live" })
      const bare = yield* keyOf(tenant, "/auth/publishable-keys", { permissions: ["badges:read"] })
      yield* burnsItsOwn(tenant, tenant.call("GET", "/buddies", undefined, { key: bare }), "403 forbidden")
      const key = yield* keyOf(tenant, "/auth/publishable-keys", { permissions, allowed_origins: ["https://a.test"] })
      const foreign = { key, headers: { origin: "https://evil.test" } }
      yield* burnsItsOwn(tenant, tenant.call("GET", "/badge-definitions", undefined, foreign), "403 forbidden")
      yield* later
      const { body } = yield* tenant.call("GET", "/badge-definitions", undefined, foreign)
      assert.deepStrictEqual(body.error.details, { origin: "https://evil.test" })
      const own = { key, headers: { origin: "https://a.test" } }
      assert.strictEqual((yield* tenant.call("GET", "/badge-definitions", undefined, own)).status, 200)
    })
  )

  it.effect("at what the plan does not include leaves them alone, below the router too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      yield* burnsItsOwn(tenant, tenant.call("GET", "/path-definitions"), "403 plan_feature_locked")
      const { call, customer_id, key } = yield* (yield* TestApp).tenant({ plan: "free" })
      yield* sql`UPDATE customers SET disabled_capabilities = '{events}' WHERE customer_id = ${customer_id}::uuid`
      yield* burnsItsOwn({ call, customer_id, key }, call("POST", "/events", {}), "403 capability_disabled")
    })
  )
})

layer(TestApp.layer())("a storm of credentials nobody has", (it) => {
  let serial = 0
  const nobodys = () => `svc_live_${String(++serial).padStart(43, "0")}`

  it.effect("ends in a window of its credential", () =>
    Effect.gen(function* () {
      yield* later
      const { call } = yield* TestApp
      const key = nobodys()
      const answers: Array<Answer> = []
      for (let second = 0; second < 4; second++) {
        answers.push(...(yield* storm(100, call("GET", "/eggs", undefined, { key }))))
        yield* TestClock.adjust("1 second")
      }
      assert.deepStrictEqual(counted(answers), {
        "401 unauthorized": limits.refused_per_minute,
        "429 rate_limited": 400 - limits.refused_per_minute
      })
      assert.strictEqual((yield* call("GET", "/eggs", undefined, { key: nobodys() })).status, 401)
    })
  )

  it.effect("is counted against its address before the database is asked, and stops nobody who is known", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const app = yield* TestApp
      const { call } = yield* app.tenant()
      const fresh = yield* app.tenant()
      yield* later
      assert.strictEqual((yield* call("GET", "/eggs")).status, 200)
      const answers = yield* Effect.all(
        Array.from({ length: limits.public_reads_per_second }, () =>
          app.call("GET", "/eggs", undefined, { key: nobodys() })
        ),
        { concurrency: 16 }
      )
      assert.deepStrictEqual(counted(answers), { "401 unauthorized": limits.public_reads_per_second })
      // Nobody can look up a key now: whoever is refused was refused without it.
      yield* sql`ALTER TABLE api_keys RENAME TO api_keys_elsewhere`
      const more = yield* storm(20, app.call("GET", "/eggs", undefined, { key: nobodys() }))
      const known = yield* call("GET", "/eggs")
      yield* sql`ALTER TABLE api_keys_elsewhere RENAME TO api_keys`
      assert.deepStrictEqual(counted(more), { "429 rate_limited": 20 })
      assert.strictEqual(known.status, 200)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* fresh.call("GET", "/eggs")).status, 200)
    })
  )

  it.effect("is not what a thousand first requests with a good key are", () =>
    Effect.gen(function* () {
      yield* later
      const { call } = yield* (yield* TestApp).tenant()
      const answers = yield* Effect.all(
        Array.from({ length: limits.public_reads_per_second + 50 }, () => call("GET", "/eggs")),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
      const strange = yield* call("GET", "/eggs", undefined, { key: nobodys() })
      assert.strictEqual(strange.status, 401)
    })
  )
})

layer(TestApp.layer())("whatever is served without a gate", (it) => {
  it.effect("has a limit by address, except for the probes", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      for (const [method, path, status] of [
        ["GET", `root:/assets/${"0".repeat(64)}.png`, 404],
        // Without the demo nobody listens there; the limit stands before whoever does.
        ["POST", "root:/demo/sink", 404],
        ["GET", "root:/no-such-page", 404]
      ] as const) {
        yield* later
        const answers = yield* storm(limits.public_reads_per_second + 5, call(method, path))
        const statuses = answers.map((answer) => answer.status)
        assert.lengthOf(
          statuses.filter((found) => found === status),
          limits.public_reads_per_second,
          path
        )
        assert.lengthOf(
          statuses.filter((found) => found === 429),
          5,
          path
        )
        const limited = answers.find((answer) => answer.status === 429)!
        assert.deepStrictEqual(limited.body.error.code, "rate_limited")
        assert.strictEqual(limited.headers.get("retry-after"), "1")
        assert.strictEqual((yield* call("GET", "root:/healthz")).status, 200)
      }
    })
  )
})
