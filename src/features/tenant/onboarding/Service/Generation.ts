/**
 * What a session has generated for it, as operations: begun by a request, worked on by whoever owns the workflow, ended
 * once. A session is busy with one at a time, and free again whatever becomes of it.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jobWorkflow, steady } from "../../../../platform/cluster/Jobs.ts"
import { Credits } from "../../../../platform/billing/Credits.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { nowDate, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { SiteReader, repoOf } from "../../../../platform/sites/Reader.ts"
import { type NotFound, ValidationFailed } from "../../../../wire/Failure.ts"
import type { CreditInsufficient } from "../../../../wire/Pictures.ts"
import { Operations } from "../../../players/operations/Service.ts"
import { OperationStore } from "../../../players/operations/Store.ts"
import type { OnboardingBusy, OnboardingCapReached, OnboardingClosed } from "../Api/Refusals.ts"
import { OnboardingStore } from "../Store.ts"
import { busyAt, type SessionRow } from "../Store/Rows.ts"
import { makeNaming, type Naming } from "../Store/Begun.ts"
import { payment } from "./Payment.ts"
import { Planner } from "./Planner.ts"
import { free, opening, sourceOf, writable } from "./Sessions.ts"
import { Job, makeWork, type SeedJob } from "./Work.ts"

/** One generation; what it is stands in its operation. */
export const Generate = jobWorkflow("Onboarding")

const decodeJob = Schema.decodeUnknownEffect(Job)

/** How long a request waits for what it began. */
const answer_within_ms = 8_000
const look_every = "100 millis"
/** How soon work on what was cancelled stops. */
const look_for_end_every = "500 millis"

const interrupted = {
  code: "internal_server_error",
  message: "It was stopped before it was finished. Nothing was charged; try again."
}

const not_a_repository = "must be https://github.com/{owner}/{name}"
const capOf = { plan: "plans", guide: "guides", seed: "seeds" } as const

interface Service {
  /** answers the operation */
  start(
    customer_id: string,
    id: string,
    job: Exclude<Job, SeedJob>
  ): Effect.Effect<string, NotFound | OnboardingClosed | OnboardingBusy | OnboardingCapReached | CreditInsufficient>
  /** reads into the open session, or a new one */
  seed(
    customer_id: string,
    job: SeedJob
  ): Effect.Effect<
    { readonly onboarding_session_id: string; readonly operation_id: string },
    ValidationFailed | OnboardingBusy | OnboardingCapReached
  >
  /** waits for a while; false: it is not done yet */
  settled(key: OperationKey): Effect.Effect<boolean>
  /** does the work, and ends the operation */
  run(key: OperationKey): Effect.Effect<void>
}

export class Generation extends Context.Service<Generation, Service>()("hatchery/features/onboarding/Generation") {
  static readonly layer = Layer.effect(
    Generation,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([OnboardingStore.layer, Operations.layer, Planner.layer, SiteReader.layer, Credits.layer]))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* OnboardingStore
  const operations = yield* OperationStore
  const transaction = transactionOf(sql)

  // Cancelled, failed or given up by the recovery: the session is free again, and what was paid is given back.
  const { settle } = yield* payment
  operations.releaseWith("onboarding", ({ customer_id, operation_id, payload, resource_id }) =>
    Effect.gen(function* () {
      const held = yield* Effect.option(store.hold(customer_id, resource_id))
      const job = yield* Effect.orDie(decodeJob(payload))
      if (job.kind !== "seed") {
        const bill = { customer_id, id: operation_id, purpose: job.kind, paid: job.paid ?? null }
        yield* settle(bill, { isWritten: false, duration_ms: 0 })
      }
      if (Option.isNone(held) || held.value.busy?.operation_id !== operation_id) return
      const { kind } = held.value.busy
      yield* store.change(customer_id, resource_id, { busy: null, last: { kind, operation_id, error: interrupted } })
    })
  )

