import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { freePort, startNode } from "../../../src/cli/LocalCluster.ts"
import { AppConfig } from "../../../src/Config.ts"
import { causeLine } from "../../../src/platform/observability/CauseLine.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { service } from "../../kit/process/Programs.ts"

const start = (env: Readonly<Record<string, string>>) =>
  new Promise<{ readonly code: number | null; readonly lines: ReadonlyArray<string> }>((resolve) => {
    const child = spawn(process.execPath, [service], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, DEMO: "false", LOG_LEVEL: "Error", ...env }
    })
    let text = ""
    child.stderr.on("data", (chunk) => (text += String(chunk)))
    child.on("close", (code) => resolve({ code, lines: text.split("\n").filter((line) => line !== "") }))
  })

it.live("a bad setting stops the start with one line that names it", () =>
  Effect.gen(function* () {
    const { code, lines } = yield* Effect.promise(() => start({ PORT: "abc", ROLE: "all" }))
    const wanted = 'hatchery did not start: PORT: "abc" is no port: give a number from 0 to 65535'
    assert.deepStrictEqual([code, lines], [1, [wanted]])
  })
)

const elsewhere = { DATABASE_URL: "postgres://localhost:1/none" }
const ofYourOwn = (name: string) => `set ${name} to something of your own, for example from openssl rand -hex 32`
const exposed =
  "CLUSTER_SECRET is not set: runners that listen beyond loopback know other nodes by it, set it on every node"

it.live.each([
  [
    { DATABASE_URL: "postgres://localhost:1/none", PORT: "24990", RUNNER_PORT: "24990" },
    "PORT and RUNNER_PORT are both 24990: HTTP and runners need a port each"
  ],
  [{ ...elsewhere, RUNNER_PORT: "0" }, "RUNNER_PORT is 0: other nodes reach this runner at it, give it a port"],
  [{ ROLE: "api" }, "ROLE is api: nodes that share the work share a database, set DATABASE_URL"],
  [
    { ...elsewhere, SECRET_KEY: "change-me-before-anyone-else-can-reach-this" },
    `SECRET_KEY is a value everybody knows: ${ofYourOwn("SECRET_KEY")}`
  ],
  [{ ...elsewhere, SECRET_KEY: "" }, `SECRET_KEY is empty: ${ofYourOwn("SECRET_KEY")}`],
  [{ SECRET_KEY: " " }, `SECRET_KEY is empty: ${ofYourOwn("SECRET_KEY")}`],
  [
    { ...elsewhere, CLUSTER_SECRET: "hunter2" },
    `CLUSTER_SECRET has less than 16 characters: ${ofYourOwn("CLUSTER_SECRET")}`
  ],
  [
    { ...elsewhere, SECRET_KEY_PREVIOUS: "what was before" },
    "SECRET_KEY_PREVIOUS is set and SECRET_KEY is not: it only names what came before SECRET_KEY"
  ],
  [
    { IMAGE_PROVIDER_KEY: "sk-1" },
    "IMAGE_PROVIDER_KEY is set and IMAGE_PROVIDER_URL is not: nobody is asked without an address, give both or none"
  ],
  [
    { AI_PROVIDER_KEY: "sk-1", IMAGE_PROVIDER_URL: "https://models.example/v1" },
    "AI_PROVIDER_KEY is set and AI_PROVIDER_URL is not: nobody is asked without an address, give both or none"
  ],
  [{ ...elsewhere, RUNNER_LISTEN_HOST: "0.0.0.0" }, exposed],
  [{ ...elsewhere, RUNNER_HOST: "10.0.0.7", ROLE: "runner" }, exposed]
] as const)("settings that contradict each other stop the start with one line: %j", ([env, message]) =>
  Effect.gen(function* () {
    const { code, lines } = yield* Effect.promise(() => start(env))
    assert.deepStrictEqual([code, lines], [1, [`hatchery did not start: ${message}`]])
  })
)

