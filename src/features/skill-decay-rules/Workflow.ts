/**
 * Skills fade once per rule, buddy and period. The scheduled round is a singleton that looks every few minutes: what
 * was done in the period already is skipped by each buddy's own memory and by the command's id, so it does not matter
 * how often it looks, or whether two do. A tenant may also ask for a round, as an operation.
 */
import { Effect, Schedule, Schema } from "effect"
import { Singleton } from "effect/cluster"
import { Activity } from "effect/workflow"
import { Buddies } from "../../buddy/Buddies.ts"
import { type OperationKey, steady } from "../../platform/Jobs.ts"
import type { Origin } from "../../wire/Change.ts"
import { OperationStore } from "../operations/Store.ts"
import { Decay, DecayStore, type Due, Run } from "./Store.ts"

const sweep_interval = "5 minutes"
/** actors asked at the same time: other work on the runner goes on */
const concurrency = 8
const tries_max = 20

const Counts = Schema.Struct({ looked_at: Schema.Int, faded: Schema.Int, levels: Schema.Int, failed: Schema.Int })
type Counts = typeof Counts.Type
const none: Counts = { looked_at: 0, faded: 0, levels: 0, failed: 0 }

const plus = (left: Counts, right: Counts): Counts => ({
  looked_at: left.looked_at + right.looked_at,
  faded: left.faded + right.faded,
  levels: left.levels + right.levels,
  failed: left.failed + right.failed
})

/** Levels taken; 0 when another round was faster, null when the buddy could not be reached. */
const take = Effect.fnUntraced(function* (customer_id: string, { buddy_id, period_key, rule_id }: Due, origin: Origin) {
  const buddies = yield* Buddies
  const command_id = `decay:${rule_id}:${buddy_id}:${period_key}`
  return yield* buddies
    .send(customer_id, buddy_id, {
      command_id,
      command: { _tag: "DecaySkill", rule_id, period_key },
      event: null,
      webhooks: true,
      origin
    })
    .pipe(
      Effect.retry({
        while: (failure) => failure._tag === "Unavailable",
        schedule: Schedule.spaced("500 millis"),
        times: tries_max
      }),
      Effect.map(({ duplicate, reply }) =>
        reply._tag === "Decay" && !duplicate ? reply.previous_level - reply.new_level : 0
      ),
      Effect.catchTags({
        CommandRejected: () => Effect.succeed(0),
        BuddyNotFound: () => Effect.succeed(0),
        Unavailable: () => Effect.succeed(null)
      })
    )
})

const page = Effect.fnUntraced(function* (
  customer_id: string,
  { dry_run, rule_id }: Run,
  after: string | null,
  origin: Origin
) {
  const store = yield* DecayStore
  const { due, last, looked_at } = yield* store.due(customer_id, rule_id, after)
  const taken = dry_run
    ? due.map(({ new_level, previous_level }) => previous_level - new_level)
    : yield* Effect.forEach(due, (one) => take(customer_id, one, origin), { concurrency })
  const counts: Counts = {
    looked_at,
    faded: taken.filter((levels) => levels !== null && levels > 0).length,
    levels: taken.reduce<number>((sum, levels) => sum + (levels ?? 0), 0),
    failed: taken.filter((levels) => levels === null).length
  }
  return { ...counts, last }
})

const Page = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })

const recorded = (key: OperationKey, run: Run, number: number, after: string | null, counts: Counts) =>
  Activity.make({
    name: `page/${number}`,
    success: Schema.NullOr(Page),
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      if (!(yield* steady(operations.progress(key, counts)))) return null
      return yield* steady(page(key.customer_id, run, after, { type: "operation", id: key.operation_id }))
    })
  })

const begin = (key: OperationKey) =>
  Activity.make({
    name: "begin",
    success: Schema.NullOr(Run),
    execute: Effect.gen(function* () {
      const store = yield* DecayStore
      return yield* steady(store.begin(key))
    })
  })

const finish = (key: OperationKey, run: Run, counts: Counts) =>
  Activity.make({
    name: "finish",
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      yield* steady(operations.complete(key, { ...counts, dry_run: run.dry_run }))
    })
  })

/** Needs WorkflowEngine, Buddies, OperationStore and DecayStore. */
export const DecayLive = Decay.toLayer(
  Effect.fn("Decay")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    const run = yield* begin(key)
    if (run === null) return
    let counts = none
    let after: string | null = null
    for (let number = 0; ; number++) {
      const done: typeof Page.Type | null = yield* recorded(key, run, number, after, counts)
      if (done === null) return
      counts = plus(counts, done)
      if (done.last === null) break
      after = done.last
    }
    yield* finish(key, run, counts)
  })
)

const everybody: Run = { rule_id: null, dry_run: false }
const schedule: Origin = { type: "job", id: "skill_decay" }

/** One per cluster. */
export const decaySchedule = Singleton.make(
  "skills/decay",
  Effect.gen(function* () {
    const store = yield* DecayStore
    const sweep = Effect.gen(function* () {
      for (const customer_id of yield* store.customers) {
        let after: string | null = null
        do {
          const done: typeof Page.Type = yield* page(customer_id, everybody, after, schedule)
          after = done.last
        } while (after !== null)
      }
    }).pipe(Effect.catchCause((cause) => Effect.logWarning("skills could not fade yet", cause)))
    yield* Effect.forever(Effect.andThen(sweep, Effect.sleep(sweep_interval)))
  })
)
