/** What the journal counts, and for how long it has been getting nowhere. */
import { Clock, Effect } from "effect"
import { counters, histogram, observed } from "../../platform/observability/metrics/Family.ts"
import {
  changeSets,
  flushBatch,
  flushes,
  flushLatency,
  journalQueue,
  journalStall
} from "../../platform/observability/metrics/Work.ts"
import type { Outcome } from "./Outcome.ts"

const outcomes = {
  Committed: "committed",
  Stale: "fenced",
  Duplicate: "duplicate",
  Outdated: "outdated",
  OverBudget: "over_budget",
  Closed: "closed",
  Granted: "granted",
  Contended: "contended",
  Refused: "poison",
  Unknown: "unknown"
} as const satisfies Record<Outcome["_tag"], string>

/** Ends nothing: the same change comes back with the next flush, or with its sender. */
const isFutile = ({ _tag }: Outcome): boolean => _tag === "Contended" || _tag === "Unknown"

export interface FlushUnderWay {
  readonly startedAt: number
}

export const makeJournalMetrics = Effect.fnUntraced(function* (waiting: () => number) {
  const registry = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  const flush = counters(flushes, registry)
  const ended = counters(changeSets, registry)
  const batch = histogram(flushBatch, registry)
  const latency = histogram(flushLatency, registry)
  const underWay = new Set<FlushUnderWay>()
  let isResting = true
  let advancedAt = now()
  /** ms since the oldest flush under way began, or since any change was settled while others wait; 0: at rest */
  const stalled_ms = () => {
    let since = isResting ? Number.POSITIVE_INFINITY : advancedAt
    for (const one of underWay) since = Math.min(since, one.startedAt)
    return Math.max(0, now() - since)
  }
  observed(journalQueue, registry, waiting)
  observed(journalStall, registry, () => stalled_ms() / 1_000)
  return {
    stalled_ms,
    /** how the first statement of a flush ended */
    answered: (outcome: keyof typeof flush) => flush[outcome].add(1),
    started: (changes: number): FlushUnderWay => {
      const one = { startedAt: now() }
      if (isResting) advancedAt = one.startedAt
      isResting = false
      underWay.add(one)
      batch.observe(changes)
      return one
    },
    finished: (one: FlushUnderWay) => {
      underWay.delete(one)
      latency.observe(now() - one.startedAt)
    },
    concluded: (outcome: Outcome) => {
      ended[outcomes[outcome._tag]].add(1)
      if (!isFutile(outcome)) advancedAt = now()
    },
    /** nothing waits and nothing is under way */
    rested: () => {
      isResting = true
    }
  }
})

export type JournalMetrics = Effect.Success<ReturnType<typeof makeJournalMetrics>>
