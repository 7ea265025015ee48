/** `hatchery cluster`: the topology of a small installation as processes of this machine. */
import { Console, Effect, Exit, Queue, Redacted, Scope } from "effect"
import { Command, Flag } from "effect/cli"
import { randomBytes } from "node:crypto"
import { AppConfig, type AppSettings } from "../Config.ts"
import { DatabaseUrl } from "../platform/postgres/DatabaseUrl.ts"
import { serveAlone } from "../platform/postgres/SoleService.ts"
import { Database } from "./Database.ts"
import { sayingWhy } from "./Outcome.ts"
import { freePort, type LocalNode, type NodeOptions, startNode } from "./LocalCluster.ts"

const runners_default = 2
/** With the api node, as many as the embedded database has connections for. */
const runners_max = 8

/** Longer than a node takes to drain; whoever has not gone then is killed. */
const stop_max = "20 seconds"

const stop = (node: LocalNode) =>
  Effect.promise(() => node.kill("SIGTERM")).pipe(
    Effect.timeoutOrElse({ duration: stop_max, orElse: () => Effect.promise(() => node.kill("SIGKILL")) })
  )

/** Told once and not started again: whoever stopped it may want to see what happens. */
const reportEnd = ({ exited, pid, role }: LocalNode) =>
  Effect.promise(() => exited).pipe(
    Effect.flatMap((code) => Console.log(`${role} ${pid} has ended (${code === null ? "killed" : `exit ${code}`})`))
  )

const node = (options: NodeOptions) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => startNode(options),
      catch: (error) => (error instanceof Error ? error : new Error(String(error)))
    }),
    stop
  ).pipe(Effect.tap((started) => Effect.forkScoped(reportEnd(started))))

const portOr = (port: number) => (port === 0 ? Effect.promise(freePort) : Effect.succeed(port))

/** What the nodes are told: they have a database of their own, and yet the defaults of a machine to try things on. */
const optionsOf = (config: AppSettings, databaseUrl: string, clusterSecret: string) => ({
  databaseUrl,
  ...(config.redisUrl === undefined ? {} : { redisUrl: Redacted.value(config.redisUrl) }),
  output: "inherit" as const,
  env: {
    WEBHOOK_ALLOW_PRIVATE: String(config.webhookAllowPrivate),
    DATA_DIR: config.dataDir,
    CLUSTER_SECRET: clusterSecret,
    PUBLIC_URL: config.publicUrl,
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "Warn"
  }
})

const whatRuns = (api: LocalNode, runners: ReadonlyArray<LocalNode>, { demo, publicUrl }: AppSettings) =>
  [
    ...(demo ? [] : [`base_url       ${publicUrl}/api/v1`, `api_reference  ${publicUrl}/docs`]),
    "",
    `api            pid ${api.pid}  ${api.baseUrl}`,
    ...runners.map(runnerLine),
    "",
    `add a runner   kill -USR2 ${process.pid}`,
    "stop a runner  kill <pid>     its buddies move over within a second",
    "lose a runner  kill -9 <pid>  its buddies are served again after 10 s at most",
    "stop all       Ctrl-C"
  ].join("\n")

const runnerLine = ({ baseUrl, pid }: LocalNode) => `runner         pid ${pid}  ${baseUrl}/metrics`

/** One element per SIGUSR2. */
const requestsToAdd = Effect.gen(function* () {
  const asked = yield* Queue.unbounded<void>()
  const ask = () => void Queue.offerUnsafe(asked, undefined)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("SIGUSR2", ask)),
    () => Effect.sync(() => process.off("SIGUSR2", ask))
  )
  return asked
})

const run = Effect.fnUntraced(function* (count: number) {
  const config = yield* AppConfig
  const url = yield* DatabaseUrl
  if (config.embedded) yield* serveAlone({ ...config, baseUrl: config.publicUrl, url })
  // Other users of this machine reach the ports of its runners too.
  const secret = config.clusterSecret ?? Redacted.make(randomBytes(32).toString("base64"))
  const options = optionsOf(config, Redacted.value(url), Redacted.value(secret))
  // The api node goes first, while there is still somebody to answer it; then all runners at once.
  const runnerScope = yield* Effect.acquireRelease(Scope.make("parallel"), (scope) => Scope.close(scope, Exit.void))
  const addRunner = Effect.gen(function* () {
    const [port, runnerPort] = [yield* portOr(0), yield* portOr(0)]
    return yield* node({ ...options, role: "runner", port, runnerPort })
  }).pipe(Scope.provide(runnerScope))
  const runners = yield* Effect.all(
    Array.from({ length: count }, () => addRunner),
    { concurrency: "unbounded" }
  )
  const api = yield* node({
    ...options,
    role: "api",
    port: yield* portOr(config.port),
    runnerPort: yield* portOr(0),
    env: { ...options.env, HOST: config.host, DEMO: String(config.demo) }
  })
  const asked = yield* requestsToAdd
  yield* Console.log(whatRuns(api, runners, config))
  return yield* Effect.forever(
    Queue.take(asked).pipe(
      Effect.andThen(addRunner),
      Effect.flatMap((added) => Console.log(runnerLine(added))),
      Effect.catch((error) => Console.error(`no runner was added: ${error.message}`))
    )
  )
})

export const cluster = Command.make(
  "cluster",
  {
    runners: Flag.Int("runners").pipe(
      Flag.withDefault(runners_default),
      Flag.filter(
        (count) => count >= 1 && count <= runners_max,
        () => `between 1 and ${runners_max} runners`
      ),
      Flag.withDescription("how many nodes own buddies")
    )
  },
  ({ runners }) => Effect.scoped(run(runners)).pipe(Effect.provide(Database), sayingWhy)
).pipe(
  Command.withDescription("One HTTP node and some runners on this machine, on the embedded Postgres or DATABASE_URL")
)