it.effect.each([
  [{ DATABASE_URL: "foo" }, "DATABASE_URL: postgres://<user>:<password>@<host>:<port>/<database> is wanted"],
  [
    { DATABASE_URL: "mysql://u:hunter2@h/d" },
    "DATABASE_URL: postgres://<user>:<password>@<host>:<port>/<database> is wanted"
  ],
  [{ REDIS_URL: "localhost:6379" }, "REDIS_URL: redis://<host>:<port> is wanted"],
  [{ SMTP_URL: "mail.example.com" }, "SMTP_URL: smtp://<user>:<password>@<host>:<port> is wanted"],
  [{ PUBLIC_URL: "hatchery.example.com" }, "PUBLIC_URL: an http or https URL is wanted"],
  [{ PUBLIC_URL: "https://hatchery.example.com " }, "PUBLIC_URL: an http or https URL is wanted"],
  [
    { PUBLIC_URL: "https://hatchery.example.com/?from=mail" },
    "PUBLIC_URL: an http or https URL without a user, a query and a fragment is wanted"
  ],
  [
    { ASSETS_URL: "s3://key:hunter2@host/bucket" },
    "ASSETS_URL: https://<access key>:<secret>@<host>/<bucket> is wanted"
  ],
  [{ IMAGE_PROVIDER_URL: "foo" }, "IMAGE_PROVIDER_URL: an http or https URL is wanted"],
  [{ LOG_FORMAT: "xml" }, 'LOG_FORMAT: Expected "auto" | "pretty" | "json"']
] as const)("an address that is none is refused by the name of its variable: %j", ([env, message]) =>
  Effect.gen(function* () {
    const provider = ConfigProvider.layer(ConfigProvider.fromUnknown(env))
    const error = yield* Effect.flip(Effect.scoped(Layer.build(Layer.provide(AppConfig.layer, provider))))
    assert.strictEqual(causeLine(error), message)
  })
)

it.live("a database that does not answer is told by the name of its variable, without its password", () =>
  Effect.gen(function* () {
    const env = { DATABASE_URL: "postgres://u:hunter2@127.0.0.1:9/d", PORT: "0" }
    const { code, lines } = yield* Effect.promise(() => start(env))
    assert.strictEqual(code, 1)
    assert.match(
      lines.join("\n"),
      /^hatchery did not start: the database of DATABASE_URL does not answer: .*127\.0\.0\.1:9$/
    )
  })
)

it.live("an address that is not this machine's, and a collector's without a scheme, are told by their variables", () =>
  Effect.gen(function* () {
    const DATABASE_URL = Redacted.value(yield* testDatabase)
    const strange = yield* Effect.promise(() => start({ DATABASE_URL, HOST: "192.0.2.1", PORT: "0", ROLE: "api" }))
    assert.deepStrictEqual([strange.code, strange.lines.length], [1, 1])
    assert.match(
      strange.lines[0]!,
      /^hatchery did not start: .*192\.0\.2\.1.*\. Set HOST .* to an address of this machine$/
    )
    const { code, lines } = yield* Effect.promise(() => start({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" }))
    const wanted = "hatchery did not start: OTEL_EXPORTER_OTLP_ENDPOINT: an http or https URL is wanted"
    assert.deepStrictEqual([code, lines], [1, [wanted]])
  })
)

it.live("a port that is taken stops the start with one line that names it", () =>
  Effect.gen(function* () {
    const databaseUrl = Redacted.value(yield* testDatabase)
    const taken = createServer()
    const port = yield* Effect.callback<number>((resume) => {
      taken.listen(0, "127.0.0.1", () => resume(Effect.succeed((taken.address() as AddressInfo).port)))
    })
    const runnerPort = yield* Effect.promise(freePort)
    const env = { DATABASE_URL: databaseUrl, HOST: "127.0.0.1", PORT: String(port), RUNNER_PORT: String(runnerPort) }
    const { code, lines } = yield* Effect.promise(() => start(env))
    taken.close()
    assert.strictEqual(code, 1)
    assert.match(lines.at(-1) ?? "", new RegExp(`^hatchery did not start: .*EADDRINUSE.*${port}\\..* set PORT`))
  })
)

it.live("being told to stop is the ordinary end, and readiness says so before the listener closes", () =>
  Effect.gen(function* () {
    const databaseUrl = Redacted.value(yield* testDatabase)
    const [port, runnerPort] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
    const server = yield* Effect.promise(() => startNode({ role: "all", databaseUrl, port, runnerPort }))
    yield* Effect.promise(async () => {
      const ended = server.kill("SIGTERM")
      const statuses: Array<number> = []
      for (let isOpen = true; isOpen;) {
        const answer = await fetch(`${server.baseUrl}/readyz`).catch(() => undefined)
        isOpen = answer !== undefined
        if (answer !== undefined) statuses.push(answer.status)
      }
      assert.strictEqual(statuses.at(-1), 503)
      assert.strictEqual(await ended, 0)
    })
  })
)
