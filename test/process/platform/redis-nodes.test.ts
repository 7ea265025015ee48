/** Two whole nodes over one database and one Redis: together they are as strict as one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type LocalNode, freePort } from "../../../src/cli/LocalCluster.ts"
import { secretKey, seed } from "../../bench/seed.ts"
import { until } from "../../faults/harness/Wait.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { startNode } from "../../kit/process/Programs.ts"
import { hasRedis, testRedis } from "../../kit/service/Redis.ts"
import { readScrape } from "../../kit/observability/Scrape.ts"

const node = (databaseUrl: string, redisUrl: string, role: "all" | "api") =>
  Effect.acquireRelease(
    Effect.promise(async () =>
      startNode({
        role,
        databaseUrl,
        redisUrl,
        port: await freePort(),
        runnerPort: await freePort(),
        env: { SECRET_KEY: secretKey, AUTH_REQUESTS_PER_MINUTE: "10" }
      })
    ),
    (started) => Effect.promise(() => started.kill("SIGKILL"))
  )

const get = (at: LocalNode, path: string, key?: string, init: RequestInit = {}) =>
  fetch(`${at.baseUrl}${path}`, {
    ...init,
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), "content-type": "application/json" }
  })

const countedAlone = async (at: LocalNode) =>
  readScrape(await (await get(at, "/metrics")).text()).value("hatchery_rate_limit_store_failures_total") > 0

const login = (at: LocalNode) =>
  get(at, "/api/v1/auth/login", undefined, {
    method: "POST",
    body: JSON.stringify({ email: "nobody@example.com", password: "not the password" })
  }).then(async (answer) => {
    await answer.arrayBuffer()
    return answer.status
  })

describe.skipIf(!hasRedis)("nodes that share a Redis", () => {
  it.live("limit an address together, tell each other of revoked keys, and say when Redis is away", () =>
    Effect.gen(function* () {
      const databaseUrl = Redacted.value(yield* testDatabase)
      const redis = yield* testRedis
      const world = yield* Effect.promise(() => seed(databaseUrl, 1))
      const first = yield* node(databaseUrl, redis.url, "all")
      const second = yield* node(databaseUrl, redis.url, "api")
      yield* Effect.promise(async () => {
        // A window may end in between: then there are the tries of two.
        const before = Math.floor(Date.now() / 60_000)
        const tries = Array.from({ length: 30 }, (_, index) => login(index % 2 === 0 ? first : second))
        const statuses = await Promise.all(tries)
        const windows = Math.floor(Date.now() / 60_000) - before + 1
        const admitted = statuses.filter((status) => status !== 429).length
        assert.isAtLeast(admitted, 10)
        // A node that did not hear of Redis in time counted alone meanwhile, as it says itself.
        const counts = (await Promise.all([first, second].map(countedAlone))).filter(Boolean).length + 1
        assert.isAtMost(admitted, 10 * windows * Math.min(2, counts))

        const path = "/api/v1/auth/api-keys"
        const body = JSON.stringify({ label: "second", mode: "live" })
        const made = await (await get(first, path, world.key, { method: "POST", body })).json()
        const status = async () => (await get(second, "/api/v1/buddies", made.key)).status
        assert.strictEqual(await status(), 200)
        await get(first, `${path}/${made.api_key_id}`, world.key, { method: "DELETE" })
        await until("the other node knows", async () => (await status()) === 401, 180)

        redis.signal("SIGKILL")
        const ready = async () => (await get(second, "/readyz")).json()
        await until("it is missed", async () => !(await ready()).redis, 180)
        assert.strictEqual((await get(second, "/api/v1/buddies", world.key)).status, 200)
        assert.deepInclude(await (await get(second, "/api/v1/health", world.key)).json(), { status: "degraded" })
        await redis.restart()
        await until("it is found again", async () => (await ready()).redis, 180)
      })
    })
  )
})
