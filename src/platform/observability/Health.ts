/**
 * What the probes ask. A process that runs is not a process that works, so readiness watches progress: whoever has
 * something that must move on registers a check with `watch`, and the node is ready while all of them hold and it is
 * not shutting down. A check that hangs is a check that failed.
 */
import { Cause, Clock, Context, Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { build } from "./Build.ts"
import { causeLine } from "./CauseLine.ts"
import { within } from "../requests/Deadline.ts"
import { EventLoop } from "./EventLoop.ts"
import { webhookBacklogs } from "./metrics/Backlogs.ts"
import { gauge, gauges } from "./metrics/Family.ts"
import { databaseUp, ready } from "./metrics/Node.ts"

export interface Check {
  readonly ok: boolean
  readonly latency_ms: number
}

const timeout = "2 seconds"
/** Longer than any honest piece of work between two turns of the loop; a frozen process shows here when it thaws. */
export const blocked_ms_max = 5_000
/** A due webhook of an endpoint that answers is sent within seconds; a minute means that nobody sends. */
const delivery_wait_ms_max = 60_000

export const timed = (check: Effect.Effect<boolean, unknown>): Effect.Effect<Check> =>
  Effect.gen(function* () {
    const started = yield* Clock.currentTimeMillis
    const ok = yield* within(check, { duration: timeout, orElse: () => Effect.succeed(false) }).pipe(
      Effect.catchCause(() => Effect.succeed(false))
    )
    return { ok, latency_ms: (yield* Clock.currentTimeMillis) - started }
  })

/** Checks of readiness by name; the names are values of the metric hatchery_ready. */
export type CheckName = "accepting" | "database" | "cache" | "event_loop" | "journal" | "shards" | "cluster_messages"

export interface Readiness {
  readonly ready: boolean
  /** what this node has; a check nobody registered is not there */
  readonly checks: Readonly<Partial<Record<CheckName, boolean>>>
}

export class Health extends Context.Service<
  Health,
  {
    readonly database: Effect.Effect<Check>
    /** no delivery to an endpoint that answers has been due for more than a minute */
    readonly queues: Effect.Effect<Check>
    readonly uptimeSeconds: Effect.Effect<number>
    readonly build: typeof build
    readonly drain: Effect.Effect<void>
    /** Readiness depends on this check while the scope is open. */
    watch(name: CheckName, isFine: Effect.Effect<boolean>): Effect.Effect<void, never, Scope.Scope>
    readonly readiness: Effect.Effect<Readiness>
  }
>()("hatchery/platform/Health") {
  static readonly layer = Layer.effect(
    Health,
    Effect.suspend(() => make)
  ).pipe(Layer.provideMerge(EventLoop.layer))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const loop = yield* EventLoop
  const registry = yield* Effect.context<never>()
  const startedAt = yield* Clock.currentTimeMillis
  const up = gauge(databaseUp, registry)
  const shown = gauges(ready, registry)
  for (const one of Object.values(shown)) one.set(1)
  let draining = false
  let failingBefore = ""
  /** what the database said instead of an answer; it may have sent us away as it does others */
  let refusal = ""

  const database = timed(
    Effect.as(sql`SELECT 1`, true).pipe(
      Effect.tapCause((cause) =>
        Effect.sync(() => {
          refusal = Cause.hasInterruptsOnly(cause) ? "no answer in time" : causeLine(Cause.squash(cause))
        })
      )
    )
  ).pipe(Effect.tap(({ ok }) => Effect.sync(() => up.set(ok ? 1 : 0))))
  const watched = new Map<CheckName, Effect.Effect<boolean>>([
    ["accepting", Effect.sync(() => !draining)],
    ["database", Effect.map(database, ({ ok }) => ok)],
    ["event_loop", Effect.sync(() => loop.blocked() < blocked_ms_max)]
  ])

  /** Said once per change: the log tells when a node left the rotation and why, and when it came back. */
  const tell = (checks: Readiness["checks"]) => {
    const failing = Object.entries(checks).flatMap(([name, ok]) => (ok ? [] : [name]))
    for (const [name, ok] of Object.entries(checks)) shown[name as CheckName].set(ok ? 1 : 0)
    if (failing.join() === failingBefore) return Effect.void
    failingBefore = failing.join()
    return failing.length === 0
      ? Effect.logInfo("ready again")
      : Effect.annotateLogs(Effect.logWarning("not ready"), {
          failing: failing.join(", "),
          ...(checks.database === false ? { database: refusal } : {})
        })
  }

  return Health.of({
    database,
    queues: timed(
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const { healthy } = yield* webhookBacklogs(new Date(now))
        return healthy.oldest_at === undefined || now - healthy.oldest_at < delivery_wait_ms_max
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    ),
    uptimeSeconds: Effect.map(Clock.currentTimeMillis, (now) => Math.round((now - startedAt) / 1000)),
    build,
    drain: Effect.sync(() => {
      draining = true
    }),
    watch: (name, isFine) =>
      Effect.acquireRelease(
        Effect.sync(() => watched.set(name, isFine)),
        () => Effect.sync(() => watched.delete(name))
      ).pipe(Effect.asVoid),
    readiness: Effect.gen(function* () {
      const names = [...watched.keys()]
      const answers = yield* Effect.forEach(watched.values(), timed, { concurrency: "unbounded" })
      const checks = Object.fromEntries(names.map((name, index) => [name, answers[index]!.ok])) as Readiness["checks"]
      yield* tell(checks)
      return { ready: Object.values(checks).every(Boolean), checks }
    })
  })
})
