/** The one process of a test's service: running or not, and what it takes to end it and to start it again. */
import { Clock, Effect, type Redacted, Semaphore } from "effect"
import { TestClock } from "effect/testing"
import { type Node, type Outside, type Services, startNode } from "./Node.ts"
import { isVirtual } from "./time.ts"

export interface Lifetime {
  /** the same for all its processes */
  readonly port: number
  /** undefined: it does not run */
  running(): Node | undefined
  /** with the services of the running process; a defect when there is none */
  inside<A, E>(effect: Effect.Effect<A, E, Services>): Effect.Effect<A, E>
  readonly crash: Effect.Effect<void>
  readonly stop: Effect.Effect<void>
  readonly start: Effect.Effect<void>
}

/** Identifiers count within a millisecond: a successor in the same one would give out those of its predecessor. */
const takesTime = Effect.flatMap(Clock.Clock, (clock) =>
  isVirtual(clock) ? TestClock.adjust("1 millis") : Effect.void
)

/**
 * Starts the first process, and kills the last one when the scope closes: nobody sees what it leaves behind, and in
 * good order every worker would look once more for something to do.
 */
export const makeLifetime = Effect.fnUntraced(function* (database: Redacted.Redacted) {
  const outside = yield* Effect.context<Outside>()
  const boot = (port: number) => Effect.orDie(Effect.provide(startNode(database, port), outside))
  let node: Node | undefined = yield* boot(0)
  const { port } = node
  const oneAtATime = yield* Semaphore.make(1)
  const end = (how: "kill" | "stop") =>
    Effect.suspend(() => {
      const ending = node?.[how] ?? Effect.void
      node = undefined
      return ending
    }).pipe(oneAtATime.withPermits(1))
  yield* Effect.addFinalizer(() => end("kill"))

  return {
    port,
    running: () => node,
    inside: (effect) =>
      Effect.suspend(() =>
        node === undefined
          ? Effect.die(new Error("the service does not run: start it first"))
          : Effect.provideContext(effect, node.services)
      ),
    crash: end("kill"),
    stop: end("stop"),
    start: Effect.gen(function* () {
      if (node !== undefined) return
      yield* takesTime
      node = yield* boot(port)
    }).pipe(oneAtATime.withPermits(1))
  } satisfies Lifetime
})
