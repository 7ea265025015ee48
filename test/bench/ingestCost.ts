/**
 * What figures take of an event as tenants send it: told and added up where nothing else runs (share.ts), beside what a
 * whole event took over HTTP in the same run, figures among it.
 */
import { Effect, Layer, Redacted } from "effect"
import { FoldStore } from "../../src/features/insight/analytics/Store/Fold.ts"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { type Measure, middle } from "./report.ts"
import { seed } from "./seed.ts"
import { type DailyCost, playShares } from "./share.ts"

const lanes = 2
/** events of a flush, as many as a busy node has in one */
const flush = 32
/** of each load and round */
const events = 40_000

export interface IngestCostOptions {
  readonly url: string
  readonly postmaster: number
  readonly buddies: number
  /** events of a user and day, each a load of its own */
  readonly daily: ReadonlyArray<number>
  readonly rounds: number
  readonly say: (line: string) => void
}

export const ingestCosts = ({ url, ...options }: IngestCostOptions): Promise<ReadonlyArray<DailyCost>> =>
  Effect.runPromise(
    Effect.gen(function* () {
      yield* Migrations.run()
      const world = yield* Effect.promise(() => seed(url, 2 * options.buddies))
      return yield* playShares({ ...options, world, lanes, flush, events, campaigns: undefined })
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          FoldStore.layer,
          postgresClient({ url: Redacted.make(url), maxConnections: lanes, applicationName: "bench" })
        )
      )
    )
  )

/** Of the processor time of an event over HTTP. */
export const ingestCostLines = (
  costs: ReadonlyArray<DailyCost>,
  overHttp: ReadonlyArray<Measure>
): ReadonlyArray<string> => {
  const { node_us, postgres_us } = middle(overHttp)
  const whole = node_us + postgres_us
  const of = (us: number) => `${us.toFixed(1)} us, ${((us / whole) * 100).toFixed(1)} %`
  return costs.map(
    ({ events_a_day, fold_us, tell_us }) =>
      `figures, ${events_a_day} events of a user and day, of ${whole.toFixed(0)} us for an event over HTTP: ` +
      `${of(tell_us + fold_us)}; told in its commit ${of(tell_us)}, added up after it ${of(fold_us)}`
  )
}