  const work = yield* makeWork
  return Generation.of({
    ...(yield* starting(transaction)),
    run: Effect.fn("Generation.run")(function* (key) {
      const started = yield* steady(operations.start(key))
      if (Option.isNone(started)) return
      const { attempts, payload, resource_id } = started.value
      // Whoever began it is gone, and nobody knows how far it got.
      if (attempts > 1) return yield* Effect.asVoid(steady(operations.fail(key, interrupted)))
      // Whoever cancels it is given back what was paid: nobody goes on to ask for it.
      const ended = Effect.repeat(Effect.delay(steady(operations.isOpen(key)), look_for_end_every), {
        while: (isOpen) => isOpen
      })
      yield* Effect.raceFirst(work(key, resource_id, yield* Effect.orDie(decodeJob(payload))), Effect.asVoid(ended))
    })
  })
})

const starting = Effect.fnUntraced(function* (transaction: ReturnType<typeof transactionOf>) {
  const store = yield* OnboardingStore
  const operations = yield* OperationStore
  const jobs = yield* Operations
  const reader = yield* SiteReader
  const { pay, priceOf } = yield* payment
  const openOrNew = opening(store)
  const naming = yield* makeNaming

  /** Whoever was at work for too long is gone: the operation ends before its session is held, as it always does. */
  const giveUpLost = Effect.fnUntraced(function* (customer_id: string, session: SessionRow) {
    const { busy } = session
    if (busy === null || busyAt(session, yield* nowDate) !== null) return
    yield* operations.fail({ customer_id, operation_id: busy.operation_id }, interrupted)
  })

  /** The operation, and the session busy with it; the caller's transaction holds the session. */
  const begin = Effect.fnUntraced(function* (customer_id: string, session_id: string, job: Job, named?: Naming) {
    yield* store.take(customer_id, capOf[job.kind])
    const operation = { type: "onboarding", resource_type: "onboarding_session", resource_id: session_id } as const
    const operation_id = yield* jobs.open(customer_id, Generate, {
      ...operation,
      ...(named === undefined
        ? { payload: { ...job } }
        : { operation_id: named.operation_id, payload: { ...job, asked: named.asked } })
    })
    const since = yield* Clock.currentTimeMillis
    yield* store.change(customer_id, session_id, { busy: { kind: job.kind, operation_id, since, progress: 0 } })
    return operation_id
  })

  return {
    start: Effect.fn("Generation.start")(function* (customer_id: string, id: string, job: Exclude<Job, SeedJob>) {
      yield* giveUpLost(customer_id, yield* store.find(customer_id, id))
      return yield* transaction(
        Effect.gen(function* () {
          const session = yield* store.hold(customer_id, id)
          const named = yield* naming(customer_id)
          if (named.isBegun) return named.operation_id
          yield* writable(session, job.kind === "guide" ? ["open", "planned", "applied"] : undefined)
          const paid = priceOf(job.kind)
          const operation_id = yield* begin(customer_id, session.session_id, { ...job, paid }, named)
          yield* pay({ customer_id, id: operation_id, purpose: job.kind, paid })
          return operation_id
        })
      )
    }),
    seed: Effect.fn("Generation.seed")(function* (customer_id: string, job: SeedJob) {
      const { from, url } = job
      const problem = from === "url" ? reader.refuses(url) : repoOf(url) === undefined ? not_a_repository : undefined
      if (problem !== undefined) return yield* ValidationFailed.at([from === "url" ? "url" : "repo_url"], problem)
      const current = yield* store.current(customer_id)
      if (Option.isSome(current)) yield* giveUpLost(customer_id, current.value)
      return yield* transaction(
        Effect.gen(function* () {
          const { session } = yield* openOrNew(customer_id, sourceOf("none", ""), "")
          yield* free(session)
          const { session_id } = session
          return { onboarding_session_id: session_id, operation_id: yield* begin(customer_id, session_id, job) }
        })
      )
    }),
    settled: Effect.fn("Generation.settled")(function* (key: OperationKey) {
      const until = (yield* Clock.currentTimeMillis) + answer_within_ms
      while (yield* operations.isOpen(key)) {
        if ((yield* Clock.currentTimeMillis) >= until) return false
        yield* Effect.sleep(look_every)
      }
      return true
    })
  }
})
