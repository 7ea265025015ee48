/** What holds of a cluster of real processes: who does what, and that nobody outside notices who comes and goes. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { connect } from "node:net"
import { request as httpRequest } from "node:http"
import type { LocalNode } from "../../../src/cli/LocalCluster.ts"
import { verify } from "../../bench/verify.ts"
import { hatch, lesson as studyLesson, publish, studyContent } from "../../kit/players/players.ts"
import { request, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { clients, lesson, type Outcome, shards, shardsOf, Stage, underLoad } from "./Stage.ts"

const isOpen = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const socket = connect({ host: "127.0.0.1", port })
    const tell = (open: boolean) => {
      socket.destroy()
      resume(Effect.succeed(open))
    }
    socket.once("connect", () => tell(true))
    socket.once("error", () => tell(false))
  })

const tenantAt = ({ baseUrl }: LocalNode) =>
  Effect.map(Stage, ({ world }): TestTenant => {
    const call = request(baseUrl, world.key)
    return { customer_id: world.customer_id, key: world.key, call }
  })

/** Every shard has an owner, and every runner owns some. */
const settled = Effect.flatMap(Stage, ({ runners }) =>
  until(
    "the shards are shared out",
    Effect.map(Effect.all([...runners].map(shardsOf)), (owned) => {
      const total = owned.reduce((sum, count) => sum + count, 0)
      return total === shards && owned.every((count) => count > 0)
    })
  )
)

/** An event of which only the first half of the body has been sent. */
const beginEvent = ({ port }: LocalNode, key: string) =>
  Effect.callback<{ readonly finish: Effect.Effect<number | undefined> }>((resume) => {
    const body = JSON.stringify(lesson("u2"))
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body)
    }
    const outgoing = httpRequest({ host: "127.0.0.1", port, method: "POST", path: "/api/v1/events", headers })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      outgoing.once("error", reject)
      outgoing.once("response", (answer) => {
        answer.resume()
        answer.once("end", () => resolve(answer.statusCode))
      })
    })
    const finish = Effect.suspend(() => {
      outgoing.end(body.slice(20))
      return Effect.promise(() => answered)
    })
    outgoing.write(body.slice(0, 20), () => resume(Effect.succeed({ finish })))
  })

const hatches = 12

/** Eggs that hatch one after the other, two at a time. */
const hatchSome = Effect.gen(function* () {
  const { apis } = yield* Stage
  const tenant = yield* tenantAt(apis[0])
  return yield* Effect.forEach(
    Array.from({ length: hatches }, (_, index) => `egg-${index}`),
    (user_id) =>
      Effect.gen(function* () {
        const { operation } = yield* hatch(tenant, user_id)
        assert.strictEqual(operation.status, "completed")
      }),
    { concurrency: 2 }
  )
})

/** How long anybody waits is measured by the fault runs; here it counts that nobody was refused. */
const assertUnnoticed = (outcomes: ReadonlyArray<Outcome>) => {
  assert.isAtLeast(outcomes.length, 3 * clients)
  assert.deepStrictEqual(
    outcomes.filter(({ status }) => status !== 200),
    []
  )
}

