/**
 * Jobs over many buddies, a batch at a time in order of their ids. Every batch is recorded with the counts it brought,
 * so a crash loses one at most, which is then repeated: what a job does to a buddy carries an id made of the operation
 * and the buddy, and is done once. Between two batches it says how far it is and looks whether it is still wanted.
 */
import { Clock, Effect, Option, Schedule, Schema } from "effect"
import { Activity } from "effect/workflow"
import { Buddies } from "../../../../buddy/Buddies.ts"
import type { Granted } from "../../../../buddy/Grants.ts"
import type { BuddyRequest } from "../../../../buddy/Protocol.ts"
import { steady } from "../../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { isTransient } from "../../../../platform/postgres/Sql.ts"
import { OperationStore } from "../Store.ts"

type Facts = Readonly<Record<string, Schema.Json>>

/** What a batch brought, and the last buddy of it; null: nobody is left. */
export type Batch<Counts> = Counts & { readonly last: string | null }

/** Steps are recorded under these names in these forms, and running jobs find them there: neither may change. */
export interface BatchJob<Plan, Counts, R, Begin> {
  /** what the operation asks for; null once it has ended */
  readonly begin: Effect.Effect<Plan | null, never, Begin>
  readonly plan: Schema.Codec<Plan, unknown>
  /** batches are recorded as `name/0`, `name/1`, ... */
  readonly name: string
  readonly batch: Schema.Codec<Batch<Counts>, unknown>
  readonly none: Counts
  readonly plus: (left: Counts, right: Counts) => Counts
  readonly run: (plan: Plan, after: string | null) => Effect.Effect<Batch<Counts>, never, R>
  readonly progress: (counts: Counts) => Facts
  readonly result: (counts: Counts, plan: Plan) => Facts
}

/** The body of the job's workflow. */
export const inBatches = Effect.fnUntraced(function* <Plan, Counts, R, Begin>(
  key: OperationKey,
  job: BatchJob<Plan, Counts, R, Begin>
) {
  const operations = yield* OperationStore
  const plan = yield* Activity.make({ name: "begin", success: Schema.NullOr(job.plan), execute: job.begin })
  if (plan === null) return
  const step = (number: number, after: string | null, counts: Counts) =>
    Activity.make({
      name: `${job.name}/${number}`,
      success: Schema.NullOr(job.batch),
      execute: Effect.gen(function* () {
        if (!(yield* steady(operations.progress(key, job.progress(counts))))) return null
        return yield* job.run(plan, after)
      })
    })
  let counts = job.none
  let after: string | null = null
  for (let number = 0; ; number++) {
    const done: Batch<Counts> | null = yield* step(number, after, counts)
    if (done === null) return
    counts = job.plus(counts, done)
    if (done.last === null) break
    after = done.last
  }
  const result = job.result(counts, plan)
  const finish = Effect.andThen(operations.progress(key, job.progress(counts)), operations.complete(key, result))
  yield* Activity.make({ name: "finish", execute: Effect.asVoid(steady(finish)) })
})

/** Marks the operation as begun and answers what it was started with; null once it has ended. */
export const begun = Effect.fnUntraced(function* <Plan>(key: OperationKey, payload: Schema.Codec<Plan, unknown>) {
  const operations = yield* OperationStore
  const operation = yield* steady(operations.start(key))
  return Option.isNone(operation)
    ? null
    : yield* Effect.orDie(Schema.decodeUnknownEffect(payload)(operation.value.payload))
})

/** Sums of counts of the same names. */
export const sum = <Counts extends Readonly<Record<string, number>>>(left: Counts, right: Counts): Counts =>
  Object.fromEntries(Object.entries(left).map(([name, count]) => [name, count + right[name]!])) as Counts

/** The last buddy of a full batch; null: nobody is left. */
export const lastOf = (buddy_ids: ReadonlyArray<string>, batch_size: number): string | null =>
  buddy_ids.length < batch_size ? null : buddy_ids.at(-1)!

/** tries of one buddy whose runner is moving or busy, half a second apart */
const tries_max = 20

/** Waits ten seconds and more for who is not available. */
export const patiently = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, {
    while: ({ _tag }) => _tag === "Unavailable" || _tag === "ServiceUnavailable",
    schedule: Schedule.spaced("500 millis"),
    times: tries_max
  })

/**
 * Of many: the rules or the database break on this one, and an operator finds its command among the dead letters. What
 * is answered then says so, and the others go on.
 */
export const unlessBroken =
  <B>(broken: (defect: unknown) => B) =>
  <A, E, R>(one: Effect.Effect<A, E, R>): Effect.Effect<A | B, E, R> =>
    Effect.catchDefect(one, (defect) =>
      isTransient(defect)
        ? Effect.die(defect)
        : Effect.as(Effect.logError("a buddy of many cannot be changed", defect), broken(defect))
    )

/** A grant broke instead of being refused: the rules or the database cannot carry it out. */
class Broken extends Schema.TaggedError<Broken>()("Broken", { defect: Schema.Defect() }) {}
/** tries of a grant that breaks */
const broken_max = 3

/**
 * Of a job that pays many: whoever cannot be paid, however often it is tried, is paid nothing and keeps nobody waiting.
 * What was to be given stays among the dead letters, and an operator can send it again.
 */
export const payable = <E, R>(
  whom: { readonly customer_id: string; readonly buddy_id: string },
  grant: Effect.Effect<Granted, E, R>
): Effect.Effect<Granted, E, R> =>
  grant.pipe(
    Effect.catchDefect((defect) => (isTransient(defect) ? Effect.die(defect) : Effect.fail(new Broken({ defect })))),
    Effect.retry({
      while: (error) => error instanceof Broken,
      schedule: Schedule.spaced("500 millis"),
      times: broken_max - 1
    }),
    Effect.catch((error) =>
      error instanceof Broken
        ? Effect.as(Effect.annotateLogs(Effect.logError("a buddy cannot be paid", error.defect), whom), "void" as const)
        : Effect.fail(error as E)
    )
  )

/**
 * Whoever is not reachable is asked until it is, or until a moment (epoch ms): a buddy that nobody can wake must not
 * hold up what waits for the end of the job. It is paid nothing then, which the log says.
 */
export const payableUntil = <E, R>(
  until: number,
  whom: { readonly customer_id: string; readonly buddy_id: string },
  grant: Effect.Effect<Granted, E, R>
): Effect.Effect<Granted, never, R> =>
  payable(whom, grant).pipe(
    Effect.retry({
      schedule: Schedule.spaced("500 millis"),
      while: () => Effect.map(Clock.currentTimeMillis, (now) => now < until)
    }),
    Effect.catch((failure) =>
      Effect.as(
        Effect.annotateLogs(Effect.logError("a buddy was not reachable to be paid", failure), whom),
        "void" as const
      )
    )
  )

/** One command to one buddy of a batch. */
export const ask = Effect.fnUntraced(function* (
  customer_id: string,
  buddy_id: string,
  asked: Pick<BuddyRequest, "command" | "command_id" | "origin">
) {
  const buddies = yield* Buddies
  return yield* patiently(buddies.send(customer_id, buddy_id, { ...asked, event: null, webhooks: true }))
})
