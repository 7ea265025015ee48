import { Effect, Exit, Layer, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { IngestMetrics } from "../../../../platform/observability/metrics/IngestMetrics.ts"
import { makeTurns } from "../../../../platform/requests/FairPlaces.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { originOf } from "../../../../wire/Change.ts"
import { keyOfAnother } from "../../../../wire/CommandKey.ts"
import { CurrentRequest } from "../../../../wire/CurrentRequest.ts"
import { inWords, ValidationFailed } from "../../../../wire/Failure.ts"
import { feature } from "../../../../wire/Group.ts"
import { Principal } from "../../../../wire/Principal.ts"
import { EventsApi } from "../Api.ts"
import { dryRuns } from "../Service/DryRun.ts"
import { BatchPlaces, runBatch } from "../Service/Batch.ts"
import { type Accepted, Intake } from "../Service/Intake.ts"
import { Repeats } from "../Service/Repeats.ts"
import { eventIds } from "../Store/KeyedIds.ts"
import { EventStore } from "../Store/Reads.ts"
import { reversals } from "../Service/Reversal.ts"
import { entryEvent } from "./ReadEvent.ts"

const activeWindowDays = 30
/** Problems told of one item of a batch. */
const itemIssuesMax = 5

/** The id of what is triggered is made of the key: what was something else is another event of the key. */
const refuseOther = ({ answer }: Pick<Accepted, "answer">) =>
  answer.payload_mismatch === true ? keyOfAnother : Effect.void

export const EventsHttp = HttpApiBuilder.group(
  feature(EventsApi),
  "events",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const intake = yield* Intake
    const tenants = yield* Tenants
    const dryRun = yield* dryRuns
    const reverse = yield* reversals
    const metrics = yield* IngestMetrics
    const idOf = yield* eventIds
    const inTurn = makeTurns(yield* BatchPlaces, "Too many batches are under way.")

    /** A repetition is told by its header, as with Idempotency-Key. */
    const answer = Effect.fnUntraced(function* ({ answer, duplicate }: Pick<Accepted, "answer" | "duplicate">) {
      if (duplicate) (yield* CurrentRequest).replayed = true
      return answer
    })

    return handlers.handleAll({
      ingest: Effect.fnUntraced(function* ({ payload, query }) {
        if (query.dry_run === true) return yield* answer(yield* dryRun((yield* Principal).customer_id, payload, query))
        // Somebody who asks what would happen then must not make it happen now.
        const only = (["now", "config_version_id"] as const).find((name) => query[name] !== undefined)
        if (only !== undefined) return yield* ValidationFailed.at([only], `${only} needs dry_run=true`)
        const { customer_id } = yield* Principal
        return yield* answer(yield* metrics.measure(intake.accept(customer_id, payload, "live")))
      }),
      batch: Effect.fnUntraced(function* ({ payload }) {
        const { customer_id } = yield* Principal
        const read = (event: unknown) => {
          const read = entryEvent(event)
          if (Exit.isSuccess(read)) return Result.succeed(read.value)
          const reason = read.cause.reasons[0]
          const words = reason?._tag === "Fail" ? inWords(reason.error, itemIssuesMax) : undefined
          return Result.fail(words ?? "The event is not valid.")
        }
        const run = runBatch(customer_id, payload.events, payload.mode ?? "live", read).pipe(
          Effect.provideService(Intake, intake),
          Effect.provideService(Tenants, tenants)
        )
        const report = yield* inTurn(customer_id, run)
        const unavailable = report.results.filter(({ error }) => error?.code === "service_unavailable").length
        metrics.count("accepted", report.accepted)
        metrics.count("duplicate", report.duplicates)
        metrics.count("unavailable", unavailable)
        metrics.count("refused", report.rejected - unavailable)
        return report
      }),
      trigger: Effect.fnUntraced(function* ({ payload }) {
        const { customer_id } = yield* Principal
        const event = { ...payload, event_id: yield* idOf({ customer_id, user_id: payload.user_id }) }
        return yield* answer(yield* Effect.tap(metrics.measure(intake.accept(customer_id, event, "live")), refuseOther))
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      activeUsers: Effect.fnUntraced(function* ({ query }) {
        return yield* store.activeUsers((yield* Principal).customer_id, query, query.window_days ?? activeWindowDays)
      }),
      types: Effect.fnUntraced(function* ({ query }) {
        return yield* store.types((yield* Principal).customer_id, query)
      }),
      reverse: Effect.fnUntraced(function* ({ params, payload }) {
        const { mode = "clamp", reason = null } = payload ?? {}
        const caller = yield* Principal
        return yield* reverse(caller.customer_id, params.id, { mode, reason, origin: originOf(caller) })
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* store.read((yield* Principal).customer_id, params.id)
      }),
      trace: Effect.fnUntraced(function* ({ params }) {
        return yield* store.trace((yield* Principal).customer_id, params.id)
      })
    })
  })
).pipe(Layer.provide([EventStore.layer, Intake.layer, Repeats.layer]))
