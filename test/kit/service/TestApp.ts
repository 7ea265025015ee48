/**
 * The whole service in this process on a database of its own, behind a real HTTP server on a free port. Fakes stand
 * only at the true edges (pictures, mail). The layers are production's own; nothing else in `test` wires them.
 *
 *     layer(TestApp.shared, { excludeTestServices: true })("eggs", (it) => {
 *       it.effect("a new egg waits", () => Effect.gen(function*() {
 *         const { call } = yield* (yield* TestApp).tenant({ plan: "pro" })
 *         const egg = yield* call("POST", "/eggs", { user_id: "ada" })
 *         assert.strictEqual(egg.status, 201)
 *       }))
 *     })
 *
 * `shared` is one service for every file of a worker: a tenant of one's own is enough for most tests, and starting a
 * service costs more than they do. Who needs settings, a clock, a database or fakes of its own takes `layer`;
 * `excludeTestServices: true` gives that service the real clock, leave it out to own time through TestClock.
 */
import { Context, Effect, Layer, type Redacted, References, Scope } from "effect"
import { createHash } from "node:crypto"
import { expect } from "vitest"
import type { AppSettings } from "../../../src/Config.ts"
import { type ConnectionCounts, Connections } from "../../../src/platform/postgres/Connections.ts"
import { DatabaseUrl } from "../../../src/platform/postgres/DatabaseUrl.ts"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { fewConnections, NodeLive, portOf, type Services } from "../../../src/testing/Node.ts"
import { type Call, request } from "../../../src/testing/Requests.ts"
import { type Account, makeAccount, type TenantOptions } from "../../../src/testing/steps.ts"
import { testDatabase } from "../postgres/PgTemplate.ts"
import { defaultTopology, nodeOf, type Topology } from "./Topology.ts"

export { type Answer, type Call, type CallOptions, request } from "../../../src/testing/Requests.ts"

export interface TestTenant extends Account {
  readonly call: Call
}

export class TestApp extends Context.Service<
  TestApp,
  {
    readonly baseUrl: string
    readonly databaseUrl: Redacted.Redacted
    /** without a credential */
    readonly call: Call
    /** a new customer with a secret key of its own */
    tenant(options?: TenantOptions): Effect.Effect<TestTenant>
  }
>()("hatchery/test/TestApp") {
  /** A test that can hold on one of the topologies only says why. */
  static readonly layer = (
    settings: Partial<AppSettings> = {},
    topology: Topology = defaultTopology,
    pictures = FakeImages.layer,
    connections: ConnectionCounts = fewConnections
  ) =>
    TestAppLive.pipe(
      Layer.provideMerge(NodeLive(0)),
      Layer.provideMerge(nodeOf(settings, topology)),
      Layer.provideMerge(pictures),
      Layer.provideMerge(Layer.effect(DatabaseUrl, testDatabase)),
      Layer.provideMerge(Layer.succeed(Connections, connections)),
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, settings.logLevel ?? "None"))
    )

  static readonly shared = Layer.effectContext(Effect.promise(() => (started ??= Effect.runPromise(startShared))))
}

const TestAppLive = Layer.effect(
  TestApp,
  Effect.gen(function* () {
    const services = yield* Effect.context<Services>()
    const baseUrl = `http://127.0.0.1:${yield* portOf}`
    return TestApp.of({
      baseUrl,
      databaseUrl: yield* DatabaseUrl,
      call: request(baseUrl, null),
      tenant: (options = {}) =>
        makeAccount(options).pipe(
          Effect.map((account) => ({ ...account, call: request(baseUrl, account.key) })),
          Effect.provideContext(services)
        )
    })
  })
)

/** What an address may post in a minute is not for all files of a worker: without a credential each test has one. */
const fromItsAddress =
  (call: Call): Call =>
  (method, path, body, options = {}) =>
    Effect.suspend(() => {
      const { currentTestName, testPath } = expect.getState()
      const [a, b, c] = createHash("sha256").update(`${testPath} ${currentTestName}`).digest()
      const own = method === "GET" ? {} : { "x-forwarded-for": `10.${a}.${b}.${c}` }
      return call(method, path, body, { ...options, headers: { ...own, ...options.headers } })
    })

/** Nobody ends it: it goes with the worker, and its database with the server. */
const startShared = Effect.suspend(() =>
  Layer.buildWithScope(TestApp.layer({ trustProxy: 1 }), Scope.makeUnsafe())
).pipe(
  Effect.map((services) => {
    const app = Context.get(services, TestApp)
    return Context.add(services, TestApp, { ...app, call: fromItsAddress(app.call) })
  })
)

let started: Promise<Effect.Success<typeof startShared>> | undefined
