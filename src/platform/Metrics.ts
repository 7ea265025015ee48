/** What the pager asks about ingest: how many, with which outcome, how long. Prometheus names; see /metrics. */
import { Context, Effect, Layer, Metric } from "effect"

export type IngestOutcome = "accepted" | "duplicate" | "refused" | "unavailable"

const events = Metric.counter("hatchery_ingest_events_total", {
  description: "POST /events by outcome",
  incremental: true
})
const latency = Metric.histogram("hatchery_ingest_latency_ms", {
  description: "time from the request's headers to its answer, ms",
  boundaries: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
})

export class IngestMetrics extends Context.Service<
  IngestMetrics,
  {
    observe(outcome: IngestOutcome, durationMs: number): void
  }
>()("hatchery/platform/IngestMetrics") {
  static readonly layer = Layer.effect(
    IngestMetrics,
    Effect.gen(function* () {
      const context = yield* Effect.context<never>()
      const byOutcome = (outcome: IngestOutcome) => Metric.withAttributes(events, { outcome })
      const counters = {
        accepted: byOutcome("accepted"),
        duplicate: byOutcome("duplicate"),
        refused: byOutcome("refused"),
        unavailable: byOutcome("unavailable")
      }
      return IngestMetrics.of({
        observe: (outcome, durationMs) => {
          counters[outcome].updateUnsafe(1, context)
          latency.updateUnsafe(durationMs, context)
        }
      })
    })
  )
}