layer(Stage.layer, { excludeTestServices: true })("a cluster", (it) => {
  it.effect("api nodes own no shards and open no runner port; runners share all shards", () =>
    Effect.gen(function* () {
      const { apis, runners } = yield* Stage
      yield* settled
      for (const api of apis) {
        assert.strictEqual(yield* shardsOf(api), 0)
        assert.isFalse(yield* isOpen(api.runnerPort))
      }
      for (const runner of runners) assert.isTrue(yield* isOpen(runner.runnerPort))
    })
  )

  it.effect("a runner answers probes and metrics and knows nothing of tenants", () =>
    Effect.gen(function* () {
      const { runners, world } = yield* Stage
      const [runner] = runners
      const call = request(runner!.baseUrl, world.key)
      for (const path of ["/healthz", "/readyz", "/version", "/metrics"]) {
        assert.strictEqual((yield* call("GET", `root:${path}`)).status, 200, path)
      }
      for (const [method, path] of [
        ["POST", "/events"],
        ["GET", "/buddies"],
        ["GET", "root:/openapi.json"],
        ["GET", "root:/docs"],
        ["GET", "root:/demo"]
      ] as const) {
        const answer = yield* call(method, path, method === "POST" ? lesson("u0") : undefined)
        assert.deepStrictEqual([answer.status, answer.body.error?.code], [404, "not_found"], path)
      }
    })
  )

  it.effect("what one node publishes or revokes, every node knows", () =>
    Effect.gen(function* () {
      const { apis } = yield* Stage
      const [here, there] = [yield* tenantAt(apis[0]), yield* tenantAt(apis[1])]
      const key = (yield* here.call("POST", "/auth/api-keys", { label: "passing", mode: "test" })).body
      const byKey = Effect.map(there.call("GET", "/buddies", undefined, { key: key.key }), ({ status }) => status)
      assert.strictEqual(yield* byKey, 200)
      assert.strictEqual((yield* here.call("DELETE", `/auth/api-keys/${key.api_key_id}`)).status, 204)
      yield* until(
        "the key is refused",
        Effect.map(byKey, (status) => status === 401)
      )

      // The buddy of the new version lives on a runner, which has compiled the old one only.
      yield* there.call("POST", "/events", lesson("u1"))
      const { config_version_id } = yield* publish(here, studyContent)
      const egg = yield* there.call("POST", "/eggs", { user_id: "newcomer" })
      assert.strictEqual(egg.body.config_version_id, config_version_id)
    })
  )

  it.effect("an egg hatches and its buddy is rewarded through an api node", () =>
    Effect.gen(function* () {
      const { apis } = yield* Stage
      const [here, there] = [yield* tenantAt(apis[0]), yield* tenantAt(apis[1])]
      const { buddy_id } = yield* hatch(here, "newcomer")
      const event = studyLesson("newcomer")
      const first = yield* here.call("POST", "/events", event)
      assert.strictEqual(first.status, 200, first.text)
      assert.deepStrictEqual((yield* there.call("POST", "/events", event)).body, first.body)
      // 10 of the rule, 25 of the badge, 5 of the streak
      assert.strictEqual((yield* there.call("GET", `/buddies/${buddy_id}`)).body.coins, 40)
    })
  )

  it.effect("a runner that joins under load takes shards, one that leaves gives them back, and no client notices", () =>
    Effect.gen(function* () {
      const { databaseUrl, runners, start } = yield* Stage
      const [leaving] = runners
      const joined = yield* underLoad(
        Effect.fnUntraced(function* (aWhile) {
          const hatching = yield* Effect.forkScoped(hatchSome)
          runners.add(yield* start({ role: "runner" }))
          yield* settled
          yield* aWhile
          yield* Fiber.join(hatching)
        })
      )
      assertUnnoticed(joined)
      const left = yield* underLoad(
        Effect.fnUntraced(function* (aWhile) {
          runners.delete(leaving!)
          assert.strictEqual(yield* Effect.promise(() => leaving!.kill("SIGTERM")), 0)
          yield* settled
          yield* aWhile
        })
      )
      assertUnnoticed(left)
      const { broken } = yield* Effect.promise(() => verify(databaseUrl))
      assert.deepStrictEqual(broken, [])
    })
  )

  it.effect("a node told to stop says so to its probe, answers what it has begun, and then closes its door", () =>
    Effect.gen(function* () {
      const { start, world } = yield* Stage
      const node = yield* start({ role: "api" })
      const call = request(node.baseUrl, null)
      const begun = yield* beginEvent(node, world.key)
      node.signal("SIGTERM")
      const readyz = Effect.map(call("GET", "root:/readyz"), ({ status }) => status)
      yield* until(
        "readiness says no",
        Effect.map(readyz, (status) => status === 503)
      )
      // Told or not, some will still come: this one is served like any other.
      const late = yield* request(node.baseUrl, world.key)("POST", "/events", lesson("u2"))
      assert.strictEqual(late.status, 200)
      yield* until(
        "the door is closed",
        Effect.map(isOpen(node.port), (open) => !open)
      )
      assert.strictEqual(yield* begun.finish, 200)
      assert.strictEqual(yield* Effect.promise(() => node.exited), 0)
    })
  )

  it.effect("without an owner a request is refused and not left waiting, and served again when there is one", () =>
    Effect.gen(function* () {
      const { apis, runners, start, world } = yield* Stage
      const { call } = yield* tenantAt(apis[0])
      const [buddy] = (yield* call("GET", "/buddies?user_id=u3")).body.data
      yield* Effect.promise(() => Promise.all([...runners].map((runner) => runner.kill("SIGTERM"))))
      const event = call("POST", "/events", lesson("u3"))
      const coins = { amount: 1, reference_id: "nobody", reason: "nobody" }
      const [batch, ...answers] = yield* Effect.all(
        [
          call("POST", "/events/batch", { events: [lesson("u4"), lesson("u5")] }),
          event,
          call("POST", `/buddies/${buddy.buddy_id}/coins`, coins)
        ],
        { concurrency: "unbounded" }
      )
      for (const { body, headers, status } of answers) {
        assert.deepStrictEqual([status, body.error?.code], [503, "service_unavailable"])
        assert.isAtLeast(Number(headers.get("retry-after")), 1)
      }
      const codes = batch.body.results.map(
        (result: { readonly error?: { readonly code: string } }) => result.error?.code
      )
      assert.deepStrictEqual(codes, ["service_unavailable", "service_unavailable"])
      const all = yield* start({ role: "all" })
      yield* until(
        "events are served",
        Effect.map(event, ({ status }) => status === 200)
      )
      const itself = yield* request(all.baseUrl, world.key)("POST", "/events", lesson("u6"))
      assert.deepStrictEqual([itself.status, yield* shardsOf(all)], [200, shards])
    })
  )
})
