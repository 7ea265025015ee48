/**
 * Old rows go: one runner of the cluster sweeps, and when it is lost another one does. What is kept for how long stands
 * in Policies.ts. The same runner makes the months of tables that are kept by months.
 */
import { Clock, Effect, Layer } from "effect"
import { Singleton } from "effect/cluster"
import { AssetStore } from "../storage/Assets.ts"
import { counters, family, gauge } from "../observability/metrics/Family.ts"
import { keepMonths } from "./Months.ts"
import { tables } from "./Tables.ts"
import { sweep } from "./Sweep.ts"

export const retention = {
  /** after taking over; a cluster that is deployed every hour has to get to it as well */
  first_after: "10 seconds",
  interval: "1 hour",
  /** when there was more to delete than a run may take */
  resume_after: "1 minute"
} as const

export const retentionDeleted = family({
  name: "hatchery_retention_deleted_total",
  kind: "counter",
  label: { name: "table", values: tables },
  nodes: "runner",
  answers: "How many old rows were deleted? Counted by the one runner that sweeps."
})

export const retentionLastRun = family({
  name: "hatchery_retention_last_run_timestamp_seconds",
  kind: "gauge",
  nodes: "runner",
  answers: "When did this runner last finish a sweep? 0: never; the newest of all runners is the cluster's."
})

/** One per cluster; every runner has its figures. Needs SqlClient and AssetStore. */
export const retentionSweeper = Layer.unwrap(
  Effect.gen(function* () {
    const registry = yield* Effect.context<never>()
    const deleted = counters(retentionDeleted, registry)
    const lastRun = gauge(retentionLastRun, registry)
    const assets = yield* AssetStore
    const discard = (sha256s: ReadonlyArray<string>) =>
      Effect.forEach(sha256s, assets.discard, { concurrency: 8, discard: true })
    const run = Effect.gen(function* () {
      yield* keepMonths
      const swept = yield* sweep({ discard, onDeleted: (table, rows) => deleted[table].add(rows) })
      lastRun.set((yield* Clock.currentTimeMillis) / 1_000)
      return swept.every(({ isDone }) => isDone)
    })
    const forEver = Effect.gen(function* () {
      yield* Effect.sleep(retention.first_after)
      while (true) yield* Effect.sleep((yield* run) ? retention.interval : retention.resume_after)
    })
    return Singleton.make("platform/retention", forEver)
  })
)
