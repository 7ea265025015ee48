/**
 * How a job runs and survives. Every kind of job is a workflow over the same payload: the operation's row says what
 * to do and whether it is still wanted, so each step can be repeated and a cancelled job changes nothing.
 *
 * Three things together bring every job to an end: the workflow itself is durable; a start that was lost between the
 * commit and the cluster is made up for by the recovery; and an execution that ended without ending its operation
 * (the database was away, a defect) is followed by another round, a few times, before the operation fails.
 */
import { Cause, Clock, Context, type Duration, Effect, FiberSet, Layer, Option, Schedule, Schema } from "effect"
import { Activity, DurableClock, Workflow, WorkflowEngine } from "effect/workflow"
import { isTransient } from "../postgres/Sql.ts"
import type { OperationKey } from "./OperationKey.ts"
import { perCluster } from "./PerCluster.ts"

/** A job's workflow; executing it twice with one payload is executing it once. */
export const jobWorkflow = <const Tag extends string>(tag: Tag) =>
  Workflow.make(tag, {
    payload: { customer_id: Schema.String, operation_id: Schema.String, round: Schema.Int },
    idempotencyKey: ({ operation_id, round }) => `${operation_id}/${round}`
  })
export type JobWorkflow = ReturnType<typeof jobWorkflow<string>>

/**
 * Waits for a database that is away. Without this an activity would die of it, and its death would be recorded as its
 * result.
 */
export const steady = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  effect.pipe(
    Effect.sandbox,
    Effect.retry({ while: (cause) => isTransient(Cause.squash(cause)), schedule: Schedule.spaced("500 millis") }),
    Effect.catch((cause) => Effect.failCause(cause))
  )

/** Waits between the tries of a step. A wait and the tries before it survive a crash. */
export interface Ladder<E> {
  /** part of the names under which tries and waits are recorded: never to be changed */
  readonly name: string
  readonly delays: ReadonlyArray<Duration.Input>
  /** whether another try can help */
  readonly isWorthwhile: (error: E) => boolean
}

/**
 * Tries again after each of the delays. The attempt should be an activity: then it can tell its number and is
 * recorded.
 */
export const durableRetry = <A, E, R>(attempt: Effect.Effect<A, E, R>, { delays, isWorthwhile, name }: Ladder<E>) => {
  const tryNumber = (
    number: number
  ): Effect.Effect<A, E, R | WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance> =>
    attempt.pipe(
      Effect.provideService(Activity.CurrentAttempt, number),
      Effect.catch((error) => {
        const duration = delays[number - 1]
        if (duration === undefined || !isWorthwhile(error)) return Effect.fail(error)
        const pause = DurableClock.sleep({ name: `${name}/backoff/${number}`, duration })
        return Effect.andThen(pause, tryNumber(number + 1))
      })
    )
  return tryNumber(1)
}

/** A start that takes longer is left to the recovery. */
const start_timeout = "10 seconds"

/** Starts jobs beside the request: its answer need not wait for the cluster, and a lost start is made up for. */
export class Jobs extends Context.Service<
  Jobs,
  {
    /** After the commit of the operation, never inside its transaction: the workflow must find the row. */
    start(workflow: JobWorkflow, key: OperationKey): Effect.Effect<void>
  }
>()("hatchery/platform/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const engine = yield* WorkflowEngine.WorkflowEngine
      const fibers = yield* FiberSet.make<void>()
      return Jobs.of({
        start: (workflow, key) =>
          workflow.execute({ ...key, round: 0 }, { discard: true }).pipe(
            Effect.provideService(WorkflowEngine.WorkflowEngine, engine),
            Effect.timeout(start_timeout),
            Effect.catchCause((cause) => Effect.logWarning("a job is left to the recovery to start", cause)),
            (started) => FiberSet.run(fibers, Effect.asVoid(started)),
            Effect.asVoid
          )
      })
    })
  )
}

export const recovery = {
  /** between two looks; one statement each while nothing is late */
  sweep_interval: "5 seconds",
  /** an operation older than this should have ended or be under way */
  late_after_ms: 15_000,
  /** operations looked at in one sweep */
  batch_max: 200,
  /** executions of one operation; one sweep apart, so that the last of them ends within a minute */
  rounds_max: 3
} as const

/** What the recovery needs of the operations, whose store is a feature's. */
export interface OpenJobs<Type extends string> {
  /** of all customers, who take turns */
  open(
    types: ReadonlyArray<Type>,
    created_before: Date,
    count: number
  ): Effect.Effect<ReadonlyArray<OperationKey & { readonly type: Type }>>
  /** false when it has ended meanwhile */
  fail(key: OperationKey, error: { readonly code: string; readonly message: string }): Effect.Effect<boolean>
}

const failed = {
  code: "internal_server_error",
  message: "Something went wrong on our side. Nothing was changed; start it again."
}

const recover = <Type extends string>(
  jobs: OpenJobs<Type>,
  workflow: JobWorkflow,
  { customer_id, operation_id }: OperationKey
) =>
  Effect.gen(function* () {
    for (let round = 0; round < recovery.rounds_max; round++) {
      const payload = { customer_id, operation_id, round }
      const state = yield* workflow.poll(yield* workflow.executionId(payload))
      if (Option.isSome(state) && state.value._tag === "Complete") continue
      // Unknown or under way: starting it again is nothing if it runs, and everything if its start was lost.
      return yield* Effect.asVoid(workflow.execute(payload, { discard: true }))
    }
    if (yield* jobs.fail({ customer_id, operation_id }, failed)) {
      yield* Effect.annotateLogs(Effect.logError("an operation failed: none of its rounds ended it"), { operation_id })
    }
  })

/** One per cluster. Makes up for lost starts and broken executions of the jobs whose workflows it is given. */
export const jobRecovery = <Type extends string, E, R>(
  jobs: Effect.Effect<OpenJobs<Type>, E, R>,
  workflows: Readonly<Partial<Record<Type, JobWorkflow>>>
) =>
  perCluster(
    "operations/recovery",
    Effect.gen(function* () {
      const store = yield* jobs
      const byType = new Map(Object.entries<JobWorkflow | undefined>(workflows))
      const sweep = Effect.fn("Jobs.recovery")(
        function* (late_after_ms: number) {
          const now = yield* Clock.currentTimeMillis
          const late = yield* store.open(
            [...byType.keys()] as Array<Type>,
            new Date(now - late_after_ms),
            recovery.batch_max
          )
          yield* Effect.forEach(
            late,
            (job) =>
              recover(store, byType.get(job.type)!, job).pipe(
                Effect.catchCause((cause) => Effect.logWarning("an operation could not be recovered yet", cause))
              ),
            { concurrency: 4, discard: true }
          )
        },
        Effect.catchCause((cause) => Effect.logWarning("the recovery of operations could not look", cause))
      )
      // Whoever starts has no predecessor to trust: everything open is looked at, however young.
      yield* sweep(0)
      yield* Effect.forever(Effect.delay(sweep(recovery.late_after_ms), recovery.sweep_interval))
    })
  )
