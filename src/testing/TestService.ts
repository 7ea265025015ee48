/**
 * The whole service in this process, on a database of its own, behind a real HTTP server. Fakes stand only at the true
 * edges (pictures, mail); the layers are production's own. Under a TestClock its time is the test's:
 *
 *     it.effect("a hatch survives a crash", () =>
 *       Effect.gen(function* () {
 *         const service = yield* TestService
 *         const tenant = yield* service.tenant()
 *         yield* tenant.publish(config)
 *         yield* service.images.failNext(1)
 *         const { operation_id } = yield* tenant.startHatch("ada")
 *         yield* service.crash
 *         yield* service.start
 *         yield* service.advance("30 minutes")
 *         assert.strictEqual((yield* tenant.operation(operation_id)).status, "completed")
 *       }).pipe(Effect.provide(TestService.layer()))
 *     )
 *
 * `startTestService` is the same for people who do not use Effect.
 */
import { Clock, Context, type Duration, Effect, Layer, type Redacted, References } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig, type AppSettings } from "../Config.ts"
import { RandomBytes } from "../platform/postgres/Ids.ts"
import { FakeImages } from "../platform/images/FakeImages.ts"
import { type KeptMail, Mail } from "../platform/mail/Mail.ts"
import { postgresClient } from "../platform/postgres/Sql.ts"
import { clone, type TestDatabases } from "./Databases.ts"
import { makeLifetime } from "./Lifetime.ts"
import { type Call, request } from "./Requests.ts"
import { seeded, seededBytes } from "./Seed.ts"
import { sharedDatabases } from "./SharedDatabases.ts"
import { makeAccount, type TenantOptions } from "./steps.ts"
import { makeTenant, type TestTenant } from "./Tenant.ts"
import { type AdvanceOptions, makeTravel, type Travel } from "./Travel.ts"

export interface TestServiceOptions {
  /** what production reads from the environment */
  readonly settings?: Partial<AppSettings>
  /** makes everything drawn at random the same in every run; `hatchery` unless another one is given */
  readonly seed?: string
  /** credits per picture: nothing, unless it is about credits */
  readonly pictureCosts?: { readonly stage_image: number; readonly icon: number }
  /** where databases are cloned; one server for the whole process unless another one is given */
  readonly databases?: TestDatabases
}

const default_seed = "hatchery"

export class TestService extends Context.Service<
  TestService,
  {
    /** `http://127.0.0.1:<port>`, the same after a restart */
    readonly baseUrl: string
    readonly databaseUrl: Redacted.Redacted
    /** without a credential */
    readonly call: Call
    tenant(options?: TenantOptions): Effect.Effect<TestTenant>
    /** the painter: what it was asked, and how it fails next */
    readonly images: FakeImages["Service"]
    /** to that address, or to all; newest first */
    mails(to?: string): Effect.Effect<ReadonlyArray<KeptMail>>
    /** epoch ms */
    readonly now: Effect.Effect<number>
    /** lets so much time pass, and everything happen that falls due meanwhile */
    advance(duration: Duration.Input, options?: AdvanceOptions): Effect.Effect<void>
    advanceUntil: Travel["advanceUntil"]
    /** ends the process as `kill -9` does: nothing is finished, nothing is said */
    readonly crash: Effect.Effect<void>
    /** ends it as a deployment does */
    readonly shutdown: Effect.Effect<void>
    /** starts it again after one of these, on the same database and the same port */
    readonly start: Effect.Effect<void>
  }
>()("hatchery/testing/TestService") {
  static readonly layer = (options: TestServiceOptions = {}) =>
    Layer.effect(
      TestService,
      Effect.suspend(() => make(options))
    ).pipe(
      Layer.provide(FakeImages.layerAt(options.pictureCosts ?? { stage_image: 0, icon: 0 })),
      Layer.provide(AppConfig.test(options.settings)),
      Layer.provide(Layer.succeed(References.MinimumLogLevel, options.settings?.logLevel ?? "None")),
      Layer.provide(seeded(options.seed ?? default_seed))
    )
}

/** A way to the database past the service, for what a test looks at. */
const aside = (url: Redacted.Redacted) => postgresClient({ url, maxConnections: 2, applicationName: "hatchery-test" })

const make = Effect.fnUntraced(function* ({ databases, seed = default_seed }: TestServiceOptions) {
  const databaseUrl = yield* clone(databases ?? (yield* sharedDatabases))
  const side = yield* Layer.build(Layer.provideMerge(Mail.layer, aside(databaseUrl)))
  const sql = Context.get(side, SqlClient.SqlClient)
  const images = yield* FakeImages
  const lifetime = yield* makeLifetime(databaseUrl)
  const travel = yield* Effect.provideService(makeTravel(lifetime), SqlClient.SqlClient, sql)
  const baseUrl = `http://127.0.0.1:${lifetime.port}`
  let tenants = 0

  return TestService.of({
    baseUrl,
    databaseUrl,
    call: request(baseUrl, null),
    tenant: (options = {}) =>
      Effect.suspend(() => {
        const own = `${seed}/tenant/${++tenants}`
        const account = Effect.provideService(makeAccount(options), RandomBytes, seededBytes(own))
        return Effect.map(lifetime.inside(account), (account) => makeTenant({ account, baseUrl, seed: own, travel }))
      }),
    images,
    mails: (to) =>
      Effect.map(Context.get(side, Mail).kept, (mails) =>
        to === undefined ? mails : mails.filter((mail) => mail.to === to)
      ),
    now: Clock.currentTimeMillis,
    advance: travel.advance,
    advanceUntil: travel.advanceUntil,
    crash: lifetime.crash,
    shutdown: lifetime.stop,
    start: lifetime.start
  })
})
