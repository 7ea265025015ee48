/**
 * What the probes ask: is each thing this node depends on answering, and how fast. Readiness turns false while shutting
 * down.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readFileSync } from "node:fs"

export interface Check {
  readonly ok: boolean
  readonly latency_ms: number
}

/** A probe that hangs is a probe that failed. */
const timeout = "2 seconds"

const timed = (check: Effect.Effect<unknown, unknown>): Effect.Effect<Check> =>
  Effect.gen(function* () {
    const started = yield* Clock.currentTimeMillis
    const ok = yield* check.pipe(
      Effect.timeoutOption(timeout),
      Effect.map((answer) => answer._tag === "Some"),
      Effect.catchCause(() => Effect.succeed(false))
    )
    return { ok, latency_ms: (yield* Clock.currentTimeMillis) - started }
  })

const root = new URL("../../", import.meta.url)
const readJson = (name: string): Readonly<Record<string, unknown>> => {
  const file = new URL(name, root)
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>) : {}
}
const textOf = (value: unknown): string => (typeof value === "string" ? value : "unknown")

export class Health extends Context.Service<
  Health,
  {
    readonly database: Effect.Effect<Check>
    /** no due delivery has waited for more than a minute */
    readonly queues: Effect.Effect<Check>
    readonly uptimeSeconds: Effect.Effect<number>
    readonly build: {
      readonly version: string
      readonly git_sha: string
      readonly built_at: string
      readonly node_version: string
    }
    readonly draining: Effect.Effect<boolean>
    readonly drain: Effect.Effect<void>
  }
>()("hatchery/platform/Health") {
  static readonly layer = Layer.effect(
    Health,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const startedAt = yield* Clock.currentTimeMillis
      let draining = false
      const built = readJson("build-info.json")
      return Health.of({
        database: timed(sql`SELECT 1`),
        queues: timed(
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.flatMap(
              sql`SELECT 1 FROM webhook_deliveries WHERE next_attempt_at < ${new Date(now - 60_000)} AND attempts = 0
                LIMIT 1`,
              (stuck) => (stuck.length === 0 ? Effect.void : Effect.fail("stuck"))
            )
          )
        ),
        uptimeSeconds: Effect.map(Clock.currentTimeMillis, (now) => Math.round((now - startedAt) / 1000)),
        build: {
          version: textOf(readJson("package.json").version),
          git_sha: textOf(built.git_sha),
          built_at: textOf(built.built_at),
          node_version: process.version
        },
        draining: Effect.sync(() => draining),
        drain: Effect.sync(() => {
          draining = true
        })
      })
    })
  )
}
