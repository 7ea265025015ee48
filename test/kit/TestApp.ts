/**
 * The whole service in this process on a database of its own, behind a real HTTP server on a free port. Fakes stand
 * only at the true edges (pictures, mail). The layers are production's own; nothing else in `test` wires them.
 *
 *     layer(TestApp.layer(), { excludeTestServices: true })("eggs", (it) => {
 *       it.effect("a new egg waits", () => Effect.gen(function*() {
 *         const { call } = yield* (yield* TestApp).tenant({ plan: "pro" })
 *         const egg = yield* call("POST", "/eggs", { user_id: "ada" })
 *         assert.strictEqual(egg.status, 201)
 *       }))
 *     })
 *
 * `excludeTestServices: true` gives the service the real clock; leave it out to own time through TestClock.
 */
import { Context, Effect, Layer, type Redacted, References } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { Application } from "../../src/Application.ts"
import { ApiKeyStore } from "../../src/features/api-keys/Store.ts"
import type { AppSettings } from "../../src/Config.ts"
import { ServerLive } from "../../src/edge/Server.ts"
import { SqlLive } from "../../src/Platform.ts"
import { DatabaseUrl } from "../../src/platform/DatabaseUrl.ts"
import { randomBytes, uuid } from "../../src/platform/Ids.ts"
import { nowDate } from "../../src/platform/Sql.ts"
import { FakeImages } from "../../src/platform/images/FakeImages.ts"
import type { PlanName } from "../../src/wire/Plans.ts"
import { testDatabase } from "./PgTemplate.ts"
import { defaultTopology, nodeOf, type Topology } from "./Topology.ts"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** parsed JSON, or the text when it is none */
  // Tests read into answers freely; a wrong guess fails where it stands.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly text: string
}

export interface CallOptions {
  /** overrides the tenant's key; null sends no Authorization header */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** sent as it is, instead of JSON of `body` */
  readonly raw?: string
}

/** Paths starting with `/` are under the version prefix; `root:/healthz` is not. */
export type Call = (method: string, path: string, body?: unknown, options?: CallOptions) => Effect.Effect<Answer>

export interface TestTenant {
  readonly customer_id: string
  readonly key: string
  readonly call: Call
}

export const request =
  (baseUrl: string, key: string | null): Call =>
  (method, path, body, options = {}) =>
    Effect.promise(async (signal) => {
      const credential = options.key === undefined ? key : options.key
      const url = path.startsWith("root:") ? baseUrl + path.slice(5) : `${baseUrl}/api/v1${path}`
      const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await fetch(url, {
        method,
        signal,
        redirect: "manual",
        headers: {
          ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
          ...(payload === undefined ? {} : { "content-type": "application/json" }),
          ...options.headers
        },
        ...(payload === undefined ? {} : { body: payload })
      })
      const text = await response.text()
      const json = (response.headers.get("content-type") ?? "").startsWith("application/json")
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: json && text !== "" ? JSON.parse(text) : text
      }
    })

export class TestApp extends Context.Service<
  TestApp,
  {
    readonly baseUrl: string
    readonly databaseUrl: Redacted.Redacted
    /** without a credential */
    readonly call: Call
    /** a new customer with a secret key of its own */
    tenant(options?: { readonly plan?: PlanName; readonly name?: string }): Effect.Effect<TestTenant>
  }
>()("hatchery/test/TestApp") {
  /** A test that can hold on one of the topologies only says why. */
  static readonly layer = (settings: Partial<AppSettings> = {}, topology: Topology = defaultTopology) =>
    TestAppLive.pipe(
      Layer.provide(ApiKeyStore.layer),
      Layer.provideMerge(Application),
      Layer.provideMerge(ServerLive({ host: "127.0.0.1", port: 0 })),
      Layer.provideMerge(SqlLive),
      Layer.provideMerge(nodeOf(settings, topology)),
      Layer.provideMerge(FakeImages.layer),
      Layer.provideMerge(Layer.effect(DatabaseUrl, testDatabase)),
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, settings.logLevel ?? "None"))
    )
}

const TestAppLive = Layer.effect(
  TestApp,
  Effect.gen(function* () {
    const server = yield* HttpServer.HttpServer
    const keys = yield* ApiKeyStore
    const sql = yield* SqlClient.SqlClient
    const address = server.address
    if (address._tag === "UnixPathAddress") return yield* Effect.die(new Error("the test server listens on TCP"))
    const baseUrl = `http://127.0.0.1:${address.port}`
    return TestApp.of({
      baseUrl,
      databaseUrl: yield* DatabaseUrl,
      call: request(baseUrl, null),
      tenant: ({ name = "Acme", plan = "enterprise" } = {}) =>
        Effect.orDie(
          Effect.gen(function* () {
            const customer_id = yield* uuid
            const now = yield* nowDate
            yield* sql`INSERT INTO customers (customer_id, name, slug, plan, draw_secret, created_at, updated_at)
                   VALUES (${customer_id}::uuid, ${name}, ${`acme-${customer_id}`}, ${plan},
                           ${yield* randomBytes(32)}, ${now}, ${now})`
            const { key } = yield* keys.create(customer_id, "test", { type: "secret", mode: "test", label: "test" })
            return { customer_id, key, call: request(baseUrl, key) }
          })
        )
    })
  })
)
