/** How the buddies of this process are doing: for whoever scrapes, and for readiness. */
import { Effect, Layer } from "effect"
import { Health } from "../platform/Health.ts"
import { observed, observedBy } from "../platform/metrics/Family.ts"
import { mailboxDepth, residentBuddies } from "../platform/metrics/Work.ts"
import { Directory } from "./Directory.ts"
import { Environment } from "./Environment.ts"
import { Journal } from "./Journal.ts"

/** As long as a caller waits for his answer: beyond it nobody is served. */
export const journal_stalled_ms_max = 10_000

/** Wants Health, Journal, Environment and Directory. */
export const buddyVitals = Layer.effectDiscard(
  Effect.gen(function* () {
    const directory = yield* Directory
    const { backlog } = yield* Environment
    const journal = yield* Journal
    const registry = yield* Effect.context<never>()
    observed(residentBuddies, registry, () => directory.size())
    observedBy(mailboxDepth, registry, (over) => (over === "sum" ? backlog.requests : directory.deepest()))
    yield* (yield* Health).watch(
      "journal",
      Effect.sync(() => journal.stalledMs() < journal_stalled_ms_max)
    )
  })
)
