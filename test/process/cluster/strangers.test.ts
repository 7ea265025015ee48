/** Runners listen to nodes that know the secret of the cluster, and to nobody else. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createConnection } from "node:net"
import { connect as connectTls } from "node:tls"
import { clientOptions } from "../../../src/platform/cluster/RunnerTransport.ts"
import { seed } from "../../bench/seed.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { request } from "../../kit/service/TestApp.ts"
import { lesson, nodesOver } from "./Stage.ts"

const secret = "the secret of this cluster"

interface Heard {
  readonly bytes: number
  readonly isSecured: boolean
}

/** What a stranger hears until he is hung up on. */
const heardBy = (dial: () => ReturnType<typeof createConnection>, words: string) =>
  Effect.callback<Heard>((resume) => {
    const socket = dial()
    let [bytes, isSecured] = [0, false]
    socket.once("secureConnect", () => (isSecured = true))
    socket.once("connect", () => socket.write(words))
    socket.on("data", (chunk) => (bytes += chunk.length))
    socket.on("error", () => undefined)
    socket.once("close", () => resume(Effect.succeed({ bytes, isSecured })))
  })

it.live("a runner answers nodes that know the secret of the cluster, and nobody else", () =>
  Effect.gen(function* () {
    const databaseUrl = Redacted.value(yield* testDatabase)
    const world = yield* Effect.promise(() => seed(databaseUrl, 4))
    const start = nodesOver(databaseUrl)
    const runner = yield* start({ role: "runner", env: { CLUSTER_SECRET: secret } })
    const send = (baseUrl: string) => request(baseUrl, world.key)("POST", "/events", lesson("u1"))

    const friend = yield* start({ role: "api", env: { CLUSTER_SECRET: secret } })
    assert.strictEqual((yield* send(friend.baseUrl)).status, 200)

    for (const env of [{ CLUSTER_SECRET: "the secret of another cluster" }, {}]) {
      const stranger = yield* start({ role: "api", env })
      assert.strictEqual((yield* send(stranger.baseUrl)).status, 503)
    }

    const { runnerPort: port } = runner
    const host = "127.0.0.1"
    const hello = yield* heardBy(() => createConnection({ host, port }), "\0\0\0\x05hello")
    assert.isFalse(hello.isSecured)
    // A TLS alert at most.
    assert.isAtMost(hello.bytes, 7)
    const wrong = clientOptions(Redacted.make("the secret of another cluster"))
    const forged = yield* heardBy(() => connectTls({ ...wrong, host, port }), "hello")
    assert.deepStrictEqual(forged, { bytes: 0, isSecured: false })
    assert.strictEqual((yield* send(friend.baseUrl)).status, 200, "and goes on as before")
  })
)
