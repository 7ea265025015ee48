/** What the pager asks about ingest: how many, with which outcome, how long. */
import { Clock, Context, Effect, Exit, Layer } from "effect"
import { counters, histograms } from "./Family.ts"
import { ingestEvents, ingestLatency } from "./Work.ts"

export type IngestOutcome = "accepted" | "duplicate" | "refused" | "unavailable"

const outcomeOf = (exit: Exit.Exit<{ readonly duplicate: boolean }, { readonly _tag: string }>): IngestOutcome => {
  if (Exit.isSuccess(exit)) return exit.value.duplicate ? "duplicate" : "accepted"
  const reason = exit.cause.reasons[0]
  return reason?._tag === "Fail" && reason.error._tag !== "ServiceUnavailable" ? "refused" : "unavailable"
}

export class IngestMetrics extends Context.Service<
  IngestMetrics,
  {
    /** a request with one event was answered */
    observe(outcome: IngestOutcome, durationMs: number): void
    /** events of a batch, which is answered as a whole */
    count(outcome: IngestOutcome, events: number): void
    /** The same for one event that is an effect; only `ServiceUnavailable` and defects are our own failure. */
    measure<A extends { readonly duplicate: boolean }, E extends { readonly _tag: string }, R>(
      accept: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E, R>
  }
>()("hatchery/platform/IngestMetrics") {
  static readonly layer = Layer.effect(
    IngestMetrics,
    Effect.gen(function* () {
      const registry = yield* Effect.context<never>()
      const events = counters(ingestEvents, registry)
      const latency = histograms(ingestLatency, registry)
      const observe = (outcome: IngestOutcome, durationMs: number) => {
        events[outcome].add(1)
        latency[outcome].observe(durationMs)
      }
      return IngestMetrics.of({
        observe,
        count: (outcome, count) => events[outcome].add(count),
        measure: (accept) =>
          Effect.flatMap(Clock.Clock, (clock) => {
            const startedAt = clock.currentTimeMillisUnsafe()
            return Effect.onExit(accept, (exit) =>
              Effect.sync(() => observe(outcomeOf(exit), clock.currentTimeMillisUnsafe() - startedAt))
            )
          })
      })
    })
  )
}
