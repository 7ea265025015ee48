/** One process's worth of the service, as a scope: started, stopped, or killed. */
import { Clock, Context, Effect, Exit, Layer, type Redacted, Scope } from "effect"
import { WebCrypto } from "effect/crypto"
import { HttpServer } from "effect/http"
import { Application } from "../Application.ts"
import type { AppConfig } from "../Config.ts"
import { FrontDoor, ServerLive } from "../edge/Server.ts"
import { ApiKeyStore } from "../features/tenant/api-keys/Store.ts"
import { Connections } from "../platform/postgres/Connections.ts"
import { DatabaseUrl } from "../platform/postgres/DatabaseUrl.ts"
import { ImageProvider } from "../platform/images/ImageProvider.ts"
import { SqlLive } from "../Platform.ts"
import { databaseGate } from "./DatabaseGate.ts"
import { promptCrypto } from "./Digests.ts"
import { type ServiceClock, serviceClock } from "./ServiceClock.ts"

/** Production's own layers behind a listener on loopback; 0 takes a free port. Wants what differs between tests. */
export const NodeLive = (port: number) =>
  ApiKeyStore.layer.pipe(
    Layer.provideMerge(Application),
    Layer.provideMerge(ServerLive({ host: "127.0.0.1", port })),
    Layer.provideMerge(SqlLive)
  )

export const portOf = Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
  address._tag === "UnixPathAddress"
    ? Effect.die(new Error("the test server listens on TCP"))
    : Effect.succeed(address.port)
)

export type Services = Layer.Success<ReturnType<typeof NodeLive>>

export interface Node {
  readonly services: Context.Context<Services>
  readonly port: number
  /** statements and bytes under way */
  readonly pending: () => number
  readonly clock: Pick<ServiceClock, "nextWake" | "leap">
  /** as SIGTERM does: what is under way comes to an end */
  readonly stop: Effect.Effect<void>
  /** as SIGKILL does: the database and every client lose it in the middle of whatever it is doing */
  readonly kill: Effect.Effect<void>
}

/** Real time for the remains of a killed node to fall apart; a receiver that does not answer holds them up. */
const burial_patience = "5 seconds"

const gone = Effect.die(new Error("the service was killed"))

/** The painter lives elsewhere: it hears nothing of a dead node. */
const mortal = (isAlive: () => boolean) =>
  Layer.effect(
    ImageProvider,
    Effect.map(ImageProvider, (images) =>
      ImageProvider.of({
        ...images,
        stageImage: (request) => Effect.suspend(() => (isAlive() ? images.stageImage(request) : gone)),
        icon: (request) => Effect.suspend(() => (isAlive() ? images.icon(request) : gone))
      })
    )
  )

/**
 * A node opens all the connections it may have as soon as its workers look for something to do at once, and each is a
 * process of Postgres that learns the schema anew: for a service that lives a second that is most of what it costs.
 * Statements take milliseconds, so two lines of them do; transactions race each other in tests, and keep theirs.
 */
export const fewConnections = {
  statements: { places: 2, places_per_tenant: 2 },
  transactions: { places: 8, places_per_tenant: 5 },
  vital: 2
} as const

/** Starts a node on the database. It keeps no state but there. */
export const startNode = Effect.fnUntraced(function* (database: Redacted.Redacted, port: number) {
  const scope = yield* Scope.make()
  const clock = yield* serviceClock
  const gate = yield* Scope.provide(databaseGate(database), scope)
  let isAlive = true
  const stop = (exit: Exit.Exit<void, unknown>) =>
    Effect.suspend(() => {
      clock.letGo()
      // Not every finalizer remembers the clock it was made under.
      return Effect.provideService(Scope.close(scope, exit), Clock.Clock, clock.clock)
    })
  const given = Layer.merge(
    mortal(() => isAlive),
    Layer.succeed(DatabaseUrl, gate.url)
  )
  const services = yield* Layer.buildWithScope(Layer.fresh(Layer.provide(NodeLive(port), given)), scope).pipe(
    Effect.provideService(Clock.Clock, clock.clock),
    Effect.provideService(WebCrypto.WebCrypto, promptCrypto),
    Effect.provideService(Connections, fewConnections),
    Effect.onError((cause) => stop(Exit.failCause(cause)))
  )
  const { server } = Context.get(services, FrontDoor)
  return {
    services,
    port: yield* Effect.provide(portOf, services),
    pending: gate.pending,
    clock,
    stop: stop(Exit.void),
    kill: Effect.gen(function* () {
      isAlive = false
      gate.shut()
      server.close()
      server.closeAllConnections()
      const burial = yield* Effect.forkDetach(stop(Exit.interrupt()), { startImmediately: true })
      yield* Effect.callback<void>((resume) => void burial.addObserver(() => resume(Effect.void))).pipe(
        Effect.timeoutOption(burial_patience),
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
      )
    })
  } satisfies Node
})

/** What differs between tests and outlives a node. */
export type Outside = AppConfig | ImageProvider
