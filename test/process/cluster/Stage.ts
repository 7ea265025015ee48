/** Nodes as processes over one database, and clients who ask them without a pause. */
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { freePort, type LocalNode, type NodeOptions } from "../../../src/cli/LocalCluster.ts"
import { secretKey, seed, type World } from "../../bench/seed.ts"
import { sleep } from "../../faults/harness/Wait.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { startNode } from "../../kit/process/Programs.ts"
import { until } from "../../kit/service/time.ts"
import { readScrape } from "../../kit/observability/Scrape.ts"

/** Buddies `u0`, `u1` and so on, spread over all shards. */
export const users = 60
export const shards = 300

export type StartNode = (options: Pick<NodeOptions, "role" | "env">) => Effect.Effect<LocalNode, never, Scope.Scope>

/** Nodes over this database; those that are left are killed when the scope closes. */
export const nodesOver =
  (databaseUrl: string): StartNode =>
  ({ env = {}, role }) =>
    Effect.acquireRelease(
      Effect.promise(async () =>
        startNode({
          role,
          databaseUrl,
          port: await freePort(),
          runnerPort: await freePort(),
          env: { SECRET_KEY: secretKey, ...env }
        })
      ),
      (node) => Effect.promise(() => node.kill("SIGKILL"))
    )

export class Stage extends Context.Service<
  Stage,
  {
    readonly databaseUrl: string
    readonly world: World
    readonly start: StartNode
    /** both serve HTTP and own nothing */
    readonly apis: readonly [LocalNode, LocalNode]
    /** those that run at the moment */
    readonly runners: Set<LocalNode>
  }
>()("hatchery/test/Stage") {
  /** Two api nodes and two runners. */
  static readonly layer = Layer.effect(
    Stage,
    Effect.gen(function* () {
      const databaseUrl = Redacted.value(yield* testDatabase)
      const world = yield* Effect.promise(() => seed(databaseUrl, users))
      const start = nodesOver(databaseUrl)
      const runner = start({ role: "runner" })
      const api = start({ role: "api" })
      const [one, two, ...apis] = yield* Effect.all([runner, runner, api, api], { concurrency: "unbounded" })
      return Stage.of({ databaseUrl, world, start, apis, runners: new Set([one, two]) })
    })
  )
}

/** How many shards the node owns, as it says at /metrics. */
export const shardsOf = ({ baseUrl }: LocalNode) =>
  Effect.promise(async () => {
    const answer = await fetch(`${baseUrl}/metrics`)
    return readScrape(await answer.text()).value("effect_cluster_shards")
  })

export interface Outcome {
  readonly event_id: string
  /** 0: there was no answer at all */
  readonly status: number
}

let events = 0

export const lesson = (user_id: string) => ({
  event_id: `topology-${events++}`,
  user_id,
  type: "lesson.completed",
  occurred_at: new Date().toISOString(),
  properties: { score: 90 }
})

const send = async (node: LocalNode, key: string, user_id: string): Promise<Outcome> => {
  const event = lesson(user_id)
  const status = await fetch(`${node.baseUrl}/api/v1/events`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(event)
  }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0
  )
  return { event_id: event.event_id, status }
}

export const clients = 12
/** Between two requests of a client: the load shall be steady, not take the processor from a node that starts. */
const pause_ms = 20

/**
 * Events of all users through all api nodes, at least until `during` has ended; every answer is kept. `aWhile` waits
 * for three more answers per client: whatever a change of owner has broken shows in them.
 */
export const underLoad = <A, E, R>(during: (aWhile: Effect.Effect<void>) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { apis, world } = yield* Stage
    const outcomes: Array<Outcome> = []
    const over = new AbortController()
    const client = async (first: number) => {
      for (let turn = first; !over.signal.aborted; turn += clients) {
        outcomes.push(await send(apis[turn % 2]!, world.key, `u${turn % users}`))
        await sleep(pause_ms)
      }
    }
    const aWhile = Effect.suspend(() => {
      const enough = outcomes.length + 3 * clients
      return until(
        "three answers of every client",
        Effect.sync(() => outcomes.length >= enough)
      )
    })
    const running = Promise.all(Array.from({ length: clients }, (_, first) => client(first)))
    yield* Effect.ensuring(
      during(aWhile),
      Effect.promise(() => {
        over.abort()
        return running
      })
    )
    return outcomes
  })
