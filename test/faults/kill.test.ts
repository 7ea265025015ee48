import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { freePort, type LocalNode, startNode } from "../../src/cli/LocalCluster.ts"
import { seed } from "../bench/seed.ts"
import { verify } from "../bench/verify.ts"
import { testDatabase } from "../kit/PgTemplate.ts"

const users = 40
const clients = 16

type Outcome = "acknowledged" | "unknown" | "refused"

/** One client sends one event after the other and writes down what it was told. */
const client = async (
  server: LocalNode,
  key: string,
  name: string,
  log: Map<string, Outcome>,
  isOver: () => boolean
) => {
  for (let index = 0; !isOver(); index++) {
    const event_id = `${name}-${index}`
    log.set(event_id, await send(server, key, event_id))
  }
}

const send = (server: LocalNode, key: string, event_id: string): Promise<Outcome> =>
  fetch(`${server.baseUrl}/api/v1/events`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      event_id,
      user_id: `u${event_id.length % users}`,
      type: "lesson.completed",
      occurred_at: new Date().toISOString(),
      properties: { score: 90 }
    })
  }).then(
    async (answer): Promise<Outcome> => {
      await answer.arrayBuffer()
      return answer.status === 200 ? "acknowledged" : answer.status === 503 ? "unknown" : "refused"
    },
    (): Outcome => "unknown"
  )

const until = async (condition: () => boolean | Promise<boolean>, seconds: number) => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`not within ${seconds} s`)
}

it.live(
  "kill -9 of the server under load loses nothing it acknowledged, and a repetition pays nothing twice",
  () =>
    Effect.gen(function* () {
      const databaseUrl = Redacted.value(yield* testDatabase)
      const world = yield* Effect.promise(() => seed(databaseUrl, users))
      const [port, runnerPort] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
      const start = () => startNode({ role: "all", databaseUrl, port, runnerPort })

      yield* Effect.promise(async () => {
        const log = new Map<string, Outcome>()
        let server = await start()
        try {
          for (let life = 0; life < 3; life++) {
            let over = false
            const before = log.size
            const running = Array.from({ length: clients }, (_, index) =>
              client(server, world.key, `${life}-${index}-${"x".repeat(index)}`, log, () => over)
            )
            await until(
              () => [...log.values()].slice(before).filter((outcome) => outcome === "acknowledged").length > 200,
              60
            )
            await server.kill("SIGKILL")
            over = true
            await Promise.all(running)
            server = await start()
          }
          const acknowledged = [...log].filter(([, outcome]) => outcome === "acknowledged").map(([id]) => id)
          const unknown = [...log].filter(([, outcome]) => outcome === "unknown").map(([id]) => id)
          assert.isAbove(unknown.length, 0, "the kills hit requests in flight")
          assert.strictEqual([...log.values()].filter((outcome) => outcome === "refused").length, 0)

          // Whoever does not know asks again, and so does somebody who does.
          for (const event_id of [...unknown, ...acknowledged.slice(0, 50)]) {
            await until(async () => (await send(server, world.key, event_id)) === "acknowledged", 30)
          }
          const { broken, events } = await verify(databaseUrl)
          assert.deepStrictEqual(broken, [])
          assert.strictEqual(events, acknowledged.length + unknown.length)
        } finally {
          await server.kill("SIGTERM")
        }
      })
    }),
  180_000
)
