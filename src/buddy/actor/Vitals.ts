/** How the buddies of this process are doing: for whoever scrapes, and for readiness. */
import { Effect, Layer } from "effect"
import { Health } from "../../platform/observability/Health.ts"
import { observed, observedBy } from "../../platform/observability/metrics/Family.ts"
import { mailboxDepth, residentBuddies } from "../../platform/observability/metrics/Work.ts"
import { Directory } from "./Directory.ts"
import { ActorServices } from "./ActorServices.ts"
import { Journal } from "../journal/Journal.ts"

/** As long as a caller waits for his answer: beyond it nobody is served. */
export const journal_stalled_ms_max = 10_000

/** Wants Health, Journal, ActorServices and Directory. */
export const buddyVitals = Layer.effectDiscard(
  Effect.gen(function* () {
    const directory = yield* Directory
    const { backlog } = yield* ActorServices
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
